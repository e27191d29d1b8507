"""Every cell of a record can be written out, and what is written gives the recorded number."""

import math
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from explainer.language import ExplainedError
from explainer.models import ForecastConfig, ITransformerConfig, PatchTSTConfig, build
from explainer.reading import Arithmetic, Cell, Line, Term, explain_cell
from explainer.tracing import Step, Trace, Tracer, Value, trace

SIZES: dict[str, Any] = {
    "seq_len": 24,
    "pred_len": 6,
    "n_heads": 2,
    "d_model": 8,
    "d_ff": 12,
    "e_layers": 1,
    "dropout": 0.3,
}
FORECASTERS = (
    ITransformerConfig(**SIZES),
    ITransformerConfig(**SIZES, activation="relu"),
    PatchTSTConfig(**SIZES, patch_len=8, stride=4),
)


class Of(nn.Module):
    """A module of nothing but a forward."""

    def __init__(self, function: Callable[..., object]) -> None:
        super().__init__()
        self.function = function

    def forward(self, *given: Tensor) -> object:
        return self.function(*given)


def random_numbers(*shape: int, seed: int = 1) -> Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


def made(step: Step) -> tuple[int, ...]:
    """What a step returned or changed."""
    return tuple(dict.fromkeys((*step.outputs, *step.changed)))


def some_cells(value: Value, count: int, dice: Random) -> list[tuple[int, ...]]:
    return [tuple(dice.randrange(size) for size in value.shape) for _ in range(count)]


def tolerance(recorded: float) -> float:
    return 1e-5 * max(1.0, abs(recorded))


def assert_explains(found: Arithmetic) -> None:
    """The written arithmetic gives the recorded number, from the terms and from the lines as well."""
    assert found.kind != "unsupported", found.rule
    if math.isfinite(found.recorded):
        assert abs(found.result - found.recorded) <= tolerance(found.recorded), found
        assert found.difference == found.result - found.recorded
    else:
        assert found.result == pytest.approx(found.recorded, nan_ok=True)
        assert found.difference == 0
    if found.terms and math.isfinite(found.result):
        summed = math.fsum(product_of(term) for term in found.terms)
        assert summed == pytest.approx(found.result, rel=1e-9, abs=1e-9)
    if found.same_as is not None:
        assert found.same_as.number == pytest.approx(found.recorded, rel=1e-6)
    for line in found.lines:
        assert_line(line)
    assert found.rule.en
    assert found.rule.zh
    assert "{" not in found.rule.en + found.rule.zh


def product_of(term: Term) -> float:
    product = math.prod(factor.number if isinstance(factor, Cell) else factor for factor in term.factors)
    assert product == pytest.approx(term.product, rel=1e-12)
    return product


def assert_cells_are_recorded(record: Trace, found: Arithmetic) -> None:
    for cell in found.reads:
        data = record.values[cell.value].data
        assert data is not None
        assert float(data[cell.index]) == cell.number


# What is written on a line is read as arithmetic

POWERS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
SIGNS = {"−": "-", "×": "*", "÷": "/", "·": "*", "∞": "inf", "π": "pi", "^": "**", "≥": ">=", "≤": "<=", "≠": "!="}
WORDS = {
    "sqrt": math.sqrt, "exp": math.exp, "ln": math.log, "erf": math.erf, "tanh": math.tanh, "sin": math.sin,
    "cos": math.cos, "floor": math.floor, "ceil": math.ceil, "trunc": math.trunc, "abs": abs, "inf": math.inf,
    "NaN": math.nan, "pi": math.pi, "int64": int, "bool": bool, "float16": float, "float32": float, "float64": float,
    "max": lambda *numbers: max(numbers), "min": lambda *numbers: min(numbers),
}  # fmt: skip


def worth(text: str) -> float:
    """The number that the written arithmetic gives."""
    text = re.sub("·10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", lambda found: f"e{found[1].translate(POWERS)}", text)
    text = re.sub("([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", lambda found: f"**({found[1].translate(POWERS)})", text)
    text = re.sub(r"√([\d.]+)", r"sqrt(\1)", text).replace("√(", "sqrt(").replace(" = ", " == ")
    text = re.sub(r"\|([^|]*)\|", r"abs(\1)", text)
    for sign, operator in SIGNS.items():
        text = text.replace(sign, operator)
    return float(eval(text, {"__builtins__": {}}, WORDS))  # noqa: S307 - what the code under test wrote


def assert_line(line: Line) -> None:
    assert line.what.en
    assert line.what.zh
    if "…" not in line.text and math.isfinite(line.number):
        # Its numbers have 4 digits.
        assert worth(line.text) == pytest.approx(line.number, rel=2e-2, abs=2e-2, nan_ok=True), line


@pytest.mark.parametrize(
    ("text", "number"),
    [("(0.31 − 0.12) ÷ 0.44", 0.19 / 0.44), ("√(2 + 1·10⁻⁵) × (−2)³", -8 * math.sqrt(2.00001)), ("|−3| + √4", 5.0)],
)
def test_written_arithmetic_is_read_as_arithmetic(text: str, number: float) -> None:
    assert worth(text) == pytest.approx(number)


# The two forecasters


def passes() -> Iterator[tuple[str, ForecastConfig, bool]]:
    for config in FORECASTERS:
        for training in (False, True):
            yield (
                f"{type(config).__name__}, {config.activation}, {'training' if training else 'reading'}",
                config,
                training,
            )


@pytest.fixture(scope="module", params=list(passes()), ids=lambda each: each[0])
def forecast(request: pytest.FixtureRequest) -> Trace:
    _, config, training = request.param
    model = build(config, seed=3).train(training)
    with torch.random.fork_rng():
        torch.manual_seed(0)
        return trace(model, random_numbers(2, 24, 3), random_numbers(2, 24, 4, seed=2))


def test_every_step_of_a_forecast_is_explained(forecast: Trace) -> None:
    dice = Random(5)  # noqa: S311
    assert forecast.steps
    for step in forecast.steps:
        assert made(step)
        for number in made(step):
            for index in some_cells(forecast.values[number], 3, dice):
                found = explain_cell(forecast, number, index)
                assert (found.value, found.index) == (number, index)
                assert_explains(found)
                assert_cells_are_recorded(forecast, found)
                assert not {"given", "unsupported"} & {found.kind}


def test_only_what_the_step_was_given_is_read(forecast: Trace) -> None:
    dice = Random(6)  # noqa: S311
    for step in forecast.steps:
        for number in step.outputs:
            (index,) = some_cells(forecast.values[number], 1, dice)
            found = explain_cell(forecast, number, index)
            if found.step is step:
                assert found.reads
                assert {cell.value for cell in found.reads} <= set(step.inputs)


def test_the_inputs_of_sums_are_all_there(forecast: Trace) -> None:
    """A product of matrices has as many terms as it sums over, and one more for a bias."""
    expected = {"linear": 1, "conv1d": 1}
    for step in forecast.steps:
        if step.op in expected:
            weight, *bias = (forecast.values[number] for number in step.inputs[1:])
            found = explain_cell(forecast, step.outputs[0], (0,) * len(forecast.values[step.outputs[0]].shape))
            assert len(found.terms) == math.prod(weight.shape[1:]) + len(bias)
            assert len(set(found.reads)) == 2 * math.prod(weight.shape[1:]) + len(bias)


def test_inputs_and_parameters_are_given(forecast: Trace) -> None:
    origins = set()
    for value in forecast.values:
        if value.producer is None:
            found = explain_cell(forecast, value.id, (0,) * len(value.shape))
            assert (found.kind, found.step, found.terms, found.difference) == ("given", None, (), 0)
            assert value.label is not None
            assert value.label in found.rule.en
            assert value.label in found.rule.zh
            origins.add(value.origin)
    assert origins == {"input", "parameter"}


# What is wrong is seen


def test_a_tampered_result_differs_in_every_kind_of_step(forecast: Trace) -> None:
    """Whatever number is put into a cell, the arithmetic does not follow it."""
    for step in forecast.steps:
        for number in step.outputs:
            if not forecast.values[number].dtype.is_floating_point:
                continue
            index = (0,) * len(forecast.values[number].shape)
            kept, before = forecast.values[number].kept, explain_cell(forecast, number, index)
            assert kept is not None
            if before.same_as is not None and shares_memory(forecast, before.same_as.value, number):
                continue
            with tampered(kept, index, 3.0):
                after = explain_cell(forecast, number, index)
                assert after.recorded == pytest.approx(before.recorded + 3)
                if before.kind == "dropout" and before.recorded == 0:
                    continue  # whether it was dropped is told from the number itself
                assert after.result == before.result
                assert after.difference == pytest.approx(before.difference - 3, abs=1e-6)


def shares_memory(record: Trace, one: int, other: int) -> bool:
    return record.values[one].storage == record.values[other].storage


class tampered:  # noqa: N801 - read as a sentence: with tampered(…)
    """One cell is changed behind the record's back, for as long as the block runs."""

    def __init__(self, tensor: Tensor, index: tuple[int, ...], by: float) -> None:
        self.cell, self.by = tensor.data[index], by

    def __enter__(self) -> None:
        self.before = self.cell.clone()
        self.cell += self.by

    def __exit__(self, *_: object) -> None:
        self.cell.copy_(self.before)


def test_a_tampered_input_is_seen_in_the_result() -> None:
    record = trace(nn.Linear(3, 2), random_numbers(4, 3))
    (step,) = record.steps
    before = explain_cell(record, step.outputs[0], (1, 1))
    kept = record.values[step.inputs[0]].kept
    assert kept is not None
    with tampered(kept, (1, 2), 1.0):
        after = explain_cell(record, step.outputs[0], (1, 1))
    weight = record.values[step.inputs[1]].data
    assert weight is not None
    assert abs(before.difference) < 1e-6
    assert after.difference == pytest.approx(float(weight[1, 2]), rel=1e-5)
    assert after.recorded == before.recorded


# What cannot be explained says so


def test_a_cell_that_does_not_exist_is_refused_in_a_sentence() -> None:
    record = trace(nn.Linear(3, 2), random_numbers(4, 3))
    output = record.steps[0].outputs[0]
    for index in ((4, 0), (0, 2), (0,), (0, 0, 0), (-1, 0), ()):
        with pytest.raises(ExplainedError, match=re.escape("(4, 2)")) as refused:
            explain_cell(record, output, index)
        assert "(4, 2)" in refused.value.phrase.zh
    for value in (-1, len(record.values)):
        with pytest.raises(ExplainedError, match="no tensor number"):
            explain_cell(record, value, (0, 0))


def test_numbers_that_were_not_kept_are_refused_in_a_sentence() -> None:
    record = Tracer(budget=0).trace(Of(lambda x: (x + 1) * 2), random_numbers(3))
    with pytest.raises(ExplainedError, match="not kept"):
        explain_cell(record, record.steps[-1].outputs[0], (0,))


def test_numbers_that_were_overwritten_after_the_pass_are_refused_in_a_sentence() -> None:
    x = random_numbers(3)
    record = trace(Of(lambda x: x + 1), x)
    x.mul_(2)
    with pytest.raises(ExplainedError, match="overwritten"):
        explain_cell(record, record.steps[0].inputs[0], (0,))
    found = explain_cell(record, record.steps[0].outputs[0], (0,))
    assert found.kind == "unsupported"
    assert "overwritten" in found.rule.en
    assert "覆盖" in found.rule.zh
    assert found.result == found.recorded


def test_an_input_that_was_not_kept_makes_a_cell_unsupported_with_the_reason() -> None:
    def twice(x: Tensor) -> Tensor:
        middle = x + 1
        (last,) = (middle * 2,)
        return last

    record = Tracer(budget=0, pinned={"last"}).trace(Of(twice), random_numbers(3))
    found = explain_cell(record, record.steps[-1].outputs[0], (0,))
    assert found.kind == "unsupported"
    assert "not kept" in found.rule.en
    assert (found.terms, found.result) == ((), found.recorded)


def test_an_unknown_operation_is_named() -> None:
    record = trace(Of(torch.linalg.inv), random_numbers(3, 3))
    found = explain_cell(record, record.steps[0].outputs[0], (1, 2))
    assert found.kind == "unsupported"
    assert record.steps[0].op in found.rule.en
    assert record.steps[0].op in found.rule.zh
    assert (found.terms, found.lines, found.difference) == ((), (), 0)


def test_complex_numbers_are_no_single_numbers() -> None:
    record = trace(Of(lambda x: (torch.fft.fft(x) + 1).abs()), random_numbers(8))
    *complex_steps, last = record.steps
    for step in complex_steps:
        with pytest.raises(ExplainedError, match="complex64"):
            explain_cell(record, step.outputs[0], (0,))
    assert explain_cell(record, last.outputs[0], (0,)).kind == "unsupported"
    assert "complex64" in explain_cell(record, last.outputs[0], (0,)).rule.zh


def test_what_was_made_from_nothing_is_given() -> None:
    def made_here(x: Tensor) -> tuple[Tensor, ...]:
        return (
            torch.ones(2),
            torch.arange(3),
            torch.zeros_like(x),
            torch.tensor([1.5, 2.0]),
            torch.rand(2),
            x.new_ones(2),
        )

    with torch.random.fork_rng():
        record = trace(Of(made_here), random_numbers(2))
    for step in record.steps:
        found = explain_cell(record, step.outputs[0], (1,))
        assert (found.kind, found.step, found.difference) == ("given", step, 0)
        assert ("random" in found.rule.en) == (step.op == "rand")

"""Lines that are told as skipped did not run, says `sys.settrace`; and those of ours are all told."""

from pathlib import Path

import pytest
import torch
from torch import Tensor, nn

from explainer.tracing import Skip, Trace, trace
from explainer.tracing.places import forward_code
from tests.tracing import foreign_skips
from tests.tracing.cases import every_case, fresh_pass_of
from tests.tracing.foreign import Case, numbers
from tests.tracing.foreign_code import Decides
from tests.tracing.ours import IDS, OURS, ours
from tests.tracing.witnesses import Watch, watching

ROOT = Path(__file__).parents[2]
EVERYTHING = (ROOT / "explainer" / "models", ROOT / "tests" / "tracing" / "foreign")


def lines_of_calls(record: Trace, watch: Watch, model: nn.Module) -> dict[int, set[int]]:
    """For each call: the lines of its forward that ran. Calls and runs of a forward begin in the same order."""
    modules = dict(model.named_modules())
    runs = {code: [lines for each, lines in watch.runs if each is code] for code, _ in watch.runs}
    lines: dict[int, set[int]] = {}
    for call in record.calls:
        code = forward_code(type(modules[call.path]))
        if runs.get(code):
            lines[call.id] = runs[code].pop(0)
    return lines


def assert_none_ran(record: Trace, watch: Watch, model: nn.Module) -> None:
    ran = lines_of_calls(record, watch, model)
    for skip in record.skips:
        assert not ran[skip.call] & set(range(skip.line, skip.end_line + 1)), skip


def told(record: Trace) -> list[tuple[str, bool | None]]:
    return [(skip.condition, skip.value) for skip in record.skips]


@pytest.mark.parametrize(("name", "marks"), OURS, ids=IDS)
def test_what_ours_skip_is_told_with_condition_and_value_and_did_not_run(name: str, marks: bool) -> None:
    model, inputs = ours(name, marks)
    with watching(*EVERYTHING) as watch:
        record = trace(model, *inputs)
    assert_none_ran(record, watch, model)
    core = [("self.mask_flag", False), ("self.output_attention", False)]
    if name == "iTransformer":
        assert told(record) == [*([] if marks else [("x_mark is not None", False)]), *core]
    else:
        assert told(record) == core * 2


def test_in_our_attention_the_other_branches_are_told_when_they_are_the_ones_not_taken() -> None:
    model, inputs = ours("iTransformer")
    core = model.get_submodule("encoder.attn_layers.0.attention.inner_attention")
    core.mask_flag = core.output_attention = True  # type: ignore[assignment]
    with watching(*EVERYTHING) as watch:
        record = trace(model, *inputs)
    assert_none_ran(record, watch, model)
    assert told(record) == [("x_mark is not None", False), ("self.output_attention", True)]
    (last,) = (skip for skip in record.skips if skip.condition == "self.output_attention")
    assert _text(last) == "return V.contiguous(), None"


def _text(skip: Skip) -> str:
    return "\n".join(Path(skip.file).read_text(encoding="utf-8").splitlines()[skip.line - 1 : skip.end_line]).strip()


@every_case
def test_nothing_that_ran_in_a_foreign_model_is_told_as_skipped(case: Case) -> None:
    with watching(*EVERYTHING) as watch:
        model, record = fresh_pass_of(case)
    assert_none_ran(record, watch, model)


@pytest.mark.parametrize("flag", [False, True])
@pytest.mark.parametrize("scale", [None, 2.0])
@pytest.mark.parametrize("size", [0.1, 3.0, 1e10])
@pytest.mark.parametrize("masked", [False, True])
def test_a_default_for_a_mask_loops_and_elif_chains_are_never_told_wrongly(
    flag: bool, scale: float | None, size: float, masked: bool
) -> None:
    model, mask = Decides(flag), torch.ones(4) if masked else None
    with watching(*EVERYTHING) as watch:
        record = trace(model, torch.full((4,), size), mask, scale)
    assert_none_ran(record, watch, model)
    conditions = dict(told(record))
    assert conditions["self.flag"] is flag or not flag
    assert conditions.get("scale is None") is (None if flag else scale is None)
    assert "mask is None" not in conditions or masked


@pytest.mark.parametrize("model", foreign_skips.TRICKY, ids=lambda model: type(model).__name__)
def test_conditions_that_change_while_the_model_runs_are_not_decided_afterwards(model: nn.Module) -> None:
    for _ in range(3):
        with watching(*EVERYTHING) as watch:
            record = trace(model, numbers(3))
        assert_none_ran(record, watch, model)


def test_an_early_return_skips_the_rest() -> None:
    record = trace(foreign_skips.ReturnsEarly(), numbers(3))
    assert told(record) == [("self.short", True)]
    assert _text(record.skips[0]).startswith("y = x * 3")
    assert _text(record.skips[0]).endswith("return y - 1")


def test_plain_things_and_second_names_are_bound_with_what_they_hold() -> None:
    model, inputs = ours("PatchTST")
    record = trace(model, *inputs)
    plain = {(each.call, each.name): each.slot for each in record.bindings if each.how == "plain"}
    core = record.call("encoder.attn_layers.1.attention.inner_attention").id
    expected = {"B": 15, "L": 6, "H": 4, "E": 2, "S": 6, "D": 2, "scale": 1 / 2**0.5}
    assert {name: plain[core, name] for name in expected} == expected
    assert plain[0, "N"] == 5
    x: Tensor = inputs[0]
    decided = trace(Decides(), x[0, 0])
    alias = {each.name: record_of(decided, each.slot.value) for each in decided.bindings if each.how == "alias"}
    assert alias["k"] == "mul"
    held = {each.name: each.slot for each in decided.bindings if each.how == "plain"}
    assert (held["kind"], held["rounds"]) == ("second", 2)


def record_of(record: Trace, value: int) -> str:
    step = record.producer(value)
    return step.op if step else ""

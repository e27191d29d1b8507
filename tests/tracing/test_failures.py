"""Passes that break off, and passes that nearly did."""

import pytest
import torch
from torch import Tensor, nn

from explainer.tracing import FailedPass, Trace, trace
from tests.tracing.ours import CONFIGS, inputs_for, ours


def broken(model: nn.Module, *inputs: object) -> tuple[FailedPass, Trace]:
    with pytest.raises(FailedPass) as caught:
        trace(model, *inputs)
    return caught.value, caught.value.trace


@pytest.mark.parametrize("name", CONFIGS)
def test_a_norm_of_the_wrong_size_is_named_with_its_place_its_shapes_and_its_modules(name: str) -> None:
    model, inputs = ours(name)
    right = trace(model, *inputs)
    layer = model.get_submodule("encoder.attn_layers.0")
    norm, layer.norm1 = layer.norm1, nn.LayerNorm(7)
    error, partial = broken(model, *inputs)
    failure = partial.failure
    assert failure is not None
    assert failure.site is not None
    line = "y = x = self.norm1(x + self.dropout(attended))"
    with open(failure.site.file, encoding="utf-8") as file:  # noqa: PTH123 - the path is the record's
        text = file.read().splitlines()[failure.site.line - 1]
    assert text.strip() == line
    assert text[failure.site.column : failure.site.end_column] == failure.site.text == line.removeprefix("y = x = ")
    assert failure.op == "layer_norm"
    tokens = {"iTransformer": (3, 5, 8), "PatchTST": (15, 6, 8)}[name]
    assert failure.shapes == (tokens, (7,), (7,))
    # From the model inwards, as the calls were open.
    inwards = ["encoder", "encoder.attn_layers.0", "encoder.attn_layers.0.norm1"]
    assert failure.modules == (type(model).__name__, *inwards)
    assert isinstance(error.__cause__, RuntimeError)
    assert str(error.__cause__) == failure.message
    assert all(part in str(error) for part in ("self.norm1", str(tokens), failure.message))
    # All that was recorded before is what a pass that goes through has there.
    norms = [number for number, step in enumerate(right.steps) if step.op == "layer_norm"]
    before = norms[0] if norms else len(partial.steps)
    assert [step.op for step in partial.steps] == [step.op for step in right.steps[:before]]
    assert {each.name for each in partial.bindings} >= {
        "mean",
        "std",
        "tokens" if name == "PatchTST" else "x",
        "A",
        "B",
    }
    assert partial.replay().proven
    layer.norm1 = norm
    assert repr(trace(model, *inputs)) == repr(right)


class Asserts(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        y = x * 2
        if y.shape[0] != 3:
            raise AssertionError("three rows are needed")
        return y + 1


def test_an_assertion_is_no_failing_operation() -> None:
    error, partial = broken(Asserts(), torch.ones(2, 2))
    assert partial.failure is not None
    assert (partial.failure.op, partial.failure.site, partial.failure.shapes) == (None, None, ())
    assert partial.failure.message == "three rows are needed"
    assert partial.failure.modules == ("Asserts",)
    assert [step.op for step in partial.steps] == ["mul"]
    assert isinstance(error.__cause__, AssertionError)
    assert trace(Asserts(), torch.ones(3, 2)).failure is None


class Tries(nn.Module):
    """Goes on where a layer, or something in a layer in a layer, has failed."""

    def __init__(self) -> None:
        super().__init__()
        self.wrong = nn.Sequential(nn.Tanh(), nn.Linear(3, 3))
        self.asserts = Asserts()
        self.right = nn.Linear(4, 4)

    def forward(self, x: Tensor) -> Tensor:
        try:
            y = self.wrong(x)
        except RuntimeError:
            y = x - 1
        try:
            z = self.asserts(x)
        except AssertionError:
            z = y * 3
        return self.right(z) + y


def test_an_error_that_the_model_recovers_from_leaves_a_right_record() -> None:
    record = trace(Tries(), torch.rand(2, 4))
    assert record.failure is None
    assert [(step.op, record.calls[step.call].path) for step in record.steps] == [
        ("tanh", "wrong.0"),
        ("sub", ""),
        ("mul", "asserts"),
        ("mul", ""),
        ("linear", "right"),
        ("add", ""),
    ]
    calls = [(call.path, call.parent, call.first_step, call.last_step) for call in record.calls]
    assert calls == [
        ("", None, 0, 6),
        ("wrong", 0, 0, 1),
        ("wrong.0", 1, 0, 1),
        ("wrong.1", 1, 1, 1),
        ("asserts", 0, 2, 3),
        ("right", 0, 4, 5),
    ]
    names = [(each.name, each.call) for each in record.bindings if each.how == "result"]
    assert names == [("y", 0), ("y", 4), ("z", 0)]
    assert [record.producer(record.value(name).id).op for name in "yz"] == ["sub", "mul"]  # type: ignore[union-attr]
    assert record.replay().proven


class Wraps(nn.Module):
    def __init__(self, inner: nn.Module) -> None:
        super().__init__()
        self.inner = inner

    def forward(self, x: Tensor) -> Tensor:
        try:
            y: Tensor = self.inner(x)
        except (RuntimeError, AssertionError) as error:
            raise ValueError("the inner one did not work") from error
        return y


def test_an_error_raised_from_another_still_tells_the_operation_and_the_modules() -> None:
    error, partial = broken(Wraps(nn.Linear(3, 3)), torch.ones(2, 4))
    assert isinstance(error.__cause__, ValueError)
    assert partial.failure is not None
    assert partial.failure.message == "the inner one did not work"
    assert (partial.failure.op, partial.failure.modules) == ("linear", ("Wraps", "inner"))


def test_after_a_recovered_error_another_failure_is_told_as_its_own() -> None:
    class TriesInVain(Tries):
        def forward(self, x: Tensor) -> Tensor:
            super().forward(x)
            assert False, "no"  # noqa: B011, PT015 - a failing forward

    _, partial = broken(TriesInVain(), torch.ones(2, 4))
    assert partial.failure is not None
    assert (partial.failure.op, partial.failure.modules) == (None, ("TriesInVain",))


def test_the_interrupt_of_a_user_passes_through_and_leaves_nothing() -> None:
    class Interrupted(nn.Module):
        def forward(self, x: Tensor) -> Tensor:
            if x.sum() > 0:
                raise KeyboardInterrupt
            return x + 1

    with pytest.raises(KeyboardInterrupt):
        trace(Wraps(Interrupted()), torch.ones(2))
    assert [step.op for step in trace(Wraps(Interrupted()), torch.zeros(2)).steps] == ["sum", "gt", "add"]


def test_a_trace_inside_a_trace_is_refused_in_a_sentence_and_the_next_one_works() -> None:
    class Curious(nn.Module):
        def forward(self, x: Tensor) -> Tensor:
            trace(nn.ReLU(), x)
            return x

    error, _ = broken(Curious(), torch.ones(2))
    assert str(error.__cause__) == (
        "a trace is already running in this thread; a model cannot be traced from inside a trace"
    )
    assert [step.op for step in trace(nn.ReLU(), torch.ones(2)).steps] == ["relu"]


@pytest.mark.parametrize("name", CONFIGS)
def test_trace_and_trace_and_plain_pass_agree(name: str) -> None:
    model, inputs = ours(name)[0], inputs_for(CONFIGS[name])
    plain = model(*inputs)
    records = [trace(model, *inputs) for _ in range(2)]
    assert records[0].bindings == records[1].bindings
    assert [step.site for step in records[0].steps] == [step.site for step in records[1].steps]
    for record in records:
        assert torch.equal(record.values[record.root.outcome.value].data, plain)
    assert torch.equal(model(*inputs), plain)

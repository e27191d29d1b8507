"""What a recorder of Python calls cannot see is counted, and said in both languages; the audit hears it too."""

import threading
import warnings
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor, nn
from torch.utils._python_dispatch import TorchDispatchMode

from explainer.language import Language
from explainer.tracing import Trace, Tracer, trace
from tests.tracing.cases import CASES, every_case, fresh_pass_of
from tests.tracing.foreign import Case, numbers, seeded
from tests.tracing.ours import DIFFERENT, IDS, ours

both_modes = pytest.mark.parametrize("training", [False, True], ids=["eval", "train"])


class InAThread(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        results: list[Tensor] = []
        worker = threading.Thread(target=lambda: results.append(x * 2 + 1))
        worker.start()
        worker.join()
        return results[0] + x


class FromNumPy(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return torch.from_numpy(np.sin(x.numpy())) + x


class Scripted(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.inner = torch.jit.script(Inner())

    def forward(self, x: Tensor) -> Tensor:
        return self.inner(x) + x


class Inner(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return x.tanh() * 2


def assert_said(record: Trace, count: int, of: tuple[str, ...] = ()) -> None:
    assert not record.coverage.complete
    assert (record.coverage.outside, record.coverage.opaque) == (count, of)
    for language in Language:
        said = " ".join(note.in_language(language) for note in record.notes)
        assert all(part in said for part in (str(count), *of))


def test_a_thread_of_the_model_s_own_is_counted_and_said() -> None:
    record = trace(InAThread(), numbers(3))
    assert [step.op for step in record.steps] == ["add"]
    assert_said(record, 1)


def test_what_comes_from_numpy_is_counted_and_said() -> None:
    record = trace(FromNumPy(), numbers(3))
    assert [step.op for step in record.steps] == ["add"]
    assert_said(record, 1)


def test_a_scripted_module_is_counted_and_said_with_its_path() -> None:
    record = trace(Scripted(), numbers(3))
    assert record.steps[-1].op == "add"
    assert_said(record, 1, ("inner",))
    assert record.call("inner").outcome is not None


@pytest.mark.parametrize("model", [InAThread, FromNumPy, Scripted])
def test_answers_are_the_same_where_not_all_is_seen(model: type[nn.Module]) -> None:
    made, x = model(), numbers(3)
    record = trace(made, x)
    assert torch.equal(record.values[record.root.outcome.value].data, made(x))


def test_the_audit_hears_what_escaped_the_recorder() -> None:
    audit = Tracer(audit=True).trace(Scripted(), numbers(3)).audit
    assert audit is not None
    assert [name.split(".")[1] for name in audit.unseen] == ["tanh", "mul"]
    assert list(audit.in_steps.values()) == [("aten.add.Tensor",)]


def test_the_switched_off_fast_path_is_said_and_the_answer_is_that_of_the_ordinary_path() -> None:
    layer = seeded(lambda: nn.TransformerEncoderLayer(8, 2, 16, batch_first=True))
    x = numbers(2, 5, 8)
    with torch.no_grad():
        record = trace(layer, x)
        torch.backends.mha.set_fastpath_enabled(False)
        try:
            ordinary = layer(x)
        finally:
            torch.backends.mha.set_fastpath_enabled(True)
    assert torch.equal(record.values[record.root.outcome.value].data, ordinary)
    assert record.coverage.fast_paths == ("TransformerEncoderLayer", "MultiheadAttention")
    assert "快速路径" in record.notes[0].zh
    assert len([step for step in record.steps if step.op == "layer_norm"]) == 2
    assert record.replay().proven
    # With gradients torch takes the ordinary path by itself.
    assert trace(layer, x).notes == ()
    assert trace(layer.train(), x).notes == ()


class Heard(TorchDispatchMode):
    """What torch dispatches in a bare pass."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def __torch_dispatch__(
        self, func: Callable[..., Any], types: Sequence[type], args: Any = (), kwargs: Mapping[str, Any] | None = None
    ) -> Any:
        self.names.append(str(func))
        return func(*args, **(kwargs or {}))


def dispatched(model: nn.Module, *inputs: object) -> Counter[str]:
    torch.manual_seed(11)
    with Heard() as heard:
        model(*inputs)
    return Counter(heard.names)


@both_modes
@pytest.mark.parametrize(("name", "marks"), DIFFERENT, ids=IDS[:3])
def test_in_ours_the_audit_finds_each_dispatched_operation_inside_a_step(
    name: str, marks: bool, training: bool
) -> None:
    model, inputs = ours(name, marks)
    model.train(training)
    with torch.random.fork_rng(devices=[]):
        bare = dispatched(model, *inputs)
        torch.manual_seed(11)
        audit = Tracer(audit=True).trace(model, *inputs).audit
    assert audit is not None
    assert audit.unseen == ()
    assert audit.in_questions == ()
    assert Counter(name for names in audit.in_steps.values() for name in names) == bare


@every_case
def test_in_foreign_models_nothing_that_was_dispatched_is_missing_from_the_audit(case: Case) -> None:
    model, record = fresh_pass_of(case, tracer=Tracer(audit=True))
    assert record.audit is not None
    heard = Counter(name for names in record.audit.in_steps.values() for name in names)
    heard += Counter((*record.audit.in_questions, *record.audit.unseen))
    torch.backends.mha.set_fastpath_enabled(False)
    try:
        with torch.random.fork_rng(devices=[]), torch.no_grad():
            bare = dispatched(seeded(case.model), *case.inputs())
    finally:
        torch.backends.mha.set_fastpath_enabled(True)
    assert heard == bare
    # Only vmap and the functions of autograd do something between the calls.
    assert record.audit.unseen == () or case in (CASES["vmap"], CASES["own function"])

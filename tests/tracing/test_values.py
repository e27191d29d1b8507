"""What is kept of the tensors: as they were at the time, up to the budget, and never silently wrong."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import pytest
import torch
from torch import Tensor, nn
from torch.overrides import TorchFunctionMode
from torch.utils import _pytree as pytree

from explainer.tracing import Trace, Tracer, edges_in, trace
from explainer.tracing.functions import name_of
from tests.tracing.cases import every_case
from tests.tracing.foreign import Case, numbers, seeded
from tests.tracing.foreign_torch import TORCH
from tests.tracing.ours import CONFIGS, DIFFERENT, IDS, ours
from tests.tracing.witnesses import copied, same_numbers

both_modes = pytest.mark.parametrize("training", [False, True], ids=["eval", "train"])


class Copies(TorchFunctionMode):
    """A mode below the recorder's: copies of what goes into each function and comes out of it, at the time."""

    def __init__(self) -> None:
        super().__init__()
        self.taken: list[tuple[str, list[Tensor], list[Tensor]]] = []

    def __torch_function__(
        self, func: Callable[..., Any], types: Sequence[type], args: Any = (), kwargs: Mapping[str, Any] | None = None
    ) -> Any:
        before = copies_in((args, kwargs or {}))
        result = func(*args, **(kwargs or {}))
        self.taken.append((name_of(func), before, copies_in(result)))
        return result


def copies_in(something: object) -> list[Tensor]:
    return [copied(leaf) for leaf in pytree.tree_leaves(something) if isinstance(leaf, Tensor)]


def kept(record: Trace, values: Sequence[int]) -> list[Tensor | None]:
    return [record.values[number].data for number in values]


def assert_as_it_was(record: Trace, copies: Copies) -> None:
    """Each step's inputs and outputs against the copies, in order; what is no step in the record makes no tensor."""
    taken = iter(copies.taken)
    for step in record.steps:
        for name, before, after in taken:
            inputs = kept(record, step.inputs)
            outputs = kept(record, edges_in(step.outcome))
            same = (name, len(before), len(after)) == (step.op, len(inputs), len(outputs))
            if same and all(map(same_numbers, outputs, after)):
                assert all(map(same_numbers, inputs, before)), step
                break
        else:
            pytest.fail(f"no function gave what is recorded of {step}")


@both_modes
@pytest.mark.parametrize(("name", "marks"), DIFFERENT, ids=IDS[:3])
def test_every_value_of_ours_is_what_it_was_at_the_time(name: str, marks: bool, training: bool) -> None:
    model, inputs = ours(name, marks)
    model.train(training)
    with torch.random.fork_rng(devices=[]), Copies() as copies:
        record = trace(model, *inputs)
    assert_as_it_was(record, copies)
    assert {value.state for value in record.values} == {"kept"}


@both_modes
@every_case
def test_every_value_of_foreign_models_is_what_it_was_at_the_time(case: Case, training: bool) -> None:
    if case is TORCH["vmap"]:
        pytest.skip("what lives inside vmap only cannot be copied")
    model, inputs = seeded(case.model).train(training), case.inputs()
    with torch.random.fork_rng(devices=[]), torch.set_grad_enabled(training), Copies() as copies:
        record = trace(model, *inputs)
    assert_as_it_was(record, copies)
    assert {value.state for value in record.values} == {"kept"}


@pytest.mark.parametrize("name", CONFIGS)
@pytest.mark.parametrize("budget", [0, 3000, 20_000])
def test_new_memory_is_kept_up_to_the_budget_and_the_rest_is_counted(name: str, budget: int) -> None:
    model, inputs = ours(name)
    record = Tracer(budget=budget).trace(model, *inputs)
    intermediates = [value for value in record.values if value.origin == "step"]
    memories = {
        value.kept.untyped_storage().data_ptr(): value.kept.untyped_storage().nbytes()
        for value in intermediates
        if value.kept is not None and record.values[root_of(record, value.id)].origin == "step"
    }
    assert sum(memories.values()) <= budget
    gone = sum(value.state == "not kept" for value in record.values)
    assert record.coverage.not_kept == gone
    assert [str(gone) in str(note) for note in record.notes] == ([True] if gone else [])
    assert gone > 0 or budget == 20_000
    everything = whole_record_of(name)
    for value, full in zip(record.values, everything.values, strict=True):
        assert value.state == "not kept" or same_numbers(value.data, full.data)
        assert (value.shape, value.strides, value.relation) == (full.shape, full.strides, full.relation)
    assert everything.coverage.not_kept == 0


@cache
def whole_record_of(name: str) -> Trace:
    model, inputs = ours(name)
    return trace(model, *inputs)


def root_of(record: Trace, number: int) -> int:
    """Of what a value is a view, in the end."""
    value = record.values[number]
    return root_of(record, value.base) if value.relation == "view" and value.base is not None else number


@pytest.mark.parametrize("name", CONFIGS)
def test_pinned_names_are_kept_whatever_the_budget(name: str) -> None:
    model, inputs = ours(name)
    record = Tracer(budget=0, pinned={"scores", "A", "mixed", "queries"}).trace(model, *inputs)
    everything = whole_record_of(name)
    path = "encoder.attn_layers.0.attention.inner_attention"
    for each in ("scores", "A"):
        assert same_numbers(record.value(each, path).data, everything.value(each, path).data)
    # What a module of ours or a view gives is pinned as well.
    for each in ("mixed", "queries"):
        outer = path.removesuffix(".inner_attention")
        assert same_numbers(record.value(each, outer).data, everything.value(each, outer).data)
    assert record.value("scaled_scores", path).data is None


class Grows(nn.Module):
    """Changes in place, again and again, what it was given."""

    def forward(self, x: Tensor) -> Tensor:
        for _ in range(10):
            x += 1
        return x[:, :1] * 2


def test_copies_made_before_changes_in_place_count_against_the_budget() -> None:
    x = numbers(10, 100)
    given = x.clone()
    record = Tracer(budget=10_000).trace(Grows(), x)
    held = [value.kept.untyped_storage() for value in record.values if value.kept is not None]
    memories = {memory.data_ptr(): memory.nbytes() for memory in held}
    memories.pop(x.untyped_storage().data_ptr(), None)
    assert sum(memories.values()) <= 10_000
    assert record.coverage.not_kept > 0
    for number, value in enumerate(record.values[:11]):
        assert value.data is None or torch.allclose(value.data, given + number)


def test_a_small_view_of_what_was_not_kept_does_not_keep_all_of_it() -> None:
    class Cuts(nn.Module):
        def forward(self, x: Tensor) -> Tensor:
            return (x * 2)[0, :1]

    record = Tracer(budget=100).trace(Cuts(), numbers(10, 100))
    assert [value.state for value in record.values] == ["kept", "not kept", "not kept"]


def test_numbers_that_are_changed_after_the_pass_are_not_shown_as_the_pass_s() -> None:
    layer, x = nn.Linear(3, 3), numbers(2, 3)
    with torch.no_grad():
        record = trace(layer, x)
        layer.weight.mul_(2)
    states = {value.label: value.state for value in record.values}
    assert states == {"input": "kept", "weight": "overwritten", "bias": "kept", None: "kept"}
    assert record.values[[value.label for value in record.values].index("weight")].data is None
    assert record.coverage.overwritten == 1


def test_values_with_strides_of_their_own_keep_them_when_they_are_copied() -> None:
    class Writes(nn.Module):
        def forward(self, x: Tensor) -> Tensor:
            h = x * 2
            v = h[:, 1::2].T
            y = v.sum(0)
            h.zero_()
            return y

    record = trace(Writes(), numbers(5, 8))
    for value in record.values:
        assert value.data is not None
        assert value.data.stride() == value.strides
    assert record.replay().proven

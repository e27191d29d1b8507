"""Names: the record against `sys.settrace`, which looks at every store to a local name."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import torch

from explainer.tracing import Binding, Edge, Trace, trace
from tests.tracing.cases import every_case, fresh_pass_of, held_last, pass_of
from tests.tracing.foreign import Case
from tests.tracing.ours import IDS, OURS, ours
from tests.tracing.witnesses import Bound, same_numbers, watching

MODELS = Path(__file__).parents[2] / "explainer" / "models"
FOREIGN = (Path(__file__).parent / "foreign", Path(__file__).parent / "elsewhere")


def tensors_in(record: Trace) -> Iterator[Binding]:
    return (each for each in record.bindings if isinstance(each.slot, Edge))


def is_seen(binding: Binding, bound: Bound, record: Trace) -> bool:
    place = (binding.function, binding.line, binding.name) == (bound.function, bound.line, bound.name)
    return place and same_numbers(record.values[binding.slot.value].data, bound.numbers)


@pytest.mark.parametrize("training", [False, True], ids=["eval", "train"])
@pytest.mark.parametrize(("name", "marks"), OURS, ids=IDS)
def test_each_store_of_a_tensor_to_a_name_is_a_binding_and_each_binding_is_a_store(
    name: str, marks: bool, training: bool
) -> None:
    model, inputs = ours(name, marks)
    model.train(training)
    with torch.random.fork_rng(devices=[]), watching(MODELS) as watch:
        record = trace(model, *inputs)
    found = list(tensors_in(record))
    for bound in watch.bound:
        match = next(binding for binding in found if is_seen(binding, bound, record))
        found.remove(match)
    assert found == []
    assert len(watch.bound) == {"iTransformer": 22 + marks, "PatchTST": 40}[name]


@every_case
def test_in_foreign_models_no_name_is_claimed_that_was_not_given(case: Case) -> None:
    with watching(*FOREIGN) as watch:
        _, record = fresh_pass_of(case)
    for binding in tensors_in(record):
        at_store = any(is_seen(binding, bound, record) for bound in watch.bound)
        # A tensor that was changed in place after it got its name is shown as it was in the end.
        in_the_end = any(
            (binding.function, binding.name) == (bound.function, bound.name)
            and same_numbers(record.values[binding.slot.value].data, bound.numbers)
            for bound in watch.held_last
        )
        assert at_store or (binding.how == "alias" and in_the_end), binding


@every_case
def test_in_foreign_models_names_hold_what_they_hold_by_hand(case: Case) -> None:
    _, record = pass_of(case)
    made = held_last(record)
    assert {name: made.get(name) for name in case.names} == case.names

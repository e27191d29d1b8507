"""How tensors relate: new memory, a view, a change in place, or the same object passed through."""

import torch
from torch import Tensor, nn

from explainer.tracing import Trace, trace
from tests.tracing.cases import CASES, every_case, pass_of
from tests.tracing.foreign import Case, numbers
from tests.tracing.foreign_torch import TORCH


def relations(record: Trace) -> list[tuple[str, str, int | None]]:
    """For each value that a step made: the step's operation, the relation, and the value it relates to."""
    made = [value for value in record.values if value.producer is not None]
    return [(record.steps[value.producer or 0].op, value.relation, value.base) for value in made]


@every_case
def test_values_with_one_storage_number_are_those_that_share_memory(case: Case) -> None:
    if case is TORCH["vmap"]:
        return
    _, record = pass_of(case)
    # Of memory that was changed in place a copy was kept: only what is last in its memory can be compared.
    changed = {value.storage for value in record.values if value.relation == "in place"}
    memories: dict[int, set[int]] = {}
    for value in record.values:
        if value.storage not in changed and value.kept is not None and value.kept.layout is torch.strided:
            memories.setdefault(value.storage, set()).add(value.kept.untyped_storage().data_ptr())
    assert all(len(pointers) == 1 for pointers in memories.values())
    filled = [pointer for pointers in memories.values() for pointer in pointers if pointer]
    assert len(filled) == len(set(filled))


@every_case
def test_views_say_what_they_are_views_of(case: Case) -> None:
    _, record = pass_of(case)
    for value in record.values:
        assert value.relation in ("new", "view", "in place")
        assert (value.base is None) == (value.relation == "new")
        if value.base is not None:
            assert value.base < value.id
            assert record.values[value.base].storage == value.storage or value.relation == "in place"
        if value.kept is not None and value.kept.layout is torch.strided:
            assert (value.shape, value.strides) == (tuple(value.kept.shape), value.kept.stride())


def test_a_write_through_a_view_is_what_the_next_reader_reads() -> None:
    _, record = pass_of(CASES["through views"])
    zero, add, second = (next(s for s in record.steps if s.op == op) for op in ("zero_", "add", "__setitem__"))
    for writer, reader in ((zero, add), (second, record.steps[-1])):
        made_by = [record.producer(number) for number in reader.inputs]
        assert made_by[0] is writer
    h_before, h_after = (record.values[step.inputs[0]] for step in (record.steps[1], add))
    assert h_after.relation == "in place"
    assert h_after.base == h_before.id
    assert h_after.storage == h_before.storage
    assert h_before.data is not None
    assert h_before.data[:, 0].abs().min() > 0
    assert h_after.data is not None
    assert h_after.data[:, 0].abs().max() == 0


def test_what_hands_back_its_argument_makes_no_value() -> None:
    _, record = pass_of(CASES["same object"])
    add, *others = record.steps
    assert [step.op for step in others] == ["dropout", "contiguous", "float", "to"]
    assert {step.outputs for step in others} == {add.outputs}
    assert {step.inputs for step in others} == {add.outputs}
    assert {step.changed for step in others} == {()}
    assert record.names_of(add.outputs[0]) == ("h", "k", "c", "f", "n")


def test_views_of_parts_in_a_list_and_parts_of_one_result_are_told_as_such() -> None:
    class Meshes(nn.Module):
        def forward(self, x: Tensor, y: Tensor) -> Tensor:
            a, b = torch.meshgrid([x, y], indexing="ij")
            c, d = torch.broadcast_tensors(x, y[:1])
            first, second = torch.split(x * 2, 2)
            return a.sum() + b.sum() + (c + d).sum() + (first + second).sum()

    record = trace(Meshes(), numbers(4), numbers(4, seed=1))
    meshed, cut, spread = record.steps[:3]
    x, y = (number for number, value in enumerate(record.values) if value.origin == "input")
    assert [record.values[number].base for number in meshed.outputs] == [x, y]
    # What has the full shape already is handed back.
    assert spread.outputs[0] == x
    assert record.values[spread.outputs[1]].base == cut.outputs[0]
    doubled, halves = record.steps[3:5]
    assert [record.values[number].base for number in halves.outputs] == [doubled.outputs[0]] * 2


def test_in_training_a_norm_makes_new_states_of_its_statistics() -> None:
    _, record = pass_of(CASES["residual block"], training=True)
    for step in record.steps:
        if step.op == "batch_norm":
            states = [record.values[number] for number in step.changed]
            assert [state.relation for state in states] == ["in place", "in place"]
            befores = [record.values[state.base or 0] for state in states]
            assert [(before.label or "").rsplit(".")[-1] for before in befores] == ["running_mean", "running_var"]
            for state, before in zip(states, befores, strict=True):
                assert state.data is not None
                assert before.data is not None
                assert not torch.equal(state.data, before.data)


def test_shared_weights_are_one_value_with_one_label() -> None:
    _, record = pass_of(CASES["nesting"])
    weights = {step.inputs[1] for step in record.steps if step.op == "linear"}
    assert [record.values[number].label for number in weights] == ["blocks.0.run.0.linear.weight"]


def test_inputs_in_structures_are_inputs_by_the_name_of_their_argument() -> None:
    _, record = pass_of(CASES["structures"])
    labels = [value.label for value in record.values if value.origin == "input"]
    assert labels == ["batch", "extra", "parts", "parts"]
    pairs = record.call("pairs")
    assert isinstance(pairs.arguments["pair"], tuple)
    assert set(pairs.arguments["batch"]) == {"tokens", "mask"}
    assert set(record.root.outcome) == {"tokens", "mask"}
    assert record.root.outcome["mask"] is None
    assert record.coverage.complete

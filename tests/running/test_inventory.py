"""Two instruments that know nothing of each other, torchinfo and our record, tell the same."""

from collections import Counter
from functools import cache

import pytest

from explainer.running import ModuleRow, Run, Settings, inventory, run
from explainer.series import sample_series
from explainer.tracing import Call, Edge, edges_in

every_setting = pytest.mark.parametrize(
    "moved",
    [
        pytest.param(Settings(), id="defaults"),
        pytest.param(Settings(n_variates=1, time_marks=False), id="one token"),
        pytest.param(Settings(d_model=10, n_heads=4, e_layers=3, batch_size=1), id="odd heads"),
    ],
)


@cache
def made_with(moved: Settings) -> Run:
    return run(moved, sample_series())


@cache
def rows_of(moved: Settings) -> tuple[ModuleRow, ...]:
    return inventory(made_with(moved))


def first_tensor(moved: Settings, slots: object) -> tuple[int, ...]:
    """The shape of the first tensor among nested slots of the record."""
    return made_with(moved).trace.values[edges_in(slots)[0]].shape


def pairs(moved: Settings) -> list[tuple[ModuleRow, Call]]:
    """Each row of the inventory with the call of the record that it is about, both in the order of the pass."""
    seen = Counter[str]()
    calls = {(call.path, call.nth): call for call in made_with(moved).trace.calls}
    found = []
    for row in rows_of(moved):
        found.append((row, calls[row.path, seen[row.path]]))
        seen[row.path] += 1
    return found


@every_setting
def test_there_is_one_row_for_every_call_that_was_recorded(moved: Settings) -> None:
    assert Counter(row.path for row in rows_of(moved)) == Counter(call.path for call in made_with(moved).trace.calls)


@every_setting
def test_shapes_are_those_of_our_own_record(moved: Settings) -> None:
    for row, call in pairs(moved):
        assert row.class_name == call.class_name
        assert row.input_shape == first_tensor(moved, tuple(call.arguments.values()))
        if isinstance(call.outcome, Edge):
            assert row.output_shape == made_with(moved).trace.values[call.outcome.value].shape


@every_setting
def test_the_first_of_several_outputs_is_the_one_that_is_told(moved: Settings) -> None:
    several = [(row, call) for row, call in pairs(moved) if isinstance(call.outcome, tuple)]
    assert {row.class_name for row, _ in several} == {"Encoder", "EncoderLayer", "AttentionLayer", "FullAttention"}
    assert all(row.output_shape == first_tensor(moved, call.outcome) for row, call in several)


@every_setting
def test_parameters_of_the_parts_sum_to_those_of_the_whole(moved: Settings) -> None:
    whole = sum(parameter.numel() for parameter in made_with(moved).model.parameters())
    rows = {row.path: row.parameters for row in rows_of(moved)}
    leaves = [path for path in rows if not any(other.startswith(f"{path}.") for other in rows if path)]
    assert rows[""] == whole
    assert sum(rows[path] for path in leaves if path) == whole


@every_setting
def test_each_part_has_the_parameters_that_torch_counts(moved: Settings) -> None:
    modules = dict(made_with(moved).model.named_modules())
    for row in rows_of(moved):
        assert row.parameters == sum(parameter.numel() for parameter in modules[row.path].parameters())


def test_taking_inventory_leaves_the_model_as_it_was() -> None:
    made = run(Settings(), sample_series())
    first = inventory(made)
    assert not made.model.training
    assert not any(module._forward_hooks or module._forward_pre_hooks for module in made.model.modules())
    assert inventory(made) == first

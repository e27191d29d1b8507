"""The tables of a small example: every result once, by its name and key, in letters, cut so that it can be shown."""

from functools import cache

import pytest
import torch

from explainer.running import NamedTable, PassSettings, PatchTSTSettings, Settings, slices, tables
from explainer.tracing import edges_in
from tests.running.small import BRIDGE, CORE, LAYER, data, example_of

both_models = pytest.mark.parametrize("settings", [Settings(), PatchTSTSettings()])


@cache
def tables_of(settings: PassSettings, path: str) -> tuple[NamedTable, ...]:
    return tables(example_of(settings, path))


def paths_of(settings: PassSettings) -> tuple[str, ...]:
    return tuple(dict.fromkeys(call.path for call in example_of(settings, "").trace.calls))


def test_the_tables_of_the_attention_core_are_those_of_its_lines() -> None:
    assert [(each.name, each.key, each.shape, each.axes) for each in tables_of(Settings(), CORE)] == [
        ("scores", "einsum", (1, 2, 3, 3), "(B, H, L, S)"),
        ("scaled_scores", "mul", (1, 2, 3, 3), "(B, H, L, S)"),
        ("softmax", "softmax", (1, 2, 3, 3), "(B, H, L, S)"),
        ("A", "dropout", (1, 2, 3, 3), "(B, H, L, S)"),
        ("V", "einsum.2", (1, 3, 2, 2), "(B, L, H, D)"),
        ("contiguous", "contiguous", (1, 3, 2, 2), "(B, L, H, D)"),
    ]


def test_the_tables_of_the_encoder_layer_have_the_names_on_their_lines() -> None:
    assert [(each.name, each.key_under(LAYER).removeprefix(LAYER)) for each in tables_of(Settings(), LAYER)] == [
        ("attended", ".attention"),
        ("dropout", ".dropout"),
        ("add", ":add"),
        ("y = x", ".norm1"),
        ("transpose", ":transpose"),
        ("conv1", ".conv1"),
        ("gelu", ":gelu"),
        ("y", ".dropout@1"),
        ("conv2", ".conv2"),
        ("transpose", ":transpose.2"),
        ("y", ".dropout@2"),
        ("add", ":add.2"),
        ("norm2", ".norm2"),
    ]


def test_whole_keys_begin_with_that_of_the_layer_and_the_model_has_none() -> None:
    core, model = tables_of(Settings(), CORE), tables_of(Settings(), "")
    assert [core[0].key_under("a@1"), core[3].key_under("a@1")] == ["a@1:einsum", "a@1.dropout"]
    assert [model[0].key_under(""), model[7].key_under("")] == [":mean", "enc_embedding"]


@both_models
def test_every_result_of_the_layer_and_its_children_has_one_table_in_order(settings: PassSettings) -> None:
    for path in paths_of(settings):
        record, found = example_of(settings, path).trace, tables_of(settings, path)
        children = [call for call in record.calls if call.parent == 0]
        values = [step.outputs for step in record.steps if step.call == 0]
        values += [edges_in(call.outcome) for call in children]
        assert sorted(each.value for each in found) == sorted(value for some in values for value in some)
        assert len({each.key_under("") for each in found}) == len(found)
        # What a dropout passes through is made once, and comes again.
        values_in_order = [each.value for each in found]
        assert values_in_order == sorted(values_in_order)


@both_models
def test_letters_are_worth_the_sizes_they_stand_for(settings: PassSettings) -> None:
    tokens = {"L": 3, "S": 3}
    for path in paths_of(settings):
        example = example_of(settings, path)
        letters = {**example.sizes, **(tokens if path in {BRIDGE, CORE} else {}), **({"D": 2} if path == CORE else {})}
        given = [(each.axes, tuple(each.value.shape)) for each in example.inputs]
        for axes, shape in (*given, *((each.axes, each.shape) for each in tables_of(settings, path))):
            assert eval(axes, letters.copy()) == shape, (path, axes)  # noqa: S307 - our own text


def test_inputs_have_the_letters_of_the_forward_that_takes_them() -> None:
    assert [each.axes for each in example_of(Settings(), CORE).inputs] == [
        "(B, L, H, E)",
        "(B, S, H, E)",
        "(B, S, H, D)",
    ]
    # One tensor is queries, keys and values at once.
    assert [each.axes for each in example_of(Settings(), BRIDGE).inputs] == ["(B, N, D)"]
    assert [each.axes for each in example_of(Settings(), "").inputs] == ["(B, L, N)"]
    assert [each.axes for each in example_of(PatchTSTSettings(), LAYER).inputs] == ["(B*N, n, D)"]


@both_models
def test_every_value_deep_inside_has_letters_too(settings: PassSettings) -> None:
    example = example_of(settings, "")
    assert all(example.axes_text(value.id) for value in example.trace.values)
    assert example.axes_text(example.trace.value("scores", CORE).id) == "(B, H, L, S)"
    assert example.axes_text(10**6) == ""


@both_models
def test_slices_laid_side_by_side_are_the_tensor(settings: PassSettings) -> None:
    for path in paths_of(settings):
        for each in tables_of(settings, path):
            whole = data(example_of(settings, path), each.value)
            assert sum(part.numel() for _, part in each.slices) == whole.numel()
            assert sorted(number for _, part in each.slices for number in part.flatten().tolist()) == sorted(
                whole.flatten().tolist()
            )
            assert all(part.dim() == 2 for _, part in each.slices)
            assert len({label for label, _ in each.slices}) == len(each.slices)


def test_heads_are_cut_apart_and_tokens_stay_together() -> None:
    scores, V = tables_of(Settings(), CORE)[0], tables_of(Settings(), CORE)[4]
    for table in (scores, V):
        assert [label for label, _ in table.slices] == ["b=0, h=0", "b=0, h=1"]
    assert torch.equal(V.slices[1][1], data(example_of(Settings(), CORE), V.value)[0, :, 1, :])


@pytest.mark.parametrize(
    ("shape", "axes", "expected"),
    [
        ((), "", [("", (1, 1))]),
        ((4,), "(D,)", [("", (1, 4))]),
        ((3, 4), "(N, D)", [("", (3, 4))]),
        ((6, 4, 1), "(F, D, 1)", [(f"f={at}", (4, 1)) for at in range(6)]),
        ((3, 1, 4), "(N, 1, D)", [("", (3, 4))]),
        ((1, 3, 2), "(B*N, n, D)", [("B*N=0", (3, 2))]),
        ((1, 3, 2, 2), "", [(f"[0, {at}, :, :]", (2, 2)) for at in range(3)]),
        ((1, 3, 2, 2), "(1, n, H, E)", [("h=0", (3, 2)), ("h=1", (3, 2))]),
        ((2, 3, 2, 2), "(2, n, H, E)", [(f"[{b}, :, {h}, :]", (3, 2)) for b in range(2) for h in range(2)]),
    ],
)
def test_a_slice_is_labelled_by_its_place(
    shape: tuple[int, ...], axes: str, expected: list[tuple[str, tuple[int, ...]]]
) -> None:
    found = slices(torch.arange(float(torch.Size(shape).numel())).reshape(shape), axes)
    assert [(label, tuple(part.shape)) for label, part in found] == expected

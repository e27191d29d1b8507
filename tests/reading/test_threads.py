"""Which axis became which, in real passes of both models: against what a reader of their code writes down by hand."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
import torch
from torch import Tensor

from explainer.models import ForecastConfig, ITransformerConfig, PatchTSTConfig, build
from explainer.reading import step_links
from explainer.tracing import Edge, Step, Trace, trace

SIZES: dict[str, Any] = {"seq_len": 12, "pred_len": 6, "d_model": 8, "n_heads": 4, "d_ff": 32, "e_layers": 1}
PATCHES: dict[str, Any] = SIZES | {"patch_len": 4, "stride": 2}
ITRANSFORMER, PATCHTST = ITransformerConfig(**SIZES), PatchTSTConfig(**PATCHES)
CORE = "encoder.attn_layers.0.attention.inner_attention"

# A link as (place among the inputs, its axis, place among the outputs, its axis).
Places = set[tuple[int, int, int, int]]


@cache
def record(
    config: ForecastConfig, *, batch: int = 3, variates: int = 5, marks: int = 4, training: bool = False
) -> Trace:
    generator = torch.Generator().manual_seed(3)
    x = torch.randn(batch, config.seq_len, variates, generator=generator)
    x_mark = torch.randn(batch, config.seq_len, marks, generator=generator) if marks else None
    with torch.no_grad(), torch.random.fork_rng():
        return trace(build(config, seed=0).train(training), x, x_mark)


def places(record: Trace, step: Step) -> Places:
    found = step_links(record, step)
    assert found.certain
    outputs = (*step.outputs, *step.changed)
    return {
        (step.inputs.index(each.source_value), each.source_dim, outputs.index(each.value), each.dim)
        for each in found.links
    }


def moves(*pairs: tuple[int, int]) -> Places:
    return {(0, one, 0, other) for one, other in pairs}


def one_step(record: Trace, op: str, path: str, nth: int = 0) -> Step:
    return record.find(op=op, path=path)[nth]


def same(*dims: int) -> Places:
    return moves(*((dim, dim) for dim in dims))


BY_HAND: list[tuple[ForecastConfig, str, str, int, Places]] = [
    (ITRANSFORMER, "mean", "", 0, same(0, 2)),
    (ITRANSFORMER, "sub", "", 0, {*same(0, 1, 2), (1, 0, 0, 0), (1, 2, 0, 2)}),
    (ITRANSFORMER, "permute", "enc_embedding", 0, moves((0, 0), (2, 1), (1, 2))),
    (ITRANSFORMER, "cat", "enc_embedding", 0, {(given, dim, 0, dim) for given in (0, 1) for dim in range(3)}),
    (ITRANSFORMER, "linear", "enc_embedding.value_embedding", 0, {*same(0, 1), (1, 0, 0, 2), (2, 0, 0, 2)}),
    (ITRANSFORMER, "view", "encoder.attn_layers.0.attention", 0, moves((0, 0), (1, 1), (2, 2), (2, 3))),
    (ITRANSFORMER, "view", "encoder.attn_layers.0.attention", 3, moves((0, 0), (1, 1), (2, 2), (3, 2))),
    # "blhe,bshe->bhls"
    (
        ITRANSFORMER, "einsum", CORE, 0,
        {(0, 0, 0, 0), (0, 1, 0, 2), (0, 2, 0, 1), (1, 0, 0, 0), (1, 1, 0, 3), (1, 2, 0, 1)},
    ),
    # "bhls,bshd->blhd"
    (
        ITRANSFORMER, "einsum", CORE, 1,
        {(0, 0, 0, 0), (0, 1, 0, 2), (0, 2, 0, 1), (1, 0, 0, 0), (1, 2, 0, 2), (1, 3, 0, 3)},
    ),
    (ITRANSFORMER, "softmax", CORE, 0, same(0, 1, 2, 3)),
    (
        ITRANSFORMER, "conv1d", "encoder.attn_layers.0.conv1", 0, {*same(0, 2), (1, 0, 0, 1), (2, 0, 0, 1)},
    ),
    (ITRANSFORMER, "layer_norm", "encoder.norm", 0, {*same(0, 1, 2), (1, 0, 0, 2), (2, 0, 0, 2)}),
    (ITRANSFORMER, "__getitem__", "", 0, same(0, 1, 2)),
    (PATCHTST, "pad", "patch_embedding.padding_patch_layer", 0, same(0, 1, 2)),
    (PATCHTST, "unfold", "patch_embedding", 0, moves((0, 0), (1, 1), (2, 2), (2, 3))),
    (PATCHTST, "flatten", "patch_embedding", 0, moves((0, 0), (1, 0), (2, 1), (3, 2))),
    # The position table is the same for all windows: its first axis, of size 1, is only repeated.
    (PATCHTST, "add", "patch_embedding", 0, {*same(0, 1, 2), (1, 1, 0, 1), (1, 2, 0, 2)}),
    (PATCHTST, "batch_norm", "encoder.norm.1", 0, {*same(0, 1, 2), *((given, 0, 0, 1) for given in (1, 2, 3, 4))}),
    (PATCHTST, "unflatten", "", 0, moves((0, 0), (0, 1), (1, 2), (2, 3))),
    (PATCHTST, "flatten", "head.flatten", 0, moves((0, 0), (1, 1), (2, 2), (3, 2))),
]  # fmt: skip


@pytest.mark.parametrize(
    ("config", "op", "path", "nth", "expected"),
    BY_HAND,
    ids=[f"{op} in {path or 'model'}" for _, op, path, *_ in BY_HAND],
)
def test_links_are_those_that_a_reader_writes_down(
    config: ForecastConfig, op: str, path: str, nth: int, expected: Places
) -> None:
    made = record(config)
    assert places(made, one_step(made, op, path, nth)) == expected


def test_what_is_summed_ends_and_what_a_linear_makes_is_new() -> None:
    made = record(ITRANSFORMER)
    step = one_step(made, "linear", "enc_embedding.value_embedding")
    found = step_links(made, step)
    (x, weight, _), (tokens,) = step.inputs, step.outputs
    assert found.ended == ((x, 2), (weight, 1))
    assert found.new == ((tokens, 2),)
    scores = step_links(made, one_step(made, "einsum", CORE))
    queries, keys = one_step(made, "einsum", CORE).inputs
    assert scores.ended == ((queries, 3), (keys, 3))
    assert scores.new == ()


def test_the_mean_over_time_ends_time_and_leaves_an_axis_along_which_nothing_runs() -> None:
    made = record(ITRANSFORMER)
    step = one_step(made, "mean", "")
    found = step_links(made, step)
    assert found.ended == ((step.inputs[0], 1),)
    assert found.new == ((step.outputs[0], 1),)


# Sizes of 1 and odd sizes change nothing about what becomes what.
ALL_ONES: dict[str, Any] = dict.fromkeys(SIZES, 1)
STRANGE = {
    "one variate": (SIZES, {"variates": 1}),
    "one of all but the window": (SIZES | {"n_heads": 1, "pred_len": 1, "d_ff": 1}, {"variates": 1, "batch": 1}),
    "one feature per head": (SIZES | {"n_heads": 8}, {"batch": 1}),
    "heads that do not divide": (SIZES | {"n_heads": 3}, {}),
    "everything is one": (ALL_ONES, {"variates": 1, "batch": 1}),
}


@pytest.mark.parametrize("marks", [0, 1, 4], ids=["no marks", "one mark", "marks"])
@pytest.mark.parametrize("name", STRANGE)
def test_in_an_itransformer_of_any_size_the_same_axes_become_the_same(name: str, marks: int) -> None:
    sizes, given = STRANGE[name]
    usual = record(ITRANSFORMER, marks=marks)
    strange = record(ITransformerConfig(**sizes), marks=marks, **given)
    assert [places(strange, step) for step in strange.steps] == [places(usual, step) for step in usual.steps]


@pytest.mark.parametrize("training", [False, True], ids=["reading", "training"])
@pytest.mark.parametrize(
    ("moved", "given"),
    [
        ({"patch_len": 5, "stride": 3}, {}),
        ({"patch_len": 1, "stride": 1}, {"variates": 1}),
        ({"seq_len": 1, "patch_len": 2, "stride": 1, "pred_len": 1}, {"variates": 1, "batch": 2}),
        ({"n_heads": 1, "d_model": 2, "d_ff": 1, "pred_len": 1}, {"variates": 1, "batch": 2}),
        ({"n_heads": 8}, {"variates": 1}),
    ],
    ids=["odd patches", "patches of one step", "one patch", "one head", "one variate"],
)
def test_in_a_patchtst_of_any_size_the_same_axes_become_the_same(
    moved: dict[str, int], given: dict[str, int], training: bool
) -> None:
    usual = record(PATCHTST, training=training)
    strange = record(PatchTSTConfig(**PATCHES | moved), training=training, **given)
    assert [places(strange, step) for step in strange.steps] == [places(usual, step) for step in usual.steps]


# Numbers say the same: where a change shows moves with the place of the change, along the axes that come from there


def given_again(step: Step, tensors: dict[int, Tensor]) -> list[Tensor]:
    def filled(slot: Any) -> Any:
        if isinstance(slot, Edge):
            return tensors[slot.value].clone()
        return type(slot)(filled(part) for part in slot) if type(slot) in (tuple, list) else slot

    result = step.function(*filled(step.args), **{name: filled(slot) for name, slot in step.kwargs.items()})
    return [result] if isinstance(result, Tensor) else list(result)


def moving_along(record: Trace, step: Step) -> Places:
    """The pairs of axes, none of size 1: where a change moves along the one, what it changes moves along the other."""
    tensors = {value: data for value in step.inputs if (data := record.values[value].data) is not None}
    before = given_again(step, tensors)
    found: Places = set()
    for place, value in enumerate(step.inputs):
        for dim, size in enumerate(tensors[value].shape):
            shown: dict[tuple[int, int], set[tuple[bool, ...]]] = {}
            for index in {*range(min(size, 9)), size - 1} if size > 1 else ():
                changed = tensors[value].clone()
                there = changed.select(dim, index)
                there.copy_(~there if there.dtype is torch.bool else there + torch.rand(there.shape) + 2)
                after = given_again(step, tensors | {value: changed})
                for target, where in changes(before, after):
                    shown.setdefault(target, set()).add(where)
            found |= {(place, dim, *target) for target, places in shown.items() if len(places) > 1}
    return found


def changes(before: list[Tensor], after: list[Tensor]) -> Iterator[tuple[tuple[int, int], tuple[bool, ...]]]:
    """For every axis of every output at which of its indices anything changed; nothing where nothing did."""
    for output, (one, other) in enumerate(zip(before, after, strict=True)):
        different = one != other
        for axis in range(one.dim() if bool(different.any()) else 0):
            along = different.movedim(axis, 0).reshape(one.shape[axis], -1).any(1)
            yield (output, axis), tuple(bool(each) for each in along)


# Each number of a row that is normalised depends on all of the row: there a change shows everywhere.
MIXED = {"softmax": -1, "layer_norm": -1}


@pytest.mark.parametrize("config", [ITRANSFORMER, PATCHTST], ids=["iTransformer", "PatchTST"])
def test_moving_a_change_along_an_axis_moves_what_it_changes_along_the_linked_axes_alone(
    config: ForecastConfig,
) -> None:
    made = record(config)
    tried = set()
    for step in made.steps:
        if step.inputs[0] in step.outputs:  # nothing happened
            continue
        sizes = [made.values[value].shape for value in step.inputs]
        results = [made.values[value].shape for value in step.outputs]
        mixed = {(0, dim % len(sizes[0]), 0, dim % len(sizes[0])) for op, dim in MIXED.items() if op == step.op}
        linked = {
            (place, dim, output, axis)
            for place, dim, output, axis in places(made, step)
            if sizes[place][dim] > 1 and results[output][axis] > 1
        }
        assert moving_along(made, step) == linked - mixed, step
        tried.add(step.op)
    assert len(tried) > 15

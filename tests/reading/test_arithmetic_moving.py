"""Where moved numbers come from, compared with numpy's index arithmetic; and numbers in shared memory."""

import math
from collections.abc import Callable
from itertools import product

import numpy as np
import pytest
import torch
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from explainer.reading import Arithmetic, Cell, explain_cell
from explainer.tracing import Trace, trace
from tests.reading.test_arithmetic import Of, assert_explains, random_numbers

SHAPE = (2, 3, 4)
Moves = Callable[[Tensor], Tensor | tuple[Tensor, ...]]
Indices = Callable[[NDArray[np.int64]], NDArray[np.int64]]
ROWS = torch.tensor([2, 0])
EVERYWHERE = torch.tensor([[[0, 1, 0, 2]], [[2, 2, 1, 0]]])

# Each move in torch, with the same in numpy.
CASES: dict[str, tuple[Moves, Indices]] = {
    "view": (lambda x: x.view(6, -1), lambda n: n.reshape(6, 4)),
    "reshape of a transposed": (lambda x: x.mT.reshape(-1), lambda n: n.transpose(0, 2, 1).reshape(-1)),
    "permute": (lambda x: x.permute(2, 0, 1), lambda n: n.transpose(2, 0, 1)),
    "permute with a tuple": (lambda x: torch.permute(x, (-1, 0, 1)), lambda n: n.transpose(2, 0, 1)),
    "transpose with negative axes": (lambda x: x.transpose(-1, -3), lambda n: n.swapaxes(-1, -3)),
    "movedim": (lambda x: x.movedim(0, -1), lambda n: np.moveaxis(n, 0, -1)),
    "flatten": (lambda x: x.flatten(1), lambda n: n.reshape(2, 12)),
    "unflatten": (nn.Unflatten(-1, (2, 2)), lambda n: n.reshape(2, 3, 2, 2)),
    "squeeze": (lambda x: x[:, :1].squeeze(1), lambda n: n[:, 0]),
    "unsqueeze": (lambda x: x.unsqueeze(-2), lambda n: n[:, :, None]),
    "an index": (lambda x: x[1], lambda n: n[1]),
    "to one number": (lambda x: x[1, -1, 2], lambda n: n[1, -1, 2]),
    "slices": (lambda x: x[:, 1:, ::2], lambda n: n[:, 1:, ::2]),
    "an ellipsis and a new axis": (lambda x: x[..., None, -1], lambda n: n[..., None, -1]),
    "rows by number": (lambda x: x[:, ROWS], lambda n: n[:, [2, 0]]),
    "rows by mask": (lambda x: x[:, torch.tensor([True, False, True])], lambda n: n[:, [True, False, True]]),
    "index_select": (lambda x: x.index_select(1, ROWS), lambda n: n[:, [2, 0]]),
    "gather": (lambda x: x.gather(1, EVERYWHERE), lambda n: np.take_along_axis(n, EVERYWHERE.numpy(), 1)),
    "embedding": (lambda x: functional.embedding(ROWS, x[0]), lambda n: n[0][[2, 0]]),
    "unfold": (lambda x: x.unfold(-1, 3, 1), lambda n: sliding_window_view(n, 3, axis=-1)),
    "unfold with a step": (
        lambda x: x.unfold(dimension=2, size=2, step=2),
        lambda n: sliding_window_view(n, 2, axis=2)[:, :, ::2],
    ),
    "cat with itself": (lambda x: torch.cat([x, x], dim=-1), lambda n: np.concatenate([n, n], -1)),
    "stack": (lambda x: torch.stack((x, x), 1), lambda n: np.stack([n, n], 1)),
    "chunk": (lambda x: x.chunk(2, -1)[1], lambda n: np.split(n, 2, -1)[1]),
    "split": (lambda x: torch.split(x, [1, 2], dim=1)[1], lambda n: n[:, 1:]),
    "unbind": (lambda x: x.unbind(1)[2], lambda n: n[:, 2]),
    "expand": (lambda x: x[:, :1].expand(5, 2, 3, -1), lambda n: np.broadcast_to(n[:, :1], (5, 2, 3, 4))),
    "repeat": (lambda x: x.repeat(2, 1, 2), lambda n: np.tile(n, (2, 1, 2))),
    "repeat_interleave": (lambda x: x.repeat_interleave(2, dim=1), lambda n: np.repeat(n, 2, 1)),
    "flip": (lambda x: x.flip(0, -1), lambda n: n[::-1, :, ::-1]),
    "roll": (lambda x: x.roll(1, -1), lambda n: np.roll(n, 1, -1)),
    "clone, contiguous, detach": (lambda x: x.mT.clone().mT.contiguous().detach(), lambda n: n),
    "T, mT, diagonal": (lambda x: x[0].T.mT.diagonal(1), lambda n: n[0].diagonal(1)),
    "pad with the edge": (
        lambda x: functional.pad(x, (1, 2), mode="replicate"),
        lambda n: np.pad(n, ((0, 0), (0, 0), (1, 2)), "edge"),
    ),
    "pad as a module": (nn.ReplicationPad1d((0, 3)), lambda n: np.pad(n, ((0, 0), (0, 0), (0, 3)), "edge")),
    "pad by reflection": (
        lambda x: functional.pad(x, (2, 1), mode="reflect"),
        lambda n: np.pad(n, ((0, 0), (0, 0), (2, 1)), "reflect"),
    ),
    "pad round": (
        lambda x: functional.pad(x, (1, 1), mode="circular"),
        lambda n: np.pad(n, ((0, 0), (0, 0), (1, 1)), "wrap"),
    ),
    "pad with a number": (
        lambda x: functional.pad(x, (1, 0, 0, 2), value=0.5),
        lambda n: np.pad(n, ((0, 0), (0, 2), (1, 0)), constant_values=-1),
    ),
    "the lower triangle": (lambda x: x.tril(), lambda n: np.where(np.tri(3, 4, dtype=bool), n, -1)),
    "dropout in reading": (lambda x: nn.Dropout(0.9).eval()(x).clone(), lambda n: n),
}

# Of the results of a split, which one the case is about.
_PLACES = {"chunk": 1, "split": 1, "unbind": 2}


def record_of(function: Callable[..., object], *inputs: Tensor) -> Trace:
    model = function if isinstance(function, nn.Module) else Of(function)
    return trace(model, *inputs)


def source_of(record: Trace, value: int, index: tuple[int, ...]) -> Cell | Arithmetic:
    """Back through all moves: the cell that no move made, or what was put there on the way."""
    found = explain_cell(record, value, index)
    while found.kind == "moved":
        assert_explains(found)
        if found.same_as is None:
            return found
        assert found.difference == 0
        cell = found.same_as
        found = explain_cell(record, cell.value, cell.index)
    return Cell(found.value, found.index, found.recorded)


@pytest.mark.parametrize("case", CASES)
def test_a_moved_number_comes_from_where_numpy_takes_it(case: str) -> None:
    move, indices = CASES[case]
    numbers = np.arange(math.prod(SHAPE)).reshape(SHAPE)
    record = record_of(move, random_numbers(*SHAPE))
    moved = indices(numbers)
    output = record.steps[-1].outputs[_PLACES.get(case, 0)]
    assert record.values[output].shape == moved.shape
    for index in product(*map(range, moved.shape)):
        source = source_of(record, output, index)
        number = int(moved[index])
        if number < 0:
            assert isinstance(source, Arithmetic)
            (term,) = source.terms
            assert term.product == source.recorded
        else:
            assert isinstance(source, Cell)
            assert source.index == tuple(int(at) for at in np.unravel_index(number, SHAPE))
            assert record.values[source.value].label is not None


def test_of_many_inputs_the_right_one_is_named() -> None:
    x, y = random_numbers(2, 3), random_numbers(2, 4, seed=2)
    record = record_of(lambda x, y: torch.cat([x, y, x], dim=1), x, y)
    (step,) = record.steps
    for column in range(10):
        cell = explain_cell(record, step.outputs[0], (1, column)).same_as
        assert cell is not None
        expected = (0, column) if column < 3 else (1, column - 3) if column < 7 else (0, column - 7)
        assert (step.inputs[expected[0]], (1, expected[1])) == (cell.value, cell.index)


def test_whole_numbers_and_truths_are_moved_as_well() -> None:
    def moves(x: Tensor) -> tuple[Tensor, ...]:
        return (x > 0).view(6, -1), x.argsort(-1).permute(2, 0, 1)[None], torch.cat([x > 0, x < 0])

    record = record_of(moves, random_numbers(*SHAPE))
    for op in ("view", "permute", "__getitem__", "cat"):
        (step,) = record.find(op=op)
        for index in product(*map(range, record.values[step.outputs[0]].shape)):
            found = explain_cell(record, step.outputs[0], index)
            assert_explains(found)
            assert found.same_as is not None


def test_numbers_that_are_read_as_another_type_are_not_written_out() -> None:
    record = record_of(lambda x: x.view(torch.int32), random_numbers(*SHAPE))
    found = explain_cell(record, record.steps[0].outputs[0], (0, 0, 0))
    assert found.kind == "unsupported"
    assert "another type" in found.rule.en


def test_a_tampered_move_is_seen() -> None:
    record = record_of(lambda x: torch.cat([x, x]), random_numbers(2))
    kept = record.values[record.steps[0].outputs[0]].kept
    assert kept is not None
    kept.data[3] += 1
    differences = [explain_cell(record, record.steps[0].outputs[0], (at,)).difference for at in range(4)]
    assert differences == pytest.approx([0, 0, 0, -1], abs=1e-6)


# In place, and through shared memory


def check_everything(record: Trace) -> dict[int, set[str]]:
    """Every cell of every value; the kinds, by value."""
    kinds: dict[int, set[str]] = {}
    for value in record.values:
        for index in product(*map(range, value.shape)):
            found = explain_cell(record, value.id, index)
            assert_explains(found)
            assert abs(found.difference) < 1e-6
            kinds.setdefault(value.id, set()).add(found.kind)
    return kinds


def test_what_is_changed_in_place_is_explained_from_what_it_was() -> None:
    def changes(x: Tensor) -> Tensor:
        y = x.clone()
        y += 1
        y.mul_(2).sub_(x)
        y /= 3
        y **= 2
        y.masked_fill_(y > 1, 0.5)
        return functional.relu(y, inplace=True)

    record = record_of(changes, random_numbers(2, 3))
    made = [step for step in record.steps if step.changed]
    assert [step.op for step in made] == ["add_", "mul_", "sub_", "div_", "pow_", "masked_fill_", "relu"]
    kinds = check_everything(record)
    assert [kinds[step.outputs[0]] for step in made] == [
        {"add"}, {"mul"}, {"sub"}, {"div"}, {"pow"}, {"masked_fill"}, {"relu"},
    ]  # fmt: skip


def test_what_is_set_comes_from_what_was_given_or_was_there_before() -> None:
    def sets(x: Tensor, y: Tensor) -> Tensor:
        z = x.clone()
        z[:, 1] = y
        z[0, 0] = 7
        return z

    record = record_of(sets, random_numbers(2, 3), random_numbers(2, seed=2))
    check_everything(record)
    first, second = record.find(op="__setitem__")
    given = explain_cell(record, first.changed[0], (1, 1)).same_as
    before = explain_cell(record, first.changed[0], (1, 2)).same_as
    assert given is not None
    assert before is not None
    assert (given.value, given.index) == (first.inputs[1], (1,))
    assert (before.value, before.index) == (first.inputs[0], (1, 2))
    put = explain_cell(record, second.changed[0], (0, 0))
    assert (put.same_as, put.result, put.terms[0].factors) == (None, 7, (7.0,))


def test_a_tensor_that_was_changed_through_a_view_is_explained_through_it() -> None:
    def through_views(x: Tensor) -> tuple[Tensor, ...]:
        z = x.clone()
        column = z[:, 1]
        column.add_(1)
        doubled = z * 2
        z.mul_(3)
        return doubled, column + 1, z.view(-1).add_(1), z - 1

    record = record_of(through_views, random_numbers(2, 3))
    check_everything(record)
    (doubling,) = (step for step in record.find(op="mul"))
    (added, _) = record.find(op="add_")
    seen_again = doubling.inputs[0]
    for row, place in product(range(2), range(3)):
        source = explain_cell(record, seen_again, (row, place)).same_as
        assert source is not None
        changed = (added.outputs[0], (row,))
        before = (record.values[seen_again].base, (row, place))
        assert (source.value, source.index) == (changed if place == 1 else before)


def test_out_arguments_copies_and_fills_are_explained() -> None:
    def writes(x: Tensor, y: Tensor) -> tuple[Tensor, ...]:
        z = torch.empty(2, 3)
        torch.add(x, y, out=z)
        w = z.clone().copy_(x[:1])
        return z, w, z.clone().fill_(3), z.clone().zero_()

    record = record_of(writes, random_numbers(2, 3), random_numbers(2, 3, seed=2))
    (added,) = record.find(op="add")
    assert explain_cell(record, added.outputs[0], (1, 2)).kind == "add"
    for step in record.steps[1:]:
        for index in product(*map(range, record.values[step.outputs[0]].shape)):
            found = explain_cell(record, step.outputs[0], index)
            assert found.kind != "unsupported"
            assert abs(found.difference) < 1e-6

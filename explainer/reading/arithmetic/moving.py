"""Operations that only move numbers: where the number in a cell comes from.

No operation is known here but by name. The step's own function is run on running numbers, 0, 1, 2, …, in the place
of the numbers that were moved; the number that arrives in the cell tells where it came from. A second run with
other numbers tells what was moved from what was put there: `pad` puts zeros.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import isnan, prod
from typing import Any

import torch
from torch import Tensor

from explainer.language import Phrase
from explainer.reading.arithmetic.asking import Index, NotWrittenError, Question
from explainer.reading.arithmetic.binding import operation
from explainer.reading.arithmetic.parts import Cell, Term, Written
from explainer.tracing import Edge, edges_in, with_tensors

MOVES = frozenset({
    "view", "view_as", "reshape", "reshape_as", "flatten", "unflatten", "ravel", "squeeze", "unsqueeze", "permute",
    "transpose", "swapaxes", "swapdims", "movedim", "moveaxis", "t", "T", "mT", "adjoint", "__getitem__",
    "__setitem__", "select", "narrow", "index_select", "gather", "take", "take_along_dim", "masked_select", "unfold",
    "diagonal", "diag", "cat", "concat", "concatenate", "stack", "hstack", "vstack", "dstack", "chunk", "split",
    "split_with_sizes", "tensor_split", "hsplit", "vsplit", "unbind", "contiguous", "clone", "detach", "data",
    "expand", "expand_as", "broadcast_to", "repeat", "repeat_interleave", "tile", "flip", "roll", "rot90", "pad",
    "tril", "triu", "copy", "fill", "zero", "embedding", "pixel_shuffle", "pixel_unshuffle", "alias", "requires_grad",
    "scatter", "index_copy", "masked_scatter", "real", "positive",
})  # fmt: skip
# Where the moved numbers stand among the arguments; for all others, first. The rest says where they go.
_MOVED = {
    "__setitem__": (0, 2), "data": (0, 1), "copy": (0, 1), "embedding": (1,), "scatter": (0, 3), "index_copy": (0, 3),
    "masked_scatter": (0, 2),
}  # fmt: skip
_MOVED_BY_NAME = frozenset({"input", "self", "tensors", "tensor", "weight", "src", "source"})

_MOVED_RULE = Phrase(
    "{op} computes nothing: the number was taken, unchanged, from another place.",
    "{op} 不做任何计算：这个数是从别处原样搬来的。",
)
_PUT_RULE = Phrase(
    "{op} put this number here; it was read from no tensor.",
    "{op} 直接写入了这个数，它不来自任何张量。",
)
_OTHER_BITS = Phrase(
    "{op} reads the same memory as numbers of another type, which is not written out.",
    "{op} 把同一块内存按另一种类型解释，这里不逐项写出。",
)
_NOT_FOUND = Phrase(
    "{op} could not be run again, so it is not known where this number comes from.",
    "{op} 无法重新运行，因此不知道这个数来自哪里。",
)


@dataclass(frozen=True)
class _Running:
    """Running numbers for the values that are moved: each value's first number, and how many there are."""

    firsts: Mapping[int, int]
    count: int

    def tensor(self, value: int, shape: Index, turn: int) -> Tensor:
        first = self.firsts[value] + turn * self.count
        return torch.arange(first, first + prod(shape), dtype=torch.float64).reshape(shape)


def write_move(question: Question) -> Written:
    """Where the number comes from, or that it was put there. Raises NotWrittenError where that cannot be told."""
    if any(isinstance(each, torch.dtype) for each in question.step.constants.values()):
        raise NotWrittenError(_OTHER_BITS.fill(op=question.step.op))
    running = _numbered(question)
    here, there = (_arriving(question, running, turn) for turn in (0, 1))
    if here == there or isnan(here):
        return _put(question, here)
    return moved(_cell_behind(question, running, int(here)), _MOVED_RULE.fill(op=question.step.op))


def moved(source: Cell, rule: Phrase) -> Written:
    """The number of another cell, unchanged."""
    return Written("moved", rule, r"y_i = x_{\pi(i)}", source.number, same_as=source)


def _put(question: Question, number: float) -> Written:
    return Written("moved", _PUT_RULE.fill(op=question.step.op), "y_i = c", number, (Term((number,), number),))


def _numbered(question: Question) -> _Running:
    firsts: dict[int, int] = {}
    count = 0
    for value in dict.fromkeys(_moved_values(question)):
        firsts[value] = count
        count += prod(question.trace.values[value].shape)
    return _Running(firsts, count)


def _moved_values(question: Question) -> Iterator[int]:
    step = question.step
    for place in _MOVED.get(operation(step), (0,)):
        yield from edges_in(step.args[place : place + 1])
    for name, slot in step.kwargs.items():
        if name in _MOVED_BY_NAME:
            yield from edges_in(slot)


def _arriving(question: Question, running: _Running, turn: int) -> float:
    """The running number that arrives in the cell."""
    step, values = question.step, question.trace.values
    given = {number: running.tensor(number, values[number].shape, turn) for number in running.firsts}
    for number in step.inputs:
        if number not in given:
            given[number] = question.data(Edge(number)).clone()
    try:
        with torch.no_grad():
            result = step.function(*with_tensors(step.args, given), **with_tensors(dict(step.kwargs), given))
        return float(_result(question, result, given)[question.index])
    except Exception as error:  # functions of torch raise what they like
        raise NotWrittenError(_NOT_FOUND.fill(op=step.op)) from error


def _result(question: Question, result: Any, given: Mapping[int, Tensor]) -> Tensor:
    numbers = edges_in(question.step.outcome)
    if question.value in numbers:
        return tuple(_tensors(result))[numbers.index(question.value)]
    base = question.trace.values[question.value].base
    return given[-1 if base is None else base]


def _cell_behind(question: Question, running: _Running, number: int) -> Cell:
    value = max((value for value, first in running.firsts.items() if first <= number), key=running.firsts.__getitem__)
    shape = question.trace.values[value].shape
    return question.cell(Edge(value), _index_of(number - running.firsts[value], shape))


def _index_of(number: int, shape: Index) -> Index:
    """The index of the cell with this running number; the last axis runs fastest."""
    index: Index = ()
    for size in reversed(shape):
        number, at = divmod(number, size)
        index = (at, *index)
    return index


def _tensors(result: Any) -> Iterator[Tensor]:
    if isinstance(result, Tensor):
        yield result
    elif isinstance(result, (tuple, list)):
        for part in result:
            yield from _tensors(part)

"""The question that an explainer answers: which cell, of which value, made by which step; and what it may read."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from explainer.language import Phrase
from explainer.reading.arithmetic.binding import Bound, bound
from explainer.reading.arithmetic.parts import Cell, Factor
from explainer.tracing import Edge, Step, Trace, edges_in
from explainer.tracing.record import Slot, Value

Index = tuple[int, ...]

_NO_NUMBERS = Phrase(
    "{op} read a tensor of type {dtype}, which is not written out number by number.",
    "{op} 读取了类型为 {dtype} 的张量，无法逐个数字写出。",
)
_LOST = {
    "not kept": Phrase(
        "{op} read a tensor whose numbers were not kept, so this cell cannot be computed again.",
        "{op} 读取的张量没有保留数值，因此无法重新计算这个单元格。",
    ),
    "overwritten": Phrase(
        "{op} read a tensor that was overwritten later, so this cell cannot be computed again.",
        "{op} 读取的张量后来被原地覆盖，因此无法重新计算这个单元格。",
    ),
}


class NotWrittenError(Exception):
    """This cell cannot be written out; the phrase says why."""

    def __init__(self, phrase: Phrase) -> None:
        super().__init__(phrase.en)
        self.phrase = phrase


@dataclass(frozen=True, eq=False)
class Question:
    """How did the number at `index` of `value`, which `step` made, come about?"""

    trace: Trace
    step: Step
    value: int
    index: Index

    @property
    def place(self) -> int:
        """Which of the step's results the value is, from 0; 0 too for what was changed and not returned."""
        results = edges_in(self.step.outcome)
        return results.index(self.value) if self.value in results else 0

    @property
    def recorded(self) -> float:
        """The number in the cell that is asked about."""
        return self.cell(Edge(self.value), self.index).number

    @property
    def gives_truths(self) -> bool:
        """Whether the value holds truths, and no numbers."""
        return self.trace.values[self.value].dtype is torch.bool

    def arguments(self, names: str) -> Bound:
        """The step's arguments, given the names of those that may be given by place, with spaces between."""
        return bound(self.step, names.split())

    def shape(self, slot: Slot) -> tuple[int, ...]:
        """The shape of a tensor; that of a plain number is ()."""
        return self.trace.values[slot.value].shape if isinstance(slot, Edge) else ()

    def data(self, slot: Slot) -> Tensor:
        """All numbers of a tensor. Raises NotWrittenError where they were not kept or are no real numbers."""
        value: Value = self.trace.values[slot.value]
        data = value.data
        if data is None:
            raise NotWrittenError(_LOST[value.state].fill(op=self.step.op))
        if not has_real_numbers(value):
            raise NotWrittenError(_NO_NUMBERS.fill(op=self.step.op, dtype=str(value.dtype).removeprefix("torch.")))
        return data

    def cell(self, slot: Slot, index: Index) -> Cell:
        """One cell of a tensor."""
        return Cell(slot.value, index, float(self.data(slot)[index]))

    def cells(self, slot: Slot, indices: Iterable[Index]) -> tuple[Cell, ...]:
        """Many cells of a tensor, read at once."""
        wanted = tuple(indices)
        if not wanted or wanted[0] == ():
            return tuple(self.cell(slot, index) for index in wanted)
        places = torch.tensor(wanted).unbind(dim=1)
        numbers = self.data(slot)[places].to(torch.float64).tolist()
        return tuple(Cell(slot.value, *each) for each in zip(wanted, numbers, strict=True))

    def factor(self, slot: Slot, index: Index | None = None) -> Factor:
        """What an operand, broadcast to the shape of the result, has at an index; a plain number is itself."""
        if not isinstance(slot, Edge):
            return _plain(slot, self.step)
        return self.cell(slot, aligned(self.shape(slot), self.index if index is None else index))


def has_real_numbers(value: Value) -> bool:
    """Whether a value has numbers to be read cell by cell."""
    kept = value.kept
    return kept is not None and not (
        kept.is_complex() or kept.is_quantized or kept.is_meta or kept.layout is not torch.strided
    )


def aligned(shape: tuple[int, ...], index: Index) -> Index:
    """The index into a tensor of this shape that stands for `index` after broadcasting."""
    own = index[len(index) - len(shape) :]
    return tuple(0 if size == 1 else at for size, at in zip(shape, own, strict=True))


def _plain(slot: Any, step: Step) -> float:
    if isinstance(slot, bool | int | float):
        return slot
    raise NotWrittenError(_NO_NUMBERS.fill(op=step.op, dtype=type(slot).__name__)) from None

"""Tensors that share memory with one that a step wrote to: they changed without being among its arguments."""

from collections.abc import Iterator

import torch

from explainer.language import Phrase
from explainer.reading.arithmetic.asking import Index, NotWrittenError, Question
from explainer.reading.arithmetic.moving import moved
from explainer.reading.arithmetic.parts import Written
from explainer.tracing import Edge, Value, edges_in

# Batch norm writes its running statistics; setting `.data` gives a tensor the memory of another.
_WRITES_OTHERS = frozenset({"batch_norm", "data"})

_SEEN_THROUGH = Phrase(
    "{op} changed this memory through another tensor; the same place there is where the number comes from.",
    "{op} 通过另一个张量改写了这块内存；这个数就来自那个张量的同一位置。",
)
_UNTOUCHED = Phrase(
    "{op} changed other parts of this memory; this place still holds what it held before.",
    "{op} 改写的是这块内存的其他部分；这个位置的数没有变。",
)
_NOT_SEEN = Phrase(
    "{op} changed the memory of this tensor in a way that was not seen.",
    "{op} 改写了这个张量的内存，但改写过程没有被观察到。",
)


def is_written_by(question: Question) -> bool:
    """Whether the step itself gave the value its numbers: it returned it, or changed its own arguments into it."""
    step = question.step
    if question.value in edges_in(step.outcome) or step.op in _WRITES_OTHERS:
        return True
    base = question.trace.values[question.value].base
    written = (step.kwargs["out"] if "out" in step.kwargs else step.args[:1],)
    return question.value in step.changed and base in edges_in(written)


def write_shared(question: Question) -> Written:
    """The cell in the same place of the memory. Raises NotWrittenError where none was seen."""
    value, step = question.trace.values[question.value], question.step
    place = _place(value, question.index)
    for number in dict.fromkeys((*step.outputs, *step.changed)):
        written = question.trace.values[number]
        if number != value.id and written.storage == value.storage and written.dtype == value.dtype:
            for index in _indices_at(written, place):
                return moved(question.cell(Edge(number), index), _SEEN_THROUGH.fill(op=step.op))
    if value.base is not None:
        for index in _indices_at(question.trace.values[value.base], place):
            return moved(question.cell(Edge(value.base), index), _UNTOUCHED.fill(op=step.op))
    raise NotWrittenError(_NOT_SEEN.fill(op=step.op))


def _place(value: Value, index: Index) -> int:
    """The place of a cell in its memory, in elements."""
    offset = 0 if value.kept is None else int(value.kept.storage_offset())
    return offset + sum(at * stride for at, stride in zip(index, value.strides, strict=True))


def _indices_at(value: Value, place: int) -> Iterator[Index]:
    """The first index of a value that lies at a place of its memory; none where the value does not reach there."""
    places = torch.tensor(_place(value, (0,) * len(value.shape)))
    for size, stride in zip(value.shape, value.strides, strict=True):
        places = places.unsqueeze(-1) + torch.arange(size) * stride
    found = (places == place).nonzero()
    if len(found):
        yield tuple(found[0].tolist())

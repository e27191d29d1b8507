"""The structure of a record: which operations ran, in which order, on tensors of which ranks. Not: of which sizes.

Two records can be laid side by side, size by size, only where their structures are the same.
"""

from collections.abc import Iterator
from itertools import zip_longest
from typing import NamedTuple, TypeAlias

from explainer.language import Phrase
from explainer.tracing.record import Step, edges_in
from explainer.tracing.trace import Trace

Ranks: TypeAlias = tuple[int, ...]

_OPERATION = Phrase("{op} (line {line}, {text}, axes {axes})", "{op}（第 {line} 行，{text}，轴数 {axes}）")
_NOWHERE = Phrase("{op} (axes {axes})", "{op}（轴数 {axes}）")


class Operation(NamedTuple):
    """One operation: which call of which module, where it is written, what it is, and how many axes it deals with.

    Its place in the structure tells it from others of the same line, such as those of a loop.
    """

    path: str
    nth: int
    file: str
    line: int
    column: int
    text: str
    op: str
    inputs: Ranks
    outputs: Ranks
    changed: Ranks

    def phrase(self) -> Phrase:
        """The operation in words."""
        facts = {"op": self.op, "line": self.line, "text": self.text, "axes": f"{self.inputs} → {self.outputs}"}
        return _OPERATION.fill(**facts) if self.line else _NOWHERE.fill(**facts)


class Structure(NamedTuple):
    """The ranks of the model's own arguments, and its operations."""

    arguments: Ranks
    operations: tuple[Operation, ...]

    def begins_with(self, other: "Structure") -> bool:
        """Whether the other is this one, or this one broken off."""
        begun = self.operations[: len(other.operations)]
        return self.arguments == other.arguments and begun == other.operations


class Difference(NamedTuple):
    """The first operations in which two structures differ, None where one has ended, and how many each has."""

    first: Operation | None
    second: Operation | None
    counts: tuple[int, int]


def structure_of(trace: Trace) -> Structure:
    """The structure of a record."""
    return Structure(_ranks(trace, _arguments(trace)), tuple(_operation(trace, step) for step in trace.steps))


def values_in(trace: Trace) -> Iterator[int]:
    """The value at every place of a structure: the model's arguments, then what goes into and comes out of each step.

    Records of the same structure have the same places in the same order. A value can stand at several, and at which
    may differ: what is already contiguous is passed through, for example.
    """
    yield from _arguments(trace)
    for step in trace.steps:
        yield from (*step.inputs, *step.outputs, *step.changed)


def difference(one: Structure, other: Structure) -> Difference | None:
    """Where two structures part; None where they do not."""
    counts = len(one.operations), len(other.operations)
    for first, second in zip_longest(one.operations, other.operations):
        if first != second:
            return Difference(first, second, counts)
    return None if one.arguments == other.arguments else Difference(None, None, counts)


def _operation(trace: Trace, step: Step) -> Operation:
    call, site = trace.calls[step.call], step.site
    where = (site.file, site.line, site.column, site.text) if site else ("", 0, 0, "")
    ranks = (_ranks(trace, values) for values in (step.inputs, step.outputs, step.changed))
    return Operation(call.path, call.nth, *where, step.op, *ranks)


def _arguments(trace: Trace) -> tuple[int, ...]:
    return edges_in(trace.root.arguments) if trace.calls else ()


def _ranks(trace: Trace, values: tuple[int, ...]) -> Ranks:
    return tuple(len(trace.values[value].shape) for value in values)

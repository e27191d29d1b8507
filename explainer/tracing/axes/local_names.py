"""The names that the running forwards have for sizes: local variables that held them in every run of the study."""

from collections.abc import Mapping
from functools import cached_property

from explainer.tracing.axes.columns import Column, Columns
from explainer.tracing.axes.expressions import Expression, letters_in
from explainer.tracing.axes.observing import Local, locals_in
from explainer.tracing.axes.studying import Study
from explainer.tracing.axes.writing import Names, Writing
from explainer.tracing.record import Call, Step, edges_in
from explainer.tracing.trace import Trace


class LocalNames:
    """The local names of one record."""

    def __init__(self, trace: Trace, study: Study, columns: Columns) -> None:
        self._trace = trace
        self._study = study
        self._columns = columns
        self._writing = Writing(trace)

    def home(self, value: int) -> Call:
        """The call in whose forward a value is made; where no step made it, that in which it is first used."""
        step = None if value in self._arguments else self._trace.producer(value) or self._first_used.get(value)
        return self._trace.root if step is None else self._writing.home(step)

    def of(self, column: Column, call: Call) -> tuple[str, ...]:
        """All local variables of a call that hold a size, in this record and in all runs of the study."""
        return tuple(
            name
            for name, number in self._held.get((call.path, call.nth), {}).items()
            if number == column.size and column.history is not None and self._history(name, call) == column.history
        )

    def chosen(self, value: int, call: Call) -> Names:
        """For each axis of a value the one name that its source has for it in a call; None where there is none."""
        candidates = [self.of(column, call) for column in self._columns.sizes(value)]
        return self._writing.names(value, call, candidates, lambda other: self._columns.are_alike(value, other))

    def clash(self, expression: Expression, call: Call) -> bool:
        """Whether a letter of an expression is a local name of something else, as L and D are in FullAttention."""
        held = self._held.get((call.path, call.nth), {})
        return any(
            letter in held and self._history(letter, call) != self._study.letters[letter]
            for letter in letters_in(expression)
        )

    def _history(self, name: str, call: Call) -> int | None:
        return self._study.locals.get(Local(call.path, call.nth, name))

    @cached_property
    def _held(self) -> Mapping[tuple[str, int], Mapping[str, int]]:
        """For each call the whole numbers that its local variables hold in this record."""
        held: dict[tuple[str, int], dict[str, int]] = {}
        for local, number in locals_in(self._trace).items():
            held.setdefault((local.path, local.nth), {})[local.name] = number
        return held

    @cached_property
    def _first_used(self) -> Mapping[int, Step]:
        return {value: step for step in reversed(self._trace.steps) for value in step.inputs}

    @cached_property
    def _arguments(self) -> frozenset[int]:
        return frozenset(edges_in(self._trace.root.arguments))

"""The sizes and strides of one record, each with the expression that the study of its family found for it."""

from collections.abc import Mapping
from dataclasses import dataclass

from explainer.tracing.axes.expressions import Expression, worth
from explainer.tracing.axes.structures import values_in
from explainer.tracing.axes.studying import Study
from explainer.tracing.record import Value
from explainer.tracing.trace import Trace


@dataclass(frozen=True, eq=False)
class Column:
    """One size, or one stride in elements.

    expression  None where there is none, or where it is wrong in this record
    history     what the size was in all runs of the study: sizes with the same history are the same number; or None
    """

    size: int
    expression: Expression | None
    history: int | None


class Columns:
    """The columns of all values of a record at a setting, given with its derived letters; without a study, numbers."""

    def __init__(self, trace: Trace, study: Study | None, letters: Mapping[str, int]) -> None:
        unknown = {value.id: tuple(Column(size, None, None) for size in _numbers(value)) for value in trace.values}
        self._of = unknown | (_known(trace, study, letters) if study is not None else {})

    def sizes(self, value: int) -> tuple[Column, ...]:
        """One column per axis."""
        columns = self._of[value]
        return columns[: len(columns) // 2]

    def strides(self, value: int) -> tuple[Column, ...]:
        """One column per axis."""
        columns = self._of[value]
        return columns[len(columns) // 2 :]

    def are_alike(self, one: int, other: int) -> bool:
        """Whether two values had the same sizes as one another in all runs of the study."""
        first, second = (tuple(column.history for column in self.sizes(value)) for value in (one, other))
        return None not in first and first == second


def _known(trace: Trace, study: Study, letters: Mapping[str, int]) -> dict[int, tuple[Column, ...]]:
    """The columns of every value that stands at some place of the structure."""
    found: dict[int, tuple[Column, ...]] = {}
    place = 0
    for value in values_in(trace):
        numbers = _numbers(trace.values[value])
        if value not in found:
            found[value] = tuple(_column(study, place + offset, size, letters) for offset, size in enumerate(numbers))
        place += len(numbers)
    return found


def _column(study: Study, place: int, size: int, letters: Mapping[str, int]) -> Column:
    expression = study.columns[place]
    fits = expression is not None and worth(expression, letters) == size
    return Column(size, expression if fits else None, study.histories[place])


def _numbers(value: Value) -> tuple[int, ...]:
    return (*value.shape, *value.strides)

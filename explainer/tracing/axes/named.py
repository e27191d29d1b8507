"""The sizes of one record by name, as they are shown: `(B, H, N+T, N+T)`, and `(B, H, L, S)` inside FullAttention."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from explainer.language import Phrase
from explainer.tracing.axes.changes import StructureChange
from explainer.tracing.axes.columns import Column, Columns
from explainer.tracing.axes.expressions import Number, substitute, worth
from explainer.tracing.axes.families import Family, Setting
from explainer.tracing.axes.local_names import LocalNames
from explainer.tracing.axes.studying import Study
from explainer.tracing.record import Call
from explainer.tracing.trace import Trace

Status: TypeAlias = Literal["verified", "constant", "unsolved"]


@dataclass(frozen=True)
class Axis:
    """One size, or one stride in elements.

    text         as a reader writes it, `N+T` or `D*n`; the plain number where it is not known
    formula      the same with derived letters written out: `D*((L-P)//s + 2)`
    status       "verified", "constant" for a number that no setting moves, "unsolved"
    verified_on  at how many settings outside the fit it was right; 0 where unsolved
    local        the name that a forward has for it, `L` inside FullAttention; None where it has none
    locals       all its names there; a size may have several. Strides have none
    """

    text: str
    size: int
    status: Status
    verified_on: int
    formula: str
    local: str | None = None
    locals: tuple[str, ...] = ()


_VERIFIED = Phrase(
    "Sizes in letters were found by running the model at other sizes, and held at {count} more.",
    "以字母表示的尺寸是在其他尺寸下运行模型得到的，并在另外 {count} 组尺寸下全部成立。",
)


class Axes:
    """The sizes and strides of every value of a record.

    change       why nothing is named: the structure depends on a setting, or this record's is another; else None
    verified_on  at how many settings outside the fit every name was right
    """

    def __init__(
        self, trace: Trace, family: Family, setting: Setting, study: Study, change: StructureChange | None
    ) -> None:
        self.change = change
        self.verified_on = 0 if change else study.verified_on
        self._trace = trace
        self._family = family
        self._study = study
        self._columns = Columns(trace, None if change else study, family.complete(setting))

    @property
    def sentence(self) -> Phrase:
        """On what the names rest; or, where nothing is named, why not."""
        return self.change.sentence if self.change is not None else _VERIFIED.fill(count=self.verified_on)

    @property
    def meanings(self) -> Mapping[str, str]:
        """Derived letters with their verified formulas: n is `(L-P)//s + 2`."""
        return {letter: str(meaning) for letter, meaning in self._study.meanings.items()}

    def of(self, value: int, call: Call | None = None) -> tuple[Axis, ...]:
        """The axes of a value, with the local names of `call`, or of the call in which the value was made."""
        home = call or self._names.home(value)
        columns, chosen = self._columns.sizes(value), self._names.chosen(value, home)
        return tuple(
            self._axis(column, local, self._names.of(column, home))
            for column, local in zip(columns, chosen, strict=True)
        )

    def strides_of(self, value: int) -> tuple[Axis, ...]:
        """The strides of a value, in elements."""
        return tuple(self._axis(column) for column in self._columns.strides(value))

    def text(self, value: int) -> str:
        """`(B, H, N+T, N+T)`; numbers stand for what is not known."""
        return _bracketed(self._axis(column).text for column in self._columns.sizes(value))

    def local_text(self, value: int, call: Call | None = None) -> str:
        """`(B, H, L, S)`: as the forward of `call` has it, or that in which the value was made.

        Sizes without a name there are written as in `text`, or as numbers where that would use one of its names.
        """
        home = call or self._names.home(value)
        columns, chosen = self._columns.sizes(value), self._names.chosen(value, home)
        return _bracketed(
            local or self._text_beside(column, home) for column, local in zip(columns, chosen, strict=True)
        )

    def evaluate(self, setting: Setting) -> dict[int, tuple[int | None, ...]]:
        """The sizes of every value at another setting, None where not known; ValueError where an atom is missing."""
        letters = self._family.complete(setting)
        return {each.id: _worths(self._columns.sizes(each.id), letters) for each in self._trace.values}

    def evaluate_strides(self, setting: Setting) -> dict[int, tuple[int | None, ...]]:
        """As `evaluate`, the strides."""
        letters = self._family.complete(setting)
        return {each.id: _worths(self._columns.strides(each.id), letters) for each in self._trace.values}

    @cached_property
    def _names(self) -> LocalNames:
        return LocalNames(self._trace, self._study, self._columns)

    def _axis(self, column: Column, local: str | None = None, names: tuple[str, ...] = ()) -> Axis:
        if column.expression is None:
            number = str(column.size)
            return Axis(number, column.size, "unsolved", 0, number, local, names)
        status: Status = "constant" if isinstance(column.expression, Number) else "verified"
        formula = str(substitute(column.expression, self._study.meanings))
        return Axis(str(column.expression), column.size, status, self.verified_on, formula, local, names)

    def _text_beside(self, column: Column, call: Call) -> str:
        if column.expression is None or self._names.clash(column.expression, call):
            return str(column.size)
        return str(column.expression)


def _worths(columns: Iterable[Column], letters: Mapping[str, int]) -> tuple[int | None, ...]:
    return tuple(None if each.expression is None else worth(each.expression, letters) for each in columns)


def _bracketed(texts: Iterable[str]) -> str:
    parts = tuple(texts)
    return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"

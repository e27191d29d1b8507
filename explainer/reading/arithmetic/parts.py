"""What the arithmetic of one cell consists of."""

from dataclasses import dataclass
from typing import TypeAlias

from explainer.language import Phrase
from explainer.tracing import Step


@dataclass(frozen=True)
class Cell:
    """A cell that was read: `number` is what the record has at `index` of the value `value`."""

    value: int
    index: tuple[int, ...]
    number: float


Factor: TypeAlias = Cell | float


@dataclass(frozen=True)
class Term:
    """Numbers that are multiplied with each other."""

    factors: tuple[Factor, ...]
    product: float


@dataclass(frozen=True)
class Line:
    """An intermediate result: what it is, its arithmetic with numbers in 4 significant digits, and the number."""

    what: Phrase
    text: str
    number: float


@dataclass(frozen=True, eq=False)
class Arithmetic:
    """How the number in one cell came about, computed again in float64 from what the record has.

    kind        the operation by a name that all its spellings share: "add" for `add_` and `__radd__` too; "moved" for
                what only moves numbers, "cast" for what changes their type, "given" for what nothing was computed for,
                "unsupported" for what cannot be written out here
    step        the step that made the value; None where no step was seen making it
    rule        one sentence: how such a cell comes about, or why that cannot be written out
    formula     LaTeX, in symbols; "" where there is none
    terms       summed they give the result; all of them, or none where the operation is no sum of products
    lines       intermediate results in the order of the computation
    result      what was computed again; the recorded number itself for "given" and "unsupported"
    recorded    what the record has in the cell
    difference  result − recorded; 0 where both are the same infinity, or both are not a number
    same_as     the cell where the number comes from, unchanged; None where it was computed
    reads       every cell that was read, each once, in the order of the computation
    """

    kind: str
    step: Step | None
    value: int
    index: tuple[int, ...]
    rule: Phrase
    formula: str
    terms: tuple[Term, ...]
    lines: tuple[Line, ...]
    result: float
    recorded: float
    difference: float
    same_as: Cell | None
    reads: tuple[Cell, ...]


@dataclass(frozen=True, eq=False)
class Written:
    """What an operation's own explainer writes; `reads` lists cells that stand in no term. See `Arithmetic`."""

    kind: str
    rule: Phrase
    formula: str
    result: float
    terms: tuple[Term, ...] = ()
    lines: tuple[Line, ...] = ()
    reads: tuple[Cell, ...] = ()
    same_as: Cell | None = None

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Every cell that was read, each once."""
        in_terms = (factor for term in self.terms for factor in term.factors if isinstance(factor, Cell))
        moved = () if self.same_as is None else (self.same_as,)
        return tuple(dict.fromkeys((*self.reads, *in_terms, *moved)))


def number_of(factor: Factor) -> float:
    """The number of a factor, read or plain."""
    return factor.number if isinstance(factor, Cell) else factor


def cells_among(*factors: Factor) -> tuple[Cell, ...]:
    """Those of the factors that were read."""
    return tuple(factor for factor in factors if isinstance(factor, Cell))


def term(*factors: Factor) -> Term:
    """The factors with their product."""
    product = 1.0
    for factor in factors:
        product *= number_of(factor)
    return Term(factors, product)

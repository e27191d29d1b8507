"""From sizes to expressions: given what a size was at several settings, which expression over the letters gives it.

Tried in this order, the first that fits wins: a number, a letter, a number times letters and known sums, and
then a search from the smallest expressions upwards, in which expressions that agree at all settings count as one.
An expression that fits is a guess; whether it holds at other settings is for the caller to find out.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise

from explainer.tracing.axes.expressions import Expression, Letter, Number, Operation, product
from explainer.tracing.axes.searching import CAP, Table, Vector

_MOST_FACTORS = 6


class Solver:
    """Finds expressions in `letters`, each given by its values at the settings of the fit.

    Solved sums and quotients become building blocks for what is solved after them.
    """

    def __init__(self, letters: Mapping[str, Vector], cap: int = CAP) -> None:
        self._cap = cap
        self._letters = {vector: Letter(name) for name, vector in reversed(list(letters.items()))}
        self._factors: list[tuple[Expression, Vector]] = [(Letter(name), vector) for name, vector in letters.items()]
        self._table: Table | None = None

    def solve(self, targets: Iterable[Vector]) -> dict[Vector, Expression]:
        """An expression for every target that one was found for; the others are missing."""
        solved: dict[Vector, Expression] = {}
        pending = sorted(set(targets), key=lambda vector: (max(vector), vector))
        stages: tuple[Callable[[Vector], Expression | None], ...] = (self._simple, self._small, self._large)
        while pending:
            found = next((found for stage in stages if (found := self._first_wins(stage, pending))), None)
            if found is None:
                break
            solved |= found
            pending = [vector for vector in pending if vector not in found]
        return solved

    def _first_wins(
        self, stage: Callable[[Vector], Expression | None], pending: list[Vector]
    ) -> dict[Vector, Expression]:
        """What a stage solves. Beyond simple forms one at a time: others may turn out to be multiples of it."""
        solved = {}
        for vector in pending:
            expression = stage(vector)
            if expression is not None:
                solved[vector] = expression
                if isinstance(expression, Operation) and expression.operator != "*":
                    self._factors.append((expression, vector))
                    self._table = None
                if stage != self._simple:
                    break
        return solved

    # One stage after the other

    def _simple(self, vector: Vector) -> Expression | None:
        """A number, a letter, or a product."""
        if is_constant(vector):
            return Number(vector[0])
        if vector in self._letters:
            return self._letters[vector]
        for depth in range(1, _MOST_FACTORS + 1):
            factors = self._divide(vector, 0, depth)
            if factors is not None:
                return product(factors)
        return None

    def _divide(self, vector: Vector, first: int, depth: int) -> list[Expression] | None:
        """A number and up to `depth` factors, from the factor number `first` on, that multiply to a vector."""
        if is_constant(vector):
            return [Number(vector[0])] if vector[0] != 1 else []
        if depth == 0:
            return None
        for place in range(first, len(self._factors)):
            expression, factor = self._factors[place]
            rest = quotient(vector, factor)
            factors = self._divide(rest, place, depth - 1) if rest is not None else None
            if factors is not None:
                number = [factors.pop(0)] if factors and isinstance(factors[0], Number) else []
                return [*number, expression, *factors]
        return None

    def _small(self, vector: Vector) -> Expression | None:
        return self._tabled().small.get(vector)

    def _large(self, vector: Vector) -> Expression | None:
        return min(self._tabled().matches(vector), key=lambda expression: expression.size, default=None)

    def _tabled(self) -> Table:
        if self._table is None:
            self._table = Table(self._factors, self._cap)
        return self._table


def is_constant(vector: Vector) -> bool:
    """Whether a size was the same at all settings."""
    return all(one == other for one, other in pairwise(vector))


def quotient(vector: Vector, divisor: Vector) -> Vector | None:
    """One vector over another where it divides without rest at every setting, else None."""
    if 0 in divisor or any(value % by for value, by in zip(vector, divisor, strict=True)):
        return None
    return tuple(value // by for value, by in zip(vector, divisor, strict=True))

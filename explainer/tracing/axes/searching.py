"""The search for expressions that are not products, from the smallest upwards.

Expressions that have the same values at all settings of the fit are one: only the smallest is kept. Sums,
differences and products are undone rather than tried (if v = x + e, then v - e is in the table); a division
that rounds cannot be undone, so only divisions are built at the second level.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from operator import add, floordiv, mod, mul, sub
from typing import TypeAlias

from explainer.tracing.axes.expressions import Expression, Number, Operation, Operator, shifted

Vector: TypeAlias = tuple[int, ...]
Valued: TypeAlias = tuple[Expression, Vector]
Pair: TypeAlias = tuple[Expression, Expression]

CAP = 20_000
_NUMBERS = (1, 2, 3)


class Table:
    """Expressions by their values at the settings of the fit, over `known` expressions and a few numbers.

    At most `cap` expressions are built. Its loops run tens of thousands of times, so they call as little as possible.
    """

    def __init__(self, known: Sequence[Valued], cap: int = CAP) -> None:
        self._cap = cap
        count = len(known[0][1]) if known else 0
        numbers: list[Valued] = [(Number(number), (number,) * count) for number in _NUMBERS]
        self._leaves = sorted([*known, *numbers], key=lambda leaf: leaf[0].size)
        self.small: dict[Vector, Expression] = {}
        for expression, values in self._leaves:
            self.small.setdefault(values, expression)
        for (operator, left, right), values in islice(self._pairs(), cap):
            present = self.small.get(values)
            if present is None or left.size + right.size + 1 < present.size:
                self.small[values] = Operation(operator, left, right)

    @cached_property
    def quotients(self) -> dict[Vector, Pair]:
        """Dividends and divisors, one of them small and one a leaf, that are no small expressions themselves."""
        found: dict[Vector, Pair] = {}
        room = self._cap - len(self.small)
        for (dividend, over), (divisor, under) in islice(self._fractions(), max(room, 0)):
            values = tuple(map(floordiv, over, under))
            if values not in self.small and values not in found:
                found[values] = dividend, divisor
        return found

    def get(self, values: Vector) -> Expression | None:
        """The small expression or the quotient that has these values."""
        small = self.small.get(values)
        if small is not None:
            return small
        pair = self.quotients.get(values)
        return None if pair is None else Operation("//", *pair)

    def matches(self, target: Vector) -> Iterator[Expression]:
        """Expressions that have the values of the target, built from two of the table, in no order of size."""
        found = self.get(target)
        if found is not None:
            yield found
        for values, small in self.small.items():
            yield from self._joined(target, values, small)
            yield from _scaled(target, values, small)
            yield from _divided(target, values, small)

    def _joined(self, target: Vector, values: Vector, small: Expression) -> Iterator[Expression]:
        if (rest := self.get(tuple(map(sub, target, values)))) is not None:
            yield Operation("+", rest, small)
        if (whole := self.get(tuple(map(add, target, values)))) is not None:
            yield Operation("-", whole, small)
        if (less := self.get(tuple(map(sub, values, target)))) is not None:
            yield Operation("-", small, less)
        if 0 not in values and not any(map(mod, target, values)):
            factor = self.get(tuple(map(floordiv, target, values)))
            if factor is not None:
                yield Operation("*", small, factor)

    def _pairs(self) -> Iterator[tuple[tuple[Operator, Expression, Expression], Vector]]:
        """Every sum, product, difference and quotient of two leaves; a number stands before what it multiplies."""
        for place, (left, these) in enumerate(self._leaves):
            for right, those in self._leaves[place:]:
                yield ("+", left, right), tuple(map(add, these, those))
                factors = (right, left) if isinstance(right, Number) else (left, right)
                yield ("*", *factors), tuple(map(mul, these, those))
                yield ("-", left, right), tuple(map(sub, these, those))
                yield ("-", right, left), tuple(map(sub, those, these))
                if 0 not in those:
                    yield ("//", left, right), tuple(map(floordiv, these, those))
                if 0 not in these:
                    yield ("//", right, left), tuple(map(floordiv, those, these))

    def _fractions(self) -> Iterator[tuple[Valued, Valued]]:
        small = sorted(((each, values) for values, each in self.small.items()), key=lambda valued: valued[0].size)
        yield from ((dividend, divisor) for divisor in self._leaves if 0 not in divisor[1] for dividend in small)
        yield from ((dividend, divisor) for divisor in small if 0 not in divisor[1] for dividend in self._leaves)


def _scaled(target: Vector, values: Vector, small: Expression) -> Iterator[Expression]:
    """`k*e + c`, its numbers read off two settings at which e differs, and right at all others."""
    second = next((place for place, value in enumerate(values) if value != values[0]), None)
    if second is None:
        return
    rise, run = target[second] - target[0], values[second] - values[0]
    factor = rise // run
    if factor < 1 or rise % run:
        return
    shift = target[0] - factor * values[0]
    if all(t == factor * v + shift for t, v in zip(target, values, strict=True)):
        yield shifted(small if factor == 1 else Operation("*", Number(factor), small), shift)


def _divided(target: Vector, values: Vector, small: Expression) -> Iterator[Expression]:
    """`e//k`, for the smallest number k that is right at all settings; more settings leave fewer to choose from."""
    if min(target) < 0 or max(target) < 1 or min(values) < 1:
        return
    pairs = list(zip(target, values, strict=True))
    lowest, highest = max(v // (t + 1) + 1 for t, v in pairs), min(v // t for t, v in pairs if t)
    if 1 < lowest <= highest:
        yield Operation("//", small, Number(lowest))

"""An axis as it was put together: stretches one after the other (by cat), each a product of factors (by flatten).

So an axis B·N that is cut again gives B and N back, and of N+T, cut off after N, only N is left.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import TypeAlias


@dataclass(frozen=True)
class Factor:
    """A part of an axis: the threads that run along it, and how far."""

    threads: frozenset[int]
    size: int


# Outermost factor first.
Stretch: TypeAlias = tuple[Factor, ...]
Composed: TypeAlias = tuple[Stretch, ...]


def plain(threads: frozenset[int], size: int) -> Composed:
    """An axis of one piece."""
    return ((Factor(threads, size),),)


def threads_of(axis: Composed) -> frozenset[int]:
    """All threads that run along any part of an axis."""
    return frozenset(thread for stretch in axis for factor in stretch for thread in factor.threads)


def length(axis: Composed) -> int:
    """The size of an axis."""
    return sum(_product(stretch) for stretch in axis)


def end_to_end(axes: Sequence[Composed], size: int) -> Composed:
    """Axes one after the other; where that is not all of the axis, one piece along which all of them run."""
    whole = tuple(stretch for axis in axes for stretch in axis)
    return whole if length(whole) == size else plain(threads_of(whole), size)


def together(axes: Sequence[Composed], size: int) -> Composed:
    """One axis along which several run side by side: part by part where they are put together alike."""
    first = axes[0]
    if any(_sizes(axis) != _sizes(first) for axis in axes) or length(first) != size:
        return plain(_all_threads(axes), size)
    return tuple(
        tuple(_shared(factors) for factors in zip(*stretches, strict=True)) for stretches in zip(*axes, strict=True)
    )


def chosen(axis: Composed, taken: range) -> Composed:
    """What is left of an axis when only some of its indices are taken."""
    left: list[Stretch] = []
    start = 0
    for stretch in axis:
        size = _product(stretch)
        count = len(_overlap(taken, start, start + size))
        if count == size and abs(taken.step) == 1:
            left.append(stretch)
        elif count:
            left.append((Factor(threads_of((stretch,)), count),))
        start += size
    return tuple(left)


def cut(axes: Sequence[Composed], sizes: Sequence[int]) -> tuple[Composed, ...]:
    """Axes folded into one, and cut again into axes of the given sizes."""
    if len(axes) == len(sizes) == 1:
        return (axes[0],)
    pieces = [axis[0] if len(axis) == 1 else (Factor(threads_of(axis), length(axis)),) for axis in axes]
    dealt = _dealt([factor for piece in pieces for factor in piece], sizes)
    if dealt is None:
        return tuple(plain(_all_threads(axes), size) for size in sizes)
    return tuple((stretch,) for stretch in dealt)


def _dealt(factors: list[Factor], sizes: Sequence[int]) -> list[Stretch] | None:
    """The factors given out from the left, some cut in two; None where the sizes cut across them."""
    dealt: list[Stretch] = []
    rest = list(factors)
    for size in sizes:
        mine: list[Factor] = []
        while rest and (_product(mine) < size or not mine):
            wanted, left_over = divmod(size, _product(mine))
            factor = rest.pop(0)
            if left_over:
                return None
            if factor.size > wanted:
                if factor.size % wanted:
                    return None
                rest.insert(0, Factor(factor.threads, factor.size // wanted))
                factor = Factor(factor.threads, wanted)
            mine.append(factor)
        if _product(mine) != size:
            return None
        dealt.append(tuple(mine))
    if dealt and rest:  # only ones are left
        dealt[-1] = (*dealt[-1], *rest)
    return dealt if all(factor.size == 1 for factor in rest) else None


def _overlap(taken: range, start: int, stop: int) -> range:
    """The part of `taken` between two indices."""
    if taken.step < 0:
        taken = taken[::-1]
    return taken[bisect_left(taken, start) : bisect_left(taken, stop)]


def _all_threads(axes: Sequence[Composed]) -> frozenset[int]:
    return frozenset(thread for axis in axes for thread in threads_of(axis))


def _shared(factors: Sequence[Factor]) -> Factor:
    return Factor(frozenset(thread for each in factors for thread in each.threads), factors[0].size)


def _product(factors: Sequence[Factor]) -> int:
    return prod(factor.size for factor in factors)


def _sizes(axis: Composed) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(factor.size for factor in stretch) for stretch in axis)

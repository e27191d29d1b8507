"""The equation of an einsum, letter by letter: which letters its operands have, and which stay."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from string import ascii_letters
from typing import Any

from explainer.tracing import Edge, Step, Value

Letters = tuple[str, ...]

_WRITTEN = re.compile(r"[A-Za-z.]*(,[A-Za-z.]*)*(->[A-Za-z.]*)?")


@dataclass(frozen=True)
class Equation:
    """An einsum with its implied parts written out.

    text      as it was given; where it has an ellipsis, the axes behind that got letters that were not used
    operands  the letters of each operand, one per axis      output  the letters that stay
    summed    the others, in the order in which they stand   sizes   of all letters
    slots     the operands themselves                        shapes  their shapes
    """

    text: str
    operands: tuple[Letters, ...]
    output: Letters
    summed: Letters
    sizes: Mapping[str, int]
    slots: tuple[Edge, ...]
    shapes: tuple[tuple[int, ...], ...]

    @property
    def letters(self) -> Letters:
        """All letters in the order in which they stand in the operands."""
        return tuple(dict.fromkeys(chain(*self.operands)))

    @property
    def repeats(self) -> bool:
        """Whether an axis of size 1 is repeated to meet a larger one."""
        pairs = zip(self.operands, self.shapes, strict=True)
        return any(size != self.sizes[letter] for pair in pairs for letter, size in zip(*pair, strict=True))

    @property
    def latex(self) -> str:
        """`Y_{bhls} = \\sum_{e} A_{blhe} \\, B_{bshe}`."""
        factors = (_indexed(chr(ord("A") + place), letters) for place, letters in enumerate(self.operands))
        sign = rf"\sum_{{{''.join(self.summed)}}} " if self.summed else ""
        return f"{_indexed('Y', self.output)} = {sign}" + r" \, ".join(factors)


def equation_of(step: Step, values: Sequence[Value]) -> Equation | None:
    """The equation of an einsum step; None for other steps, and for what cannot be taken apart."""
    if step.op != "einsum" or not step.args or not isinstance(step.args[0], str):
        return None
    slots = _operands(step.args[1:])
    text = step.args[0].replace(" ", "")
    if not all(isinstance(slot, Edge) for slot in slots) or _WRITTEN.fullmatch(text) is None:
        return None
    left, _, right = text.partition("->")
    shapes = tuple(values[slot.value].shape for slot in slots)
    hidden = _behind_ellipsis(left, shapes)
    operands = tuple(
        _spelled(written, hidden[len(hidden) - len(shape) + len(written.replace("...", "")) :])
        for written, shape in zip(left.split(","), shapes, strict=True)
    )
    output = _spelled(right, hidden) if "->" in text else (*hidden, *_once(left))
    letters = dict.fromkeys(chain(*operands))
    summed = tuple(letter for letter in letters if letter not in output)
    return Equation(step.args[0], operands, output, summed, _sizes(operands, shapes), slots, shapes)


def _operands(given: tuple[Any, ...]) -> tuple[Any, ...]:
    """Operands stand one by one, or in one list."""
    return tuple(given[0]) if len(given) == 1 and isinstance(given[0], (tuple, list)) else given


def _behind_ellipsis(left: str, shapes: Sequence[tuple[int, ...]]) -> Letters:
    """Letters for the axes behind the ellipsis, as many as the operand with the most has."""
    free = [letter for letter in ascii_letters if letter not in left]
    counts = [
        len(shape) - len(written.replace("...", ""))
        for written, shape in zip(left.split(","), shapes, strict=True)
        if "..." in written
    ]
    return tuple(free[: max(counts, default=0)])


def _spelled(written: str, hidden: Letters) -> Letters:
    before, dots, after = written.partition("...")
    return (*before, *(hidden if dots else ()), *after)


def _once(left: str) -> Letters:
    """Without an arrow the letters that stand once are kept, in the order of the alphabet."""
    counts = Counter(letter for letter in left if letter.isalpha())
    return tuple(sorted(letter for letter, count in counts.items() if count == 1))


def _sizes(operands: Sequence[Letters], shapes: Sequence[tuple[int, ...]]) -> dict[str, int]:
    """A letter's size is the largest: an axis of size 1 is repeated."""
    sizes: dict[str, int] = {}
    for letters, shape in zip(operands, shapes, strict=True):
        for letter, size in zip(letters, shape, strict=True):
            sizes[letter] = size if sizes.get(letter, 1) == 1 else sizes[letter]
    return sizes


def _indexed(symbol: str, letters: Letters) -> str:
    return f"{symbol}_{{{''.join(letters)}}}" if letters else symbol

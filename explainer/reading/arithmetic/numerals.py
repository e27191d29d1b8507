"""Numbers as text, as one writes them by hand: 4 significant digits, and the signs − × ÷ √ ·."""

from collections.abc import Iterable, Sequence
from math import isinf, isnan

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_WRITTEN_IN_FULL = 8
_WRITTEN_FIRST = 4
_LONGEST_POWER = 1000


def numeral(number: float) -> str:
    """`0.3123`, `−2.5`, `1.25·10⁻⁵`, `∞`; whole numbers given as int are written with all their digits."""
    if isnan(number):
        return "NaN"
    if isinf(number):
        return "∞" if number > 0 else "−∞"
    if isinstance(number, int):
        return str(int(number)).replace("-", "−")
    digits, _, exponent = f"{number:.4g}".partition("e")
    power = f"·10{str(int(exponent)).translate(_RAISED)}" if exponent else ""
    return digits.replace("-", "−") + power


def bracketed(number: float) -> str:
    """As `numeral`, in brackets where a power or a root beside it would be misread: `(−2)`, `(1.25·10⁻⁵)`."""
    text = numeral(number)
    return f"({text})" if text.startswith("−") or "·" in text else text


def times(*numbers: float) -> str:
    """`−0.5 × (−2)`."""
    first, *rest = numbers
    return " × ".join((numeral(first), *map(_behind_sign, rest)))


def over(number: float, divisor: float) -> str:
    """`−0.5 ÷ (−2)`."""
    return f"{numeral(number)} ÷ {bracketed(divisor)}"


def less(number: float, taken: float) -> str:
    """`0.5 − (−2)`."""
    return f"{numeral(number)} − {_behind_sign(taken)}"


def plus(number: float, added: float) -> str:
    """`0.5 + 2`, or `0.5 − 2` for a negative number."""
    text = numeral(added)
    return f"{numeral(number)} − {text[1:]}" if text.startswith("−") else f"{numeral(number)} + {text}"


def raised(number: float, power: float) -> str:
    """`0.5²`, `(−2)³`, `2^0.5`."""
    whole = abs(power) < _LONGEST_POWER and power == int(power)
    return bracketed(number) + (str(int(power)).translate(_RAISED) if whole else f"^{bracketed(power)}")


def listed(parts: Iterable[str], joint: str) -> str:
    """Parts with a sign between them; of very many the first ones, dots, and the last."""
    return joint.join(_shortened(parts))


def sum_of(numbers: Iterable[float]) -> str:
    """`0.5 − 2 + 1`; of very many numbers the first ones, dots, and the last."""
    first, *rest = _shortened(numeral(number) for number in numbers) or ("0",)
    return first + "".join(f" − {each[1:]}" if each.startswith("−") else f" + {each}" for each in rest)


def _shortened(parts: Iterable[str]) -> Sequence[str]:
    every = tuple(parts)
    return (*every[:_WRITTEN_FIRST], "…", every[-1]) if len(every) > _WRITTEN_IN_FULL else every


def _behind_sign(number: float) -> str:
    text = numeral(number)
    return f"({text})" if text.startswith("−") else text

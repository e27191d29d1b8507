"""Measured numbers, written as briefly as they are worth."""

from decimal import ROUND_UP, Context


class Figure(float):
    """A number that is written with three digits, and compares with all of them."""

    def __str__(self) -> str:
        return f"{float(self):.3g}"


def at_most(number: float) -> Figure:
    """One digit, rounded up: what is said to be no more than this is no more than this."""
    return Figure(Context(prec=1, rounding=ROUND_UP).create_decimal_from_float(number))


def percent(share: float) -> Figure:
    """A share of one, in hundredths."""
    return Figure(100 * share)

"""How strong a number looks.

A shade is one of two inks, laid on more or less thickly: blue above zero, orange below. The page shines
through where a number is small, so the same drawing fits a light and a dark page.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

MORE = (59, 130, 246)
LESS = (234, 128, 12)

Colorscale = list[tuple[float, str]]


@dataclass(frozen=True)
class Range:
    """The numbers that get no ink and full ink. Where `low` is negative, zero gets none and both inks are used."""

    low: float
    high: float

    @property
    def signed(self) -> bool:
        """Whether there is a zero to tell apart from both sides."""
        return self.low < 0

    def strength(self, number: float) -> float:
        """From -1, full orange, to 1, full blue; NaN stays NaN."""
        span = max(abs(self.low), abs(self.high)) if self.signed else self.high - self.low
        return (number - (0.0 if self.signed else self.low)) / (span or 1.0)

    def css(self, number: float, fullest: float = 1.0) -> str:
        """The shade as a CSS colour whose thickest ink has the opacity `fullest`; "" for what is no number."""
        strength = self.strength(number)
        return "" if strength != strength else _ink(MORE if strength > 0 else LESS, round(abs(strength) * fullest, 3))

    def colorscale(self) -> Colorscale:
        """The same shades for Plotly, between `plotly_ends`."""
        if self.signed:
            return [(0.0, _ink(LESS, 1.0)), (0.5, _ink(LESS, 0.0)), (0.5, _ink(MORE, 0.0)), (1.0, _ink(MORE, 1.0))]
        return [(0.0, _ink(MORE, 0.0)), (1.0, _ink(MORE, 1.0))]

    def plotly_ends(self) -> tuple[float, float]:
        """The numbers at both ends of the colour bar."""
        if not self.signed:
            # Where all numbers are equal, none is strong.
            return (self.low, self.high if self.high > self.low else self.low + 1.0)
        span = max(abs(self.low), abs(self.high))
        return (-span, span)


def range_of(numbers: Float[np.ndarray, "..."]) -> Range:
    """The range that a set of maps shares, so that equal numbers look equal in all of them."""
    finite = numbers[np.isfinite(numbers)]
    if finite.size == 0:
        return Range(0.0, 0.0)
    low, high = float(finite.min()), float(finite.max())
    # Where all numbers are equal, they are shown against zero.
    return Range(min(low, 0.0), high) if low == high else Range(low, high)


def _ink(colour: tuple[int, int, int], thickness: float) -> str:
    return f"rgba({colour[0]},{colour[1]},{colour[2]},{thickness:g})"

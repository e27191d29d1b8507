"""Mean, variance and standard deviation of some numbers, written out."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch

from explainer.language import Phrase
from explainer.reading.arithmetic.numerals import bracketed, less, listed, numeral, plus, sum_of
from explainer.reading.arithmetic.parts import Line
from explainer.reading.arithmetic.reckoning import divided, reckon, total

MEAN = Phrase("mean", "均值")
VARIANCE = Phrase("variance", "方差")
STANDARD_DEVIATION = Phrase("standard deviation", "标准差")
NORMALISED = Phrase("normalised", "归一化")


@dataclass(frozen=True)
class Moments:
    """Mean and variance, with the lines that lead to them; the sum of squares was divided by `divisor`."""

    mean: float
    variance: float
    divisor: float
    lines: tuple[Line, ...]


def moments(numbers: Sequence[float], correction: float = 0.0) -> Moments:
    """Of all numbers; the sum of squares is divided by their count less `correction`."""
    count, divisor = len(numbers), _whole(max(0.0, len(numbers) - correction))
    mean = divided(total(numbers), count)
    variance = divided(total((number - mean) ** 2 for number in numbers), divisor)
    squares = listed((f"({less(number, mean)})²" for number in numbers), " + ")
    lines = (mean_line(numbers, mean), Line(VARIANCE, f"({squares}) ÷ {numeral(divisor)}", variance))
    return Moments(mean, variance, divisor, lines)


def _whole(number: float) -> float:
    """As an int where it is one, so that it is written with all its digits."""
    return int(number) if number == int(number) else number


def mean_line(numbers: Sequence[float], mean: float) -> Line:
    """(a + b + …) ÷ count."""
    return Line(MEAN, f"({sum_of(numbers)}) ÷ {len(numbers)}", mean)


def standardised(number: float, mean: float, variance: float, eps: float) -> tuple[float, tuple[Line, ...]]:
    """(number − mean) ÷ √(variance + eps), with the lines that lead there."""
    spread = reckon(torch.sqrt, variance + eps)
    result = divided(number - mean, spread)
    return result, (
        Line(STANDARD_DEVIATION, f"√({plus(variance, eps)})", spread),
        Line(NORMALISED, f"({less(number, mean)}) ÷ {bracketed(spread)}", result),
    )


def root_line(variance: float) -> Line:
    """√variance."""
    return Line(STANDARD_DEVIATION, f"√{bracketed(variance)}", reckon(torch.sqrt, variance))

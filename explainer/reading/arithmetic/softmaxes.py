"""Softmax along one axis, and its logarithm."""

from collections.abc import Callable, Mapping

import torch

from explainer.language import Phrase
from explainer.reading.arithmetic.asking import Question
from explainer.reading.arithmetic.numerals import bracketed, less, listed, numeral, over, sum_of
from explainer.reading.arithmetic.parts import Line, Written
from explainer.reading.arithmetic.reckoning import divided, reckon, total

_SOFTMAX = Phrase(
    "exp of this number, divided by the sum of exp over all numbers of its row. The largest is taken off first: "
    "the result is the same and no exp grows too large.",
    "该数取 exp，再除以同一行所有数的 exp 之和。先减去最大值：结果不变，且 exp 不会溢出。",
)
_LOG_SOFTMAX = Phrase(
    "This number less the logarithm of the sum of exp over all numbers of its row, the largest taken off first.",
    "该数减去同一行所有数的 exp 之和的对数；先减去最大值。",
)
_LARGEST = Phrase("largest of the row", "该行最大值")
_NUMERATOR = Phrase("numerator", "分子")
_DENOMINATOR = Phrase("denominator", "分母")
_SHARE = Phrase("share of the row", "占该行的比例")
_LOGARITHM = Phrase("logarithm", "对数")

_SOFTMAX_FORMULA = r"y_i = \frac{e^{x_i - m}}{\sum_j e^{x_j - m}}, \quad m = \max_j x_j"
_LOG_FORMULA = r"y_i = x_i - m - \ln \sum_j e^{x_j - m}, \quad m = \max_j x_j"


def _softmax(question: Question) -> Written:
    logarithm = question.step.op == "log_softmax"
    given = question.arguments("input dim")
    shape, axis = question.shape(given["input"]), _axis(given.get("dim"), len(question.index))
    before, after = question.index[:axis], question.index[axis + 1 :]
    # A tensor without axes is a row of one number.
    row = question.cells(given["input"], ((*before, at, *after) for at in range(shape[axis])) if shape else ((),))
    numbers = [cell.number for cell in row]
    own = question.cell(given["input"], question.index).number
    largest = max(numbers)
    exps = [reckon(torch.exp, number - largest) for number in numbers]
    numerator, denominator = reckon(torch.exp, own - largest), total(exps)
    lines = [
        Line(_LARGEST, f"max({listed(map(numeral, numbers), ', ')})", largest),
        Line(_NUMERATOR, f"exp({less(own, largest)})", numerator),
        Line(_DENOMINATOR, sum_of(exps), denominator),
    ]
    if logarithm:
        result = own - largest - reckon(torch.log, denominator)
        last = Line(_LOGARITHM, f"{less(own, largest)} − ln({bracketed(denominator)})", result)
        return Written("log_softmax", _LOG_SOFTMAX, _LOG_FORMULA, result, (), (lines[0], lines[2], last), row)
    result = divided(numerator, denominator)
    lines.append(Line(_SHARE, over(numerator, denominator), result))
    return Written("softmax", _SOFTMAX, _SOFTMAX_FORMULA, result, (), tuple(lines), row)


def _axis(dim: int | None, axes: int) -> int:
    """Where no axis was given, torch takes the one that it took before one could be given."""
    if dim is None:
        return 0 if axes in (0, 1, 3) else 1
    return dim % axes if axes else 0


SOFTMAXES: Mapping[str, Callable[[Question], Written]] = {"softmax": _softmax, "log_softmax": _softmax}

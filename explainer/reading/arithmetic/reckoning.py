"""Arithmetic in float64 that goes on where Python would stop: 1 ÷ 0 is ∞, as it was in the pass."""

from collections.abc import Callable, Iterable
from math import isnan

import torch
from torch import Tensor


def reckon(function: Callable[..., Tensor], *numbers: float) -> float:
    """A function of torch, of single numbers in float64."""
    return float(function(*(torch.tensor(number, dtype=torch.float64) for number in numbers)))


def divided(number: float, divisor: float) -> float:
    """number ÷ divisor."""
    return reckon(torch.true_divide, number, divisor)


def total(numbers: Iterable[float]) -> float:
    """The sum, 0 for none."""
    return float(torch.tensor(tuple(numbers), dtype=torch.float64).sum())


def difference(result: float, recorded: float) -> float:
    """result − recorded; 0 where both are the same infinity, or both are not a number."""
    if result == recorded or (isnan(result) and isnan(recorded)):
        return 0.0
    return result - recorded

"""Where the lines of a scale stand: few, at round numbers, and around all that is shown."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

import numpy as np
from jaxtyping import Float, Shaped

# Beyond these, differences and powers of ten leave what a float can hold.
_LARGEST, _SMALLEST = 1e300, 1e-300
_MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True)
class Scale:
    """From numbers to shares of a length: `low` is 0 and `high` is 1; `ticks` stand between them, in order."""

    low: float
    high: float
    ticks: tuple[float, ...]
    log: bool = False

    def shares(self, numbers: Shaped[np.ndarray, " points"]) -> Float[np.ndarray, " points"]:
        """From 0 to 1; NaN for what is no number, and on a logarithmic scale for what is not above zero."""
        usable = shown_numbers(numbers, log=self.log)
        if self.log:
            return np.asarray((np.log10(usable) - log10(self.low)) / (log10(self.high) - log10(self.low)))
        return np.asarray((usable - self.low) / (self.high - self.low))

    def share(self, number: float) -> float:
        """The same for one number."""
        return float(self.shares(np.array([number]))[0])


def shown_numbers(numbers: Shaped[np.ndarray, " points"], *, log: bool = False) -> Float[np.ndarray, " points"]:
    """The numbers a scale can show, NaN in the place of all others: infinite, or beyond 1e300, or no logarithm."""
    floats = np.asarray(numbers, dtype=np.float64)
    # A comparison with NaN is false, so that NaN stays NaN.
    shown = (np.abs(floats) <= _LARGEST) & ((floats >= _SMALLEST) if log else np.True_)
    return np.where(shown, floats, np.nan)


def covering_scale(numbers: Shaped[np.ndarray, " numbers"], *, count: int = 4, log: bool = False) -> Scale:
    """A scale whose first and last ticks enclose all numbers, with about `count` steps. From 0 to 1 without numbers."""
    shown = shown_numbers(numbers, log=log)
    shown = shown[np.isfinite(shown)]
    if shown.size == 0:
        return Scale(0.0, 1.0, (0.0, 0.5, 1.0))
    low, high = float(shown.min()), float(shown.max())
    ticks = _log_ticks(low, high) if log else _covering_ticks(*_apart(low, high), count)
    return Scale(ticks[0], ticks[-1], ticks, log=log)


def inner_scale(low: float, high: float, *, count: int, whole: bool = False) -> Scale:
    """A scale from `low` to `high` exactly, with ticks at round numbers between; whole numbers only where asked."""
    if low == high:
        low, high = (low - 0.5, high + 0.5) if whole else _apart(low, high)
    step = _step(low, high, count)
    step = max(1.0, step if step != 2.5 else 5.0) if whole else step
    ticks = (step * at for at in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1))
    rounding = (high - low) * 1e-6
    return Scale(low, high, tuple(tick for tick in ticks if low - rounding <= tick <= high + rounding))


def tick_labels(ticks: Sequence[float]) -> tuple[str, ...]:
    """The ticks as they are written, all with as many decimals as the finest needs; never two the same."""
    largest = max((abs(tick) for tick in ticks), default=0.0)
    smallest = min((abs(tick) for tick in ticks if tick), default=1.0)
    if largest < 1e6 and smallest >= 1e-4:
        for decimals in range(9):
            labels = [f"{tick:.{decimals}f}" for tick in ticks]
            if all(abs(float(label) - tick) <= 1e-6 * smallest for label, tick in zip(labels, ticks, strict=True)):
                return tuple(_signed(label) for label in labels)
    return tuple(_signed(label) for label in _few_digits(ticks))


def short_number(number: float, digits: int = 4) -> str:
    """One number with `digits` digits at least that count, as a label has it; "–" for what is no number."""
    if not np.isfinite(number):
        return "–"
    if number and not 1e-4 <= abs(number) < 1e6:
        return _signed(_exponent(f"{number:.{digits}g}"))
    decimals = digits - 1 - floor(log10(abs(number))) if number else 0
    label = f"{number:.{max(decimals, 0)}f}"
    return _signed(label.rstrip("0").rstrip(".") if "." in label else label)


def _few_digits(ticks: Sequence[float]) -> list[str]:
    for digits in range(1, 17):
        labels = [f"{tick:.{digits}g}" for tick in ticks]
        exact = all(abs(float(label) - tick) <= 1e-9 * abs(tick) for label, tick in zip(labels, ticks, strict=True))
        if exact and len(set(labels)) == len(labels):
            break
    return [_exponent(label) for label in labels]


def _exponent(label: str) -> str:
    mantissa, e, power = label.partition("e")
    return f"{mantissa}e{int(power)}" if e else label


def _signed(label: str) -> str:
    return "0" if float(label) == 0 else label.replace("-", _MINUS)


def _apart(low: float, high: float) -> tuple[float, float]:
    """Two ends that a float can hold steps between; a lone number gets room on both sides."""
    if high - low > 1e-9 * max(abs(low), abs(high)):
        return low, high
    room = max(abs(low), abs(high)) * (0.1 if low == high else 1e-9) or 1.0
    return low - room, high + room


def _step(low: float, high: float, count: int) -> float:
    rough = high / count - low / count
    power = 10.0 ** floor(log10(rough)) if rough >= _SMALLEST else _SMALLEST
    return power * next((nice for nice in (1.0, 2.0, 2.5, 5.0) if rough <= nice * power * (1 + 1e-9)), 10.0)


def _covering_ticks(low: float, high: float, count: int) -> tuple[float, ...]:
    step = _step(low, high, count)
    ticks = range(floor(low / step + 1e-9), ceil(high / step - 1e-9) + 1)
    # The tolerance keeps 0.3 / 0.1 from asking for one step more; the ends are the data's where it was needed.
    shown = [step * at for at in ticks]
    return (min(shown[0], low), *shown[1:-1], max(shown[-1], high))


def _log_ticks(low: float, high: float) -> tuple[float, ...]:
    first, last = floor(log10(low)), ceil(log10(high))
    # A logarithm that was rounded to a whole number may have left its number outside.
    first, last = first - (10.0**first > low), last + (10.0**last < high)
    if last - first <= 2:
        fine = [nice * 10.0**power for power in range(first, last + 1) for nice in (1, 2, 5)]
        start = max(tick for tick in fine if tick <= low)
        end = min((tick for tick in fine if tick >= high and tick > start), default=10.0 ** (last + 1))
        return (*(tick for tick in fine if start <= tick < end), end)
    step = ceil((last - first) / 6)
    powers = range(first, last + step, step)
    return tuple(10.0**power for power in powers)

"""All variates at a glance: a row for each, with its name, its range, and its series drawn small."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float, Shaped

from explainer.drawing.plots.marks import label, line_through, picture, runs_of, stroke, thinned
from explainer.drawing.plots.ticks import short_number, shown_numbers
from explainer.drawing.svg import NARROW, group

_PAD = 4.0


@dataclass(frozen=True, eq=False)
class Sparkline:
    """One variate: its name, its numbers with NaN where there are none, and which of them were missing in the file."""

    name: str
    values: Shaped[np.ndarray, " rows"]
    missing: Bool[np.ndarray, " rows"] | None = None


@dataclass(frozen=True)
class _Places:
    """Where the parts of a row stand, in pixels from its upper left corner."""

    name_limit: float
    left: float
    right: float
    top: float
    bottom: float
    range_limit: float
    text: float
    row: float


def sparklines_svg(
    rows: Sequence[Sparkline],
    *,
    spoken: str,
    constant: str,
    rest: Callable[[int], str],
    most: int = 40,
    narrow: bool = False,
    language: str = "en",
) -> str:
    """The first `most` rows, each on a scale of its own, with marks below where numbers were missing.

    constant  what is said of a variate that never changes, behind its number
    rest      what is said of the rows that are not drawn, given how many they are
    """
    width = NARROW if narrow else 640.0
    places = _places(width, narrow=narrow)
    shown = rows[:most]
    left_out = len(rows) - len(shown)
    end = places.row * len(shown)
    last = label(rest(left_out), 0, end + 16, limit=width, css="muted") if left_out else ""
    drawn = [_row(row, number * places.row, places, width, constant) for number, row in enumerate(shown)]
    return picture([*drawn, last], width, max(end, 8) + 24 * bool(left_out), spoken=spoken, language=language)


def _places(width: float, *, narrow: bool) -> _Places:
    if narrow:
        return _Places(width * 0.52, 0, width, 20, 46, width * 0.46, text=14, row=56)
    return _Places(138, 150, width - 152, 4, 26, 144, text=19, row=34)


def _row(row: Sparkline, top: float, places: _Places, width: float, constant: str) -> str:
    values = shown_numbers(row.values)
    known = values[np.isfinite(values)]
    low, high = (float(known.min()), float(known.max())) if known.size else (np.nan, np.nan)
    parts = [
        label(row.name, 0, top + places.text, limit=places.name_limit),
        label(
            _said(low, high, constant if known.size > 1 else ""),
            width,
            top + places.text,
            limit=places.range_limit,
            anchor="end",
            css="muted",
        ),
        _series(values, low, high, top, places),
        *_missing(row.missing, top, places),
    ]
    return group(parts)


def _said(low: float, high: float, constant: str) -> str:
    if low == high:
        return f"{short_number(low)} · {constant}" if constant else short_number(low)
    return "–" if np.isnan(low) else f"{short_number(low)} … {short_number(high)}"


def _series(values: Float[np.ndarray, " rows"], low: float, high: float, top: float, places: _Places) -> str:
    x = places.left + _PAD + _shares(len(values)) * (places.right - places.left - 2 * _PAD)
    # A constant has no range: it lies in the middle.
    height = (values - low) / (high - low) if high > low else values * 0 + 0.5
    y = top + places.bottom - height * (places.bottom - places.top)
    return line_through(*thinned(x, y), "tb-role-past" if low == high else "tb-role-plain tb-thin")


def _missing(missing: Bool[np.ndarray, " rows"] | None, top: float, places: _Places) -> Iterator[str]:
    """A thick short line for each run of numbers that were missing, at least a pixel and a half wide."""
    if missing is None or not missing.any():
        return
    across = places.right - places.left - 2 * _PAD
    columns = np.unique((np.flatnonzero(missing) / max(len(missing), 1) * across).astype(np.int64))
    flags = np.zeros(int(across) + 1, dtype=bool)
    flags[columns] = True
    start = places.left + _PAD
    y = top + places.bottom + 4
    yield stroke("".join(f"M{start + a:.1f} {y:.1f}H{start + b + 0.5:.1f}" for a, b in runs_of(flags)), "tb-filled")


def _shares(count: int) -> Float[np.ndarray, " rows"]:
    return np.linspace(0.0, 1.0, count) if count > 1 else np.full(count, 0.5)

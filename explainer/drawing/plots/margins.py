"""A series along a side of a map, with the parts of it that the tokens are made of."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Shaped

from explainer.drawing.plots.marks import line_through, stroke, thinned
from explainer.drawing.plots.ticks import shown_numbers

# How deep a margin is, in pixels: the series, and below it the ranges.
DEEP = 64.0
_NEAREST, _SERIES, _APART = 20.0, 40.0, 4.0
_CSS = "tb-role-plain tb-thin"


@dataclass(frozen=True, eq=False)
class Margin:
    """A series in order of time, and the range of rows, first and one past the last, that each token covers.

    A range may reach past the end of the series, as the last patch does over its padding.
    """

    values: Shaped[np.ndarray, " rows"]
    ranges: Sequence[tuple[int, int]] = ()


def margin_svg(margin: Margin, left: float, top: float, length: float, *, turned: bool) -> str:
    """The margin above (left, top), `length` pixels long; or turned, to the left of it, with time going down."""
    rows = max([len(margin.values), *(end for _, end in margin.ranges)], default=0) or 1
    values = shown_numbers(margin.values)
    along = (np.arange(len(values)) + 0.5) * (length / rows)
    along, depth = thinned(along, _NEAREST + _SERIES * _heights(values))
    series = line_through(left - depth, top + along, _CSS) if turned else line_through(left + along, top - depth, _CSS)
    return series + "".join(_ranges(margin.ranges, length / rows, left, top, turned=turned))


def _heights(values: Shaped[np.ndarray, " rows"]) -> Shaped[np.ndarray, " rows"]:
    known = values[np.isfinite(values)]
    low, high = (float(known.min()), float(known.max())) if known.size else (0.0, 0.0)
    return (values - low) / (high - low) if high > low else values * 0 + 0.5


def _ranges(
    ranges: Sequence[tuple[int, int]], pixels: float, left: float, top: float, *, turned: bool
) -> Iterator[str]:
    """Overlapping ranges stand on lines of their own, at most three."""
    lines = _lines_needed(ranges)
    for place, (first, end) in enumerate(ranges):
        depth = 4 + (place % lines) * _APART
        start, stop = first * pixels + 0.75, end * pixels - 0.75
        if turned:
            yield stroke(f"M{left - depth:.1f} {top + start:.1f}V{top + stop:.1f}", "tb-range")
        else:
            yield stroke(f"M{left + start:.1f} {top - depth:.1f}H{left + stop:.1f}", "tb-range")


def _lines_needed(ranges: Sequence[tuple[int, int]]) -> int:
    for lines in (1, 2):
        if all(end <= later for (_, end), (later, _) in zip(ranges, ranges[lines:], strict=False)):
            return lines
    return 3

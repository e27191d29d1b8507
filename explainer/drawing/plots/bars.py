"""Horizontal bars with names: sums, effects, correlations; with whiskers where there is a spread."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np

from explainer.drawing.plots.marks import label, label_width, picture, stroke
from explainer.drawing.plots.ticks import Scale, covering_scale, short_number, tick_labels
from explainer.drawing.svg import NARROW, group, rect

_ROW, _THICK, _NUMBER = 26.0, 14.0, 74.0


@dataclass(frozen=True)
class Bar:
    """One bar from zero to `value`, NaN where it is not known; `low` and `high` are the ends of its whisker."""

    name: str
    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class _Field:
    """Where the bars lie, in pixels, and their scale."""

    left: float
    right: float
    top: float
    bottom: float
    row: float
    scale: Scale

    def across(self, value: float) -> float:
        return self.left + self.scale.share(value) * (self.right - self.left)


def bars_svg(
    bars: Sequence[Bar],
    *,
    value_title: str,
    spoken: str,
    title: str = "",
    narrow: bool = False,
    language: str = "en",
) -> str:
    """The bars in the order given, on one scale that holds zero; above zero they are blue, below orange."""
    width = NARROW if narrow else 640.0
    field = _field(bars, width, head=20.0 * bool(title) + 18.0 * bool(value_title), narrow=narrow)
    drawn = [
        label(title, 0, 14, limit=width, css="title"),
        label(value_title, 0, 14 + 20.0 * bool(title), limit=width, css="muted"),
        *_scale(field),
        *(_row(bar, place, field, width, narrow=narrow) for place, bar in enumerate(bars)),
    ]
    return picture(drawn, width, field.bottom + 22, spoken=spoken, language=language)


def _field(bars: Sequence[Bar], width: float, head: float, *, narrow: bool) -> _Field:
    ends = [number for bar in bars for number in (bar.value, bar.low, bar.high) if number is not None]
    names = max((label_width(bar.name, width * 0.34) for bar in bars), default=0.0) + 10
    row = _ROW + 16 if narrow else _ROW
    top = head + 6
    scale = covering_scale(np.array([0.0, *ends]))
    # On a phone names stand above their bars.
    return _Field(22.0 if narrow else names + 6, width - _NUMBER, top, top + row * len(bars) + 2, row, scale)


def _scale(field: _Field) -> Iterator[str]:
    room = (field.right - field.left) / max(len(field.scale.ticks) - 1, 1)
    words = tick_labels(field.scale.ticks)
    # Every second label where all of them would touch.
    every = 1 if max(label_width(each, 90) for each in words) + 8 < room else 2
    for place, (tick, each) in enumerate(zip(field.scale.ticks, words, strict=True)):
        x = field.across(tick)
        css = "tb-axis-line" if tick == 0 else "tb-gridline"
        yield stroke(f"M{x:.1f} {field.top:.1f}V{field.bottom:.1f}", css)
        if place % every == 0:
            at = max(x, label_width(each, 90) / 2)
            yield label(each, at, field.bottom + 16, limit=90, anchor="middle", css="muted")


def _row(bar: Bar, place: int, field: _Field, width: float, *, narrow: bool) -> str:
    top = field.top + place * field.row
    middle = top + field.row - _ROW / 2 + 1
    name = (
        label(bar.name, 0, top + 14, limit=width - _NUMBER)
        if narrow
        else label(bar.name, field.left - 10, middle + 4, limit=field.left - 10, anchor="end")
    )
    number = label(short_number(bar.value, 3), width, middle + 4, limit=_NUMBER - 6, anchor="end", css="muted")
    return group([name, _bar(bar, middle, field), number])


def _bar(bar: Bar, middle: float, field: _Field) -> str:
    value = field.across(bar.value)
    if not isfinite(value):
        return ""
    zero = field.across(0.0)
    css = "tb-more" if bar.value > 0 else "tb-less"
    shape = rect(round(min(zero, value), 1), middle - _THICK / 2, round(abs(value - zero), 1), _THICK, css, radius=1)
    return shape + _whisker(bar, middle, field)


def _whisker(bar: Bar, middle: float, field: _Field) -> str:
    low, high = (field.across(bar.value if end is None else end) for end in (bar.low, bar.high))
    if not (isfinite(low) and isfinite(high)) or low == high:
        return ""
    return stroke(
        f"M{low:.1f} {middle - 4:.1f}v8M{high:.1f} {middle - 4:.1f}v8M{low:.1f} {middle:.1f}H{high:.1f}", "tb-whisker"
    )

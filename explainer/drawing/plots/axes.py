"""The field of a line plot: its two scales, their ticks, and what is marked along the x axis."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from explainer.drawing.plots.marks import label, label_width, stroke
from explainer.drawing.plots.ticks import Scale, tick_labels

# The height of one line of labels, in pixels.
ROW = 18.0


@dataclass(frozen=True)
class Band:
    """A shaded part of the x axis, with its label at the top."""

    start: float
    end: float
    label: str


@dataclass(frozen=True)
class Mark:
    """A place on the x axis: an upright line, with its label at the top."""

    x: float
    label: str


@dataclass(frozen=True)
class Frame:
    """The field of the lines, in pixels, and its two scales."""

    left: float
    top: float
    right: float
    bottom: float
    x: Scale
    y: Scale

    def across(self, x: float) -> float:
        """Where a number of the x axis stands, in pixels."""
        return self.left + self.x.share(x) * (self.right - self.left)

    def down(self, y: float) -> float:
        """Where a number of the y axis stands, in pixels."""
        return self.bottom - self.y.share(y) * (self.bottom - self.top)


def draw_bands(bands: Sequence[Band], frame: Frame, raised: float) -> Iterator[str]:
    """Bands reach above the field, where their labels stand clear of the lines."""
    top = frame.top - raised
    for number, band in enumerate(bands):
        start, end = frame.across(band.start), frame.across(band.end)
        css = "tb-band tb-band-odd" if number % 2 else "tb-band"
        yield stroke(f"M{start:.1f} {top:.1f}H{end:.1f}V{frame.bottom:.1f}H{start:.1f}Z", css)
        middle = (start + end) / 2
        yield label(band.label, middle, top + 13, limit=end - start - 4, anchor="middle", css="muted")


def draw_axes(frame: Frame, names: Sequence[str] | None, width: float) -> Iterator[str]:
    """Both axes with their ticks; `names[i]` stands at x = i in the place of the number."""
    yield from _y_axis(frame)
    yield from _x_axis(frame, names, width)


def _y_axis(frame: Frame) -> Iterator[str]:
    for tick, words in zip(frame.y.ticks, tick_labels(frame.y.ticks), strict=True):
        y = frame.down(tick)
        yield stroke(f"M{frame.left:.1f} {y:.1f}H{frame.right:.1f}", "tb-gridline")
        yield label(words, frame.left - 6, y + 4, limit=90, anchor="end", css="muted")


def _x_axis(frame: Frame, names: Sequence[str] | None, width: float) -> Iterator[str]:
    yield stroke(f"M{frame.left:.1f} {frame.bottom:.1f}H{frame.right:.1f}", "tb-axis-line")
    last = -np.inf
    for tick, words in _x_ticks(frame.x, names):
        x = frame.across(tick)
        half = label_width(words, 120) / 2
        middle = min(max(x, half), width - half)
        # A label too near its neighbour is left out, and its tick with it.
        if middle - half < last + 8:
            continue
        last = middle + half
        yield stroke(f"M{x:.1f} {frame.bottom:.1f}v4", "tb-axis-line")
        yield label(words, middle, frame.bottom + 17, limit=120, anchor="middle", css="muted")


def _x_ticks(scale: Scale, names: Sequence[str] | None) -> list[tuple[float, str]]:
    if names is None:
        return list(zip(scale.ticks, tick_labels(scale.ticks), strict=True))
    return [(tick, names[int(tick)]) for tick in scale.ticks if tick == int(tick) and 0 <= tick < len(names)]


def draw_marks(marks: Sequence[Mark], frame: Frame) -> Iterator[str]:
    """An upright line for each, with its label above the field."""
    for mark in marks:
        x = frame.across(mark.x)
        yield stroke(f"M{x:.1f} {frame.top - ROW + 4:.1f}V{frame.bottom:.1f}", "tb-axis-mark")
        # On the side with more room.
        right = x < (frame.left + frame.right) / 2
        room = (frame.right - x if right else x - frame.left) - 6
        at = x + 5 if right else x - 5
        yield label(mark.label, at, frame.top - 5, limit=room, anchor="start" if right else "end", css="muted")

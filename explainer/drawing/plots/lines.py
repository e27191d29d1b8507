"""A small line plot: few round ticks, a light grid, lines told apart by colour and by dash."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from explainer.drawing.plots.axes import ROW, Band, Frame, Mark, draw_axes, draw_bands, draw_marks
from explainer.drawing.plots.look import Role
from explainer.drawing.plots.marks import Numbers, label, label_width, line_through, picture, stroke, thinned
from explainer.drawing.plots.ticks import Scale, covering_scale, inner_scale, shown_numbers, tick_labels
from explainer.drawing.svg import NARROW

_SAMPLE, _ENTRY_GAP = 26.0, 18.0


@dataclass(frozen=True, eq=False)
class Line:
    """One line through `(x, y)`, as many of one as of the other, open where `y` is NaN; `role` says how it looks."""

    name: str
    x: Numbers
    y: Numbers
    role: Role = "plain"


def line_plot_svg(
    lines: Sequence[Line],
    *,
    x_title: str,
    y_title: str,
    spoken: str,
    title: str = "",
    width: float | None = None,
    height: float | None = None,
    narrow: bool = False,
    log_y: bool = False,
    x_labels: Sequence[str] | None = None,
    bands: Sequence[Band] = (),
    marks: Sequence[Mark] = (),
    language: str = "en",
) -> str:
    """The lines in one field, `spoken` for those who listen. `width` and `height` in pixels; `narrow` fits a phone.

    x_labels  what stands at x = 0, 1, 2, … in the place of numbers, as many as fit
    log_y     a logarithmic scale: numbers that are not above zero are gaps
    bands     shaded parts of the x axis           marks   upright lines
    """
    width, height = width or (NARROW if narrow else 640.0), height or (230.0 if narrow else 280.0)
    legend = _placed([line for line in lines if line.name], width)
    head = 20.0 * bool(title)
    above = head + ROW * (len({row for *_, row in legend}) + bool(y_title))
    top = 12 + above + ROW * (bool(bands) + bool(marks))
    bottom = height - 24 - ROW * bool(x_title)
    frame = _frame(lines, (bands, marks), width, (top, bottom), names=x_labels or (), log_y=log_y)
    drawn = [
        label(title, 0, 14, limit=width, css="title"),
        *(_entry(line, at, 14 + head + row * ROW, width) for line, at, row in legend),
        label(y_title, 0, above - 4, limit=width, css="muted"),
        *draw_bands(bands, frame, raised=ROW * (1 + bool(marks))),
        *draw_axes(frame, x_labels, width),
        *draw_marks(marks, frame),
        *(_line(line, frame) for line in lines),
        label(x_title, (frame.left + frame.right) / 2, height - 6, limit=width, anchor="middle", css="muted"),
    ]
    return picture(drawn, width, height, spoken=spoken, language=language)


def _frame(
    lines: Sequence[Line],
    marked: tuple[Sequence[Band], Sequence[Mark]],
    width: float,
    between: tuple[float, float],
    *,
    names: Sequence[str],
    log_y: bool,
) -> Frame:
    y = covering_scale(_together(line.y for line in lines), log=log_y)
    left = max(label_width(words, 90) for words in tick_labels(y.ticks)) + 8
    top, bottom = between
    widest = max((label_width(name, 120) for name in names), default=0.0)
    x = _x_scale(lines, *marked, count=max(2, int((width - left) / max(90.0, widest + 24))))
    return Frame(left, top, width - 12, bottom, x, y)


def _x_scale(lines: Sequence[Line], bands: Sequence[Band], marks: Sequence[Mark], count: int) -> Scale:
    extra = [number for band in bands for number in (band.start, band.end)] + [mark.x for mark in marks]
    x = shown_numbers(_together([*(line.x for line in lines), extra]))
    x = x[np.isfinite(x)]
    if x.size == 0:
        return inner_scale(0.0, 1.0, count=count)
    return inner_scale(float(x.min()), float(x.max()), count=count, whole=bool((x == np.floor(x)).all()))


def _together(numbers: Iterable[Numbers]) -> Float[np.ndarray, " all_points"]:
    return np.concatenate([np.empty(0), *(np.asarray(each, np.float64) for each in numbers)])


def _placed(lines: Sequence[Line], width: float) -> list[tuple[Line, float, int]]:
    """The legend, filled row by row: line, left end, row."""
    placed: list[tuple[Line, float, int]] = []
    at, row = 0.0, 0
    for line in lines:
        wide = _SAMPLE + 6 + label_width(line.name, width - _SAMPLE - 6)
        if at and at + wide > width:
            at, row = 0.0, row + 1
        placed.append((line, at, row))
        at += wide + _ENTRY_GAP
    return placed


def _entry(line: Line, x: float, y: float, width: float) -> str:
    sample = stroke(f"M{x:.1f} {y - 4:.1f}H{x + _SAMPLE:.1f}", f"tb-series tb-role-{line.role}")
    return sample + label(line.name, x + _SAMPLE + 6, y, limit=width - _SAMPLE - 6)


def _line(line: Line, frame: Frame) -> str:
    x = frame.left + frame.x.shares(np.asarray(line.x)) * (frame.right - frame.left)
    y = frame.bottom - frame.y.shares(np.asarray(line.y)) * (frame.bottom - frame.top)
    return line_through(*thinned(x, y), f"tb-role-{line.role}")

"""A sequence with every inner call opened: modules are drawn where they are called, one column per level."""

from collections.abc import Iterator
from dataclasses import dataclass

from explainer.drawing.sequence.frames import Frame, frame_at, frames_of
from explainer.drawing.sequence.model import Arrow, Lane, Sequence
from explainer.drawing.sequence.parts import LOOP, clickable, label, loop, lying_head, lying_width, size, wire
from explainer.drawing.svg import document, rect, text
from explainer.drawing.text import CODE, SIZES, width_of

_MARGIN = 16.0
_COLUMN = 44.0
_BAR = 10.0
_HEAD = 26.0
_HEAD_MOST = 300.0
_LABEL_MOST = 330.0
_SIZE_MOST = 380.0
_HEIGHT = {"call": 42.0, "return": 30.0, "step": 30.0}


@dataclass(frozen=True)
class _Layout:
    """Where everything lies: the middle line of every row, the frames, the left edge of all sizes, the width."""

    sequence: Sequence
    frames: tuple[Frame, ...]
    rows: tuple[float, ...]
    sizes: float
    width: float

    @property
    def bottom(self) -> float:
        return self.rows[-1] + 26 if self.rows else _MARGIN + 2 * _HEAD

    def lane(self, name: str) -> Lane:
        return self.sequence.lane(name)


def nested_svg(sequence: Sequence, title: str, language: str) -> str:
    """The picture: calls and columns on the left, all sizes in one column on the right."""
    layout = _layout(sequence)
    outermost = layout.lane(layout.frames[0].lane)
    drawn = [
        *(_bar(frame, layout) for frame in layout.frames),
        lying_head(outermost, _MARGIN, _MARGIN, _width(outermost)),
        *(_drawn(arrow, number, layout) for number, arrow in enumerate(sequence.arrows)),
    ]
    return document(
        drawn, layout.width, round(layout.bottom + _MARGIN), title=title, language=language, css="tb-nested"
    )


def _layout(sequence: Sequence) -> _Layout:
    frames = frames_of(sequence)
    rows, y = [], _MARGIN + _HEAD + 8
    for arrow in sequence.arrows:
        rows.append(y + _HEIGHT[arrow.kind] / 2)
        y += _HEIGHT[arrow.kind]
    bare = _Layout(sequence, frames, tuple(rows), 0, 0)
    numbered = list(enumerate(sequence.arrows))
    ends = [
        _words_left(arrow, number, bare) + min(width_of(arrow.label, CODE), _LABEL_MOST) for number, arrow in numbered
    ]
    sizes = round(max(ends, default=200) + 24)
    width = sizes + min(max((width_of(arrow.size, SIZES) for arrow in sequence.arrows), default=0), _SIZE_MOST)
    return _Layout(sequence, frames, tuple(rows), sizes, round(width + _MARGIN))


def _middle(column: int) -> float:
    """The middle of the bars of a column: below the left end of its heads."""
    return _MARGIN + 14 + column * _COLUMN


def _width(lane: Lane) -> float:
    return min(lying_width(lane), _HEAD_MOST)


def _column(lane: str, number: int, layout: _Layout) -> int:
    frame = frame_at(layout.frames, lane, number)
    return frame.column if frame else 0


def _opened(number: int, layout: _Layout) -> Frame:
    return next(frame for frame in layout.frames if frame.first == number)


def _words_left(arrow: Arrow, number: int, layout: _Layout) -> float:
    if arrow.kind == "call":
        head = _middle(_opened(number, layout).column) - 14
        return head + _width(layout.lane(arrow.target)) + 12
    right = _middle(_column(arrow.source, number, layout)) + _BAR / 2
    return right + (LOOP + 10 if arrow.kind == "step" else 12)


def _bar(frame: Frame, layout: _Layout) -> str:
    top = layout.rows[frame.first] + _HEAD / 2 if frame.first >= 0 else _MARGIN + _HEAD
    end = layout.rows[frame.last] + 4 if frame.last < len(layout.rows) else layout.bottom
    return rect(_middle(frame.column) - _BAR / 2, top, _BAR, end - top, "tb-bar", 3)


def _drawn(arrow: Arrow, number: int, layout: _Layout) -> str:
    """The arrow; a head with a page of its own lies beside it and not in it, since a button holds no button."""
    if arrow.kind != "call":
        return clickable(arrow, [*_band(arrow, number, layout), _shape(arrow, number, layout)])
    lane = layout.lane(arrow.target)
    y = layout.rows[number]
    head = lying_head(lane, _middle(_opened(number, layout).column) - 14, y - _HEAD / 2, _width(lane))
    inside = [] if lane.open is not None else [head]
    return clickable(arrow, [*_band(arrow, number, layout), _shape(arrow, number, layout), *inside]) + (
        head if lane.open is not None else ""
    )


def _band(arrow: Arrow, number: int, layout: _Layout) -> Iterator[str]:
    """The whole row, to be clicked, with its words."""
    y, left = layout.rows[number], _words_left(arrow, number, layout)
    height = _HEIGHT[arrow.kind]
    yield rect(4, y - height / 2, layout.width - 8, height, "tb-hit", 6)
    yield text(label(arrow, layout.sizes - 24 - left), left, y + 4.5, CODE)
    yield text(size(arrow, layout.width - _MARGIN - layout.sizes), layout.sizes, y + 4.5, SIZES)


def _shape(arrow: Arrow, number: int, layout: _Layout) -> str:
    y = layout.rows[number]
    source = _middle(_column(arrow.source, number, layout))
    if arrow.kind == "step":
        return loop(source + _BAR / 2, y - 7, 14)
    if arrow.kind == "call":
        column = _opened(number, layout).column
        return wire(_middle(column - 1) + _BAR / 2, _middle(column) - 15, y, returns=False)
    target = _middle(max(_column(arrow.source, number, layout) - 1, 0))
    return wire(source - _BAR / 2, target + _BAR / 2 + 1, y, returns=True)

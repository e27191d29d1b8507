"""A sequence on a wide page, as UML has it: lanes side by side, time downwards."""

from collections.abc import Iterator
from dataclasses import dataclass

from explainer.drawing.sequence.frames import Frame, frame_at, frames_of
from explainer.drawing.sequence.model import Arrow, Sequence
from explainer.drawing.sequence.parts import LOOP, clickable, label, loop, size, standing_head, wire
from explainer.drawing.sequence.spacing import BAR, MARGIN, TEXT_ROOM, Places, is_loop, places_of
from explainer.drawing.svg import document, path, points, rect, text, text_right
from explainer.drawing.text import CODE, SIZES, Text

_HEAD = 46.0
# Above this many arrows the heads have left the screen before the end is reached, so they stand there again.
_SHORT = 16


@dataclass(frozen=True)
class _Row:
    """Where an arrow lies: its line at `y`, in a band from `top`, `height` pixels high."""

    top: float
    y: float
    height: float


@dataclass(frozen=True)
class _Words:
    """A text on the picture, from `left` to `right`; lifelines pause behind it."""

    shown: Text
    left: float
    right: float
    y: float


def wide_svg(sequence: Sequence, title: str, language: str) -> str:
    """The picture, as wide as its lanes need."""
    places, rows, frames = places_of(sequence), _rows(sequence), frames_of(sequence)
    bottom = rows[-1].top + rows[-1].height + 12 if rows else MARGIN + _HEAD + 24
    words = [_words(arrow, row, number, frames, places) for number, (arrow, row) in enumerate(_zip(sequence, rows))]
    drawn = [
        *_lifelines(sequence, places, bottom, [each for pair in words for each in pair]),
        *(_bar(frame, rows, places, bottom) for frame in frames),
        *(
            clickable(arrow, _arrow(arrow, row, number, frames, places, words[number]))
            for number, (arrow, row) in enumerate(_zip(sequence, rows))
        ),
        *_heads(sequence, places, MARGIN),
    ]
    if len(rows) > _SHORT:
        drawn += _heads(sequence, places, bottom)
        bottom += _HEAD
    return document(drawn, places.width, round(bottom + MARGIN), title=title, language=language, css="tb-sequence")


def _zip(sequence: Sequence, rows: list[_Row]) -> Iterator[tuple[Arrow, _Row]]:
    return zip(sequence.arrows, rows, strict=True)


def _rows(sequence: Sequence) -> list[_Row]:
    rows, top = [], MARGIN + _HEAD + 14
    for arrow in sequence.arrows:
        if is_loop(arrow):
            row = _Row(top, top + 12, 48)
        else:
            row = _Row(top, top + (24 if arrow.label else 10), 24 + (24 if arrow.size else 10))
        rows.append(row)
        top += row.height
    return rows


def _heads(sequence: Sequence, places: Places, y: float) -> list[str]:
    return [standing_head(lane, places.x[lane.id], y, places.heads[lane.id]) for lane in sequence.lanes]


def _bar(frame: Frame, rows: list[_Row], places: Places, bottom: float) -> str:
    top = rows[frame.first].y if frame.first >= 0 else MARGIN + _HEAD + 8
    end = rows[frame.last].y if frame.last < len(rows) else bottom - 6
    return rect(places.x[frame.lane] - BAR / 2 + 4 * frame.again, top, BAR, end - top, "tb-bar", 3)


def _edge(lane: str, number: int, frames: tuple[Frame, ...], places: Places, side: int) -> float:
    """Where an arrow touches a lane: its bar, or its lifeline where it is not active."""
    frame = frame_at(frames, lane, number)
    return places.x[lane] + (4 * frame.again + side * BAR / 2 if frame else 0)


def _ends(arrow: Arrow, number: int, frames: tuple[Frame, ...], places: Places) -> tuple[float, float]:
    side = 1 if places.x[arrow.target] > places.x[arrow.source] else -1
    start = _edge(arrow.source, number, frames, places, side)
    return start, _edge(arrow.target, number, frames, places, -side) - side


def _words(arrow: Arrow, row: _Row, number: int, frames: tuple[Frame, ...], places: Places) -> tuple[_Words, _Words]:
    """Label and size: on both sides of an arrow, or one under the other beside a loop."""
    if is_loop(arrow):
        left = _edge(arrow.source, number, frames, places, 1) + LOOP + 10
        limit, above, below = places.width - MARGIN - left, row.y + 5, row.y + 22
    else:
        start, end = _ends(arrow, number, frames, places)
        left = min(start, end) + (12 if start < end else 16)
        limit, above, below = abs(end - start) - TEXT_ROOM, row.y - 8, row.y + 16
    code, sizes = label(arrow, limit), size(arrow, limit)
    return (
        _Words(code, left, text_right(code, left, CODE), above),
        _Words(sizes, left, text_right(sizes, left, SIZES), below),
    )


def _arrow(
    arrow: Arrow, row: _Row, number: int, frames: tuple[Frame, ...], places: Places, words: tuple[_Words, _Words]
) -> Iterator[str]:
    yield rect(4, row.top, places.width - 8, row.height, "tb-hit", 6)
    if is_loop(arrow):
        yield loop(_edge(arrow.source, number, frames, places, 1), row.y, 16)
    else:
        start, end = _ends(arrow, number, frames, places)
        yield wire(start, end, row.y, returns=arrow.kind == "return")
    code, sizes = words
    yield text(code.shown, code.left, code.y, CODE)
    yield text(sizes.shown, sizes.left, sizes.y, SIZES)


def _lifelines(sequence: Sequence, places: Places, bottom: float, words: list[_Words]) -> Iterator[str]:
    for lane in sequence.lanes:
        x, y, line = places.x[lane.id], MARGIN + _HEAD, ""
        for each in sorted(words, key=lambda word: word.y):
            if each.shown and each.left - 4 < x < each.right + 4:
                line += f"M{points(x, y)}V{max(y, each.y - 12):g}"
                y = each.y + 5
        yield path(f"{line}M{points(x, y)}V{bottom:g}", "tb-lifeline")

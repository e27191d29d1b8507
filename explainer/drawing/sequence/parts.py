"""What all three layouts of a sequence are put together from: heads of lanes, arrows that can be clicked, loops."""

from collections.abc import Iterable

from explainer.drawing.fitting import shorten
from explainer.drawing.sequence.model import Arrow, Lane
from explainer.drawing.svg import full_text, opening, part, path, points, rect, text, tip, title_and_more
from explainer.drawing.text import CODE, SIZES, SMALL, TITLE, Text, plain, width_of

LOOP = 20.0
ROOM_TO_OPEN = 16.0


def clickable(arrow: Arrow, drawn: Iterable[str]) -> str:
    """An arrow with everything that belongs to it, choosing its key."""
    said = full_text(arrow.label, arrow.size)
    return part([said, *drawn], spoken=arrow.spoken, key=arrow.key, css=f"tb-arrow tb-{arrow.kind}-arrow")


def loop(x: float, y: float, height: float) -> str:
    """An arrow that leaves to the right at (x, y) and comes back below."""
    turn = f"M{points(x, y)}h{LOOP - 6:g}q6 0 6 6v{height - 12:g}q0 6 -6 6H{x + 7:g}"
    return path(turn, "tb-wire") + tip(x + 1, y + height, "left")


def wire(start: float, end: float, y: float, *, returns: bool) -> str:
    """A straight arrow: filled head for a call, dashed with an open head for a return."""
    direction = "right" if end > start else "left"
    stop = end if returns else end - 6 * (1 if end > start else -1)
    line = path(f"M{points(start, y)}H{stop:g}", f"tb-wire{' tb-return' if returns else ''}")
    return line + tip(end, y, direction, filled=not returns)


def head_width(lane: Lane, least: float, most: float) -> float:
    """As wide as name or class need, one under the other."""
    inside = max(width_of(lane.title, TITLE), width_of(lane.subtitle, SMALL)) + 2 * _beside(lane)
    return min(max(inside, least), most)


def standing_head(lane: Lane, middle: float, y: float, width: float) -> str:
    """A box of height 46 with the name above the class, around `middle`."""
    limit = width - 2 * _beside(lane)
    drawn = [
        full_text(lane.title, lane.subtitle),
        rect(middle - width / 2, y, width, 46, "tb-box"),
        text(shorten(plain(lane.title), TITLE, limit), middle, y + 20, TITLE, anchor="middle"),
        text(shorten(plain(lane.subtitle), SMALL, limit), middle, y + 37, SMALL, css="tb-muted", anchor="middle"),
    ]
    return _head(lane, drawn, middle + width / 2, y)


def lying_width(lane: Lane) -> float:
    """How wide a head is with name and class beside each other, in full."""
    return (
        10 + width_of(lane.title, TITLE) + 8 + width_of(lane.subtitle, SMALL) + 12 + (ROOM_TO_OPEN if lane.open else 0)
    )


def lying_head(lane: Lane, x: float, y: float, width: float, *, left: float = 10) -> str:
    """A box of height 26 with the class beside the name; `left` is free before the name."""
    room = width - left - 10 - (ROOM_TO_OPEN if lane.open else 0)
    title = shorten(plain(lane.title), TITLE, max(room * 0.45, room - 8 - width_of(lane.subtitle, SMALL)))
    subtitle = shorten(plain(lane.subtitle), SMALL, room - width_of(title, TITLE) - 8)
    drawn = [
        full_text(lane.title, lane.subtitle),
        rect(x, y, width, 26, "tb-box", 6),
        title_and_more(title, TITLE, subtitle, SMALL, x + left, y + 17.5),
    ]
    return _head(lane, drawn, x + width, y)


def _beside(lane: Lane) -> float:
    """What a standing head leaves free on each side of its words: for the mark of what can be opened, if it can."""
    return 22 if lane.open is not None else 14


def _head(lane: Lane, drawn: list[str], right: float, y: float) -> str:
    if lane.open is None:
        return "".join(drawn)
    spoken = f"{lane.title} {lane.subtitle}".strip()
    return part([*drawn, opening(right - 8, y + 8)], spoken=spoken, opens=lane.open, css="tb-head")


def label(arrow: Arrow, limit: float) -> Text:
    """The code of an arrow, at most `limit` pixels wide."""
    return shorten(plain(arrow.label), CODE, limit)


def size(arrow: Arrow, limit: float) -> Text:
    """The sizes of an arrow, at most `limit` pixels wide."""
    return shorten(arrow.size, SIZES, limit)


def words_width(arrow: Arrow) -> float:
    """The width of the wider of label and size."""
    return max(width_of(arrow.label, CODE), width_of(arrow.size, SIZES))

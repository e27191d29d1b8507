"""A sequence on a phone: a list, one row per arrow, moved in by one step per level."""

from explainer.drawing.sequence.model import Arrow, Kind, Sequence
from explainer.drawing.sequence.parts import clickable, label, lying_head, size
from explainer.drawing.svg import NARROW, document, path, points, rect, text
from explainer.drawing.text import CODE, SIZES, Font, Text

_MARGIN = 10.0
_INDENT = 10.0
_DEEPEST = 5
_HEAD = 26.0
# The marks in a field of 14 by 14 pixels around its middle.
_MARKS: dict[Kind, str] = {
    "call": "m-6 0h12m-4.5 -4.5l4.5 4.5l-4.5 4.5",
    "return": "m6 0h-12m4.5 -4.5l-4.5 4.5l4.5 4.5",
    "step": "m5 -3.2a6 6 0 1 0 1 3.2m-1 -7.4v4.2h-4.2",
}


def narrow_svg(sequence: Sequence, title: str, language: str) -> str:
    """The list, 358 pixels wide."""
    least = min((arrow.level for arrow in sequence.arrows), default=0)
    levels = [min(arrow.level - least, _DEEPEST) for arrow in sequence.arrows]
    drawn, y = [], _MARGIN
    guides: list[str] = []
    for arrow, level in zip(sequence.arrows, levels, strict=True):
        row, height = _row(arrow, sequence, _MARGIN + level * _INDENT, y)
        guides += [path(f"M{points(_MARGIN + deep * _INDENT + 2, y)}v{height:g}", "tb-guide") for deep in range(level)]
        drawn.append(row)
        y += height
    height = round(y + _MARGIN)
    return document([*guides, *drawn], NARROW, height, title=title, language=language, css="tb-sequence-list")


def _row(arrow: Arrow, sequence: Sequence, x: float, y: float) -> tuple[str, float]:
    """An arrow as drawn, and how high it is: the module it calls on a bar, its label, its size."""
    lane = sequence.lane(arrow.target)
    calls = arrow.kind == "call"
    head = lying_head(lane, x, y + 6, NARROW - _MARGIN - x, left=28) if calls else ""
    first = y + (_HEAD + 10 if calls else 0)
    lines = _lines(arrow, NARROW - _MARGIN - x - 28)
    height = first - y + 18 * max(len(lines), 0 if calls else 1) + 8
    mark = path(f"M{points(x + 14, y + 19 if calls else y + 13)}{_MARKS[arrow.kind]}", f"tb-mark tb-mark-{arrow.kind}")
    written = [text(shown, x + 28, first + 17 + 18 * place, font) for place, (shown, font) in enumerate(lines)]
    hit = rect(4, y + 1, NARROW - 8, height - 2, "tb-hit", 6)
    if lane.open is None or not calls:
        return clickable(arrow, [hit, head, mark, *written]), height
    return clickable(arrow, [hit, *written]) + head + mark, height


def _lines(arrow: Arrow, limit: float) -> list[tuple[Text, Font]]:
    """Label and size, where there are any."""
    both = [(label(arrow, limit), CODE), (size(arrow, limit), SIZES)]
    return [(shown, font) for shown, font in both if shown]

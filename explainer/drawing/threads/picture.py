"""Chips and curves."""

from collections.abc import Iterator

from explainer.drawing.fitting import shorten
from explainer.drawing.palette import axis_class
from explainer.drawing.svg import NARROW, document, full_text, group, path, points, rect, text
from explainer.drawing.text import CODE, SIZES, TITLE, plain
from explainer.drawing.threads.model import AxisChip, Spot, Threads
from explainer.drawing.threads.placing import CHIP, Layout, Row, layout_of

_STUB = 20.0


def threads_svg(threads: Threads, *, narrow: bool, title: str = "", language: str = "en") -> str:
    """The threads as SVG: inputs above, output below them.

    `narrow` is for a column of 358 pixels, `title` is read aloud, `language` is that of the words.
    """
    layout = layout_of(threads, NARROW if narrow else None)
    drawn = [*_curves(threads, layout)]
    for number, ((label, chips), row) in enumerate(zip(threads.rows, layout.rows, strict=True)):
        drawn.append(_row(label, chips, row, output=number == len(threads.rows) - 1))
    return document(drawn, layout.width, layout.height, title=title, language=language, css="tb-threads")


def _row(label: str, chips: tuple[AxisChip, ...], row: Row, *, output: bool) -> str:
    at = row.label
    name = text(shorten(plain(label), CODE, at.room), at.x, at.y, CODE, anchor=at.anchor)
    drawn = [full_text(label), name]
    for place, chip in enumerate(chips):
        # Inputs lead on towards the output, which receives from above.
        edge, way = (row.y, -1) if row.below or output else (row.y + CHIP, 1)
        drawn.append(_loose_end(chip, row.middle(place), edge, way))
        drawn.append(_chip(chip, row.lefts[place], row.y, row.widths[place]))
    return group(drawn)


def _chip(chip: AxisChip, x: float, y: float, width: float) -> str:
    middle = x + width / 2
    drawn = [
        full_text(chip.text, f"{chip.size}"),
        rect(x, y, width, CHIP, "tb-chip-axis", 8),
        text(shorten(chip.text, TITLE, width - 12), middle, y + 19, TITLE, anchor="middle"),
        text(shorten(plain(f"{chip.size}"), SIZES, width - 12), middle, y + 35, SIZES, anchor="middle"),
    ]
    return group(drawn, class_=f"tb-chip {axis_class(chip.axis)}".strip(), data_axis=chip.axis or None)


def _loose_end(chip: AxisChip, x: float, edge: float, way: int) -> str:
    """⊥ behind an axis that was summed away, ＋ before one that was not there; nothing for any other."""
    css = f"tb-thread {axis_class(chip.axis)}".strip()
    end = edge + way * _STUB
    stub = f"M{points(x, edge)}V{end:g}"
    if chip.ended:
        return path(f"{stub}M{points(x - 7, end)}h14", css)
    if chip.new:
        return path(f"{stub}M{points(x - 5, end + way * 9)}h10M{points(x, end + way * 9 - 5)}v10", css)
    return ""


def _curves(threads: Threads, layout: Layout) -> Iterator[str]:
    for start, end in threads.links:
        source, target = layout.rows[start[0]], layout.rows[end[0]]
        leaves, enters = (source.y, target.y + CHIP) if source.below else (source.y + CHIP, target.y)
        x = _port(start, end, [to for origin, to in threads.links if origin == start], layout)
        to_x = _port(end, start, [origin for origin, to in threads.links if to == end], layout)
        bend = (leaves + enters) / 2
        css = f"tb-thread {axis_class(threads.rows[start[0]][1][start[1]].axis)}".strip()
        yield path(f"M{points(x, leaves)}C{points(x, bend, to_x, bend, to_x, enters)}", css)


def _port(spot: Spot, other: Spot, others: list[Spot], layout: Layout) -> float:
    """Where a curve touches a chip: in its middle, or beside the other curves that touch it."""
    row = layout.rows[spot[0]]
    ordered = sorted(others, key=lambda each: layout.rows[each[0]].middle(each[1]))
    apart = min(12.0, (row.widths[spot[1]] - 16) / len(others))
    return row.middle(spot[1]) + (ordered.index(other) - (len(others) - 1) / 2) * apart

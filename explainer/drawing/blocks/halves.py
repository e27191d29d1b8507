"""A block whose parts have roles: operation → residual → LayerNorm, with the way around the operation.

Side by side, columns are equally wide in all blocks, so that two halves of the same form look the same.
"""

from explainer.drawing.blocks.cards import button, chips, framed, heading, words
from explainer.drawing.blocks.drawn import Drawn, hatching
from explainer.drawing.blocks.model import ROLES, Block
from explainer.drawing.svg import element, path, points, rect, tip

_PADDING = 18.0
_ENTRY = 20.0
_GAP = 34.0
# Before a residual: the sum stands here, in the open, where both ways meet.
_SUM_GAP = 64.0
_SUM = 10.0
_ARCH = 26.0


def has_roles(block: Block) -> bool:
    """Whether the parts of a block play roles."""
    return any(child.role is not None for child in block.children)


def roles_in(blocks: tuple[Block, ...]) -> tuple[str, ...]:
    """The columns: all roles that occur, in the order of `ROLES`, and others behind."""
    found = [child.role or "" for block in blocks if has_roles(block) for child in block.children]
    ordered = [role for role in ROLES if role in found]
    return tuple(ordered + [role for role in dict.fromkeys(found) if role not in ROLES])


def half(block: Block, number: int, roles: tuple[str, ...], x: float, y: float, width: float) -> Drawn:
    """A block with its parts in one row of columns, all around one line."""
    top = heading(block, x, y, width)
    row = y + 14 + top.height + _ARCH
    gaps = [_ENTRY, *(_SUM_GAP if role == "residual" else _GAP for role in roles[1:])]
    column = (width - 2 * _PADDING - sum(gaps)) / len(roles)
    columns = [tuple(child for child in block.children if (child.role or "") == role) for role in roles]
    height = max(_stack(each, 0, 0, column).height for each in columns)
    rail, svg, ends = row + height / 2, "", []
    for place, each in enumerate(columns):
        if each:
            at = x + _PADDING + sum(gaps[: place + 1]) + place * column
            svg += _stack(each, at, rail - _stack(each, 0, 0, column).height / 2, column).svg
            ends.append((at, each[0].role == "residual"))
    wires = _wires(ends, column, x + _PADDING, row - _ARCH / 2, rail)
    whole = row + height + _PADDING - y
    return Drawn(framed(block, number, top.svg, x, y, width, whole) + svg + wires, whole)


def half_narrow(block: Block, number: int, x: float, y: float, width: float) -> Drawn:
    """A block with its parts one under the other, the way around on the left."""
    top = heading(block, x, y, width)
    left, at = x + 38, y + 14 + top.height + 22
    svg, ends = "", []
    for child in block.children:
        box = _part(child, left, at, width - 38 - 14, 20 if child.role == "residual" else 14)
        svg += box.svg
        ends.append((at, box.height, child.role == "residual"))
        at += box.height + 22
    whole = at - 22 + 14 - y
    wires = _wires_down(ends, left, left + (width - 52) / 2, y + 14 + top.height + 8)
    return Drawn(framed(block, number, top.svg, x, y, width, whole) + svg + wires, whole)


def _part(child: Block, x: float, y: float, width: float, indent: float = 14) -> Drawn:
    """One part as a box."""
    limit = width - indent - 12
    inside = words(child, x + indent, y + 12, limit)
    bits = chips(child.children, x + indent, y + 12 + inside.height + 8, limit)
    height = 12 + inside.height + (8 + bits.height if bits.height else 0) + 12
    frame = rect(x, y, width, height, "tb-card", 9)
    hatched = hatching(x, y, width, height) if child.state == "skipped" else ""
    return Drawn(button(child, frame + hatched + inside.svg) + bits.svg, height)


def _stack(children: tuple[Block, ...], x: float, y: float, width: float) -> Drawn:
    """All parts of one role, one under the other."""
    svg, below = "", y
    for child in children:
        box = _part(child, x, below, width)
        svg += box.svg
        below += box.height + 10
    return Drawn(svg, below - 10 - y if children else 0.0)


def _wires(ends: list[tuple[float, bool]], column: float, entry: float, top: float, rail: float) -> str:
    """From the entry through all columns, and over the operation to the sum."""
    svg = element("circle", cx=entry, cy=rail, r=3, class_="tb-dot")
    start = entry
    for at, sums in ends:
        if sums:
            middle = at - _GAP + _SUM / 2
            svg += _arrow(start, middle - _SUM, rail) + _arch(entry, middle, top, rail) + _sum(middle, rail)
            start = middle + _SUM
        svg += _arrow(start, at, rail)
        start = at + column
    return svg


def _arrow(start: float, end: float, y: float) -> str:
    return path(f"M{points(start, y)}H{end - 7:g}", "tb-wire") + tip(end - 1, y, "right")


def _arch(entry: float, end: float, top: float, rail: float) -> str:
    bend = min(14.0, (end - entry) / 2)
    up = f"M{points(entry, rail)}V{top + bend:g}Q{points(entry, top, entry + bend, top)}"
    down = f"H{end - bend:g}Q{points(end, top, end, top + bend)}V{rail - _SUM - 7:g}"
    return path(up + down, "tb-wire tb-bypass") + tip(end, rail - _SUM - 1, "down")


def _sum(x: float, y: float) -> str:
    """⊕"""
    disc = element("circle", cx=x, cy=y, r=_SUM, class_="tb-sum")
    return disc + path(f"M{points(x - 5, y)}h10M{points(x, y - 5)}v10", "tb-wire")


def _wires_down(ends: list[tuple[float, float, bool]], left: float, middle: float, entry: float) -> str:
    svg = element("circle", cx=middle, cy=entry, r=3, class_="tb-dot")
    start = entry
    for at, height, sums in ends:
        svg += path(f"M{points(middle, start)}V{at - 7:g}", "tb-wire") + tip(middle, at - 1, "down")
        if sums:
            svg += _way_around(middle, left - 26, left, entry, at + height / 2) + _sum(left, at + height / 2)
        start = at + height
    return svg


def _way_around(middle: float, lane: float, end: float, entry: float, sums: float) -> str:
    over = f"M{points(middle, entry)}H{lane + 10:g}Q{points(lane, entry, lane, entry + 10)}"
    down = f"V{sums - 10:g}Q{points(lane, sums, lane + 9, sums)}"
    return path(over + down, "tb-wire tb-bypass") + tip(end - _SUM - 1, sums, "right")

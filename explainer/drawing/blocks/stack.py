"""Blocks one under the other, with a line from what comes in at the top to what goes out at the bottom."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from explainer.drawing.blocks.cards import card
from explainer.drawing.blocks.drawn import Drawn, flows, pills
from explainer.drawing.blocks.halves import half, half_narrow, has_roles, roles_in
from explainer.drawing.blocks.model import Block
from explainer.drawing.svg import NARROW, document, path, points, tip
from explainer.drawing.text import Text

_WIDE = 900.0
# The line runs through the numbers of the blocks; what was skipped stands to its right.
_RAIL = 23.0
_BESIDE = 44.0
_GAP = 32.0


@dataclass(frozen=True)
class _Station:
    """Something on the way down: drawn at a height it is told, on the line or beside it, handing on texts."""

    draw: Callable[[float], Drawn]
    on_line: bool
    hands_on: tuple[Text, ...]


def blocks_svg(
    blocks: tuple[Block, ...],
    *,
    narrow: bool,
    title: str,
    takes: tuple[Text, ...] = (),
    gives: tuple[Text, ...] = (),
    language: str = "en",
) -> str:
    """The blocks as SVG, from what they take to what they give; what was skipped stands beside the line.

    `narrow` is for a column of 358 pixels, `title` is read aloud, `language` is that of the words.
    """
    margin, whole = (10.0, NARROW) if narrow else (16.0, _WIDE)
    width = whole - 2 * margin
    stations = [_station(block, number, blocks, margin, width, narrow) for number, block in enumerate(blocks, 1)]
    if takes:
        stations.insert(0, _Station(lambda y: pills(takes, margin, y, width), on_line=True, hands_on=()))
    if gives:
        stations.append(_Station(lambda y: pills(gives, margin, y, width), on_line=True, hands_on=()))
    column = _column(stations, margin + _RAIL, margin, width - _RAIL - 23)
    return document([column.svg], whole, round(column.height + margin), title=title, language=language, css="tb-blocks")


def _station(
    block: Block, number: int, blocks: tuple[Block, ...], margin: float, width: float, narrow: bool
) -> _Station:
    on_line = block.state == "ran"
    shift = 0 if on_line else _BESIDE
    box = {"x": margin + shift, "width": width - shift}
    if not has_roles(block):
        return _Station(partial(_at, card, block, number, **box), on_line, block.flows)
    if narrow:
        return _Station(partial(_at, half_narrow, block, number, **box), on_line, block.flows)
    side_by_side = partial(half, roles=roles_in(blocks))
    return _Station(partial(_at, side_by_side, block, number, **box), on_line, block.flows)


def _at(draw: Callable[..., Drawn], block: Block, number: int, y: float, *, x: float, width: float) -> Drawn:
    return draw(block, number, x=x, y=y, width=width)


def _column(stations: list[_Station], rail: float, top: float, limit: float) -> Drawn:
    """All stations below each other, from `top`; the height is where they end."""
    drawn, y, line = [], top, None
    for place, station in enumerate(stations):
        piece = station.draw(y)
        if station.on_line:
            drawn.append(_wire(rail, line, y) if line is not None else "")
            line = y + piece.height
        drawn.append(piece.svg)
        y += piece.height
        last = place == len(stations) - 1
        if not last or station.hands_on:
            labels = flows(station.hands_on, rail + 23, y + 9, limit)
            drawn.append(labels.svg)
            y += max(labels.height + 17, _GAP)
            # What nobody in the picture receives leaves it all the same.
            drawn.append(_wire(rail, line, y) if last and line is not None else "")
    return Drawn("\n".join(each for each in drawn if each), y)


def _wire(x: float, start: float, end: float) -> str:
    return path(f"M{points(x, start)}V{end - 7:g}", "tb-wire") + tip(x, end - 1, "down")

"""One block as a card: its number, its title, its parts as chips."""

from explainer.drawing.blocks.drawn import Drawn, flowing, hatching, lines
from explainer.drawing.blocks.model import Block
from explainer.drawing.fitting import shorten
from explainer.drawing.svg import element, full_text, group, part, path, points, rect, text, title_and_more
from explainer.drawing.text import HEADING, SIZES, SMALL, TITLE, Font, Text, plain, width_of

_CHIP = 28.0
_CHEVRON = 20.0


def button(block: Block, drawn: str) -> str:
    """A block with everything of its own, choosing its key; its children are buttons beside it, not in it."""
    said = full_text(block.title, block.subtitle, block.note)
    return part([said, drawn], spoken=block.spoken or block.title, key=block.key, css=block.css)


def badge(number: int, x: float, y: float) -> str:
    """A number in a disc around (x, y)."""
    disc = element("circle", cx=x, cy=y, r=11, class_="tb-badge")
    return disc + text(f"{number}", x, y + 4.5, SMALL, css="tb-badge-number", anchor="middle")


def words(block: Block, x: float, y: float, limit: float, font: Font = TITLE) -> Drawn:
    """Title, subtitle and note, one under the other."""
    title = lines(plain(block.title), x, y, font, limit, 4)
    below = y + title.height + (3 if block.title else 0)
    subtitle = lines(block.subtitle, x, below, SIZES, limit, 3)
    below += subtitle.height
    note = lines(plain(block.note), x, below, SMALL, limit, 4, css="tb-muted tb-note")
    return Drawn(title.svg + subtitle.svg + note.svg, below + note.height - y)


def card(block: Block, number: int, x: float, y: float, width: float) -> Drawn:
    """A block without roles inside."""
    inside = width - 62
    top = heading(block, x, y, width)
    bits = chips(block.children, x + 46, y + 14 + top.height + 8, inside)
    height = 14 + top.height + (8 + bits.height if bits.height else 0) + 14
    return Drawn(framed(block, number, top.svg, x, y, width, height) + bits.svg, height)


def heading(block: Block, x: float, y: float, width: float) -> Drawn:
    """The words at the top of a card, beside its number."""
    return words(block, x + 46, y + 14, width - 62, HEADING)


def framed(block: Block, number: int, inside: str, x: float, y: float, width: float, height: float) -> str:
    """A card around what is inside; hatched where the block was skipped."""
    frame = rect(x, y, width, height, "tb-box", 12)
    hatched = hatching(x, y, width, height) if block.state == "skipped" else ""
    return button(block, frame + hatched + badge(number, x + 23, y + 23) + inside)


def chips(blocks: tuple[Block, ...], x: float, y: float, limit: float) -> Drawn:
    """Parts without roles, in their order, in rows that wrap."""
    widths = [min(_chip_width(block), limit) for block in blocks]
    places = list(flowing(widths, limit, _CHEVRON))
    svg = ""
    for number, (block, width, (left, row)) in enumerate(zip(blocks, widths, places, strict=True)):
        middle = y + row * (_CHIP + 8) + _CHIP / 2
        if number:
            svg += _chevron(x + left - _CHEVRON / 2, middle) if left else ""
        svg += _chip(block, x + left, middle - _CHIP / 2, width)
    return Drawn(group([svg]) if svg else "", places[-1][1] * (_CHIP + 8) + _CHIP if places else 0.0)


def _chip_width(block: Block) -> float:
    behind = width_of(block.subtitle, SIZES)
    return width_of(block.title, SMALL) + (8 + behind if behind else 0) + 22


def _chip(block: Block, x: float, y: float, width: float) -> str:
    title = shorten(plain(block.title), SMALL, width - 22)
    room = width - 30 - width_of(title, SMALL)
    subtitle: Text = shorten(block.subtitle, SIZES, room) if room > 20 else ()
    frame = rect(x, y, width, _CHIP, "tb-card", 7)
    return button(block, frame + title_and_more(title, SMALL, subtitle, SIZES, x + 11, y + 18.5))


def _chevron(x: float, y: float) -> str:
    return path(f"M{points(x - 2, y - 4)}l4 4l-4 4", "tb-opens")

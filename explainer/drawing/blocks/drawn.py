"""Pieces of a picture that know how high they are, so that the next one can be put below."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from explainer.drawing.fitting import shorten, wrap
from explainer.drawing.svg import path, points, rect, text
from explainer.drawing.text import SIZES, Font, Text, width_of


@dataclass(frozen=True)
class Drawn:
    """A piece as SVG, and its height in pixels."""

    svg: str
    height: float


def lines(shown: Text, x: float, y: float, font: Font, limit: float, most: int, css: str = "") -> Drawn:
    """A text in at most `most` lines below `y`; no height at all for an empty one."""
    leading = font.size + 6
    wrapped = wrap(shown, font, limit, most)
    svg = "".join(text(line, x, y + leading * place + font.size, font, css=css) for place, line in enumerate(wrapped))
    return Drawn(svg, leading * len(wrapped))


def flowing(widths: Iterable[float], limit: float, gap: float) -> Iterator[tuple[float, int]]:
    """Left edge and row of things of these widths, set side by side and wrapped at `limit`."""
    x, row = 0.0, 0
    for width in widths:
        if x and x + width > limit:
            x, row = 0.0, row + 1
        yield x, row
        x += width + gap


def flows(texts: tuple[Text, ...], x: float, y: float, limit: float) -> Drawn:
    """What flows along an arrow, side by side where there is room."""
    shown = [shorten(each, SIZES, limit) for each in texts]
    places = list(flowing([width_of(each, SIZES) for each in shown], limit, 22))
    svg = "".join(
        text(each, x + left, y + 13 + 19 * row, SIZES) for each, (left, row) in zip(shown, places, strict=True)
    )
    return Drawn(svg, 19.0 * (places[-1][1] + 1) if places else 0.0)


def pills(texts: tuple[Text, ...], x: float, y: float, limit: float) -> Drawn:
    """What goes in at the top or comes out at the bottom, each in a rounded field."""
    shown = [shorten(each, SIZES, limit - 24) for each in texts]
    widths = [width_of(each, SIZES) + 24 for each in shown]
    places = list(flowing(widths, limit, 10))
    svg = "".join(
        rect(x + left, y + 34 * row, width, 26, "tb-box tb-pill", 13)
        + text(each, x + left + 12, y + 34 * row + 17, SIZES)
        for each, width, (left, row) in zip(shown, widths, places, strict=True)
    )
    return Drawn(svg, 34.0 * places[-1][1] + 26 if places else 0.0)


def hatching(x: float, y: float, width: float, height: float) -> str:
    """Thin diagonals over a box, cut off at its edges: what did not run."""
    inset, apart = 5.0, 10
    left, top, right, bottom = x + inset, y + inset, x + width - inset, y + height - inset
    d = ""
    # Along each diagonal x + y is the same.
    for total in range(int(left + top) // apart * apart + apart, int(right + bottom), apart):
        start, end = max(left, total - bottom), min(right, total - top)
        if start < end:
            d += f"M{points(start, total - start)}L{points(end, total - end)}"
    return path(d, "tb-hatch")

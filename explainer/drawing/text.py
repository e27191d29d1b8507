"""Text that knows its axes, and how wide it will be: estimated, since no font is at hand where the SVG is made."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import TypeAlias
from unicodedata import category, east_asian_width

from explainer.drawing.palette import AXES

# An axis is a letter that stands alone: the N of `N+T`, no letter of `Norm`, of `x.T` or of a Chinese sentence.
_LONE_LETTER = re.compile(r"(?<![\w.])([A-Za-z])(?!\w)")
_TIMES = re.compile(r"\s*(?<!\*)\*(?!\*)\s*")
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class Span:
    """A piece of text; `axis` is the letter whose colour it has, None for plain text.

    threads  what it belongs to, words between spaces: parts with one in common are marked together
    """

    text: str
    axis: str | None = None
    threads: str = ""


Text: TypeAlias = tuple[Span, ...]
# One character and the axis whose colour it has.
Char: TypeAlias = tuple[str, str | None]


@dataclass(frozen=True)
class Font:
    """One way to write: its class in the style, its size in pixels, and the width of a Latin letter in em."""

    css: str
    size: float
    em: float


CODE = Font("tb-code", 12.5, 0.61)
SIZES = Font("tb-sizes", 12, 0.61)
TITLE = Font("tb-title", 13, 0.66)
HEADING = Font("tb-heading", 14, 0.62)
SMALL = Font("tb-small", 12, 0.6)
FONTS = (CODE, SIZES, TITLE, HEADING, SMALL)


def plain(text: str) -> Text:
    """A text without axes; no spans at all for an empty string."""
    return (Span(text),) if text else ()


def spans_of(text: str) -> Text:
    """An expression such as `(B, H, N+T)` or `B*N`, each axis letter in its colour, products with a dot."""
    pieces = _LONE_LETTER.split(_TIMES.sub("·", text))
    # Every second piece is what the pattern caught.
    return joined(
        (char, piece if at % 2 and piece in AXES else None) for at, piece in enumerate(pieces) for char in piece
    )


def written(text: Text | str) -> str:
    """The text without its colours."""
    return text if isinstance(text, str) else "".join(span.text for span in text)


def cleaned(text: str) -> str:
    """Without what XML cannot hold; line breaks and tabs become spaces."""
    return re.sub(r"\s", " ", _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text))


def width_of(text: Text | str, font: Font) -> float:
    """The estimated width in pixels: a CJK character is 1 em wide, any other as the font has it."""
    return font.size * sum(ems(char, font.em) for char in written(text))


def chars(text: Text) -> list[Char]:
    """The text character by character, as it can be cut."""
    return [(char, span.axis) for span in text for char in span.text]


def joined(pieces: Iterable[Char]) -> Text:
    """Characters put together again; neighbours of one colour share a span."""
    return tuple(
        Span("".join(char for char, _ in group), axis) for axis, group in groupby(pieces, key=lambda piece: piece[1])
    )


@lru_cache(maxsize=4096)
def ems(char: str, latin: float) -> float:
    """The estimated width of one character in ems, `latin` for one that is neither wide nor without width."""
    if category(char) in ("Mn", "Me", "Cf"):
        return 0.0
    # Arrows, dashes and circled numbers are as wide as a CJK character in the fonts that have both.
    wide = east_asian_width(char) in ("W", "F") or (east_asian_width(char) == "A" and char >= "\u2010")
    return 1.0 if wide else latin

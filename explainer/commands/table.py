"""A table as plain text: columns aligned by what a terminal shows, in which a Chinese character takes two places."""

import shutil
import sys
from collections.abc import Sequence
from unicodedata import category, east_asian_width

from explainer.language import Language
from explainer.tracing import Trace
from explainer.tracing.presenting import TITLES, Axes, Row, table_rows, visible

_GAP = "  "
_ELLIPSIS = "…"


def plain_table(trace: Trace, axes: Axes | None, language: Language, width: int | None = None) -> list[str]:
    """The lines of a table with one row per step, under a line for each module call in which steps are written.

    Lines are cut to `width` places; where it is None they are as long as they need to be.
    """
    rows = table_rows(trace, axes)
    names = [name for name in TITLES if name != "axes" or any(row.axes for row in rows)]
    titles = [TITLES[name].in_language(language) for name in names]
    cells = [[visible(str(getattr(row, name))) for name in names] for row in rows]
    widths = [max(map(places, column)) for column in zip(titles, *cells, strict=True)]
    lines = [_line(titles, widths), _line(["-" * width for width in widths], widths)]
    home = None
    for row, texts in zip(rows, cells, strict=True):
        if row.home != home:
            lines.append(_heading(trace, row))
            home = row.home
        lines.append(_line(texts, widths))
    return [line if width is None else cut(line, width) for line in lines]


def aligned(rows: Sequence[Sequence[str]], right: range = range(0)) -> list[str]:
    """Rows of cells as lines; the columns in `right` stand on the right, as numbers do."""
    shown = [[visible(cell) for cell in row] for row in rows]
    widths = [max(map(places, column)) for column in zip(*shown, strict=True)]
    return [_GAP.join(_padded(row, widths, right)).rstrip() for row in shown]


def _padded(row: Sequence[str], widths: Sequence[int], right: range) -> list[str]:
    blanks = [" " * (width - places(cell)) for cell, width in zip(row, widths, strict=True)]
    return [
        blank + cell if column in right else cell + blank
        for column, (cell, blank) in enumerate(zip(row, blanks, strict=True))
    ]


def _heading(trace: Trace, row: Row) -> str:
    call = trace.calls[row.home]
    path = f"{call.path}: " if call.path else ""
    return visible(f"{path}{call.class_name}")


def _line(texts: Sequence[str], widths: Sequence[int]) -> str:
    # The first column holds numbers, which stand on the right.
    first, *others = zip(texts, widths, strict=True)
    filled = [text + " " * (width - places(text)) for text, width in others]
    return _GAP.join([" " * (first[1] - places(first[0])) + first[0], *filled]).rstrip()


def terminal_width() -> int | None:
    """The width of the terminal; None where the output goes into a file or another program, and is not cut."""
    return shutil.get_terminal_size().columns if sys.stdout and sys.stdout.isatty() else None


def places(text: str) -> int:
    """How many places a terminal gives to a text."""
    return sum(map(_places, text))


def cut(text: str, width: int) -> str:
    """The text, with an ellipsis at its end where it takes more than `width` places."""
    if places(text) <= width:
        return text
    kept, used = "", 1
    for letter in text:
        used += _places(letter)
        if used > width:
            break
        kept += letter
    return kept + _ELLIPSIS


def _places(letter: str) -> int:
    if category(letter) in {"Mn", "Me", "Cf"}:  # accents and joiners, which stand on the letter before
        return 0
    return 2 if east_asian_width(letter) in {"W", "F"} else 1

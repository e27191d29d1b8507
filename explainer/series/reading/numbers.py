"""A column of cells as numbers: what reads, what is missing, what is neither."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from jaxtyping import Bool, Float

from explainer.series.reading.cells import is_missing, number, tidy, truth

Decimal: TypeAlias = Literal[".", ","]
# The model reads float32 and squares what it reads: a variance overflows from about 1.8e19, and NaN follows.
_LARGEST = 1e18
_PLAIN = frozenset("0123456789+-eE")


@dataclass(frozen=True, eq=False)
class NumberColumn:
    """The numbers of a column, NaN where a cell has none.

    missing, infinite, unread   which cells are blank or a word for missing, are too large, are no number at all
    decimal    the mark that its cells prove, None where none does
    unsure     whether a cell has a mark that may be of decimals as well as of thousands: 1,234
    percent    which cells have a percent sign
    truths     whether it holds words such as true and false
    grouped    whether thousands were separated
    """

    values: Float[np.ndarray, " rows"]
    missing: Bool[np.ndarray, " rows"]
    infinite: Bool[np.ndarray, " rows"]
    unread: Bool[np.ndarray, " rows"]
    decimal: Decimal | None = "."
    unsure: bool = False
    percent: Bool[np.ndarray, " rows"] | None = None
    truths: bool = False
    grouped: bool = False

    @property
    def numeric(self) -> bool:
        """Whether most of what is not missing reads as a number, so that the rest are mistakes and not words."""
        read = len(self.values) - int(self.missing.sum()) - int(self.unread.sum())
        return read > int(self.unread.sum())


def number_column(cells: Sequence[str], decimal: Decimal | None, words: frozenset[str]) -> NumberColumn:
    """Read a column; `decimal` is the mark to take, None to take the one that its cells prove."""
    used = set("".join(cells))
    marks: tuple[Decimal, ...] = (".", ",") if decimal is None else (decimal,)
    mark = next((mark for mark in marks if used <= {*_PLAIN, mark}), None)
    plain = _plain_column(cells, mark, decimal) if mark is not None and not words else None
    return plain if plain is not None else _any_column(cells, decimal, words)


def _plain_column(cells: Sequence[str], mark: Decimal, asked: Decimal | None) -> NumberColumn | None:
    """The fast way, for a column of nothing but plain numbers and blanks; None where a cell needs a closer look."""
    written = cells if mark == "." else [cell.replace(",", ".") for cell in cells]
    try:
        values = np.array([float(cell) if cell else np.nan for cell in written])
    except ValueError:
        return None
    # 1.234 alone might be a thousand; one cell that cannot be settles it for the column.
    marked = (cell for cell in cells if mark in cell)
    first = next(marked, None)
    sure = first is not None and (asked is not None or any(_proves(cell, mark) for cell in (first, *marked)))
    if mark == "," and not sure:
        return None
    missing, infinite = np.isnan(values), np.abs(values) > _LARGEST
    return NumberColumn(
        values=np.where(infinite, np.nan, values),
        missing=missing,
        infinite=infinite,
        unread=np.zeros(len(cells), dtype=bool),
        decimal=mark if sure else None,
        unsure=first is not None and not sure,
    )


def _proves(cell: str, mark: Decimal) -> bool:
    return number(cell, "," if mark == "." else ".") is None


def _any_column(cells: Sequence[str], asked: Decimal | None, words: frozenset[str]) -> NumberColumn:
    tidied = [tidy(cell) for cell in cells]
    # Each text is looked at once: the columns that come here repeat themselves.
    texts = dict.fromkeys(tidied)
    # A word for missing may be a number, and -9999 stands for -9999.0 then.
    gone = {value for word in words if (value := number(word, ".")) is not None}
    known = [text for text in texts if not is_missing(text, words) and number(text, ".") not in gone]
    decimal, unsure = _mark_of(known)
    taken = asked or decimal or "."
    read = {text: number(text, taken) for text in known}
    truths = _truths(known)
    values = _array(tidied, truths or {text: value for text, value in read.items() if value is not None})
    missing = np.array([text not in read for text in tidied], dtype=bool)
    infinite = np.array([abs(value) > _LARGEST for value in values.tolist()], dtype=bool)
    return NumberColumn(
        values=np.where(infinite, np.nan, values),
        missing=missing,
        infinite=infinite,
        unread=np.isnan(values) & ~missing,
        decimal=asked or decimal,
        unsure=unsure and asked is None,
        percent=np.array([text.endswith("%") for text in tidied], dtype=bool),
        truths=bool(truths),
        grouped=any(value is not None and _is_grouped(text, taken) for text, value in read.items()),
    )


def _array(texts: Sequence[str], read: dict[str, float]) -> Float[np.ndarray, " rows"]:
    return np.array([read.get(text, np.nan) for text in texts], dtype=float)


def _mark_of(texts: Sequence[str]) -> tuple[Decimal | None, bool]:
    """The decimal mark that most of the telling texts prove, and whether any that could be both was seen."""
    points = commas = unsure = 0
    for text in texts:
        point, comma = number(text, "."), number(text, ",")
        points += comma is None and point is not None
        commas += point is None and comma is not None
        unsure += point is not None and comma is not None and point != comma
    if points == commas:
        return None, unsure > 0 or points > 0
    return ("." if points > commas else ","), False


def _truths(texts: Sequence[str]) -> dict[str, float]:
    """What the texts of a column of truths stand for, 0 and 1 among them; nothing where it is no such column."""
    said = {text: truth(text) for text in texts}
    if not any(value is not None for value in said.values()):
        return {}
    said |= {text: float(text) for text in texts if text in ("0", "1")}
    return {text: value for text, value in said.items() if value is not None} if None not in said.values() else {}


def _is_grouped(text: str, decimal: str) -> bool:
    marks = ("’", "'", " ", "," if decimal == "." else ".")
    return any(mark in text.removesuffix("%").rstrip() for mark in marks)

"""Which row names the columns: behind any preamble, before any rows of units, or nowhere."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from explainer.language import Phrase
from explainer.series.errors import SeriesError
from explainer.series.reading.cells import is_missing, is_number, tidy
from explainer.series.reading.date_patterns import is_clock, is_date
from explainer.series.reading.records import Record, common_width
from explainer.series.reading.telling import cut, lines

_SAMPLE = 200
_MOST_UNIT_ROWS = 3


@dataclass(frozen=True)
class Heading:
    """The names as they stand in the file, the units below them, and the place in the records where the rows begin."""

    headers: tuple[str, ...]
    units: tuple[str, ...]
    line: int | None
    rows_from: int
    notes: tuple[Phrase, ...] = ()


_PREAMBLE = Phrase(
    "The text above the table, up to line {line}, was left out: “{text}”.",
    "表格上方的文字（到第 {line} 行为止）已略去：“{text}”。",
)
_UNITS = Phrase(
    "Below the header stands no data but text ({lines}: “{text}”), which was read as units.",
    "表头下方不是数据而是文字（{lines}：“{text}”），已作为单位读取。",
)
_NO_HEADER = Phrase(
    "The file has no header: the columns were named by their place, column_1 to column_{count}.",
    "文件没有表头：各列已按位置命名为 column_1 至 column_{count}。",
)
_CUT_NUMBERS = Phrase(
    "The header on line {header_line} has {names} names, and line {line} has {cells} cells; put cells that hold a "
    "separator, such as numbers with a decimal comma, in quotation marks.",
    "第 {header_line} 行的表头有 {names} 个列名，而第 {line} 行有 {cells} 个单元格；"
    "含分隔符的单元格（例如使用逗号作小数点的数值）请加引号。",
)
_SHORT_HEADER = Phrase(
    "The header has one name less than the rows have cells, so the first column was taken as one without a name.",
    "表头比数据少一个列名，因此第一列按没有列名处理。",
)


def heading_of(records: Sequence[Record]) -> Heading:
    """Find the header in the records of a file.

    Raises:
        SeriesError: the rows have more cells than the header has names.
    """
    width = common_width([len(record.cells) for record in records[:_SAMPLE]])[0]
    at = _table_from(records, width)
    _refuse_cut_numbers(records, at)
    notes = (_PREAMBLE.fill(line=records[at - 1].line, text=cut(records[0].cells[0])),) if at else ()
    first = records[at]
    if _is_data(first, records[at + 1 : at + 6]):
        notes = (*notes, _NO_HEADER.fill(count=len(first.cells)))
        return Heading(("",) * len(first.cells), ("",) * len(first.cells), None, at, notes)
    heading = Heading(_names(first), ("",) * len(first.cells), first.line, at + 1, notes)
    return _with_units(_widened(heading, records[at + 1 : at + _SAMPLE], width), records)


def _refuse_cut_numbers(records: Sequence[Record], at: int) -> None:
    """Names right above rows of more cells without any of their own: numbers were cut at their decimal commas."""
    if at == 0 or not _is_data(records[at], records[at + 1 : at + 6]):
        return
    above, first = records[at - 1], records[at]
    if len(above.cells) > 1 and all(cell.strip() and not _is_value(cell) for cell in above.cells):
        facts = {"header_line": above.line, "names": len(above.cells), "line": first.line, "cells": len(first.cells)}
        raise SeriesError(_CUT_NUMBERS.fill(**facts))


def _table_from(records: Sequence[Record], width: int) -> int:
    """The place of the first record that belongs to the table: as wide as it, and filled beyond the first cell.

    A header may also be one cell shorter, or longer than the rows, if it is names with data right below.
    """
    for place, record in enumerate(records):
        cells = len(record.cells)
        if cells == width and (width == 1 or any(cell.strip() for cell in record.cells[1:])):
            return place
        other = cells > width or (cells == width - 1 and width > 2)
        if other and _names_the_next(record, records[place + 1 : place + 2]):
            return place
    return 0


def _names_the_next(record: Record, following: Sequence[Record]) -> bool:
    """Whether a row of another width than the table is its header all the same: names, and data right below."""
    named = not any(_is_value(cell) for cell in record.cells) and bool(record.cells[0].strip())
    return named and bool(following) and any(_is_value(cell) for cell in following[0].cells)


def _names(first: Record) -> tuple[str, ...]:
    return (first.cells[0].lstrip("# \ufeff"), *first.cells[1:])


def _widened(heading: Heading, rows: Sequence[Record], width: int) -> Heading:
    """As many headers as cells: a separator at the end of the rows adds one without a name, and so does an index."""
    if len(heading.headers) != width - 1:
        return heading
    blank = ("",)
    if all(not row.cells[width - 1].strip() for row in rows if len(row.cells) == width):
        return replace(heading, headers=heading.headers + blank, units=heading.units + blank)
    # Behind a date, the cell too many is half a number rather: 2021-03-01,1,5.
    if any(is_date(tidy(row.cells[0])) for row in rows):
        return heading
    notes = (*heading.notes, _SHORT_HEADER)
    return replace(heading, headers=blank + heading.headers, units=heading.units + blank, notes=notes)


def _is_value(cell: str) -> bool:
    cell = tidy(cell)
    return is_number(cell) or is_date(cell) or is_clock(cell)


def _is_data(first: Record, following: Sequence[Record]) -> bool:
    """Whether the first row is data already. Numbers can be names too: 0, 1, 2, … above what is no such count."""
    cells = [tidy(cell) for cell in first.cells]
    if not all(_is_value(cell) or is_missing(cell) for cell in cells) or not any(_is_value(cell) for cell in cells):
        return False
    counts = [cell for cell in cells if cell]
    numbered = len(counts) > 1 and _counts(counts)
    return not (numbered and all([tidy(cell) for cell in row.cells if cell] != counts for row in following))


def _counts(cells: Sequence[str]) -> bool:
    return cells[0] in ("0", "1") and list(cells) == [str(int(cells[0]) + place) for place in range(len(cells))]


def _with_units(heading: Heading, records: Sequence[Record]) -> Heading:
    """Take the rows of units below the header: text in every cell, above columns of numbers."""
    at = heading.rows_from
    count = 0
    while count < _MOST_UNIT_ROWS and _is_units(records[at + count : at + count + 6]):
        count += 1
    if not count:
        return heading
    width = len(heading.headers)
    units = tuple(" ".join(cell.split()) for cell in records[at].cells[:width])
    rows = records[at : at + count]
    text = next(cell for cell in rows[0].cells if cell.strip())
    note = _UNITS.fill(lines=lines([row.line for row in rows]), text=cut(text))
    units += ("",) * (width - len(units))
    return replace(heading, units=units, rows_from=at + count, notes=(*heading.notes, note))


def _is_units(rows: Sequence[Record]) -> bool:
    if len(rows) < 2:
        return False
    first, following = rows[0], rows[1:]
    texts = [place for place, cell in enumerate(first.cells) if not _is_value(cell) and not is_missing(tidy(cell))]
    if not texts or any(_is_value(cell) for cell in first.cells):
        return False
    return any(_is_value(row.cells[place]) for place in texts for row in following[-2:] if place < len(row.cells))

"""Records to a table: where it begins, which row names the columns, which gives units, where it ends."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from explainer.language import Phrase
from explainer.series.errors import SeriesError
from explainer.series.reading.header import Heading, heading_of
from explainer.series.reading.limits import Limits, check_columns, check_rows
from explainer.series.reading.naming import names_of
from explainer.series.reading.records import Record, common_width, declared_separator, records_of, separator_of
from explainer.series.reading.telling import cut, lines

_MOST_PREAMBLE = 200


@dataclass(frozen=True, eq=False)
class Table:
    """A file as columns of text, each as long as `lines`, which gives the line of the file of each row."""

    names: tuple[str, ...]
    headers: tuple[str, ...]
    units: tuple[str, ...]
    columns: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...]
    separator: str
    header_line: int | None
    notes: tuple[Phrase, ...]


_NO_ROWS = Phrase(
    "{name} has a header and no rows; add rows of numbers below it.",
    "{name} 只有表头，没有数据行；请在表头下补充数值行。",
)
_ONE_ROW = Phrase(
    "{name} has only one row of data, on line {line}, and a series needs at least two; add rows.",
    "{name} 只有一行数据（第 {line} 行），而时间序列至少需要两行；请补充数据。",
)
_WIDE = Phrase(
    "Line {line} has more cells ({cells}) than the table has columns ({columns}): “{value}” is one too many; put "
    "cells that hold a separator in quotation marks.",
    "第 {line} 行有 {cells} 个单元格，而表格只有 {columns} 列，多出“{value}”；含分隔符的单元格请加引号。",
)
_SHORT = Phrase(
    "Rows with too few cells ({count} in all, {lines}) were read as if their last cells were blank.",
    "有 {count} 行的单元格不足（{lines}），缺少的末尾单元格按空白处理。",
)
_BLANK = Phrase(
    "Rows without any value ({count} in all, {lines}) were left out.",
    "没有任何值的行已略去（共 {count} 行，{lines}）。",
)
_FOOTER = Phrase(
    "The text below the table was left out: line {line}, “{text}”.", "表格下方的文字已略去：第 {line} 行“{text}”。"
)


def table_of(text: str, name: str, separator: str | None, limits: Limits) -> Table:
    """Cut a text into columns.

    Raises:
        SeriesError: the text is no table, has fewer than two rows, or more of something than is read.
    """
    mark = separator_of(text, separator, name)
    most = limits.rows + _MOST_PREAMBLE
    records = list(islice(records_of(text, mark, name), most + 1))
    if declared_separator(text) is not None:
        records = records[1:]
    if not records:
        raise SeriesError(_NO_ROWS.fill(name=name))
    check_columns(name, common_width([len(record.cells) for record in records])[0], limits)
    heading = heading_of(records)
    rows, notes = _without_footer(records[heading.rows_from :], heading)
    rows, blank = _without_blank(rows)
    check_rows(name, len(rows), limits)
    _check_count(rows, name)
    columns, ragged = _columns(rows, len(heading.headers))
    kept = _without_trailing(heading, columns)
    names, named = names_of(heading.headers[:kept])
    # Where there is no header at all, that is told already.
    named = named if heading.line is not None else ()
    return Table(
        names=names,
        headers=heading.headers[:kept],
        units=heading.units[:kept],
        columns=columns[:kept],
        lines=tuple(row.line for row in rows),
        separator=mark,
        header_line=heading.line,
        notes=(*heading.notes, *named, *blank, *ragged, *notes),
    )


def _without_footer(rows: list[Record], heading: Heading) -> tuple[list[Record], list[Phrase]]:
    """Without what stands below the table: rows of a single cell under a table of several columns."""
    end = len(rows)
    while len(heading.headers) > 1 and end > 0 and len(rows[end - 1].cells) == 1:
        end -= 1
    texts = [row for row in rows[end:] if not row.blank]
    return rows[:end], [_FOOTER.fill(line=texts[0].line, text=cut(texts[0].cells[0]))] if texts else []


def _without_blank(rows: list[Record]) -> tuple[list[Record], list[Phrase]]:
    kept = [row for row in rows if not row.blank]
    blank = [row.line for row in rows if row.blank]
    return kept, [_BLANK.fill(count=len(blank), lines=lines(blank))] if blank else []


def _check_count(rows: Sequence[Record], name: str) -> None:
    if not rows:
        raise SeriesError(_NO_ROWS.fill(name=name))
    if len(rows) == 1:
        raise SeriesError(_ONE_ROW.fill(name=name, line=rows[0].line))


def _columns(rows: Sequence[Record], width: int) -> tuple[tuple[tuple[str, ...], ...], list[Phrase]]:
    """The cells by column. What a row has beyond the last column must be blank."""
    for row in rows:
        extra = [cell for cell in row.cells[width:] if cell.strip()]
        if extra:
            facts = {"line": row.line, "cells": len(row.cells), "columns": width, "value": cut(extra[0])}
            raise SeriesError(_WIDE.fill(**facts))
    short = [row.line for row in rows if len(row.cells) < width]
    padded = (row.cells[:width] + ("",) * (width - len(row.cells)) for row in rows)
    return tuple(zip(*padded, strict=True)), [_SHORT.fill(count=len(short), lines=lines(short))] if short else []


def _without_trailing(heading: Heading, columns: Sequence[Sequence[str]]) -> int:
    """How many columns there are without the ones that only a separator at the end of every line makes."""
    kept = len(heading.headers)
    while kept > 1 and not heading.headers[kept - 1].strip() and not any(cell.strip() for cell in columns[kept - 1]):
        kept -= 1
    return kept

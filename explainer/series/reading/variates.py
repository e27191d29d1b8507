"""The columns that become variates, and what became of the others."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from explainer.language import Phrase
from explainer.series.errors import SeriesError
from explainer.series.reading.cells import tidy
from explainer.series.reading.date_column import holds_dates
from explainer.series.reading.decimal_marks import settled
from explainer.series.reading.numbers import Decimal, NumberColumn, number_column
from explainer.series.reading.options import ReadingOptions
from explainer.series.reading.table import Table
from explainer.series.reading.telling import cut, listed
from explainer.series.reading.time_names import OTHER


@dataclass(frozen=True, eq=False)
class Variates:
    """The columns of numbers by their place in the table, and the reason for each that is left out.

    `decimal` is the mark that the columns prove.
    """

    columns: dict[int, NumberColumn]
    left_out: dict[int, Phrase]
    decimal: Decimal
    notes: tuple[Phrase, ...] = ()


_TEXT = Phrase("text, “{value}” on line {line}", "文本，第 {line} 行为“{value}”")
_TIMES = Phrase("times as well", "同样是时间")
_EMPTY = Phrase("no values at all", "没有任何值")
_INFINITE = Phrase("nothing but infinite values", "只有无穷大的值")
_NOT_CHOSEN = Phrase("not chosen", "未选用")
_NO_NUMBER = Phrase(
    "Line {line} of “{column}” has “{value}”, which is no number with {mark} as its decimal mark; correct it, list it "
    "in `missing`, or choose `columns` without “{column}”.",
    "“{column}”列第 {line} 行的“{value}”不是数值（小数点为 {mark}）；请改正，或把它加入 `missing`，"
    "或在 `columns` 中去掉“{column}”。",
)
_UNKNOWN = Phrase(
    "`columns` has “{asked}”, and the file has no such column; it has {names}.",
    "`columns` 中的“{asked}”在文件中不存在；文件中的列有 {names}。",
)
_ASKED_TWICE = Phrase("`columns` has “{asked}” twice; name it once.", "`columns` 中的“{asked}”出现了两次；请只写一次。")
_NONE_ASKED = Phrase("`columns` is empty; name at least one column.", "`columns` 为空；请至少写一列。")
_NOT_NUMBERS = Phrase(
    "The column “{asked}” cannot be a variate: it is {reason}; choose other `columns`.",
    "“{asked}”列不能作为变量：{reason}；请另选 `columns`。",
)
_IS_TIME = Phrase("the time column", "时间列")
_ONLY_TIMES = Phrase(
    "{name} has a time column, “{column}”, and no other; add a column of numbers.",
    "{name} 只有时间列“{column}”；请再提供至少一列数值。",
)
_NO_NUMBERS = Phrase(
    "{name} has no column of numbers among {names} (“{first}”: {reason}); add one.",
    "{name} 的 {names} 中没有数值列（“{first}”：{reason}）；请至少提供一列数值。",
)


def variates_of(table: Table, apart: Sequence[int], options: ReadingOptions, name: str) -> Variates:
    """Read every column that may be a variate; those `apart` hold the times or number the rows.

    Raises:
        SeriesError: a column has mistakes among its numbers, no column is left, or one asked for is none.
    """
    chosen = _chosen(table, options)
    words = frozenset(tidy(word) for word in options.missing)
    places = [place for place in range(len(table.names)) if place not in apart]
    read = {
        place: number_column(table.columns[place], options.decimal, words)
        for place in places
        if chosen is None or place in chosen
    }
    left_out = {place: _NOT_CHOSEN for place in places if place not in read}
    left_out |= {place: why for place, column in read.items() if (why := _reason(table, place, column)) is not None}
    _check_chosen(table, chosen or [], apart, left_out)
    columns = {place: read[place] for place in chosen or read if place not in left_out}
    if not columns:
        raise SeriesError(_nothing_left(table, left_out, apart, name))
    columns, decimal, notes = settled(table, columns, words)
    _check_numbers(table, columns, options.decimal or decimal)
    return Variates(columns, left_out, options.decimal or decimal, notes)


def _chosen(table: Table, options: ReadingOptions) -> list[int] | None:
    if options.columns is None:
        return None
    if not options.columns:
        raise SeriesError(_NONE_ASKED, setting="columns")
    for place, asked in enumerate(options.columns):
        if asked not in table.names:
            raise SeriesError(_UNKNOWN.fill(asked=cut(asked), names=listed(table.names)), setting="columns")
        if asked in options.columns[:place]:
            raise SeriesError(_ASKED_TWICE.fill(asked=cut(asked)), setting="columns")
    return [table.names.index(asked) for asked in options.columns]


def _reason(table: Table, place: int, column: NumberColumn) -> Phrase | None:
    """Why a column cannot be a variate; None where it can."""
    if column.numeric and not np.isnan(column.values).all():
        return None
    if not column.unread.any():
        return _INFINITE if column.infinite.any() else _EMPTY
    if holds_dates([tidy(cell) for cell in table.columns[place][:50]], OTHER):
        return _TIMES
    row = int(np.argmax(column.unread))
    return _TEXT.fill(value=cut(table.columns[place][row]), line=table.lines[row])


def _nothing_left(table: Table, left_out: dict[int, Phrase], apart: Sequence[int], name: str) -> Phrase:
    if not left_out:
        return _ONLY_TIMES.fill(name=name, column=cut(table.names[apart[0]]))
    first, reason = next(iter(left_out.items()))
    names = listed([table.names[place] for place in left_out])
    return _NO_NUMBERS.fill(name=name, names=names, first=cut(table.names[first]), reason=reason)


def _check_chosen(table: Table, chosen: Sequence[int], apart: Sequence[int], left_out: dict[int, Phrase]) -> None:
    for place in chosen:
        reason = _IS_TIME if place in apart else left_out.get(place)
        if reason is not None:
            raise SeriesError(_NOT_NUMBERS.fill(asked=cut(table.names[place]), reason=reason), setting="columns")


def _check_numbers(table: Table, columns: dict[int, NumberColumn], decimal: Decimal) -> None:
    for place, column in columns.items():
        if column.unread.any():
            row = int(np.argmax(column.unread))
            facts = {"column": cut(table.names[place]), "line": table.lines[row], "mark": column.decimal or decimal}
            raise SeriesError(_NO_NUMBER.fill(**facts, value=cut(table.columns[place][row])), setting="columns")

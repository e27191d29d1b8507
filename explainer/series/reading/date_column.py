"""A column of cells that are dates, read: each on the calendar, in one order, on one clock."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Shaped

from explainer.language import Phrase, same_in_both
from explainer.series.errors import SeriesError
from explainer.series.reading.cells import is_missing
from explainer.series.reading.date_parts import DateParts, date_parts, moments
from explainer.series.reading.date_patterns import DatePattern, pattern_of
from explainer.series.reading.day_order import in_order
from explainer.series.reading.digit_times import DigitTimes, digit_times, digit_years
from explainer.series.reading.telling import cut
from explainer.series.reading.time_names import OTHER, USUAL
from explainer.series.reading.year_order import year_comes_first
from explainer.series.reading.zones import without_zones


@dataclass(frozen=True, eq=False)
class DateColumn:
    """Times without a zone, in microseconds, in the order of the file."""

    times: Shaped[np.ndarray, " rows"]
    spelled: Phrase
    notes: tuple[Phrase, ...] = ()


_NO_DATE = Phrase(
    "Line {line} of the time column “{column}” has “{value}”, which is no date like {like}; correct it, or set "
    "`time_column`.",
    "时间列“{column}”第 {line} 行的“{value}”不是 {like} 这样的日期；请改正，或设置 `time_column`。",
)
_NO_SUCH_DAY = Phrase(
    "Line {line} of the time column “{column}” has “{value}”, and no calendar has that; correct it.",
    "时间列“{column}”第 {line} 行的“{value}”在日历上不存在；请改正。",
)
_BLANK = Phrase(
    "Line {line} has no time in the time column “{column}”; fill it in, or remove the line.",
    "第 {line} 行的时间列“{column}”为空；请补上时间，或删除这一行。",
)
_SINCE_1970 = Phrase("“{column}” was read as {unit}: the times are in UTC.", "“{column}” 已读作 {unit}，时间为 UTC。")
_AS_YEARS = Phrase("“{column}” was read as years.", "“{column}” 已读作年份。")
_SHORT_YEARS = Phrase(
    "The years in “{column}” have two digits and were read as 1969 to 2068: line {line}, {value}, is in {year}.",
    "“{column}” 中的年份只有两位，已按 1969 至 2068 年读取：第 {line} 行 {value} 为 {year} 年。",
)


def holds_dates(cells: Sequence[str], rank: int) -> bool:
    """Whether tidy cells are dates; `rank` is that of the name of their column.

    A column that is called like one of times may have mistakes. Any other has to be dates from end to end, and numbers
    have to move as a clock does.
    """
    present = [cell for cell in cells if not is_missing(cell)]
    if not present:
        return False
    digits = digit_times(present) or (digit_years(present) if rank < OTHER else None)
    if digits is not None:
        return rank == USUAL or _moves_as_a_clock(digits, len(present[0]), rank)
    pattern = pattern_of(present)
    return pattern is not None and (rank < OTHER or _all_on_the_calendar(pattern, present))


def _moves_as_a_clock(digits: DigitTimes, length: int, rank: int) -> bool:
    """Up or down from row to row, and without a name in whole minutes, where numbers only may be times.

    By chance many numbers of 8 or 10 digits are on the calendar, and hardly any of 12 or 14: these may stand anyhow.
    """
    if digits.wrong.any():
        return False
    steps = np.diff(digits.times).astype("int64")
    steady = len(steps) > 0 and bool((steps > 0).all() or (steps < 0).all())
    if digits.unix:
        return steady and (rank < OTHER or not (steps % 60_000_000).any())
    return steady or length > 10


def _all_on_the_calendar(pattern: DatePattern, cells: Sequence[str]) -> bool:
    matches = [match for cell in cells if (match := pattern.pattern.fullmatch(cell)) is not None]
    if len(matches) < len(cells) or (pattern.name == "year_last" and len(matches[0]["year"]) < 4):
        return False
    parts = date_parts(matches)
    return not moments(parts)[1].any() or (
        pattern.name == "year_last" and not moments(parts.with_days_first())[1].any()
    )


def date_column(cells: Sequence[str], column: str, lines: Sequence[int], day_first: bool | None) -> DateColumn:
    """Read a column of tidy cells, all of which have to be dates of one kind.

    Raises:
        SeriesError: a cell is no date, or no calendar has it; the sentence names column, line and value.
    """
    for row, cell in enumerate(cells):
        if is_missing(cell):
            raise SeriesError(_BLANK.fill(line=lines[row], column=cut(column)), setting="time_column")
    years = digit_years(cells)
    if years is not None:
        return DateColumn(years.times, years.spelled, (_AS_YEARS.fill(column=cut(column)),))
    digits = digit_times(cells)
    if digits is not None:
        _check(digits.wrong, column, lines, cells)
        note = _SINCE_1970.fill(column=cut(column), unit=digits.spelled)
        return DateColumn(digits.times, digits.spelled, (note,) if digits.unix else ())
    pattern = pattern_of(cells)
    if pattern is None:
        # Among times of digits alone, the one that is none; else no cell is like the others.
        odd = next((row for row, cell in enumerate(cells) if cell.isdecimal() != cells[0].isdecimal()), 0)
        like = cells[0] if odd else "2016-07-01 00:00"
        raise SeriesError(_no_date(cells[odd], column, lines[odd], cut(like)), setting="time_column")
    return _written(pattern, cells, column, lines, day_first)


def _written(
    pattern: DatePattern, cells: Sequence[str], column: str, lines: Sequence[int], day_first: bool | None
) -> DateColumn:
    matches = []
    for row, cell in enumerate(cells):
        match = pattern.pattern.fullmatch(cell)
        if match is None:
            raise SeriesError(_no_date(cell, column, lines[row], pattern.spelled), setting="time_column")
        matches.append(match)
    parts, spelled, notes = date_parts(matches), pattern.spelled, list[Phrase | None]()
    if pattern.name == "year_last":
        parts, spelled, notes = _three_numbers(parts, matches, column, lines, day_first)
    times, wrong = moments(parts)
    _check(wrong, column, lines, cells)
    years = [match["one" if spelled.startswith("YY-") else "year"] for match in matches]
    notes += [_short_years(parts, years, cells, column, lines)]
    times, note = without_zones(times, parts.zones, column, lines, cells)
    if "mark" in pattern.pattern.groupindex:
        spelled = spelled.replace("/" if "/" in spelled else "-", matches[0]["mark"])
    told = same_in_both(spelled + _clock(parts, cells))
    return DateColumn(times, told, tuple(each for each in (*notes, note) if each is not None))


def _three_numbers(
    parts: DateParts, matches: Sequence[re.Match[str]], column: str, lines: Sequence[int], day_first: bool | None
) -> tuple[DateParts, str, list[Phrase | None]]:
    """The parts in the order that the rows speak for, how that is spelled, and what to say about it."""
    year_first, note = year_comes_first(parts, matches, day_first, column, lines)
    like = "YY-MM-DD" if year_first else "DD/MM/YYYY"
    row = next((row for row, match in enumerate(matches) if len(match["one" if year_first else "year"]) == 1), None)
    if row is not None:
        raise SeriesError(_no_date(matches[row][0], column, lines[row], like), setting="time_column")
    if year_first:
        return parts.with_years_first(), like, [note]
    cells = [match[0] for match in matches]
    parts, days, told = in_order(parts, day_first, column, lines, cells)
    return parts, "DD/MM/YYYY" if days else "MM/DD/YYYY", [note, told]


def _short_years(
    parts: DateParts, years: Sequence[str], cells: Sequence[str], column: str, lines: Sequence[int]
) -> Phrase | None:
    row = next((row for row, year in enumerate(years) if len(year) == 2), None)
    if row is None:
        return None
    facts = {"line": lines[row], "value": cut(cells[row]), "year": int(parts.year[row])}
    return _SHORT_YEARS.fill(column=cut(column), **facts)


def _clock(parts: DateParts, cells: Sequence[str]) -> str:
    if not any(":" in cell for cell in cells[:50]):
        return ""
    return " hh:mm:ss" if parts.second.any() or cells[0].count(":") > 1 else " hh:mm"


def _check(wrong: Bool[np.ndarray, " rows"], column: str, lines: Sequence[int], cells: Sequence[str]) -> None:
    if wrong.any():
        row = int(np.argmax(wrong))
        facts = {"line": lines[row], "column": cut(column), "value": cut(cells[row])}
        raise SeriesError(_NO_SUCH_DAY.fill(**facts), setting="time_column")


def _no_date(value: str, column: str, line: int, like: str) -> Phrase:
    return _NO_DATE.fill(line=line, column=cut(column), value=cut(value), like=like)

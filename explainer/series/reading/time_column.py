"""The column of the times: asked for, or found by what is in it and what it is called."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from explainer.language import Phrase
from explainer.series.errors import SeriesError
from explainer.series.reading.cells import is_missing, number, tidy
from explainer.series.reading.date_column import holds_dates
from explainer.series.reading.date_patterns import is_clock, pattern_of, with_colons
from explainer.series.reading.options import NO_TIME_COLUMN
from explainer.series.reading.table import Table
from explainer.series.reading.telling import cut, listed
from explainer.series.reading.time_names import OTHER, PARTS, USUAL, names_a_counter, plain_name, rank

_SAMPLE = 60
_HOURS = {text for hour in range(25) for text in (str(hour), f"{hour:02}")}


@dataclass(frozen=True, eq=False)
class TimeColumn:
    """The cells that hold the times, tidy, from one column of the table or put together from several.

    `dated` is whether they are dates; counters are not.
    """

    places: tuple[int, ...]
    name: str
    cells: tuple[str, ...]
    dated: bool
    notes: tuple[Phrase, ...] = ()


_UNKNOWN = Phrase(
    "There is no column “{asked}” to take the times from; the columns are {names}.",
    "没有名为“{asked}”的时间列；文件中的列有 {names}。",
)
_NO_TIMES = Phrase(
    "The column “{asked}” holds no times: line {line} has “{value}”; choose another `time_column`.",
    "“{asked}”列不是时间：第 {line} 行为“{value}”；请另选 `time_column`。",
)
_JOINED = Phrase("The times were put together from the columns {names}.", "时间由以下各列合并而成：{names}。")
_TO_24 = Phrase(
    "The hours in “{column}” run from 1 to 24: hour 24 is midnight at the end of its day.",
    "“{column}” 中的小时为 1 至 24：24 时即当天结束时的零点。",
)


def time_column_of(table: Table, asked: str | None) -> TimeColumn | None:
    """The times of a table; None where it has none, or where none are wanted.

    Raises:
        SeriesError: there is no column as asked for, or it holds no times.
    """
    if asked == NO_TIME_COLUMN:
        return None
    samples = [_sample(column) for column in table.columns]
    joined = _from_parts(table)
    if asked is not None:
        return joined if joined is not None and joined.name == asked else _asked(table, samples, asked)
    dated = _dated(table, samples)
    # Year, month and day in columns of their own say more than a column of years.
    if joined is not None and (dated is None or set(dated.places) <= set(joined.places)):
        return joined
    return dated or _counter(table)


def _sample(column: Sequence[str]) -> list[str]:
    """Tidy cells from all over a column, in their order and more of them from its beginning."""
    rows = {*range(min(20, len(column))), *np.linspace(0, len(column) - 1, _SAMPLE).astype(int).tolist()}
    return [tidy(column[row]) for row in sorted(rows)]


def _asked(table: Table, samples: Sequence[list[str]], asked: str) -> TimeColumn:
    # A date and a clock in two columns are asked for by the name that they were told with.
    name = asked if asked in table.names else asked.split(" + ", maxsplit=1)[0]
    if name not in table.names:
        raise SeriesError(_UNKNOWN.fill(asked=cut(asked), names=listed(table.names)), setting="time_column")
    place = table.names.index(name)
    if holds_dates(samples[place], USUAL):
        return _with_clock(table, samples, place)
    if _counts(table.columns[place]):
        return TimeColumn((place,), name, tuple(map(tidy, table.columns[place])), dated=False)
    facts = {"asked": cut(name), "line": table.lines[0], "value": cut(table.columns[place][0])}
    raise SeriesError(_NO_TIMES.fill(**facts), setting="time_column")


def _dated(table: Table, samples: Sequence[list[str]]) -> TimeColumn | None:
    """The column of dates with the most usual name; text before digits, the first before the last."""
    found = [
        (rank(name), all(cell.isdecimal() for cell in samples[place]), place)
        for place, name in enumerate(table.names)
        if holds_dates(samples[place], rank(name))
    ]
    return _with_clock(table, samples, min(found)[2]) if found else None


def _with_clock(table: Table, samples: Sequence[list[str]], place: int) -> TimeColumn:
    """The column, and the clock or the hour from another one where it has days alone that come several times.

    A clock beside days that come once each, such as that of the sunrise, is not the time of the row.
    """
    cells = tuple(map(tidy, table.columns[place]))
    repeats = len({*cells}) < len(cells)
    alone = TimeColumn((place,), table.names[place], cells, dated=True)
    if not repeats or not _days_alone(samples[place]):
        return alone
    clock = _clock_beside(table, samples, place)
    if clock is None:
        return _with_hours(table, place, cells) or alone
    behind = map(tidy, table.columns[clock])
    joined = tuple(f"{day} {with_colons(hours)}".strip() for day, hours in zip(cells, behind, strict=True))
    return _joined(table, (place, clock), joined)


def _with_hours(table: Table, place: int, days: Sequence[str]) -> TimeColumn | None:
    """The days with the hours of the one column that is called so: 0 to 23, or 1 to 24."""
    named = [other for other, name in enumerate(table.names) if PARTS["hour"].fullmatch(plain_name(name))]
    if len(named) != 1:
        return None
    hours = [tidy(cell).removesuffix(".0") for cell in table.columns[named[0]]]
    used = {int(hour) if hour in _HOURS else -1 for hour in hours}
    if min(used) < 0 or {0, 24} <= used:
        return None
    joined = _joined(table, (place, named[0]), tuple(f"{day} {hour}:00" for day, hour in zip(days, hours, strict=True)))
    to_24 = [_TO_24.fill(column=cut(table.names[named[0]]))] if 24 in used else []
    return replace(joined, notes=(*joined.notes, *to_24))


def _days_alone(sample: Sequence[str]) -> bool:
    present = [cell for cell in sample if not is_missing(cell)]
    pattern = pattern_of(present)
    if pattern is None:
        return all(len(cell) == 8 and cell.isdecimal() for cell in present)
    matches = [pattern.pattern.fullmatch(cell) for cell in present]
    return "hour" in pattern.pattern.groupindex and all(match is None or match["hour"] is None for match in matches)


def _clock_beside(table: Table, samples: Sequence[list[str]], place: int) -> int | None:
    """The one other column that holds nothing but times of the day."""
    clocks = [other for other, sample in enumerate(samples) if other != place and all(map(is_clock, sample))]
    named = [other for other in clocks if rank(table.names[other]) < OTHER]
    return named[0] if len(named) == 1 else clocks[0] if len(clocks) == 1 else None


def _from_parts(table: Table) -> TimeColumn | None:
    """Year, month, day, hour and minute from columns of their own, as far as there are."""
    places: list[int] = []
    for called in PARTS.values():
        having = [place for place, name in enumerate(table.names) if called.fullmatch(plain_name(name))]
        if len(having) != 1 or not all(tidy(cell).removesuffix(".0").isdecimal() for cell in table.columns[having[0]]):
            break
        places += having
    if len(places) < 2 or not all(len(tidy(cell).removesuffix(".0")) == 4 for cell in table.columns[places[0]]):
        return None
    parts = [[tidy(cell).removesuffix(".0") for cell in table.columns[place]] for place in places]
    return _joined(table, tuple(places), tuple(_written(part) for part in zip(*parts, strict=True)))


def _written(parts: Sequence[str]) -> str:
    day = "-".join(parts[:3])
    return f"{day} {parts[3]}:{parts[4].zfill(2) if len(parts) > 4 else '00'}" if len(parts) > 3 else day


def _joined(table: Table, places: tuple[int, ...], cells: tuple[str, ...]) -> TimeColumn:
    names = [table.names[place] for place in places]
    return TimeColumn(places, " + ".join(names), cells, dated=True, notes=(_JOINED.fill(names=listed(names)),))


def _counter(table: Table) -> TimeColumn | None:
    for place, name in enumerate(table.names):
        if names_a_counter(name) and _counts(table.columns[place]):
            return TimeColumn((place,), name, tuple(map(tidy, table.columns[place])), dated=False)
    return None


def _counts(column: Sequence[str]) -> bool:
    """Whether every cell is a number, each larger than the one before."""
    numbers = [number(tidy(cell), ".") for cell in column]
    counted = [each for each in numbers if each is not None and np.isfinite(each)]
    return len(counted) == len(numbers) and bool((np.diff(counted) > 0).all())

"""Is 01/02/2020 in January or in February? Decided over the whole column, told, and open to the reader's word."""

import re
from collections.abc import Sequence

import numpy as np
from jaxtyping import Shaped

from explainer.language import Phrase
from explainer.series.errors import SeriesError
from explainer.series.reading.date_parts import DateParts, moments
from explainer.series.reading.telling import cut

_PROVEN = Phrase(
    "Dates in “{column}” have the {part} first: line {line} has {value}.",
    "“{column}” 中的日期是{part}在前：第 {line} 行为 {value}。",
)
_NOT_PROVEN = Phrase(
    "No date in “{column}” proves whether the day or the month comes first; the {part} was taken, because {why}; "
    "`day_first` changes it.",
    "“{column}” 中没有日期能说明日和月哪个在前；已按{part}在前读取，因为{why}；可用 `day_first` 更改。",
)
_BOTH = Phrase(
    "The dates in “{column}” contradict each other: line {day_line} has {day_value}, with the day first, and line "
    "{month_line} has {month_value}, with the month first; write all of them in one order.",
    "“{column}” 中的日期互相矛盾：第 {day_line} 行 {day_value} 是日在前，第 {month_line} 行 {month_value} 是月在前；"
    "请统一写法。",
)
_AGAINST = Phrase(
    "`day_first` is {asked}, but line {line} of “{column}” has {value}, which can only have the {part} first; change "
    "`day_first`.",
    "`day_first` 为 {asked}，但“{column}”第 {line} 行的 {value} 只能是{part}在前；请更改 `day_first`。",
)
_DAY, _MONTH = Phrase("day", "日"), Phrase("month", "月")
_CONSTANT = Phrase("then all steps are alike", "这样各行间隔相同")
_RISING = Phrase("then the times rise", "这样时间依次递增")
_SAID = Phrase("the name of the column says so", "列名中已注明")
_AMERICAN = Phrase("clocks with AM and PM go with it", "带 AM/PM 的时间通常这样写")
_COMMON = Phrase("that is the more common order and nothing speaks against it", "这种写法更常见，数据也不与之矛盾")


def in_order(
    parts: DateParts, asked: bool | None, column: str, lines: Sequence[int], cells: Sequence[str]
) -> tuple[DateParts, bool, Phrase | None]:
    """The parts with month and day where they belong, whether the day came first, and what to say about it.

    Raises:
        SeriesError: two rows prove different orders, or a row proves another order than the one asked for.
    """
    # Read as month first: of two numbers, the one above 12 is the day. Where both are, it is no date at all.
    one, two = parts.month > 12, parts.day > 12
    days, months = np.flatnonzero(one & ~two), np.flatnonzero(two & ~one)
    shown = {"column": cut(column)}
    if len(days) and len(months):
        day, month = int(days[0]), int(months[0])
        facts = {"day_line": lines[day], "day_value": cut(cells[day])}
        facts |= {"month_line": lines[month], "month_value": cut(cells[month])}
        raise SeriesError(_BOTH.fill(**facts, **shown), setting="time_column")
    if len(days) or len(months):
        row, day_first = (int(days[0]), True) if len(days) else (int(months[0]), False)
        facts = {"line": lines[row], "value": cut(cells[row]), "part": _DAY if day_first else _MONTH, **shown}
        if asked is not None and asked != day_first:
            raise SeriesError(_AGAINST.fill(**facts, asked=asked), setting="day_first")
        return _taken(parts, day_first), day_first, None if asked is not None else _PROVEN.fill(**facts)
    if asked is not None:
        return _taken(parts, asked), asked, None
    day_first, why = _by_name(column) or _by_steps(parts) or _by_custom(cells)
    note = _NOT_PROVEN.fill(part=_DAY if day_first else _MONTH, why=why, **shown)
    return _taken(parts, day_first), day_first, note


def _taken(parts: DateParts, day_first: bool) -> DateParts:
    return parts.with_days_first() if day_first else parts


def _by_steps(parts: DateParts) -> tuple[bool, Phrase] | None:
    """The order under which the rows are what a series is: evenly spaced, or at least rising."""
    day, month = moments(parts.with_days_first())[0], moments(parts)[0]
    for holds, why in ((evenly_spaced, _CONSTANT), (_rising, _RISING)):
        if holds(day) != holds(month):
            return holds(day), why
    return None


def _by_name(column: str) -> tuple[bool, Phrase] | None:
    """A name that shows the order: "Date (MM/DD/YYYY)"."""
    shape = re.search("d+[-/.]m+[-/.]y|(?P<american>m+[-/.]d+[-/.]y)", column.lower())
    return (shape["american"] is None, _SAID) if shape is not None else None


def _by_custom(cells: Sequence[str]) -> tuple[bool, Phrase]:
    american = any(cell.upper().endswith(("AM", "PM", "A.M.", "P.M.")) for cell in cells)
    return (False, _AMERICAN) if american else (True, _COMMON)


def evenly_spaced(times: Shaped[np.ndarray, " rows"]) -> bool:
    """Whether all steps are alike, be it in seconds or in months."""
    steps = np.diff(times)
    months = np.diff(times.astype("datetime64[M]"))
    same_day = len({*(times - times.astype("datetime64[M]"))}) == 1
    return len(steps) > 0 and bool(len({*steps}) == 1 or (same_day and len({*months}) == 1 and months[0] != 0))


def _rising(times: Shaped[np.ndarray, " rows"]) -> bool:
    return bool((np.diff(times) > np.timedelta64(0)).all())

"""Is 24-01-02 a day of 2024 or of 2002? Decided over the whole column where no year has four digits, and told."""

import re
from collections.abc import Sequence

import numpy as np
from jaxtyping import Bool, Shaped

from explainer.language import Phrase
from explainer.series.reading.date_parts import DateParts, moments
from explainer.series.reading.day_order import evenly_spaced
from explainer.series.reading.telling import cut

_PROVEN = Phrase(
    "Dates in “{column}” have the year first: line {line} has {value}.",
    "“{column}” 中的日期是年在前：第 {line} 行为 {value}。",
)
_NOT_PROVEN = Phrase(
    "No date in “{column}” proves whether the year comes first or last; the {place} number was taken, because {why}; "
    "years of four digits settle it, and `day_first` puts the year last.",
    "“{column}” 中没有日期能说明年份在最前还是最后；已按年份在{place}读取，因为{why}；年份写成四位即可确定，"
    "设置 `day_first` 则按年份在最后读取。",
)
_FIRST, _LAST = Phrase("first", "最前"), Phrase("last", "最后")
_SAID = Phrase("the name of the column says so", "列名中已注明")
_EVEN = Phrase("then all steps are alike", "这样各行间隔相同")
_STEADY = Phrase("then the times run in one direction", "这样时间沿同一方向变化")
_NEAR = Phrase("then the times are closest together", "这样各行时间最为接近")
_FIRST_DAY = Phrase("then every row is the first of a month", "这样每一行都是某月 1 日")
_COMMON = Phrase("that is the more common order and nothing speaks against it", "这种写法更常见，数据也不与之矛盾")


def year_comes_first(
    parts: DateParts, matches: Sequence[re.Match[str]], asked: bool | None, column: str, lines: Sequence[int]
) -> tuple[bool, Phrase | None]:
    """Whether the first of three short numbers is the year, and what to say about it.

    `parts` are read as month, day, year; `asked` is whether the reader wants the day first, and so the year last.
    """
    if any(len(match["year"]) == 4 for match in matches):
        return False, None
    not_first, not_last = _not_first(parts, matches), _not_last(parts, matches)
    if not_first.any() and not_last.any():
        # Some row is a mistake in either order; it is named by the one that more rows can have.
        return bool(not_first.sum() < not_last.sum()), None
    if not_last.any():
        row = int(np.argmax(not_last))
        proven = _PROVEN.fill(column=cut(column), line=lines[row], value=cut(matches[row][0]))
        return (False, None) if _is_mistake(parts, not_last, first=False) else (True, proven)
    if not_first.any() or asked is not None:
        return asked is None and _is_mistake(parts, not_first, first=True), None
    first, why = _by_name(column) or _by_steps(parts) or (False, _COMMON)
    note = _NOT_PROVEN.fill(column=cut(column), place=_FIRST if first else _LAST, why=why)
    # Where the year is last for a good reason, the sentence about years of two digits is enough.
    return first, None if not first and why in (_SAID, _EVEN, _STEADY) else note


def _not_first(parts: DateParts, matches: Sequence[re.Match[str]]) -> Bool[np.ndarray, " rows"]:
    """Rows that cannot have the year first: nobody writes one with one digit."""
    month, day = parts.day, parts.year % 100
    return np.array([len(match["one"]) == 1 for match in matches]) | (month > 12) | (day < 1) | (day > 31)


def _not_last(parts: DateParts, matches: Sequence[re.Match[str]]) -> Bool[np.ndarray, " rows"]:
    one = parts.month
    return np.array([len(match["year"]) == 1 for match in matches]) | (one < 1) | (one > 31)


def _is_mistake(parts: DateParts, odd: Bool[np.ndarray, " rows"], first: bool) -> bool:
    """Whether a few odd rows prove nothing, because all the others speak for the order that these cannot have."""
    if odd.sum() * 2 >= len(odd):
        return False
    others = _by_steps(parts.of_rows(~odd))
    return others is not None and others[0] == first


def _by_name(column: str) -> tuple[bool, Phrase] | None:
    """A name that shows the order: "Date (YY-MM-DD)"."""
    shape = re.search("(?P<first>y+[-/.]m+[-/.]d)|d+[-/.]m+[-/.]y|m+[-/.]d+[-/.]y", column.lower())
    return (shape["first"] is not None, _SAID) if shape is not None else None


def _by_steps(parts: DateParts) -> tuple[bool, Phrase] | None:
    """The order under which the rows are most like a series: evenly spaced, in one direction, close together."""
    first = moments(parts.with_years_first())[0]
    orders = [parts, parts.with_days_first()] if (parts.month <= 12).all() else [parts.with_days_first()]
    lasts = [moments(each)[0] for each in orders]
    for fault, why in ((_uneven, _EVEN), (_turns, _STEADY)):
        as_first, as_last = fault(first), min(map(fault, lasts))
        if as_first != as_last:
            return as_first < as_last, why
    return _by_beginnings(first, lasts) or _by_span(first, lasts)


def _by_beginnings(
    first: Shaped[np.ndarray, " rows"], lasts: Sequence[Shaped[np.ndarray, " rows"]]
) -> tuple[bool, Phrase] | None:
    """The one order under which every row begins a month or a year: 01/01/10 and 01/01/11 are no days of 2001."""
    as_first, as_last = _begin_months(first), any(map(_begin_months, lasts))
    return (as_first, _FIRST_DAY) if as_first != as_last else None


def _by_span(
    first: Shaped[np.ndarray, " rows"], lasts: Sequence[Shaped[np.ndarray, " rows"]]
) -> tuple[bool, Phrase] | None:
    as_first, as_last = _span(first), min(map(_span, lasts))
    if as_first * 2 < as_last or as_last * 2 < as_first:
        return as_first < as_last, _NEAR
    # 24-01-01 with many hours rather begins a year than that it is some day of 2001.
    return (True, _FIRST_DAY) if _on_first_days(first) and not any(map(_on_first_days, lasts)) else None


def _uneven(times: Shaped[np.ndarray, " rows"]) -> int:
    return int(not evenly_spaced(times))


def _turns(times: Shaped[np.ndarray, " rows"]) -> int:
    """How many steps go against the direction of most."""
    steps = np.diff(times).astype("int64")
    return min(int((steps < 0).sum()), int((steps > 0).sum()))


def _span(times: Shaped[np.ndarray, " rows"]) -> int:
    return int((times.max() - times.min()).astype("int64"))


def _on_first_days(times: Shaped[np.ndarray, " rows"]) -> bool:
    return bool((times.astype("datetime64[D]") == times.astype("datetime64[M]")).all())


def _begin_months(times: Shaped[np.ndarray, " rows"]) -> bool:
    """Whether each row is the first of another month; of January, where whole years lie between them."""
    months = times.astype("datetime64[M]").astype("int64")
    steps = np.diff(months)
    yearly = not (steps % 12).any()
    return _on_first_days(times) and bool(steps.all()) and (not yearly or int(months[0]) % 12 == 0)

"""How dates are written: one pattern for each order of year, month and day, and a clock behind any of them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

_ZONE = r"(?P<zone>Z|(?:UTC|GMT)?[+-]\d{1,2}(?::?\d{2})?|[A-Z]{3,4})"
_SECONDS = r"(?P<second>\d{1,2})(?:[.,](?P<fraction>\d{1,9}))?\s*秒?"
_HOURS = rf"(?P<hour>\d{{1,2}})(?:\s*[:时点]\s*(?:(?P<minute>\d{{1,2}})(?:\s*[:分]\s*(?:{_SECONDS})?)?)?)?"
_PART_OF_DAY = "(?P<before>上午|下午)?"
_CLOCK = rf"{_PART_OF_DAY}\s*{_HOURS}\s*(?P<half>[AaPp]\.?[Mm]\.?)?(?:\s*{_ZONE})?"
# A blank, a T or a comma stands between date and clock; after a Chinese 日 nothing has to.
_BEHIND = rf"(?:(?:\s*T\s*|\s+|,\s*|(?<=[日号一二三四五六天])){_CLOCK})?"
_WEEKDAY = r"(?:\s*[(]?(?:星期|周)[一二三四五六日天][)]?)?"

_YEAR, _MONTH, _DAY = r"(?P<year>\d{4})", r"(?P<month>\d{1,2})", r"(?P<day>\d{1,2})"
_NAME = r"(?P<name>[A-Za-z]{3,9})\.?"
_COMPACT = r"(?P<year>\d{4})(?P<month>\d{2})(?P<day>\d{2})"
_COMPACT_CLOCK = rf"T(?P<hour>\d{{2}})(?P<minute>\d{{2}})(?P<second>\d{{2}})?{_ZONE}?"
_QUARTER = r"\s*(?:[-/]?\s*[Qq]|年\s*第?)(?P<quarter>[1-4一二三四])(?:\s*季度)?"
# Of three short numbers the last may be the day as well, and of one digit: 24/1/5. Then the first has two.
_THREE_NUMBERS = (
    r"(?P<one>(?P<wide>\d\d)|\d)(?P<mark>[-/.])(?P<two>\d{1,2})(?P=mark)(?P<year>\d{4}|\d{2}|(?(wide)\d|(?!)))"
)

_SAMPLE = 500


@dataclass(frozen=True)
class DatePattern:
    """One way to write a date; `spelled` shows it, and `pattern` has a group for each of its parts."""

    name: str
    spelled: str
    pattern: re.Pattern[str]


def _pattern(name: str, spelled: str, date: str, behind: str = _BEHIND) -> DatePattern:
    return DatePattern(name, spelled, re.compile(date + behind, re.ASCII))


PATTERNS = (
    _pattern("year_first", "YYYY-MM-DD", rf"{_YEAR}(?P<mark>[-/.]){_MONTH}(?P=mark){_DAY}{_WEEKDAY}"),
    _pattern("year_last", "DD/MM/YYYY", _THREE_NUMBERS),
    _pattern("chinese", "YYYY年M月D日", rf"{_YEAR}\s*年\s*{_MONTH}\s*月(?:份|\s*{_DAY}\s*[日号])?{_WEEKDAY}"),
    _pattern("chinese_year", "YYYY年", rf"{_YEAR}\s*年", ""),
    _pattern("day_and_name", "DD Mon YYYY", rf"{_DAY}[-\s./]\s*{_NAME}[-\s./,]\s*(?P<year>\d{{4}}|\d{{2}})"),
    _pattern("name_and_day", "Mon DD, YYYY", rf"{_NAME}\s+{_DAY}(?:st|nd|rd|th)?,?\s+{_YEAR}"),
    _pattern("name_and_year", "Mon YYYY", rf"{_NAME}[-\s,/]\s*{_YEAR}", ""),
    _pattern("year_and_month", "YYYY-MM", rf"{_YEAR}[-/]{_MONTH}", ""),
    _pattern("month_and_year", "MM/YYYY", rf"{_MONTH}[-/]{_YEAR}", ""),
    _pattern("quarter", "YYYY-Qn", _YEAR + _QUARTER, ""),
    _pattern("compact", "YYYYMMDD hh:mm", _COMPACT, rf"(?:\s+|T){_CLOCK}"),
    _pattern("basic", "YYYYMMDDThhmmss", _COMPACT, _COMPACT_CLOCK),
)

CLOCK = re.compile(_CLOCK, re.ASCII)
_POINTED_CLOCK = re.compile(r"\d{1,2}\.\d{2}\.\d{2}", re.ASCII)


def pattern_of(cells: Iterable[str]) -> DatePattern | None:
    """The pattern that more than half of the tidy cells are written in, as far as the first of them tell."""
    sample = list(cells)[:_SAMPLE]
    for pattern in PATTERNS:
        if sum(pattern.pattern.fullmatch(cell) is not None for cell in sample) * 2 > len(sample):
            return pattern
    return None


def is_date(cell: str) -> bool:
    """Whether a tidy cell is written as a date, be it one or not."""
    return any(pattern.pattern.fullmatch(cell) for pattern in PATTERNS)


def is_clock(cell: str) -> bool:
    """Whether a tidy cell is a time of the day without a date: 17:24:00, 17.24.00, 17时24分."""
    cell = with_colons(cell)
    return CLOCK.fullmatch(cell) is not None and any(mark in cell for mark in ":时点")


def with_colons(cell: str) -> str:
    """A clock that is written with points as one with colons; any other text as it is."""
    return cell.replace(".", ":") if _POINTED_CLOCK.fullmatch(cell) else cell

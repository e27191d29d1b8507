"""Matches of a pattern to moments: the parts of every date as arrays, checked against the calendar."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import compress

import numpy as np
from jaxtyping import Bool, Int, Shaped

_MONTHS = {
    name: place
    for place, name in enumerate(
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"], start=1
    )
}
_QUARTERS = {digit: place for place, digit in [*enumerate("1234"), *enumerate("一二三四")]}
_FULL_NAMES = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]


@dataclass(frozen=True, eq=False)
class DateParts:
    """The parts of a column of dates, one number for each row; `zones` is a text for each row, or None."""

    year: Int[np.ndarray, " rows"]
    month: Int[np.ndarray, " rows"]
    day: Int[np.ndarray, " rows"]
    hour: Int[np.ndarray, " rows"]
    minute: Int[np.ndarray, " rows"]
    second: Int[np.ndarray, " rows"]
    microsecond: Int[np.ndarray, " rows"]
    zones: tuple[str, ...]

    def with_days_first(self) -> "DateParts":
        """Month and day exchanged: the month was read first."""
        return replace(self, month=self.day, day=self.month)

    def with_years_first(self) -> "DateParts":
        """Year, month and day of two digits each in this order: they were read as month, day and year."""
        return replace(self, year=_in_full(self.month), month=self.day, day=self.year % 100)

    def of_rows(self, rows: Bool[np.ndarray, " rows"]) -> "DateParts":
        """Some of the rows."""
        return DateParts(
            year=self.year[rows],
            month=self.month[rows],
            day=self.day[rows],
            hour=self.hour[rows],
            minute=self.minute[rows],
            second=self.second[rows],
            microsecond=self.microsecond[rows],
            zones=tuple(compress(self.zones, rows.tolist())),
        )


def date_parts(matches: Sequence[re.Match[str]]) -> DateParts:
    """The parts that the groups name. Of two numbers before a year, the first is taken as the month.

    Two digits of a year are those from 1969 to 2068, as in POSIX.
    """
    has = matches[0].re.groupindex

    def numbers(group: str, default: int) -> Int[np.ndarray, " rows"]:
        if group not in has:
            return np.full(len(matches), default)
        return np.array([int(match[group] or default) for match in matches])

    year = numbers("year", 0)
    short = np.array([len(match["year"]) < 4 for match in matches], dtype=bool)
    return DateParts(
        year=np.where(short, _in_full(year), year),
        month=_months(matches, numbers("one" if "one" in has else "month", 1)),
        day=numbers("two" if "two" in has else "day", 1),
        hour=_hours(matches, numbers("hour", 0)),
        minute=numbers("minute", 0),
        second=numbers("second", 0),
        microsecond=_microseconds(matches),
        zones=tuple(match["zone"] or "" for match in matches) if "zone" in has else (),
    )


def _in_full(years: Int[np.ndarray, " rows"]) -> Int[np.ndarray, " rows"]:
    full: Int[np.ndarray, " rows"] = np.where(years < 69, 2000, 1900) + years
    return full


def _months(matches: Sequence[re.Match[str]], numbers: Int[np.ndarray, " rows"]) -> Int[np.ndarray, " rows"]:
    has = matches[0].re.groupindex
    if "quarter" in has:
        return np.array([_QUARTERS[match["quarter"]] * 3 + 1 for match in matches])
    return np.array([_month_named(match["name"]) for match in matches]) if "name" in has else numbers


def _month_named(name: str) -> int:
    """From 1 to 12; 0, which no calendar has, for a word that is no month."""
    word = name.lower()
    known = word == "sept" or any(full.startswith(word) for full in _FULL_NAMES)
    return _MONTHS.get(word[:3], 0) if known else 0


def _hours(matches: Sequence[re.Match[str]], hours: Int[np.ndarray, " rows"]) -> Int[np.ndarray, " rows"]:
    """Hours of 24; -1, which no clock has, for one that does not go with its half of the day."""
    if "half" not in matches[0].re.groupindex:
        return hours
    halves = [(match["half"] or match["before"] or "").lower().replace(".", "") for match in matches]
    told = np.array([half != "" for half in halves], dtype=bool)
    if not told.any():
        return hours
    english = np.array([half in ("am", "pm") for half in halves], dtype=bool)
    afternoon = np.array([half in ("pm", "下午") for half in halves], dtype=bool)
    # English counts to 12; Chinese texts say 下午 13 时 as well as 下午 1 时, but never 上午 13 时.
    wrong = (english & ((hours < 1) | (hours > 12))) | (told & ~afternoon & (hours > 12))
    late, early = afternoon & (hours < 12), told & ~afternoon & (hours == 12)
    return np.where(wrong, -1, np.where(late, hours + 12, np.where(early, 0, hours)))


def _microseconds(matches: Sequence[re.Match[str]]) -> Int[np.ndarray, " rows"]:
    if "fraction" not in matches[0].re.groupindex:
        return np.zeros(len(matches), dtype=int)
    return np.array([int((match["fraction"] or "").ljust(6, "0")[:6]) for match in matches])


def moments(parts: DateParts) -> tuple[Shaped[np.ndarray, " rows"], Bool[np.ndarray, " rows"]]:
    """The times in microseconds, and which of them no calendar or clock has. 24:00 is midnight of the day after."""
    months = (parts.year - 1970) * 12 + parts.month - 1
    start = months.astype("datetime64[M]")
    length = ((start + 1).astype("datetime64[D]") - start.astype("datetime64[D]")).astype(int)
    midnight = (parts.hour == 24) & (parts.minute == 0) & (parts.second == 0) & (parts.microsecond == 0)
    wrong = (parts.year < 1) | (parts.month < 1) | (parts.month > 12) | (parts.day < 1) | (parts.day > length)
    wrong |= (parts.hour < 0) | ((parts.hour > 23) & ~midnight) | (parts.minute > 59) | (parts.second > 59)
    seconds = (((parts.day - 1) * 24 + parts.hour) * 60 + parts.minute) * 60 + parts.second
    times = start.astype("datetime64[us]") + (seconds * 1_000_000 + parts.microsecond).astype("timedelta64[us]")
    return times, wrong

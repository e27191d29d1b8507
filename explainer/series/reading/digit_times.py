"""Times written in digits alone: YYYYMMDDHH and its like, or seconds since 1970."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Shaped

from explainer.language import Phrase, same_in_both
from explainer.series.reading.date_parts import DateParts, moments

_CALENDAR = {8: "YYYYMMDD", 10: "YYYYMMDDHH", 12: "YYYYMMDDHHMM", 14: "YYYYMMDDHHMMSS"}
_UNIX = {
    "s": Phrase("Unix seconds", "Unix 秒"),
    "ms": Phrase("Unix milliseconds", "Unix 毫秒"),
    "us": Phrase("Unix microseconds", "Unix 微秒"),
    "ns": Phrase("Unix nanoseconds", "Unix 纳秒"),
}
# In each unit the numbers of these digits are times from 1973 (from 2001 in seconds and below) to 2286.
_DIGITS = {9: "s", 10: "s", 12: "ms", 13: "ms", 15: "us", 16: "us", 18: "ns", 19: "ns"}
_MICROSECONDS = {"s": 1_000_000, "ms": 1_000, "us": 1}
_LARGEST = int(np.iinfo(np.int64).max)
_YEARS = range(1500, 2201)
_FAR_APART = 10


@dataclass(frozen=True, eq=False)
class DigitTimes:
    """Times in microseconds, which rows have none, and how they are written; `unix` are counted from 1970 in UTC."""

    times: Shaped[np.ndarray, " rows"]
    wrong: Bool[np.ndarray, " rows"]
    spelled: Phrase
    unix: bool


def digit_times(cells: Sequence[str]) -> DigitTimes | None:
    """The times of a column of digits; None where they are none, counters for example.

    A number can be both: 2016070100 is an hour of 2016 and a second of 2033. The calendar has the word wherever half
    of the column is on it, so that one misspelled date is an error and does not make seconds of the others.
    """
    bare = [cell.removesuffix(".0") for cell in cells]
    if not bare or not all(cell.isdecimal() and cell.isascii() for cell in bare):
        return _fractional(bare)
    length = len(max(bare, key=len))
    calendar = _on_the_calendar(bare, length) if length in _CALENDAR else None
    return calendar or _since_1970(bare)


def digit_years(cells: Sequence[str]) -> DigitTimes | None:
    """Four digits that count up or down as years: 1990, 1991, … None where they do not.

    At most ten years lie between two rows, as 1500, 1600, 1700 are milliseconds rather.
    """
    if not all(len(cell) == 4 and cell.isdecimal() and cell.isascii() for cell in cells):
        return None
    years = np.array([int(cell) for cell in cells])
    steps = np.diff(years)
    steady = len(steps) > 0 and bool((steps > 0).all() or (steps < 0).all()) and np.abs(steps).max() <= _FAR_APART
    if not steady or years.min() not in _YEARS or years.max() not in _YEARS:
        return None
    times = (years - 1970).astype("datetime64[Y]").astype("datetime64[us]")
    return DigitTimes(times, np.zeros(len(cells), dtype=bool), same_in_both("YYYY"), unix=False)


def _on_the_calendar(cells: Sequence[str], length: int) -> DigitTimes | None:
    # A number of another length is wrong, and stands here as the year 0.
    padded = [(cell if len(cell) == length else "0" * length).ljust(14, "0") for cell in cells]
    cuts = ((0, 4), (4, 6), (6, 8), (8, 10), (10, 12), (12, 14))
    year, month, day, hour, minute, second = (
        np.array([int(cell[start:end]) for cell in padded]) for start, end in cuts
    )
    times, wrong = moments(DateParts(year, month, day, hour, minute, second, np.zeros_like(year), ()))
    wrong |= (year < _YEARS.start) | (year >= _YEARS.stop)
    if wrong.sum() * 2 >= len(cells):
        return None
    return DigitTimes(times, wrong, same_in_both(_CALENDAR[length]), unix=False)


def _since_1970(cells: Sequence[str]) -> DigitTimes | None:
    unit = _DIGITS.get(len(cells[len(cells) // 2]))
    if unit is None:
        return None
    wrong = np.array([_DIGITS.get(len(cell)) != unit or int(cell) > _LARGEST for cell in cells], dtype=bool)
    if wrong.sum() * 2 >= len(cells):
        return None
    numbers = np.array(
        [0 if out else int(cell) for cell, out in zip(cells, wrong.tolist(), strict=True)], dtype="int64"
    )
    micro = numbers // 1000 if unit == "ns" else numbers * _MICROSECONDS[unit]
    return DigitTimes(micro.astype("datetime64[us]"), wrong, _UNIX[unit], unix=True)


def _fractional(cells: Sequence[str]) -> DigitTimes | None:
    """Unix seconds with a fraction; whole and broken ones may stand side by side."""
    whole, _, fraction = zip(*(cell.partition(".") for cell in cells), strict=True) if cells else ((), (), ())
    if not all(each.isdecimal() and each.isascii() for each in (*whole, *(part for part in fraction if part))):
        return None
    found = _since_1970(whole)
    if found is None or found.spelled != _UNIX["s"]:
        return None
    micro = np.array([int(part[:6].ljust(6, "0")) for part in fraction]).astype("timedelta64[us]")
    return DigitTimes(found.times + micro, found.wrong, found.spelled, unix=True)

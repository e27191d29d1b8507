"""Time marks: the calendar position of each row as numbers from -0.5 to 0.5.

iTransformer reads each mark as one more token beside the variates, so the order of the columns is the order of tokens.
Columns, order and formulas are those of the Time-Series-Library (`utils/timefeatures.py`).
"""

import re
from collections.abc import Callable

import numpy as np
import pandas as pd
from jaxtyping import Float
from numpy.typing import ArrayLike

from explainer.language import Phrase, same_in_both
from explainer.series.errors import SeriesError

MARK_TITLES: dict[str, Phrase] = {
    "second_of_minute": Phrase("second of minute", "秒"),
    "minute_of_hour": Phrase("minute of hour", "分钟"),
    "hour_of_day": Phrase("hour of day", "小时"),
    "day_of_week": Phrase("day of week", "星期"),
    "day_of_month": Phrase("day of month", "月内第几天"),
    "day_of_year": Phrase("day of year", "年内第几天"),
    "week_of_year": Phrase("week of year", "年内第几周"),
    "month_of_year": Phrase("month of year", "月份"),
}

_FORMULAS: dict[str, Callable[[pd.DatetimeIndex], ArrayLike]] = {
    "second_of_minute": lambda times: times.second / 59 - 0.5,
    "minute_of_hour": lambda times: times.minute / 59 - 0.5,
    "hour_of_day": lambda times: times.hour / 23 - 0.5,
    "day_of_week": lambda times: times.day_of_week / 6 - 0.5,
    "day_of_month": lambda times: (times.day - 1) / 30 - 0.5,
    "day_of_year": lambda times: (times.day_of_year - 1) / 365 - 0.5,
    "week_of_year": lambda times: (times.isocalendar().week.astype("int64") - 1) / 52 - 0.5,
    "month_of_year": lambda times: (times.month - 1) / 11 - 0.5,
}

_COLUMNS: dict[str, tuple[str, ...]] = {
    "second": ("second_of_minute", "minute_of_hour", "hour_of_day", "day_of_week", "day_of_month", "day_of_year"),
    "minute": ("minute_of_hour", "hour_of_day", "day_of_week", "day_of_month", "day_of_year"),
    "hour": ("hour_of_day", "day_of_week", "day_of_month", "day_of_year"),
    "day": ("day_of_week", "day_of_month", "day_of_year"),
    "week": ("day_of_month", "week_of_year"),
    "month": ("month_of_year",),
    "quarter": ("month_of_year",),
    "year": (),
    "row": (),
}

# pandas is not asked what a code means: since version 3 it rejects t, m, q, a and y, which the reference documents or
# takes. Case matters: MS is the start of a month, ms a millisecond.
_CODES: dict[str, tuple[str, ...]] = {
    "second": ("s", "S"),
    "minute": ("t", "T", "min"),
    "hour": ("h", "H"),
    "day": ("d", "D", "b", "B"),
    "week": ("w", "W"),
    "month": ("m", "M", "ME", "MS"),
    "quarter": ("q", "Q", "QE", "QS"),
    "year": ("a", "A", "y", "Y", "YE", "YS"),
}
_WORDS = {code: word for word, codes in _CODES.items() for code in (word, *codes)} | {"row": "row"}

# A number in front (15min, 3h) and an anchor behind (W-SUN, QE-DEC) do not change the columns.
_CODE = re.compile(r"(?P<every>[1-9][0-9]*)?(?P<base>[A-Za-z]+)(?:-[A-Z]{3})?")

_UNKNOWN_CODE = Phrase(
    "The frequency “{code}” is not known; accepted are {codes}, also with a number in front such as 15min or 3h.",
    "无法识别频率“{code}”；可用的写法有 {codes}，前面也可以加数字，例如 15min 或 3h。",
)
_LARGEST_STEP, _LONGEST_CODE = 10_000_000, 40
_TOO_LARGE = Phrase(
    "The frequency “{code}” has too large a number in front; {most} is the largest that is accepted.",
    "频率“{code}”前面的数字过大；最大可用 {most}。",
)


def frequency_of(code: str) -> str:
    """Our word for a frequency code of the reference or of pandas: "h", "3h" and "H" are all "hour".

    As in the reference, "m" is a month; minutes are "t" or "min". Our own words are accepted too, and "row" is the
    step of a series without dates.

    Raises:
        SeriesError: the code is none of the accepted ones; the sentence names both.
    """
    return step_of(code)[0]


def step_of(code: str) -> tuple[str, int]:
    """The word of a frequency code and the number in front of it: "15min" is ("minute", 15), "h" is ("hour", 1).

    Raises:
        SeriesError: as `frequency_of`, or the number is above ten million.
    """
    match = _CODE.fullmatch(code)
    word = _WORDS.get(match["base"]) if match else None
    if word is None:
        accepted = same_in_both(", ".join(code for codes in _CODES.values() for code in codes))
        raise SeriesError(_UNKNOWN_CODE.fill(code=code, codes=accepted), setting="frequency")
    every = (match["every"] if match else None) or "1"
    # Counted first, as Python does not turn thousands of digits into a number.
    if len(every) > len(str(_LARGEST_STEP)) or int(every) > _LARGEST_STEP:
        shown = code if len(code) <= _LONGEST_CODE else f"{code[: _LONGEST_CODE - 1]}…"
        raise SeriesError(_TOO_LARGE.fill(code=shown, most=f"{_LARGEST_STEP:,}"), setting="frequency")
    return word, int(every)


def mark_names(frequency: str) -> tuple[str, ...]:
    """The marks of a frequency in the order of their columns; none for yearly rows and for those without dates.

    Raises:
        SeriesError: the frequency is not known.
    """
    return _COLUMNS[frequency_of(frequency)]


def time_marks(times: pd.Index, frequency: str) -> Float[np.ndarray, "rows n_marks"]:
    """The marks of each time, without unit, from -0.5 to 0.5, in the columns of `mark_names(frequency)`.

    The reference fails on yearly rows, where there is nothing to stack; here they have 0 columns, and so do rows
    without dates, whose `times` are counters.

    Raises:
        SeriesError: the frequency is not known.
    """
    names = mark_names(frequency)
    marks = np.empty((len(times), len(names)))
    if not isinstance(times, pd.DatetimeIndex):
        return marks[:, :0]
    for column, name in enumerate(names):
        marks[:, column] = _FORMULAS[name](times)
    return marks

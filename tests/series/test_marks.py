"""Time marks against values worked out by hand, and against the calendar of the standard library."""

import re
from datetime import datetime

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explainer.series import MARK_TITLES, SeriesError, frequency_of, mark_names, time_marks

FREQUENCIES = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"]


def marks_at(time: str, frequency: str) -> list[float]:
    return [float(mark) for mark in time_marks(pd.DatetimeIndex([time]), frequency)[0]]


def by_the_standard_library(time: datetime) -> dict[str, float]:
    """Position in its cycle over the largest position, from `datetime` alone."""
    position = {
        "second_of_minute": (time.second, 59),
        "minute_of_hour": (time.minute, 59),
        "hour_of_day": (time.hour, 23),
        "day_of_week": (time.weekday(), 6),
        "day_of_month": (time.day - 1, 30),
        "day_of_year": (time.timetuple().tm_yday - 1, 365),
        "week_of_year": (time.isocalendar().week - 1, 52),
        "month_of_year": (time.month - 1, 11),
    }
    return {name: at / largest - 0.5 for name, (at, largest) in position.items()}


@pytest.mark.parametrize(
    ("frequency", "names"),
    [
        ("second", "second_of_minute minute_of_hour hour_of_day day_of_week day_of_month day_of_year"),
        ("minute", "minute_of_hour hour_of_day day_of_week day_of_month day_of_year"),
        ("hour", "hour_of_day day_of_week day_of_month day_of_year"),
        ("day", "day_of_week day_of_month day_of_year"),
        ("week", "day_of_month week_of_year"),
        ("month", "month_of_year"),
        ("quarter", "month_of_year"),
        ("year", ""),
    ],
)
def test_each_frequency_has_the_columns_of_the_reference_in_their_order(frequency: str, names: str) -> None:
    assert mark_names(frequency) == tuple(names.split())


def test_a_monday_the_first_of_january_at_midnight_is_the_lowest_corner() -> None:
    assert marks_at("2001-01-01 00:00:00", "second") == [-0.5] * 6


def test_the_last_hour_of_an_ordinary_year_stays_below_the_top_in_the_day_of_year() -> None:
    assert marks_at("2001-12-31 23:00", "hour") == pytest.approx([0.5, -0.5, 0.5, 0.4972602739726027], abs=1e-15)


def test_the_last_day_of_a_leap_year_reaches_the_top() -> None:
    assert marks_at("2004-12-31 23:00", "hour") == pytest.approx([0.5, 4 / 6 - 0.5, 0.5, 0.5], abs=1e-15)


def test_a_saturday_in_june_has_the_marks_worked_out_by_hand() -> None:
    """11/23-0.5, 5/6-0.5, 29/30-0.5 and, as 30 June is the 181st day, 180/365-0.5."""
    expected = [-0.0217391304, 0.3333333333, 0.4666666667, -0.0068493151]
    assert marks_at("2001-06-30 11:00", "hour") == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("time", "mark"),
    [
        ("2001-01-01", -0.5),
        ("2004-12-31", 0.5),  # week 53
        ("2005-01-01", 0.5),  # still week 53 of the year before
        ("2001-07-02", 26 / 52 - 0.5),  # week 27
    ],
)
def test_weeks_are_counted_as_in_iso_8601(time: str, mark: float) -> None:
    assert marks_at(time, "week")[1] == pytest.approx(mark, abs=1e-15)


@pytest.mark.parametrize("frequency", ["month", "quarter"])
def test_months_and_quarters_are_marked_by_the_month(frequency: str) -> None:
    marks = time_marks(pd.DatetimeIndex(["2001-01-01", "2001-04-01", "2001-12-31"]), frequency)
    np.testing.assert_allclose(marks, [[-0.5], [3 / 11 - 0.5], [0.5]], atol=1e-15)


def test_a_year_has_no_marks_and_is_no_error() -> None:
    assert time_marks(pd.DatetimeIndex(["2001-12-31", "2002-12-31"]), "year").shape == (2, 0)


@pytest.mark.parametrize("frequency", FREQUENCIES)
def test_no_times_give_no_rows(frequency: str) -> None:
    assert time_marks(pd.DatetimeIndex([]), frequency).shape == (0, len(mark_names(frequency)))


@settings(deadline=None)
@given(
    times=st.lists(st.datetimes(datetime(1678, 1, 1), datetime(2261, 12, 31)), min_size=1, max_size=5),
    frequency=st.sampled_from(FREQUENCIES),
)
def test_marks_agree_with_the_standard_library_and_keep_their_range(times: list[datetime], frequency: str) -> None:
    marks = time_marks(pd.DatetimeIndex(times), frequency)
    expected = [[by_the_standard_library(time)[name] for name in mark_names(frequency)] for time in times]
    np.testing.assert_allclose(marks, np.reshape(expected, marks.shape), rtol=0, atol=1e-15)
    assert ((marks >= -0.5) & (marks <= 0.5)).all()


def test_every_mark_has_a_title_in_both_languages_and_every_title_a_mark() -> None:
    assert {name for frequency in FREQUENCIES for name in mark_names(frequency)} == set(MARK_TITLES)
    assert all(title.en and re.search("[\u4e00-\u9fff]", title.zh) for title in MARK_TITLES.values())


@pytest.mark.parametrize(
    ("codes", "word"),
    [
        ("s S 10s", "second"),
        ("t T min 15min 5T", "minute"),
        ("h H 3h 12H", "hour"),
        ("d D b B 7D", "day"),
        ("w W W-SUN 2W-MON", "week"),
        ("m M ME MS 3MS", "month"),
        ("q Q QE QS QE-DEC QS-OCT", "quarter"),
        ("a A y Y YE YS YE-DEC YS-JAN", "year"),
    ],
)
def test_codes_of_the_reference_and_of_pandas_become_our_words(codes: str, word: str) -> None:
    assert {frequency_of(code) for code in codes.split()} == {word}


@pytest.mark.parametrize("word", FREQUENCIES)
def test_our_words_are_codes_of_themselves(word: str) -> None:
    assert frequency_of(word) == word


@pytest.mark.parametrize("step", ["10s", "15min", "h", "D", "B", "W", "MS", "ME", "QS", "QE", "2QE", "YS", "YE"])
def test_the_spelling_that_pandas_gives_back_is_accepted(step: str) -> None:
    """It adds an anchor: "W" comes back as "W-SUN"."""
    spelled = pd.date_range("2001-01-01", periods=3, freq=step).freqstr
    assert spelled is not None
    assert frequency_of(spelled) == frequency_of(step)


@pytest.mark.parametrize("code", ["ms", "us", "x", "", "15", "h3", "0h", "-1h", "3.5h", " h", "h\n", "hours", "{0}"])
def test_an_unknown_code_is_refused_in_both_languages_with_the_accepted_ones(code: str) -> None:
    with pytest.raises(SeriesError) as caught:
        frequency_of(code)
    assert caught.value.setting == "frequency"
    for sentence in (caught.value.phrase.en, caught.value.phrase.zh):
        assert f"“{code}”" in sentence
        assert "s, S, t, T, min, h, H, d, D" in sentence


def test_every_code_the_refusal_recommends_is_accepted() -> None:
    with pytest.raises(SeriesError) as caught:
        frequency_of("fortnight")
    listed = re.search(r"accepted are (.+), also .* such as (\w+) or (\w+)\.", caught.value.phrase.en)
    assert listed is not None
    codes = [*listed[1].split(", "), listed[2], listed[3]]
    assert len(codes) > 20
    assert {frequency_of(code) for code in codes} == set(FREQUENCIES)


def test_marks_of_an_unknown_frequency_are_refused() -> None:
    with pytest.raises(SeriesError, match="fortnight"):
        time_marks(pd.DatetimeIndex(["2001-01-01"]), "fortnight")

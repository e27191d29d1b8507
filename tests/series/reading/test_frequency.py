"""The step from row to row in the words of the calendar, and what is told where it is not kept."""

import pandas as pd
import pytest

from explainer.series import Series, mark_names
from tests.series.reading.files import columns, note, notes, read, refusal, refused_setting, rows, times


def series_at(when: pd.DatetimeIndex | list[str], **options: object) -> Series:
    return read(rows("date,x", *(f"{time},{number}" for number, time in enumerate(when))), **options)


@pytest.mark.parametrize(
    ("code", "word", "every"),
    [
        ("s", "second", 1),
        ("10s", "second", 10),
        ("min", "minute", 1),
        ("15min", "minute", 15),
        ("90min", "minute", 90),
        ("h", "hour", 1),
        ("6h", "hour", 6),
        ("24h", "day", 1),
        ("D", "day", 1),
        ("10D", "day", 10),
        ("W", "week", 1),
        ("2W", "week", 2),
        ("MS", "month", 1),
        ("ME", "month", 1),
        ("2MS", "month", 2),
        ("QS", "quarter", 1),
        ("QE", "quarter", 1),
        ("6MS", "quarter", 2),
        ("YS", "year", 1),
        ("YE", "year", 1),
        ("5YS", "year", 5),
        ("BME", "month", 1),
    ],
)
def test_the_frequency_of_pandas_is_found_again(code: str, word: str, every: int) -> None:
    series = series_at(pd.date_range("2019-12-31", periods=15, freq=code))
    assert (series.frequency, series.every) == (word, every)
    assert series.mark_names == mark_names(word)
    assert notes(series) == []


def test_a_month_counted_from_its_31st_is_a_month() -> None:
    days = [pd.Timestamp("2020-10-31") + pd.DateOffset(months=month) for month in range(8)]
    assert series_at([str(day) for day in days]).frequency == "month"


def test_four_weeks_are_no_month() -> None:
    series = series_at(pd.date_range("2021-01-05", periods=6, freq="4W"))
    assert (series.frequency, series.every) == ("week", 4)


def test_working_days_are_days_and_told() -> None:
    series = series_at(pd.bdate_range("2021-03-01", periods=20))
    assert (series.frequency, series.every) == ("day", 1)
    assert "working days" in note(series, "Saturdays")
    # A holiday beside them is still a gap: 2021-03-17 was a Wednesday.
    days = pd.bdate_range("2021-03-01", periods=20).drop(pd.Timestamp("2021-03-17"))
    assert "from 2021-03-16 00:00:00 to 2021-03-18 00:00:00" in note(series_at(days), "gap")


def test_rows_less_than_a_second_apart_are_told() -> None:
    series = series_at(pd.date_range("2021-03-01", periods=5, freq="100ms"))
    assert (series.frequency, series.every) == ("second", 1)
    assert "less than a second" in note(series, "second")


def test_a_gap_is_told_with_its_times_and_its_line() -> None:
    hours = pd.date_range("2021-03-01", periods=50, freq="h")
    series = series_at(hours.delete([10, 20, 21, 22]))
    assert (series.frequency, series.rows) == ("hour", 46)
    told = note(series, "gaps")
    assert "(2 in all); the first is from 2021-03-01 09:00:00 to 2021-03-01 11:00:00 (line 12)" in told
    assert "the longest from 2021-03-01 19:00:00 to 2021-03-01 23:00:00" in told


def test_steps_that_are_no_multiple_are_told_as_irregular() -> None:
    series = series_at(
        ["2021-03-01 00:00", "2021-03-01 01:00", "2021-03-01 02:00", "2021-03-01 02:20", "2021-03-01 03:20"]
    )
    assert series.frequency == "hour"
    told = note(series, "common step")
    assert "The most common step is 1 hour, but 1 of 4 steps differ" in told
    assert "from 2021-03-01 02:00:00 to 2021-03-01 02:20:00 (line 5)" in told


def test_rows_in_the_wrong_order_are_sorted_with_their_values_and_told() -> None:
    series = series_at(["2021-03-03", "2021-03-01", "2021-03-02"])
    assert times(series) == ["2021-03-01 00:00:00", "2021-03-02 00:00:00", "2021-03-03 00:00:00"]
    assert columns(series) == {"x": [1, 2, 0]}
    assert "line 3, 2021-03-01 00:00:00, is before the line above it" in note(series, "sorted")


def test_the_newest_row_first_is_turned_round_and_told() -> None:
    series = series_at(pd.date_range("2021-03-01", periods=5, freq="D")[::-1])
    assert columns(series) == {"x": [4, 3, 2, 1, 0]}
    assert "turned round" in note(series, "newest")


def test_of_a_time_that_comes_twice_the_first_row_is_kept_and_that_is_told() -> None:
    series = series_at(["2021-03-01", "2021-03-02", "2021-03-02", "2021-03-03", "2021-03-01"])
    assert columns(series) == {"x": [0, 1, 3]}
    told = note(series, "more than once")
    assert "the first of them 2021-03-02 00:00:00" in told
    assert "(2 in all, lines 4, 6)" in told


def test_several_series_below_each_other_are_refused() -> None:
    days = [f"2021-03-0{day}" for _ in range(3) for day in range(1, 5)]
    sentence = refusal(rows("date,x", *(f"{day},1" for day in days)))
    assert "(4 different ones in 12 rows)" in sentence


@pytest.mark.parametrize("copies", [2, 3])
@pytest.mark.parametrize("one_below_the_other", [True, False])
def test_series_in_long_format_are_refused_and_not_halved(copies: int, one_below_the_other: bool) -> None:
    lines = [f"2021-03-0{day},{name},{day}" for name in "abc"[:copies] for day in range(1, 6)]
    sentence = refusal(rows("date,series,value", *(lines if one_below_the_other else sorted(lines))))
    assert f"(5 different ones in {5 * copies} rows), so the file seems to hold several series" in sentence


def test_a_frequency_that_is_asked_for_is_taken_and_a_difference_told() -> None:
    quarters = pd.date_range("2021-03-01", periods=5, freq="15min")
    assert notes(series_at(quarters, frequency="15min")) == []
    series = series_at(quarters, frequency="h")
    assert (series.frequency, series.every, series.mark_names) == ("hour", 1, mark_names("hour"))
    assert "most common step is 15 minutes" in note(series, "asked for")


def test_a_frequency_that_does_not_go_with_the_file_is_refused() -> None:
    dates = rows("date,x", "2021-03-01,1", "2021-03-02,2")
    assert "“fortnight” is not known" in refusal(dates, frequency="fortnight")
    assert "needs dates" in refusal(rows("a,x", "2,1", "1,2"), frequency="h")
    assert "without dates" in refusal(dates, frequency="row")
    assert refused_setting(dates, frequency="row") == "frequency"


@pytest.mark.parametrize("code", ["111111111111111111h", "10000001s", "9" * 5000 + "D"])
def test_a_frequency_of_absurdly_many_steps_is_refused(code: str) -> None:
    dates = rows("date,x", "2021-03-01,1", "2021-03-02,2")
    assert "too large a number in front; 10,000,000 is the largest" in refusal(dates, frequency=code)
    assert refused_setting(dates, frequency=code) == "frequency"
    assert read(dates, frequency="10000000s").every == 10_000_000

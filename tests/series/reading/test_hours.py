"""Days in one column and the hours of each in another: put together, as a day and a clock are."""

import pandas as pd
import pytest

from tests.series.reading.files import columns, note, notes, read, refusal, rows, times


def file(header: str, day_shape: str, hours: range) -> str:
    days = pd.date_range("2021-03-01", periods=2, freq="D")
    return rows(header, *(f"{day.strftime(day_shape)},{hour},{hour + 0.5}" for day in days for hour in hours))


@pytest.mark.parametrize("name", ["hour", "Hour", "HR", "小时", "时", "hour (local)", "hour_of_day"])
@pytest.mark.parametrize("day_shape", ["%Y-%m-%d", "%Y年%m月%d日", "%Y%m%d", "%d/%m/%Y"])
def test_hours_from_0_to_23_are_put_behind_their_days(name: str, day_shape: str) -> None:
    series = read(file(f"date,{name},x", day_shape, range(24)))
    assert times(series) == [str(hour) for hour in pd.date_range("2021-03-01", periods=48, freq="h")]
    assert (series.frequency, series.variates) == ("hour", ("x",))
    assert f"“date”, “{name}”" in note(series, "put together")


def test_hour_24_is_the_midnight_after_and_that_is_told() -> None:
    series = read(file("日期,小时,x", "%Y-%m-%d", range(1, 25)))
    assert times(series) == [str(hour) for hour in pd.date_range("2021-03-01 01:00", periods=48, freq="h")]
    assert "midnight at the end of its day" in note(series, "1 to 24")


def test_the_name_that_is_told_can_be_asked_for() -> None:
    text = file("date,hour,x", "%Y-%m-%d", range(24))
    series = read(text)
    assert series.source is not None
    assert series.source.time_column == "date + hour"
    assert times(read(text, time_column="date + hour")) == times(series)


def test_hours_beside_days_that_come_once_each_are_numbers() -> None:
    series = read(rows("date,hour,x", "2021-03-01,5,1", "2021-03-02,7,2"))
    assert columns(series) == {"hour": [5, 7], "x": [1, 2]}
    assert notes(series) == []


@pytest.mark.parametrize("hours", [range(25), range(2, 27)])
def test_numbers_that_are_no_hours_are_not_put_behind_the_days(hours: range) -> None:
    assert "times without their hours" in refusal(file("date,hour,x", "%Y-%m-%d", hours))

"""The column of the times is found, and each cell becomes the moment that its writer meant."""

from datetime import UTC, datetime, timedelta

import pytest

from explainer.series import NO_TIME_COLUMN, Series
from tests.series.reading.files import columns, note, notes, read, refusal, refused_setting, rows, times

MARCH = ["2021-03-13 10:00:00", "2021-03-13 11:00:00", "2021-03-13 12:00:00"]


def column(cells: list[str], name: str = "date", separator: str = ";", **options: object) -> Series:
    lines = (f"{cell}{separator}{number}" for number, cell in enumerate(cells))
    return read(rows(f"{name}{separator}x", *lines), **options)


def formatted(shape: str) -> list[str]:
    return [datetime.fromisoformat(time).strftime(shape) for time in MARCH]


@pytest.mark.parametrize(
    "shape",
    [
        "%Y-%m-%d %H:%M:%S",
        "%Y-%m-%dT%H:%M",
        "%Y/%m/%d %H:%M",
        "%Y.%m.%d %H:%M:%S.000",
        "%Y-%m-%d %H",
        "%d/%m/%Y %H:%M",
        "%d.%m.%Y %H:%M:%S",
        "%m/%d/%Y %I:%M %p",
        "%m/%d/%Y %I:%M:%S %p",
        "%d-%b-%Y %H:%M",
        "%d %B %Y %H:%M",
        "%b %d, %Y %H:%M",
        "%Y年%m月%d日 %H:%M",
        "%Y年%m月%d日%H时",
        "%Y年%m月%d日 %H时%M分%S秒",
        "%Y%m%d%H",
        "%Y%m%d%H%M",
        "%Y%m%d%H%M%S",
        "%Y%m%d %H:%M",
        "%Y%m%dT%H%M%S",
        "%d.%m.%y %H:%M",
        "%d-%b-%y %H:%M",
    ],
)
def test_every_usual_way_to_write_a_time_is_read(shape: str) -> None:
    series = column(formatted(shape))
    assert times(series) == MARCH
    assert (series.frequency, series.every) == ("hour", 1)


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (["2021年3月1日 上午9:00", "2021年3月1日 下午1:00"], ["2021-03-01 09:00:00", "2021-03-01 13:00:00"]),
        (["2021/3/1 上午 12:00:00", "2021/3/1 下午 12:00:00"], ["2021-03-01 00:00:00", "2021-03-01 12:00:00"]),
        (["2021年3月1日星期一", "2021年3月2日星期二"], ["2021-03-01 00:00:00", "2021-03-02 00:00:00"]),
        (["3/13/2021 12:00 AM", "3/13/2021 12:00 PM"], ["2021-03-13 00:00:00", "2021-03-13 12:00:00"]),
        (["2021-03-01 23:00", "2021-03-01 24:00"], ["2021-03-01 23:00:00", "2021-03-02 00:00:00"]),
        (["2021-03-01", "2021-03-01 12:00"], ["2021-03-01 00:00:00", "2021-03-01 12:00:00"]),
        (["2021-3-1 9:05", "2021-03-01 10:05"], ["2021-03-01 09:05:00", "2021-03-01 10:05:00"]),
        (["2021-03", "2021-04"], ["2021-03-01 00:00:00", "2021-04-01 00:00:00"]),
        (["2021年3月", "2021年4月"], ["2021-03-01 00:00:00", "2021-04-01 00:00:00"]),
        (["2021Q1", "2021Q2"], ["2021-01-01 00:00:00", "2021-04-01 00:00:00"]),
        (["2021年第一季度", "2021年第二季度"], ["2021-01-01 00:00:00", "2021-04-01 00:00:00"]),
        (["2021", "2022"], ["2021-01-01 00:00:00", "2022-01-01 00:00:00"]),
        (["２０２１－０３－０１", "２０２１－０３－０２"], ["2021-03-01 00:00:00", "2021-03-02 00:00:00"]),
        (["31.12.68", "01.01.69"], ["1969-01-01 00:00:00", "2068-12-31 00:00:00"]),
    ],
)
def test_times_that_need_a_closer_look(cells: list[str], expected: list[str]) -> None:
    assert times(column(cells)) == expected


@pytest.mark.parametrize(
    ("factor", "unit"), [(1, "seconds"), (10**3, "milliseconds"), (10**6, "micro"), (10**9, "nano")]
)
def test_seconds_since_1970_are_times_in_utc_and_told(factor: int, unit: str) -> None:
    start = datetime(2016, 7, 1, tzinfo=UTC)
    cells = [str(int((start + timedelta(hours=hour)).timestamp()) * factor) for hour in range(3)]
    series = column(cells, "timestamp")
    assert times(series) == ["2016-07-01 00:00:00", "2016-07-01 01:00:00", "2016-07-01 02:00:00"]
    assert unit in note(series, "Unix")
    assert "UTC" in note(series, "Unix")


def test_seconds_with_a_fraction_are_read_too() -> None:
    assert times(column(["1467331200.0", "1467331201.5"]))[0] == "2016-07-01 00:00:00"
    assert str(column(["1467331200", "1467331200.25"]).times[1]) == "2016-07-01 00:00:00.250000"


def test_a_misspelled_hour_does_not_make_seconds_of_the_others() -> None:
    """2016070125 is no hour, but a second of the year 2033."""
    assert "has “2016070125”, and no calendar has that" in refusal(
        rows("date,x", "2016070122,1", "2016070123,2", "2016070125,3")
    )


@pytest.mark.parametrize(
    "name", ["date", "Date", "DATE", "timestamp", "Timestamp (UTC)", "time", "datetime", "日期", "时间", "采集时间"]
)
def test_the_column_is_found_by_its_name_among_others_that_hold_times(name: str) -> None:
    series = read(rows(f"made,x,{name}", "2001-01-01,1,2021-03-01", "2001-01-02,2,2021-03-02"))
    assert times(series) == ["2021-03-01 00:00:00", "2021-03-02 00:00:00"]
    assert "“made” was left out: times as well." in notes(series)


@pytest.mark.parametrize("name", ["when", "x", "column", "", "Monat"])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_the_column_is_found_by_what_is_in_it_wherever_it_is(name: str, place: int) -> None:
    lines = [["a", "b"], ["1", "5"], ["2", "6"], ["3", "8"]]
    for line, cell in zip(lines, [name, "2021-03-01", "2021-03-02", "2021-03-03"], strict=True):
        line.insert(place, cell)
    series = read(rows(*(",".join(line) for line in lines)))
    assert series.variates == ("a", "b")
    assert times(series)[2] == "2021-03-03 00:00:00"


def test_the_column_can_be_asked_for_and_so_can_none() -> None:
    file = rows("date,made,x", "2021-03-01,2001-01-01,1", "2021-03-02,2001-01-03,2")
    assert times(read(file, time_column="made"))[1] == "2001-01-03 00:00:00"
    series = read(file, time_column=NO_TIME_COLUMN)
    assert (series.frequency, series.times.tolist(), series.mark_names) == ("row", [1, 2], ())
    assert "no column “day”" in refusal(file, time_column="day")
    assert "holds no times: line 2 has “5”" in refusal(rows("a,x", "5,2", "3,4"), time_column="a")
    assert refused_setting(file, time_column="day") == "time_column"


def test_without_a_time_column_rows_are_numbered_and_that_is_told() -> None:
    series = read(rows("a,b", "1,5", "2,6", "3,8"))
    assert series.times.tolist() == [1, 2, 3]
    assert columns(series) == {"a": [1, 2, 3], "b": [5, 6, 8]}
    assert notes(series) == ["No column holds dates: the rows are told by their numbers, and there are no time marks."]


@pytest.mark.parametrize("cells", [["1", "2", "3"], ["0.0", "0.5", "1.0"], ["10", "20", "40"]])
def test_a_plain_counter_is_no_date_and_told(cells: list[str]) -> None:
    series = column(cells, "time")
    assert series.times.tolist() == [float(cell) for cell in cells]
    assert (series.variates, series.frequency, series.mark_names) == (("x",), "row", ())
    assert "“time” counts and holds no dates" in note(series, "counts")


def test_a_date_and_a_clock_in_two_columns_are_put_together() -> None:
    """As in the household power data of UCI."""
    series = read(rows("Date;Time;power", "16/12/2006;17:24:00;4.216", "16/12/2006;17:25:00;5.36"))
    assert times(series) == ["2006-12-16 17:24:00", "2006-12-16 17:25:00"]
    assert series.variates == ("power",)
    assert "“Date”, “Time”" in note(series, "put together")
    assert series.source is not None
    assert series.source.time_column == "Date + Time"


def test_a_clock_beside_days_that_come_once_each_is_not_their_time() -> None:
    series = read(rows("date,sunrise,x", "2021-03-01,06:12,1", "2021-03-02,06:10,2"))
    assert times(series) == ["2021-03-01 00:00:00", "2021-03-02 00:00:00"]
    assert "“sunrise” was left out" in note(series, "sunrise")


def test_a_number_that_speaks_of_times_is_one_only_if_it_moves_as_a_clock() -> None:
    """Nanoseconds of a response are no seconds since 1970."""
    durations = rows("load,response_time", "1,123456789", "2,987654321", "3,456789123")
    assert columns(read(durations))["response_time"] == [123456789, 987654321, 456789123]
    stamps = rows("load,event_timestamp", "1,1467331200", "2,1467331217", "3,1467331290")
    assert times(read(stamps))[1] == "2016-07-01 00:00:17"


def test_a_word_far_down_among_times_of_digits_is_the_one_that_is_named() -> None:
    cells = [f"{2021010100 + 100 * (row // 24) + row % 24}" for row in range(600)]
    cells[333] = "oops"
    lines = [f"{cell},{row}" for row, cell in enumerate(cells)]
    assert refusal(rows("date,x", *lines)).startswith("Line 335 of the time column “date” has “oops”")


def test_a_clock_in_a_column_of_its_own_may_have_points() -> None:
    """As in the air quality data of UCI."""
    series = read(rows("Date;Time;CO(GT)", "13/03/2004;18.00.00;2,6", "13/03/2004;19.00.00;2"))
    assert times(series) == ["2004-03-13 18:00:00", "2004-03-13 19:00:00"]


def test_years_are_told_and_larger_counts_of_four_digits_are_none() -> None:
    assert "read as years" in note(column(["1990", "1991", "1993"], "year"), "years")
    assert column(["1500", "1600", "1700"], "time").times.tolist() == [1500, 1600, 1700]


def test_year_month_day_and_hour_in_columns_of_their_own_are_put_together() -> None:
    """As in the air quality data of Beijing."""
    file = rows("No,year,month,day,hour,pm2.5", "1,2010,1,1,22,129", "2,2010,1,1,23,148", "3,2010,1,2,0,159")
    series = read(file)
    assert times(series) == ["2010-01-01 22:00:00", "2010-01-01 23:00:00", "2010-01-02 00:00:00"]
    assert series.variates == ("pm2.5",)
    assert series.source is not None
    again = read(file, time_column=series.source.time_column)
    assert times(again) == times(series)


def test_numbers_that_only_look_like_times_stay_numbers() -> None:
    file = rows("date,id,version,code", "2021-03-01,20210101,1.2.03,2016-45", "2021-03-02,19990101,1.2.04,2016-46")
    assert columns(read(file)) == {"id": [20210101, 19990101]}
    assert columns(read(rows("a,bytes", "1,1467331201", "2,1467339999")))["bytes"] == [1467331201, 1467339999]


@pytest.mark.parametrize(
    ("cell", "sentence"),
    [
        ("2021-02-30", "no calendar has that"),
        ("2021-13-01", "no calendar has that"),
        ("2021-03-03 25:00", "no calendar has that"),
        ("2021-03-03 24:01", "no calendar has that"),
        ("2021-03-03 10:60", "no calendar has that"),
        ("0000-01-01", "no calendar has that"),
        ("03.03.2021", "is no date like YYYY-MM-DD"),
        ("tomorrow", "is no date like YYYY-MM-DD"),
        ("20210303", "is no date like YYYY-MM-DD"),
    ],
)
def test_a_cell_that_is_no_such_date_is_refused_with_column_line_and_value(cell: str, sentence: str) -> None:
    told = refusal(rows("date,x", "2021-03-01,1", "2021-03-02,2", f"{cell},3", "2021-03-04,4"))
    assert told.startswith(f"Line 4 of the time column “date” has “{cell}”")
    assert sentence in told


def test_a_row_without_a_time_is_refused_with_its_line() -> None:
    file = rows("date,x", "2021-03-01,1", ",2", "2021-03-03,3")
    assert refusal(file).startswith("Line 3 has no time in the time column “date”")


@pytest.mark.parametrize(
    "cell", ["13/01/2021 13:00 PM", "2021-01-13 0:30 am", "2021年1月13日 上午13:00", "13 Mayer 2021"]
)
def test_a_clock_or_a_month_that_is_none_is_refused(cell: str) -> None:
    assert "no calendar has that" in refusal(rows("date;x", f"{cell};1", f"{cell};2"))


def test_one_zone_is_kept_on_the_clock_on_the_wall_and_told() -> None:
    series = column(["2021-03-01T10:00+08:00", "2021-03-01T11:00+08:00"])
    assert times(series) == ["2021-03-01 10:00:00", "2021-03-01 11:00:00"]
    assert "+08:00" in note(series, "kept as they stand")
    assert "UTC" in note(column(["2021-03-01T10:00Z", "2021-03-01T11:00:00 UTC"]), "kept as they stand")
    assert "CST" in note(column(["2021-03-01 10:00 CST", "2021-03-01 11:00 CST"]), "kept as they stand")


def test_several_offsets_are_brought_to_utc_and_told() -> None:
    """The night of the change to summer time in Berlin, by the standard library."""
    cells = [
        "2021-03-28T01:00+01:00",
        "2021-03-28T03:00+02:00",
        "2021-03-28 04:00:00 +0200",
        "2021-03-28T02:30:00-00:30",
    ]
    series = column([*cells[:3], "2021-03-28T03:00:00Z"])
    expected = [datetime.fromisoformat(cell.replace(" +", "+")).astimezone(UTC) for cell in cells]
    assert times(series) == [f"{time:%Y-%m-%d %H:%M:%S}" for time in expected]
    assert "3 offsets" in note(series, "brought to UTC")
    assert (series.frequency, series.every) == ("hour", 1)


def test_zones_that_cannot_be_brought_together_are_refused() -> None:
    some = rows("date,x", "2021-03-28T01:00Z,1", "2021-03-28T02:00,2")
    assert "line 2 has 2021-03-28T01:00Z, line 3 has 2021-03-28T02:00" in refusal(some)
    letters = rows("date,x", "2021-03-28 01:00 CET,1", "2021-03-28 03:00 CEST,2")
    assert "“CET”, “CEST”" in refusal(letters)
    far = rows("date,x", "2021-03-28 01:00+01:00,1", "2021-03-28 02:00+19:00,2")
    assert "14 hours" in refusal(far)

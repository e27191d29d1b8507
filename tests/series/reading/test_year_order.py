"""Three numbers of at most two digits: the year first or last, decided by the whole column and told."""

from datetime import date, datetime, timedelta

import pytest

from tests.series.reading.files import note, notes, read, refusal, rows, times


def file(*dates: str, name: str = "date") -> str:
    return rows(f"{name};x", *(f"{cell};{number}" for number, cell in enumerate(dates)))


def days(start: str, count: int) -> list[date]:
    return [date.fromisoformat(start) + timedelta(days=day) for day in range(count)]


def read_as(shape: str, when: list[date]) -> bool:
    """Whether the days are found again that the standard library wrote in a shape."""
    return times(read(file(*(f"{day:{shape}}" for day in when)))) == [f"{day:%Y-%m-%d 00:00:00}" for day in when]


@pytest.mark.parametrize("mark", ["-", "/", "."])
@pytest.mark.parametrize("count", [2, 3, 31, 400])
def test_days_are_found_again_whether_their_year_of_two_digits_is_first_or_last(mark: str, count: int) -> None:
    assert read_as(f"%y{mark}%m{mark}%d", days("2024-01-01", count))
    assert read_as(f"%d{mark}%m{mark}%y", days("2020-01-01", count))


def test_plain_days_of_2024_are_no_years_from_2001_on_and_that_is_told() -> None:
    series = read(file("24-01-01", "24-01-02", "24-01-03"))
    assert times(series) == ["2024-01-01 00:00:00", "2024-01-02 00:00:00", "2024-01-03 00:00:00"]
    assert (series.frequency, series.every) == ("day", 1)
    assert "the first number was taken, because then the times are closest together" in note(series, "proves")
    assert "line 2, 24-01-01, is in 2024" in note(series, "two digits")
    assert series.source is not None
    assert series.source.time_format is not None
    assert series.source.time_format.en == "YY-MM-DD"


@pytest.mark.parametrize("shape", ["{0:%y}/{0.month}/{0.day} {0.hour}:00", "{0:%y-%m-%d %H:%M}", "{0:%y.%m.%d %H:%M}"])
def test_hours_of_several_days_are_found_again(shape: str) -> None:
    hours = [datetime(2024, 1, 9) + timedelta(hours=hour) for hour in range(60)]
    assert times(read(file(*(shape.format(hour) for hour in hours)))) == [f"{hour:%Y-%m-%d %H:%M:%S}" for hour in hours]


def test_a_last_number_of_one_digit_proves_the_year_first() -> None:
    series = read(file("24/1/10", "24/1/9", "24/1/8"))
    assert times(series)[0] == "2024-01-08 00:00:00"
    assert note(series, "year first") == "Dates in “date” have the year first: line 3 has 24/1/9."


def test_a_first_number_that_is_no_day_proves_the_year_first() -> None:
    series = read(file("99-01-05", "99-02-03"))
    assert times(series) == ["1999-01-05 00:00:00", "1999-02-03 00:00:00"]
    assert "line 2 has 99-01-05" in note(series, "year first")


def test_a_first_number_of_one_digit_or_a_last_one_that_is_no_day_is_read_with_the_year_last() -> None:
    assert times(read(file("1/2/24", "2/2/24", "13/2/24")))[0] == "2024-02-01 00:00:00"
    assert times(read(file("05.01.99", "06.01.99", "13.01.99")))[0] == "1999-01-05 00:00:00"


def test_days_with_gaps_and_the_newest_first_are_found_again() -> None:
    when = [day for day in days("2024-01-01", 300) if day.weekday() < 5 and day.day != 7]
    assert read_as("%y-%m-%d", when)
    series = read(file(*(f"{day:%y-%m-%d}" for day in when[::-1])))
    assert times(series)[0] == "2024-01-01 00:00:00"


def test_the_first_of_every_month_tells_the_day() -> None:
    series = read(file("24-01-01", "24-02-01", "24-03-01"))
    assert times(series)[1] == "2024-02-01 00:00:00"
    assert "the first of a month" in note(series, "proves")
    assert times(read(file("01-01-24", "01-02-24", "01-03-24")))[1] == "2024-02-01 00:00:00"


def test_the_first_of_january_of_every_year_is_no_january_of_2001() -> None:
    for cells in (("01/01/22", "01/01/23", "01/01/24"), ("22/01/01", "23/01/01", "24/01/01")):
        series = read(file(*cells))
        assert times(series) == ["2022-01-01 00:00:00", "2023-01-01 00:00:00", "2024-01-01 00:00:00"]
        assert "the first of a month" in note(series, "year comes first")


def test_months_with_a_gap_are_no_days() -> None:
    series = read(file("09-05-01", "09-06-01", "09-08-01", "09-09-01"))
    assert times(series)[2] == "2009-08-01 00:00:00"


def test_hours_of_one_first_of_january_are_in_that_year() -> None:
    series = read(file("24-01-01 00:00", "24-01-01 01:00", "24-01-01 02:00"))
    assert times(series)[2] == "2024-01-01 02:00:00"
    assert "the first number was taken" in note(series, "year comes first")


def test_what_nothing_decides_is_told_with_its_remedy() -> None:
    series = read(file("13.03.21 10:00", "13.03.21 11:00"))
    assert times(series)[0] == "2021-03-13 10:00:00"
    assert "years of four digits settle it" in note(series, "year comes first")


@pytest.mark.parametrize(("shape", "expected"), [("yy-mm-dd", "2024-01-15"), ("dd-mm-yy", "2015-01-24")])
def test_the_name_of_the_column_may_say_it(shape: str, expected: str) -> None:
    assert times(read(file("24-01-15", "24-02-15", name=f"date ({shape})")))[0].startswith(expected)


def test_the_reader_has_the_last_word() -> None:
    series = read(file("24-01-01", "24-01-02", "24-01-03"), day_first=True)
    assert times(series) == ["2001-01-24 00:00:00", "2002-01-24 00:00:00", "2003-01-24 00:00:00"]
    assert not [text for text in notes(series) if "proves" in text]


def test_a_day_that_is_none_is_refused_and_does_not_turn_the_others_round() -> None:
    assert "“24-02-30”, and no calendar has that" in refusal(file("24-02-28", "24-02-29", "24-02-30"))
    assert "“12/13/1”, which is no date like DD/MM/YYYY" in refusal(file("12/13/1", "12/14/1"))


@pytest.mark.parametrize(
    ("cells", "mistake"),
    [
        (("13-01-24", "14-01-24", "15-01-24", "16-01-2"), "“16-01-2”, which is no date like DD/MM/YYYY"),
        (("13-01-24", "14-01-24", "15-01-24", "32-01-24"), "“32-01-24”, and no calendar has that"),
        (("24-01-01", "24-01-02", "24-01-03", "24-01-32"), "“24-01-32”, and no calendar has that"),
        (("05-01-01", "05-01-02", "05-01-03", "05-13-04"), "“05-13-04”, and no calendar has that"),
        (("24/1/1", "24/1/2", "24/1/3", "24/13/4"), "“24/13/4”, and no calendar has that"),
        (("24/1/1", "24/1/2", "24/1/3", "4/1/24"), "“4/1/24”, which is no date like YY-MM-DD"),
    ],
)
def test_one_mistake_is_named_and_proves_nothing_about_the_others(cells: tuple[str, ...], mistake: str) -> None:
    told = refusal(file(*cells))
    assert told.startswith("Line 5 of the time column “date”")
    assert mistake in told

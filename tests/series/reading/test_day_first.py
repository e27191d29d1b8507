"""Day or month first: decided by the whole column, told, and open to the reader's word."""

import pandas as pd
import pytest

from tests.series.reading.files import note, notes, read, refusal, refused_setting, rows, times


def file(*dates: str) -> str:
    return rows("date,x", *(f"{date},{number}" for number, date in enumerate(dates)))


def test_one_date_that_proves_the_order_proves_it_for_all() -> None:
    series = read(file("11/12/2021", "12/12/2021", "13/12/2021"))
    assert times(series)[0] == "2021-12-11 00:00:00"
    assert note(series, "first") == "Dates in “date” have the day first: line 4 has 13/12/2021."
    series = read(file("12/11/2021", "12/12/2021", "12/13/2021"))
    assert times(series)[0] == "2021-12-11 00:00:00"
    assert note(series, "first") == "Dates in “date” have the month first: line 4 has 12/13/2021."


def test_the_proof_may_stand_in_the_last_of_many_rows() -> None:
    """Python's own parser would read the first twelve days of each month the other way round."""
    days = pd.date_range("2021-01-01", periods=13, freq="D")
    series = read(file(*(f"{day:%d/%m/%Y}" for day in days)))
    assert times(series) == [f"{day:%Y-%m-%d 00:00:00}" for day in days]


def test_dates_that_contradict_each_other_are_refused_with_both_lines() -> None:
    sentence = refusal(file("01/02/2021", "13/02/2021", "02/14/2021"))
    assert "line 3 has 13/02/2021, with the day first, and line 4 has 02/14/2021, with the month first" in sentence


def test_a_date_that_is_none_in_either_order_proves_nothing() -> None:
    assert "“13/14/2021”, and no calendar has that" in refusal(file("01/02/2021", "13/14/2021", "03/02/2021"))


def test_without_proof_the_order_with_even_steps_is_taken_and_told() -> None:
    series = read(file("30/11/2021".replace("30", "09"), "10/11/2021", "11/11/2021", "12/11/2021"))
    # Month first these are the eleventh of four months, which are even steps too: nothing is decided by them.
    assert "the more common order" in note(series, "No date")
    series = read(file("01/02/2021 00:00", "01/02/2021 12:00", "02/02/2021 00:00", "02/02/2021 12:00"))
    assert times(series)[2] == "2021-02-02 00:00:00"
    assert "all steps are alike" in note(series, "No date")
    series = read(file("02/01/2021 00:00", "02/01/2021 12:00", "02/02/2021 00:00", "02/02/2021 12:00"))
    assert times(series)[2] == "2021-02-02 00:00:00"
    assert "the month was taken, because then all steps are alike" in note(series, "No date")


def test_without_even_steps_the_order_in_which_times_rise_is_taken_and_told() -> None:
    series = read(file("01/05/2021", "03/05/2021", "02/06/2021"))
    assert times(series) == ["2021-05-01 00:00:00", "2021-05-03 00:00:00", "2021-06-02 00:00:00"]
    assert "the day was taken, because then the times rise" in note(series, "No date")


def test_am_and_pm_speak_for_the_month_first() -> None:
    series = read(file("7/1/2021 11:00 AM", "7/1/2021 12:00 PM", "7/1/2021 1:00 PM"))
    assert times(series)[0] == "2021-07-01 11:00:00"
    assert "AM and PM" in note(series, "No date")


@pytest.mark.parametrize(("shape", "expected"), [("DD/MM/YYYY", "2021-02-01"), ("mm/dd/yyyy", "2021-01-02")])
def test_the_name_of_the_column_may_say_it(shape: str, expected: str) -> None:
    series = read(file("01/02/2021", "02/02/2021").replace("date", f"Date ({shape})"))
    assert times(series)[0].startswith(expected)
    assert "the name of the column says so" in note(series, "No date")


@pytest.mark.parametrize(("day_first", "expected"), [(True, "2021-02-01"), (False, "2021-01-02")])
def test_the_reader_has_the_last_word(day_first: bool, expected: str) -> None:
    series = read(file("01/02/2021", "02/03/2021", "03/04/2021"), day_first=day_first)
    assert times(series)[0].startswith(expected)
    assert not [text for text in notes(series) if "first" in text and "No date" in text]


def test_the_readers_word_against_a_proof_is_refused() -> None:
    sentence = refusal(file("13/02/2021", "14/02/2021"), day_first=False)
    assert "line 2 of “date” has 13/02/2021, which can only have the day first" in sentence
    assert refused_setting(file("13/02/2021", "14/02/2021"), day_first=False) == "day_first"


def test_dates_with_the_year_first_are_never_turned_round() -> None:
    series = read(file("2021-02-01", "2021-02-02"), day_first=True)
    assert times(series) == ["2021-02-01 00:00:00", "2021-02-02 00:00:00"]
    assert notes(series) == []

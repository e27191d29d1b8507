"""Missing values are counted, told with their lines, and filled by a method that the reader chooses."""

import numpy as np
import pandas as pd
import pytest
import torch

from explainer.series import windows
from tests.series.reading.files import columns, dated, note, notes, read, refusal

HOLES = ("1", "", "", "7", "", "5")


@pytest.mark.parametrize(
    ("fill", "expected"),
    [
        ("linear", [1, 3, 5, 7, 6, 5]),
        ("previous", [1, 1, 1, 7, 7, 5]),
        ("mean", [1, 13 / 3, 13 / 3, 7, 13 / 3, 5]),
        ("zero", [1, 0, 0, 7, 0, 5]),
    ],
)
def test_holes_are_filled_as_the_reader_chooses_and_told_with_the_method(fill: str, expected: list[float]) -> None:
    series = read(dated("a,b", *(f"{cell},{row}" for row, cell in enumerate(HOLES))), fill=fill)
    assert columns(series)["a"] == pytest.approx(expected)
    told = note(series, "missing")
    assert told.startswith("“a” has 3 missing values (lines 3, 4, 6)")
    assert {"linear": "line between", "previous": "before", "mean": "mean", "zero": "with 0"}[fill] in told
    assert "`fill`" in told


@pytest.mark.parametrize("fill", ["linear", "previous"])
def test_at_the_ends_the_nearest_value_is_taken(fill: str) -> None:
    series = read(dated("a,b", ",1", "3,1", "4,2", ",1"), fill=fill)
    assert columns(series)["a"] == [3, 3, 4, 4]


def test_a_line_between_neighbours_is_one_in_time_and_not_in_rows() -> None:
    """A quarter of the way between 0 and 8, as pandas has it too."""
    hours = ["2021-03-01 00:00", "2021-03-01 01:00", "2021-03-01 04:00", "2021-03-01 05:00"]
    file = "date,a\n" + "".join(f"{hour},{cell}\n" for hour, cell in zip(hours, ["0", "", "8", "9"], strict=True))
    expected = pd.Series([0, np.nan, 8, 9], index=pd.DatetimeIndex(hours)).interpolate(method="time")
    assert columns(read(file))["a"] == expected.tolist() == [0, 2, 8, 9]


WORDS = ["", " ", "NA", "n/a", "N/A", "NaN", "nan", "-nan", "NULL", "null", "None", "-", "--", "?", ".", "*", "—"]
ERRORS = ["#N/A", "#VALUE!", "#DIV/0!", "missing", "<NA>", "NaT", "缺失", "缺测", "无"]


@pytest.mark.parametrize("word", [*WORDS, *ERRORS])
def test_the_usual_words_for_a_missing_value_are_known(word: str) -> None:
    series = read(dated("a,b", "1,1", f"{word},1", "3,2"))
    assert columns(series)["a"] == [1, 2, 3]
    assert "“a” has a missing value (line 3)" in note(series, "missing")


def test_words_of_the_reader_are_added_and_numbers_among_them_are_compared_as_numbers() -> None:
    file = dated("a,b", "1,5", "-9999.0,6", "3,down", "4,8")
    series = read(file, missing=("-9999", "down"))
    assert columns(series) == {"a": [1, 2, 3, 4], "b": [5, 6, 7, 8]}


def test_a_number_that_often_stands_for_a_missing_one_is_kept_and_told() -> None:
    series = read(dated("a,b", "10.5,-999", "-999,-998", "11,-997"))
    assert columns(series)["a"] == [10.5, -999, 11]
    assert note(series, "often stands").startswith("“a” has the value -999 (1 in all, line 3)")


def test_one_blank_cell_never_reaches_the_model() -> None:
    series = read(dated("a,b", *(f"{row},{'' if row == 7 else row}" for row in range(20))))
    cut = windows(series, batch_size=3, seq_len=8, pred_len=2)
    assert np.isfinite(cut.x).all()
    assert np.isfinite(cut.future).all()


def test_the_first_lines_are_told_and_how_many_there_are() -> None:
    series = read(dated("a", *("" if row % 2 else "1.5" for row in range(40)), "2"))
    assert note(series, "missing").startswith("“a” has 20 missing values (lines 3, 5, 7, 9, 11, …)")


def test_many_columns_with_holes_are_told_together_after_the_first_ten() -> None:
    n = 25
    series = read(
        dated(
            ",".join(f"v{i}" for i in range(n)),
            ",".join(["1"] * n),
            "," * (n - 1),
            ",".join(["2"] * n),
            ",".join("4" * n),
        )
    )
    assert len([text for text in notes(series) if "issing value" in text]) == 11
    assert notes(series)[-1].startswith("Missing values in “v10”, “v11”, “v12”, “v13”, “v14” and 10 more (15 in all)")
    assert series.source is not None
    assert [column.missing for column in series.source.columns] == [0] + [1] * n


def test_an_empty_column_is_left_out_and_named() -> None:
    series = read(dated("a,b,c", "1,,NA", "2,,-"))
    assert series.variates == ("a",)
    assert notes(series) == ["“b” was left out: no values at all.", "“c” was left out: no values at all."]


def test_a_constant_column_is_kept_and_flagged() -> None:
    series = read(dated("a,b,c", "1,5,", "2,5,7", "3,5,7"))
    assert series.variates == ("a", "b", "c")
    assert note(series, "same value") == "Columns with one and the same value throughout: “b”, “c”."


@pytest.mark.parametrize("cell", ["inf", "-Infinity", "∞", "1e999", "1e39", "2e19", "-2e19", "1.#INF"])
def test_an_infinite_value_is_named_and_treated_as_missing(cell: str) -> None:
    """2e19 is finite in float32, which is what the model reads, and its square is not."""
    series = read(dated("a", "1", cell, "3"))
    assert columns(series)["a"] == [1, 2, 3]
    assert f"(1 in all, line 3: {cell})" in note(series, "infinite")
    assert series.source is not None
    assert series.source.columns[1].missing == 1


def test_the_largest_values_that_are_kept_have_a_variance_in_the_arithmetic_of_the_model() -> None:
    series = read(dated("a", *["1e18", "-1e18"] * 50))
    assert columns(series)["a"][:2] == [1e18, -1e18]
    assert torch.tensor(series.values, dtype=torch.float32).var().isfinite()
    assert torch.tensor([2e19, -2e19]).var().isinf()


def test_a_column_of_nothing_but_infinite_values_is_left_out() -> None:
    assert "“b” was left out: nothing but infinite values." in notes(read(dated("a,b", "1,inf", "2,-inf")))


def test_values_that_only_rows_left_out_have_are_no_values() -> None:
    """The second row of a time is left out, and with it the only number of b."""
    file = "date,a,b\n2021-03-01,1,\n2021-03-02,2,\n2021-03-02,3,7\n2021-03-03,4,\n"
    assert read(file).variates == ("a",)


def test_all_columns_empty_is_refused() -> None:
    assert "no column of numbers" in refusal(dated("a,b", ",", ","))

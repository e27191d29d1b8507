"""Cells as numbers: decimal comma, thousands, percent, true and false, and what is no number."""

import pytest

from tests.series.reading.files import columns, dated, note, notes, read, refusal, refused_setting, rows


def values(*cells: str, **options: object) -> list[float]:
    """Numbers in a column between semicolons, so that commas belong to them."""
    file = rows("date;x", *(f"2021-03-{day:02};{cell}" for day, cell in enumerate(cells, start=1)))
    return columns(read(file, **options))["x"]


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (["1", "-2", "+3"], [1, -2, 3]),
        (["1.5", ".25", "2."], [1.5, 0.25, 2]),
        (["1e3", "-2.5E-1"], [1000, -0.25]),
        (["1,5", "2,25"], [1.5, 2.25]),
        (["0,125", "0,250"], [0.125, 0.25]),
        (["1.234,5", "2.345.678,25"], [1234.5, 2345678.25]),
        (["1,234.5", "2,345,678.25"], [1234.5, 2345678.25]),
        (["12,34,567.5", "1.5"], [1234567.5, 1.5]),
        (["1 234,5", "2\u00a0345,25", "3\u202f456,5"], [1234.5, 2345.25, 3456.5]),
        (["1'234.5", "2’345.25"], [1234.5, 2345.25]),
        (["−1,5", "２,５"], [-1.5, 2.5]),
        (["\uff0d\uff11\uff0e\uff15", "\ufe632", "\uff12\uff05"], [-1.5, -2, 2]),
        ([" 1 ", "\t2"], [1, 2]),
    ],
)
def test_numbers_are_read_as_they_are_written(cells: list[str], expected: list[float]) -> None:
    assert values(*cells) == expected


def test_every_digit_is_kept() -> None:
    """As many as Python itself keeps."""
    cells = ["5.827000141143799", "0.1", "123456789.12345679", "2.2250738585072014e-30"]
    assert values(*cells) == [float(cell) for cell in cells]


def test_a_mark_that_one_column_leaves_open_is_settled_by_another() -> None:
    file = rows("date;a;b", "2021-03-01;1.234;1,5", "2021-03-02;2.345;2,5")
    assert columns(read(file)) == {"a": [1234.0, 2345.0], "b": [1.5, 2.5]}
    file = rows("date;a;b", "2021-03-01;1,234;1.5", "2021-03-02;2,345;2.5")
    assert columns(read(file)) == {"a": [1234.0, 2345.0], "b": [1.5, 2.5]}


def test_a_mark_that_nothing_settles_is_told_and_can_be_changed() -> None:
    file = rows("date;a", "2021-03-01;1,234", "2021-03-02;2,345")
    series = read(file)
    assert columns(series) == {"a": [1.234, 2.345]}
    assert "`decimal` changes it" in note(series, "1,234 on line 2")
    assert columns(read(file, decimal=".")) == {"a": [1234.0, 2345.0]}
    assert not [text for text in notes(read(file, decimal=".")) if "`decimal`" in text]


def test_three_decimals_between_commas_need_no_word() -> None:
    assert notes(read(dated("a", "1.234", "2.345"))) == []


def test_columns_with_different_marks_are_each_read_with_their_own_and_told() -> None:
    series = read(rows("date;a;b", "2021-03-01;1,5;1.5", "2021-03-02;2,5;2.5"))
    assert columns(series) == {"a": [1.5, 2.5], "b": [1.5, 2.5]}
    assert "a comma in “a”, a point in “b”" in note(series, "different decimal marks")


def test_a_number_with_the_other_mark_is_a_mistake_with_its_line() -> None:
    sentence = refusal(rows("date;a", "2021-03-01;1.5", "2021-03-02;2,5", "2021-03-03;3.5"))
    assert sentence.startswith("Line 3 of “a” has “2,5”, which is no number")


def test_percent_signs_become_the_unit() -> None:
    series = read(dated("a,b", "45%,1", "46.5 %,2", "４７％,3"))
    assert columns(series)["a"] == [45, 46.5, 47]
    assert dict(series.units) == {"a": "%"}
    assert "“a”" in note(series, "45% is 45")


def test_a_number_without_the_percent_sign_of_the_others_is_told() -> None:
    series = read(dated("a", "45%", "0.5", "46%"))
    assert columns(series)["a"] == [45, 0.5, 46]
    assert "line 3 has 0.5" in note(series, "only some")


@pytest.mark.parametrize(
    ("yes", "no"), [("true", "false"), ("TRUE", "FALSE"), ("yes", "No"), ("是", "否"), ("True", "0")]
)
def test_true_and_false_become_1_and_0_and_are_told(yes: str, no: str) -> None:
    series = read(dated("a", yes, no, yes))
    assert columns(series)["a"] == [1, 0, 1]
    assert "“a”" in note(series, "True and false")


def test_text_is_left_out_and_named() -> None:
    series = read(dated("a,city,b", "1,Rome,2", "3,Oslo,4"))
    assert series.variates == ("a", "b")
    assert notes(series) == ["“city” was left out: text, “Rome” on line 2."]


def test_a_word_among_numbers_is_a_mistake_with_column_line_value_and_remedy() -> None:
    file = dated("a,b", "1,2", "3,oops", "5,6", "7,8")
    sentence = refusal(file)
    assert sentence.startswith("Line 3 of “b” has “oops”, which is no number")
    # Both remedies work.
    assert columns(read(file, missing=("oops",)))["b"] == [2, 4, 6, 8]
    assert columns(read(file, columns=("a",))) == {"a": [1, 3, 5, 7]}
    assert refused_setting(file) == "columns"


def test_many_columns_of_text_are_told_together_after_the_first_ten() -> None:
    series = read(dated(",".join(f"t{place}" for place in range(30)) + ",a", "x," * 30 + "1", "y," * 30 + "2"))
    assert len(notes(series)) == 11
    assert notes(series)[-1] == "Also left out: “t10”, “t11”, “t12”, “t13”, “t14” and 15 more."


@pytest.mark.parametrize(
    "cell", ["1-2", "1.2.3", "0x10", "1_000", "1e", "٣", "12:30", "1,2,3", "--5", "10²", "①", "½", "₂"]
)
def test_what_is_no_number_is_not_made_one(cell: str) -> None:
    assert f"“{cell}”" in refusal(rows("date;a", "2021-03-01;1", f"2021-03-02;{cell}", "2021-03-03;3"))


def test_columns_are_kept_as_asked_for_and_in_that_order() -> None:
    file = dated("a,b,c", "1,2,3", "4,5,6")
    series = read(file, columns=("c", "a"))
    assert columns(series) == {"c": [3, 6], "a": [1, 4]}
    assert notes(series) == []
    assert "“d”" in refusal(file, columns=("d",))
    assert "twice" in refusal(file, columns=("a", "a"))
    assert "it is the time column" in refusal(file, columns=("date",))
    assert "at least one column" in refusal(file, columns=())
    assert "it is text" in refusal(dated("a,b", "1,x", "2,y"), columns=("b",))

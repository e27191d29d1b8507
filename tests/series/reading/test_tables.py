"""Where the table is in the text: separators, preamble, units, headers, quotation marks, and what surrounds them."""

import re

import pytest

from explainer.series import Series
from tests.series.reading.files import columns, dated, note, notes, read, refusal, rows

PLAIN = rows("date,a,b", "2021-03-01,1,2.5", "2021-03-02,3,4.5")
READ = {"a": [1.0, 3.0], "b": [2.5, 4.5]}


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_the_separator_is_found(separator: str) -> None:
    series = read(PLAIN.replace(",", separator))
    assert columns(series) == READ
    assert series.source is not None
    assert series.source.separator == separator
    assert notes(series) == []


def test_a_separator_inside_words_is_not_one() -> None:
    series = read(rows("date;a;text", "2021-03-01;1;x, y, z", "2021-03-02;3;u, v, w"))
    assert columns(series) == {"a": [1.0, 3.0]}


def test_a_separator_that_is_declared_or_asked_for_is_taken() -> None:
    assert columns(read("sep=;\n" + PLAIN.replace(",", ";"))) == READ
    assert columns(read(PLAIN.replace(",", "^"), separator="^")) == READ


@pytest.mark.parametrize("separator", ["", ",,", "\n", '"'])
def test_a_separator_that_cannot_be_one_is_refused(separator: str) -> None:
    assert refusal(PLAIN, separator=separator).startswith("The separator must be one character")


def test_a_separator_at_the_end_of_every_line_makes_no_column() -> None:
    assert columns(read(PLAIN.replace("\n", ",\n"))) == READ
    header, *lines = PLAIN.splitlines()
    assert columns(read(rows(header, *(f"{line}," for line in lines)))) == READ


def test_text_above_the_table_is_left_out_and_told() -> None:
    series = read("Station 54511, Beijing\nexported today\n\n" + PLAIN)
    assert columns(series) == READ
    assert note(series, "above") == "The text above the table, up to line 2, was left out: “Station 54511”."
    assert series.source is not None
    assert series.source.header_line == 4


def test_a_title_that_excel_padded_with_separators_is_text_above_the_table() -> None:
    assert columns(read("Station,,\n" + PLAIN)) == READ


def test_text_below_the_table_is_left_out_and_told() -> None:
    series = read(PLAIN + "\nSource: me\n")
    assert columns(series) == READ
    assert "line 5, “Source: me”" in note(series, "below the table")


def test_a_row_of_units_becomes_the_units() -> None:
    series = read(rows("date,temp,load,n", ",°C,kW,-", "2021-03-01,1,2,3", "2021-03-02,3,4,5"))
    assert dict(series.units) == {"temp": "°C", "load": "kW"}
    assert series.rows == 2
    assert "line 2: “°C”" in note(series, "units")


def test_a_first_row_of_missing_values_is_no_row_of_units() -> None:
    series = read(rows("a,b", "NA,-", "1,2", "3,4"))
    assert series.rows == 3
    assert dict(series.units) == {}


def test_quoted_cells_may_hold_separators_and_line_breaks() -> None:
    """A sentence names the line as an editor shows it: the row above takes lines 2 and 3."""
    file = rows('date,"a, b",text', '2021-03-01,1,"two\nlines"', "2021-03-02,2,x", "2021-03-03,oops,x")
    assert "Line 5 of “a, b” has “oops”" in refusal(file)
    assert columns(read(file.replace("oops", '"3"'))) == {"a, b": [1.0, 2.0, 3.0]}


def test_a_quotation_mark_that_is_not_closed_is_named_and_swallows_no_rows() -> None:
    assert "opened on line 3 is not closed" in refusal(dated("a", "1", '"2', "3", "4"))


def test_headers_that_come_twice_are_numbered_and_told() -> None:
    series = read(dated("a,a,a_2,a", "1,2,3,4", "5,6,7,8"))
    assert series.variates == ("a", "a_3", "a_2", "a_4")
    assert "“a_3”, “a_4”" in note(series, "numbered")


def test_headers_that_are_empty_are_named_by_their_place_and_told() -> None:
    series = read(dated("a,,c", "1,2,3", "5,6,7"))
    assert series.variates == ("a", "column_3", "c")
    assert "“column_3”" in note(series, "without a name")


def test_headers_lose_blanks_around_them_and_line_breaks() -> None:
    assert read(dated(' a ,"b\n(kW)"', "1,2", "5,6")).variates == ("a", "b (kW)")


def test_a_file_without_a_header_is_told() -> None:
    series = read(rows("2021-03-01,1,2", "2021-03-02,3,4"))
    assert columns(series) == {"column_2": [1.0, 3.0], "column_3": [2.0, 4.0]}
    assert series.source is not None
    assert series.source.header_line is None
    assert notes(series) == ["The file has no header: the columns were named by their place, column_1 to column_3."]


def test_numbers_can_be_names() -> None:
    """So are the columns of the electricity and traffic data sets."""
    assert read(dated("0,1,OT", "5,6,7", "8,9,10")).variates == ("0", "1", "OT")
    assert read(rows("0,1,2", "5,6,7", "8,9,10")).variates == ("0", "1", "2")


@pytest.mark.parametrize("header", ["", "Unnamed: 0", "index", "No", "序号"])
@pytest.mark.parametrize("start", [0, 1])
def test_a_column_that_numbers_the_rows_is_left_out_and_told(header: str, start: int) -> None:
    series = read(rows(f"{header},date,a", *(f"{start + day},2021-03-0{day + 1},{day}" for day in range(4))))
    assert series.variates == ("a",)
    assert "only numbers the rows" in note(series, "numbers")
    assert _roles(series) == ["index", "time", "variate"]


def test_an_index_can_be_asked_for_and_a_column_that_only_looks_like_one_is_kept() -> None:
    file = rows("id,date,a", "1,2021-03-01,5", "2,2021-03-02,6", "3,2021-03-03,6")
    assert read(file, columns=("a", "id")).variates == ("a", "id")
    assert read(file.replace("3,2021", "4,2021")).variates == ("id", "a")


def test_a_header_of_one_name_less_belongs_to_an_index_without_one() -> None:
    series = read(rows("date,a", "1,2021-03-01,5", "2,2021-03-02,6"))
    assert columns(series) == {"a": [5.0, 6.0]}
    assert "one name less" in note(series, "header")


def test_text_above_the_table_may_be_wider_than_it() -> None:
    """As in the weather files of NREL, where the station stands above, in seven cells."""
    series = read('723170,"GREENSBORO",NC,-5.0\n' + PLAIN)
    assert columns(series) == READ


def test_a_header_may_have_more_names_than_the_rows_have_cells() -> None:
    series = read(rows("date,a,b,c", "2021-03-01,1,2", "2021-03-02,3,4"))
    assert columns(series) == {"a": [1.0, 3.0], "b": [2.0, 4.0]}
    assert "“c” was left out: no values at all." in notes(series)


def test_a_row_that_is_too_long_is_refused_with_its_line() -> None:
    sentence = refusal(dated("a", "1", "2,5", "3"))
    assert "Line 3 has more cells (3) than the table has columns (2): “5” is one too many" in sentence


@pytest.mark.parametrize(
    "file",
    [
        rows("date,a", "2021-03-01,1,5", "2021-03-02,2,5", "2021-03-03,3,5"),
        rows("date,a,b", "2021-03-01,1,5,2,5", "2021-03-02,2,5,3,5", "2021-03-03,3,5,4,5"),
        rows("a,b", "1,5,2,5", "2,5,3,5", "3,5,4,5"),
    ],
)
def test_numbers_that_were_cut_at_their_decimal_comma_are_refused(file: str) -> None:
    assert re.search(r"line 2 has \d cells|Line 2 has more cells", refusal(file))
    assert "quotation marks" in refusal(file)


def test_a_single_column_may_have_decimal_commas() -> None:
    assert columns(read("load\n1,5\n2\n3,5\n")) == {"load": [1.5, 2.0, 3.5]}


def test_a_row_that_is_too_short_is_told() -> None:
    series = read(dated("a,b", "1,2", "3", "5,6"))
    assert columns(series) == {"a": [1.0, 3.0, 5.0], "b": [2.0, 4.0, 6.0]}
    assert "too few cells (1 in all, line 3)" in note(series, "too few")


def test_blank_lines_are_nothing_and_rows_of_separators_are_told() -> None:
    series = read(PLAIN.replace("2021-03-02", "\n,,\n2021-03-02"))
    assert columns(series) == READ
    assert "(1 in all, line 4)" in note(series, "without any value")


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        ("", "small.csv is empty"),
        (" \n\t\n", "small.csv is empty"),
        ("date,a\n", "small.csv has a header and no rows"),
        ("date,a\n2021-03-01,1\n", "small.csv has only one row of data, on line 2"),
        ("2021-03-01,1\n", "small.csv has only one row of data, on line 1"),
        ("date\n2021-03-01\n2021-03-02\n", "small.csv has a time column, “date”, and no other"),
        ("a,b\nx,y\nz,w\n", "small.csv has no column of numbers among “a”, “b” (“a”: text, “x” on line 2); add one."),
        ("date,a\n2021-03-01,\n2021-03-02,\n", "small.csv has no column of numbers among “a” (“a”: no values at all)"),
        (",,\n,,\n", "small.csv has a header and no rows"),
        ("sep=;\n", "small.csv has a header and no rows"),
        ('""', "small.csv has a header and no rows"),
    ],
)
def test_a_file_that_is_no_series_gets_one_clear_sentence(file: str, sentence: str) -> None:
    assert refusal(file).startswith(sentence)


def test_a_single_column_is_a_series() -> None:
    assert columns(read("load\n1\n2\n3\n")) == {"load": [1.0, 2.0, 3.0]}


def test_names_are_data_whatever_they_hold() -> None:
    series = read(dated("{name},{0},<b>,%s", "1,{x},3,4", ",{y},7,8", "5,z,9,8"))
    assert series.variates == ("{name}", "<b>", "%s")
    assert "“{0}” was left out: text, “{x}” on line 2." in notes(series)
    assert note(series, "missing value").startswith("“{name}” has")


def test_long_names_are_kept_and_cut_only_in_sentences() -> None:
    series = read(dated("x" * 5000, "1", "", "3"))
    assert series.variates == ("x" * 5000,)
    assert len(note(series, "missing")) < 200


def _roles(series: Series) -> list[str]:
    assert series.source is not None
    return [column.role for column in series.source.columns]

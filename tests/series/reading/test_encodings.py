"""The bytes of a file become the text that its writer saw."""

import pytest

from tests.series.reading.files import columns, note, notes, read, refusal, refused_setting, rows

CHINESE = rows("日期,负荷,温度", "2021-03-01,1,2", "2021-03-02,3,4")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_unicode_is_read_with_a_mark_or_without_and_needs_no_word(encoding: str) -> None:
    # Without a mark UTF-16 is told by its zeros, so the text has to be mostly numbers, as tables are.
    series = read(CHINESE.encode(encoding))
    assert series.variates == ("负荷", "温度")
    assert notes(series) == []


def test_gb18030_is_found_and_told() -> None:
    series = read(CHINESE.encode("gb18030"))
    assert columns(series) == {"负荷": [1.0, 3.0], "温度": [2.0, 4.0]}
    assert "GB18030" in note(series, "encoding")


@pytest.mark.parametrize("header", ["Temp (°C)", "Température", "Größe", "Señal"])
def test_western_letters_do_not_become_chinese(header: str) -> None:
    """GB18030 would take these bytes: 0xB0 before C is 癈 there."""
    series = read(rows(f"date,{header}", "2021-03-01,1", "2021-03-02,3").encode("cp1252"))
    assert series.variates == (header,)
    assert "Windows-1252" in note(series, "encoding")


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_lines_may_end_as_on_any_system(ends: str) -> None:
    assert columns(read(CHINESE.replace("\n", ends))) == {"负荷": [1.0, 3.0], "温度": [2.0, 4.0]}


def test_the_encoding_is_told_with_the_series() -> None:
    told = {encoding: read(CHINESE.encode(encoding)).source for encoding in ("utf-8", "utf-8-sig", "utf-16")}
    assert [source.encoding for source in told.values() if source] == ["UTF-8", "UTF-8 (BOM)", "UTF-16"]


def test_an_encoding_that_is_asked_for_is_taken() -> None:
    series = read(rows("date,Цена", "2021-03-01,1", "2021-03-02,3").encode("cp1251"), encoding="cp1251")
    assert series.variates == ("Цена",)
    assert notes(series) == []


def test_an_encoding_that_does_not_fit_is_refused_with_the_line() -> None:
    file = rows("date,a", "2021-03-01,1", "2021-03-02,é").encode("cp1252")
    assert "Line 3 of small.csv has bytes that are not utf-8" in refusal(file, encoding="utf-8")
    assert refused_setting(file, encoding="utf-8") == "encoding"


@pytest.mark.parametrize("encoding", ["klingon", "hex", "rot13", "", "a\0b"])
def test_an_encoding_that_is_none_is_refused(encoding: str) -> None:
    assert refusal(CHINESE, encoding=encoding).startswith("The encoding “")


def test_a_damaged_byte_in_utf_8_is_named_and_not_read_in_another_encoding() -> None:
    file = CHINESE.encode() + "2021-03-03,5,6,温度温度温度温度\n".encode()[:-2] + b"\n"
    assert "Line 4 of small.csv has bytes that are not UTF-8" in refusal(file)

"""What is too large or no text table at all is refused by what it is, whatever it is called."""

import gzip
import io
import json
import re
import zipfile
from pathlib import Path

import numpy as np
import pytest

from explainer.series import Limits, ReadingOptions, SeriesError, read_series
from tests.series.reading.files import dated, read, refusal, refused_setting

FILE = dated("a,b", *(f"{row},{row}" for row in range(10)))


@pytest.mark.parametrize(
    ("limits", "sentence"),
    [
        (Limits(bytes=100), rf"small.csv has {len(FILE)} bytes, and at most 100 are read"),
        (Limits(rows=9), r"small.csv has more than 9 rows"),
        (Limits(columns=2), r"small.csv has 3 columns, and at most 2 are read"),
    ],
)
def test_a_file_beyond_a_limit_is_refused_with_both_numbers(limits: Limits, sentence: str) -> None:
    assert re.match(sentence, refusal(FILE, limits=limits))
    assert refused_setting(FILE, limits=limits) == "limits"


def test_a_file_at_the_limits_is_read() -> None:
    assert read(FILE, limits=Limits(bytes=len(FILE), rows=10, columns=3)).rows == 10


def test_a_large_file_is_measured_before_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "large.csv"
    path.write_text(FILE)
    monkeypatch.setattr(Path, "read_bytes", lambda _: pytest.fail("it was read"))
    with pytest.raises(SeriesError, match=r"large\.csv has"):
        read_series(path, options=ReadingOptions(limits=Limits(bytes=10)))


def test_a_path_is_read_and_gives_its_name(tmp_path: Path) -> None:
    path = tmp_path / "负荷 {1}.csv"
    path.write_text(FILE)
    assert read_series(path).name == "负荷 {1}.csv"


def test_paths_without_a_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SeriesError, match="no file gone"):
        read_series(tmp_path / "gone.csv")
    with pytest.raises(SeriesError, match="is a folder"):
        read_series(tmp_path)


def _xlsx() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("xl/workbook.xml", "<x/>")
    return made.getvalue()


def _npy() -> bytes:
    made = io.BytesIO()
    np.save(made, np.zeros(3))
    return made.getvalue()


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (_xlsx(), "a spreadsheet (.xlsx)"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100), "an old Office document"),
        (b"%PDF-1.7\n%abc", "a PDF document"),
        (b"\x89PNG\r\n\x1a\n" + bytes(20), "a picture"),
        (b"\xff\xd8\xff\xe0" + bytes(20), "a picture"),
        (b"GIF89a" + bytes(20), "a picture"),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 ", "a picture"),
        (gzip.compress(FILE.encode(), mtime=0), "a compressed file"),
        (_npy(), "a Parquet, Arrow, HDF5 or NumPy file"),
        (b"PAR1" + bytes(20), "a Parquet, Arrow, HDF5 or NumPy file"),
        (b"\n<!DOCTYPE html><html></html>", "a web page"),
        (json.dumps({"a": [1, 2]}).encode(), "JSON"),
        (b"version https://git-lfs.github.com/spec/v1\n", "a Git LFS pointer"),
    ],
)
def test_what_is_no_text_table_is_refused_as_what_it_is(data: bytes, kind: str) -> None:
    assert refusal(data).startswith(f"small.csv is {kind}")


@pytest.mark.parametrize("data", [bytes(100), b"date,a\n2021-03-01,\x00\n", bytes(range(256)), b"a,b\n\x07,1\n2,3\n"])
def test_other_binary_files_are_refused(data: bytes) -> None:
    assert re.match(r"small.csv is (empty|a binary file)", refusal(data))


def test_a_header_may_begin_with_a_bracket() -> None:
    assert read("[date],[a]\n2021-03-01,1\n2021-03-02,2\n").variates == ("[a]",)

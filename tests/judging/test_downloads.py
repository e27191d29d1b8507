import csv
from io import BytesIO, StringIO

import numpy as np
import pandas as pd
import pytest

from explainer.judging import gather, map_csv, map_npz
from tests.judging.small import inverted, windows

NAMES = ["温度", 'a "b", c', "two\nlines", "plain"]


def rows_of(file: bytes) -> list[list[str]]:
    return list(csv.reader(StringIO(file.decode("utf-8-sig"), newline="")))


def test_pandas_reads_the_same_numbers_and_names_again() -> None:
    matrix = gather(inverted(), windows()).layers[0][0, 0, 1]
    table = pd.read_csv(BytesIO(map_csv(matrix, NAMES, NAMES)), index_col=0)
    assert list(table.columns) == list(table.index) == NAMES
    assert np.array_equal(table.to_numpy().astype(np.float32), matrix)


def test_numbers_in_double_precision_come_back_to_the_last_bit() -> None:
    matrix = np.random.default_rng(0).normal(size=(2, 3)) * 1e-7
    rows = rows_of(map_csv(matrix, ["a", "b"], ["c", "d", "e"]))
    assert np.array_equal(np.array([row[1:] for row in rows[1:]], dtype=float), matrix)


def test_a_spreadsheet_sees_the_mark_of_utf_8() -> None:
    assert map_csv(np.eye(1), ["温度"], ["温度"]).startswith(b"\xef\xbb\xbf")


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "  =1", "＝1", "\n@x"])
def test_names_that_would_run_as_formulas_become_text(name: str) -> None:
    rows = rows_of(map_csv(np.eye(1), [name], [name]))
    assert rows[0][1] == rows[1][0] == f"'{name}"


def test_negative_numbers_stay_numbers_and_plain_names_stay_as_they_are() -> None:
    rows = rows_of(map_csv(np.array([[-0.5]]), ["a-b"], ["x=1"]))
    assert rows == [["query \\ key", "x=1"], ["a-b", "-0.5"]]


def test_numpy_reads_matrix_and_names_without_pickles() -> None:
    matrix = np.arange(8.0).reshape(2, 4)
    file = map_npz(matrix, ["q", "=1"], NAMES, about="random weights, seed 0")
    with np.load(BytesIO(file), allow_pickle=False) as loaded:
        assert np.array_equal(loaded["map"], matrix)
        assert loaded["queries"].tolist() == ["q", "=1"]
        assert loaded["keys"].tolist() == NAMES
        assert loaded["about"].item() == "random weights, seed 0"


def test_the_same_map_gives_the_same_bytes() -> None:
    assert map_npz(np.eye(2), ["a", "b"], ["a", "b"]) == map_npz(np.eye(2), ["a", "b"], ["a", "b"])


def test_names_that_do_not_fit_the_map_are_refused() -> None:
    for download in (map_csv, map_npz):
        with pytest.raises(ValueError, match="2 queries and 1 keys"):
            download(np.eye(2), ["a", "b"], ["a"])


def test_a_name_that_is_no_text_breaks_no_download() -> None:
    assert rows_of(map_csv(np.eye(1), ["\ud800"], ["x"]))[1][0] == "?"

"""A series keeps its table, its labels and nothing that could change under a reader."""

import dataclasses

import numpy as np
import pandas as pd
import pytest

from explainer.language import Phrase, same_in_both
from explainer.series import Series, SeriesError


def two_by_three() -> Series:
    return Series(
        name="small.csv",
        variates=("load", "OT", "price"),
        values=np.arange(6.0).reshape(2, 3),
        times=pd.date_range("2001-01-01", periods=2, freq="h"),
        frequency="hour",
        titles={"load": Phrase("load", "负荷")},
    )


def test_rows_are_counted() -> None:
    assert two_by_three().rows == 2


def test_a_variate_has_its_name_for_people_or_else_the_name_in_the_file() -> None:
    assert two_by_three().title("load") == Phrase("load", "负荷")
    assert two_by_three().title("OT") == same_in_both("OT")


def test_the_numbers_cannot_be_written_to() -> None:
    with pytest.raises(ValueError, match="read-only"):
        two_by_three().values[0, 0] = 1.0


def test_the_numbers_do_not_follow_the_array_they_came_from_and_leave_it_writable() -> None:
    table = np.zeros((2, 3))
    series = dataclasses.replace(two_by_three(), values=table)
    table[0, 0] = 7.0
    assert series.values[0, 0] == 0.0


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_precision_is_the_callers(dtype: type[np.floating]) -> None:
    series = dataclasses.replace(two_by_three(), values=np.zeros((2, 3), dtype=dtype))
    assert series.values.dtype == dtype


@pytest.mark.parametrize("shape", [(3, 3), (2, 2), (3, 2)])
def test_a_table_that_does_not_fit_its_labels_is_refused(shape: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="2 times, 3 variates"):
        dataclasses.replace(two_by_three(), values=np.zeros(shape))


def test_an_error_names_the_setting_where_there_is_one() -> None:
    assert SeriesError(same_in_both("x"), setting="seq_len").setting == "seq_len"
    assert SeriesError(same_in_both("x")).setting is None

"""Windows are slices of the file, and a refusal names a remedy that works."""

import re
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from explainer.series import Series, SeriesError, Windows, sample_series, windows
from explainer.series.sample import make

few = st.integers(1, 5)
some = st.integers(1, 40)


def series_of(rows: int, n_variates: int, frequency: str = "hour") -> Series:
    """Cell (row, column) holds 10 * row + column, so that every number tells where it comes from."""
    return Series(
        name="small.csv",
        variates=tuple(f"v{column}" for column in range(n_variates)),
        values=10.0 * np.arange(rows)[:, None] + np.arange(n_variates),
        times=pd.date_range("2001-01-01", periods=rows, freq="h"),
        frequency=frequency,
    )


def cut(
    series: Series, *, batch_size: int = 1, seq_len: int = 1, pred_len: int = 0, n_variates: int | None = None
) -> Windows:
    """The smallest window there is, unless a setting says otherwise."""
    return windows(series, batch_size=batch_size, seq_len=seq_len, pred_len=pred_len, n_variates=n_variates)


def refusal(series: Series, **asked_for: int) -> SeriesError:
    with pytest.raises(SeriesError) as caught:
        cut(series, **asked_for)
    return caught.value


def number_after(error: SeriesError, english: str, chinese: str) -> int:
    """The number that both sentences give as the remedy."""
    sentences = ((english, error.phrase.en), (chinese, error.phrase.zh))
    numbers = [int(number) for before, sentence in sentences for number in re.findall(rf"{before}(\d+)", sentence)]
    assert len(numbers) == 2
    assert numbers[0] == numbers[1]
    return numbers[0]


def test_windows_of_the_sample_are_slices_of_the_file_read_by_plain_pandas() -> None:
    frame = pd.read_csv(make.TARGET, index_col="date")
    batch = windows(sample_series(), batch_size=3, seq_len=96, pred_len=24, n_variates=4)
    assert batch.variates == ("temperature", "dew_point", "humidity", "pressure")
    assert batch.starts == (0, 4320, 8640)
    for window, start in enumerate(batch.starts):
        rows = frame.iloc[start : start + 120, :4].to_numpy(np.float32)
        np.testing.assert_array_equal(batch.x[window], rows[:96])
        np.testing.assert_array_equal(batch.future[window], rows[96:])
        assert [str(time) for time in batch.times[window]] == frame.index[start : start + 96].tolist()
        assert [str(time) for time in batch.future_times[window]] == frame.index[start + 96 : start + 120].tolist()


def test_marks_belong_to_the_rows_of_the_look_back() -> None:
    batch = windows(sample_series(), batch_size=2, seq_len=12, pred_len=12)
    assert batch.marks == ("hour_of_day", "day_of_week", "day_of_month", "day_of_year")
    assert batch.x_mark is not None
    np.testing.assert_allclose(batch.x_mark[0, :, 0], np.arange(12) / 23 - 0.5, atol=1e-7)
    # The last window begins at midnight of 31 December, a Monday and the 365th day.
    np.testing.assert_allclose(batch.x_mark[1, 0], [-0.5, -0.5, 0.5, 364 / 365 - 0.5], atol=1e-7)


def test_without_marks_there_are_none() -> None:
    batch = windows(series_of(20, 2), batch_size=2, seq_len=4, pred_len=2, with_marks=False)
    assert batch.x_mark is None
    assert batch.marks == ()


def test_yearly_rows_have_marks_of_no_columns() -> None:
    batch = windows(series_of(20, 2, "year"), batch_size=2, seq_len=4, pred_len=2)
    assert batch.x_mark is not None
    assert batch.x_mark.shape == (2, 4, 0)


def test_the_arrays_are_plain_so_that_a_tensor_can_take_them_over() -> None:
    """float32, contiguous, writable; and writing to them leaves the series as it was."""
    series = series_of(20, 3)
    batch = windows(series, batch_size=2, seq_len=4, pred_len=2, n_variates=2)
    assert batch.x_mark is not None
    for array in (batch.x, batch.x_mark, batch.future):
        assert array.dtype == np.float32
        assert array.flags.c_contiguous
        assert array.flags.writeable
    batch.x[:] = -1.0
    assert series.values.min() == 0.0


@settings(deadline=None)
@given(n_variates=few, seq_len=some, pred_len=st.integers(0, 40), spare=st.integers(0, 60), data=st.data())
def test_any_possible_batch_spreads_evenly_from_the_first_start_to_the_last(
    n_variates: int, seq_len: int, pred_len: int, spare: int, data: st.DataObject
) -> None:
    series = series_of(seq_len + pred_len + spare, n_variates)
    batch_size = data.draw(st.integers(1, spare + 1))
    batch = windows(series, batch_size=batch_size, seq_len=seq_len, pred_len=pred_len)

    assert batch.x.shape == (batch_size, seq_len, n_variates)
    assert batch.future.shape == (batch_size, pred_len, n_variates)
    assert batch.starts[0] == 0
    if batch_size > 1:
        gaps = [later - earlier for earlier, later in pairwise(batch.starts)]
        assert batch.starts[-1] == spare
        assert min(gaps) >= 1
        assert max(gaps) - min(gaps) <= 1
    for window, start in enumerate(batch.starts):
        np.testing.assert_array_equal(batch.x[window, :, 0], 10.0 * np.arange(start, start + seq_len))
        following = np.arange(start + seq_len, start + seq_len + pred_len)
        np.testing.assert_array_equal(batch.future[window, :, 0], 10.0 * following)


@settings(deadline=None)
@given(has=few, asked=st.integers(-3, 12))
def test_variates_the_file_does_not_have_are_refused_and_the_number_it_names_is_the_most(has: int, asked: int) -> None:
    assume(not 1 <= asked <= has)
    series = series_of(3, has)
    error = refusal(series, n_variates=asked)
    assert error.setting == "n_variates"
    assert error.phrase.en.startswith(f"n_variates is {asked},")
    assert error.phrase.zh.startswith(f"n_variates 为 {asked}，")
    most = number_after(error, "from 1 to ", "1 到 ")
    assert cut(series, n_variates=most).x.shape[-1] == most
    assert refusal(series, n_variates=most + 1).setting == "n_variates"


@settings(deadline=None)
@given(rows=some, seq_len=st.integers(1, 60), pred_len=st.integers(0, 60), data=st.data())
def test_windows_longer_than_the_series_are_refused_and_the_length_it_names_is_the_most(
    rows: int, seq_len: int, pred_len: int, data: st.DataObject
) -> None:
    assume(seq_len + pred_len > rows)
    series = series_of(rows, 1)
    error = refusal(series, seq_len=seq_len, pred_len=pred_len)
    assert error.phrase.en.startswith(f"seq_len + pred_len is {seq_len} + {pred_len} = {seq_len + pred_len},")
    assert error.phrase.zh.startswith(f"seq_len + pred_len 为 {seq_len} + {pred_len} = {seq_len + pred_len}，")
    most = number_after(error, "at most ", "不超过 ")
    part = data.draw(st.integers(1, most))
    assert windows(series, batch_size=1, seq_len=part, pred_len=most - part).starts == (0,)
    refusal(series, seq_len=part, pred_len=most - part + 1)
    refusal(series, seq_len=part + 1, pred_len=most - part)


@settings(deadline=None)
@given(rows=some, seq_len=st.integers(1, 60), pred_len=st.integers(0, 60))
def test_the_setting_to_change_is_one_that_can_help(rows: int, seq_len: int, pred_len: int) -> None:
    assume(seq_len + pred_len > rows)
    series = series_of(rows, 1)
    setting = refusal(series, seq_len=seq_len, pred_len=pred_len).setting
    smallest = {"seq_len": 1, "pred_len": 0}
    assert setting in smallest
    asked_for = {"seq_len": min(seq_len, rows), "pred_len": pred_len, setting: smallest[setting]}
    assert cut(series, **asked_for).starts == (0,)


@settings(deadline=None)
@given(seq_len=some, pred_len=st.integers(0, 40), spare=st.integers(0, 20), asked=st.integers(-3, 40))
def test_more_windows_than_there_are_is_refused_and_the_number_it_names_is_the_most(
    seq_len: int, pred_len: int, spare: int, asked: int
) -> None:
    assume(not 1 <= asked <= spare + 1)
    series = series_of(seq_len + pred_len + spare, 1)
    error = refusal(series, batch_size=asked, seq_len=seq_len, pred_len=pred_len)
    assert error.setting == "batch_size"
    assert error.phrase.en.startswith(f"batch_size is {asked},")
    assert error.phrase.zh.startswith(f"batch_size 为 {asked}，")
    most = number_after(error, "from 1 to ", "1 到 ")
    assert len(windows(series, batch_size=most, seq_len=seq_len, pred_len=pred_len).starts) == most
    assert refusal(series, batch_size=most + 1, seq_len=seq_len, pred_len=pred_len).setting == "batch_size"


@pytest.mark.parametrize(("setting", "asked"), [("seq_len", 0), ("seq_len", -5), ("pred_len", -1)])
def test_lengths_below_the_least_are_refused_and_the_least_works(setting: str, asked: int) -> None:
    error = refusal(series_of(10, 1), **{setting: asked})
    assert error.setting == setting
    assert error.phrase.en.startswith(f"{setting} is {asked},")
    assert error.phrase.zh.startswith(f"{setting} 为 {asked}，")
    asked_for = {"seq_len": 1, "pred_len": 0, setting: number_after(error, "at least ", "不小于 ")}
    assert cut(series_of(10, 1), **asked_for).starts == (0,)


@pytest.mark.parametrize(
    "asked_for", [{"n_variates": 9}, {"seq_len": 99}, {"batch_size": 99}, {"seq_len": 0}, {"pred_len": -1}]
)
def test_a_refusal_is_one_sentence_in_each_language(asked_for: dict[str, int]) -> None:
    phrase = refusal(series_of(10, 1), **asked_for).phrase
    assert phrase.en.replace("small.csv", "").count(".") == 1
    assert phrase.en.endswith(".")
    assert phrase.zh.count("。") == 1
    assert phrase.zh.endswith("。")

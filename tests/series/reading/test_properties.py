"""Whatever a file holds, it is read or refused in a sentence; and what is read is what was written."""

import csv
import io
from datetime import datetime, timedelta
from random import Random

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explainer.series import ReadingOptions, Series, SeriesError, read_series
from tests.series.reading.files import check_sentence, notes, read

pytestmark = pytest.mark.sweep

ODD_CELLS = [
    *(
        "",
        " ",
        "1",
        "-2.5",
        "1,5",
        "1.234",
        "1,234.5",
        "1e3",
        "1e400",
        "NaN",
        "NA",
        "inf",
        "45%",
        "true",
        "0",
        "x",
        '"',
        "'",
    ),
    *(
        "2021-03-01",
        "2021-03-02 05:00",
        "01/02/2021",
        "13/02/2021",
        "02/14/2021",
        "2021-02-30",
        "2021年3月1日",
        "20210301",
    ),
    *(
        "1614556800",
        "1614556800000",
        "2021030105",
        "9" * 30,
        "1" * 5000,
        "2021",
        "2021Q1",
        "12:00",
        "24:00",
        "Jan 2021",
    ),
    *(
        "2021-03-01T00:00Z",
        "2021-03-01T00:00+08:00",
        "2021-03-01 00:00 CET",
        "{0}",
        "{name}",
        "}",
        "a\nb",
        "\ufeff",
        "٣",
        "²",
    ),
]
HEADERS = [
    "date",
    "time",
    "year",
    "month",
    "day",
    "hour",
    "index",
    "",
    "a",
    "a",
    "日期",
    "step",
    "{0}",
    "1",
    "2021-03-01",
]


def try_to_read(data: bytes, options: ReadingOptions) -> Series | None:
    """The series, or None where the file was refused; any other error fails the test."""
    try:
        series = read_series(data, "file.csv", options)
    except SeriesError as error:
        check_sentence(error.phrase)
        return None
    assert np.isfinite(series.values).all()
    assert series.values.shape == (series.rows, len(series.variates)) != (0, 0)
    assert series.times.is_monotonic_increasing
    assert series.times.is_unique
    assert len(set(series.variates)) == len(series.variates)
    for each in series.notes:
        check_sentence(each)
    return series


def written(rows: list[list[str]], separator: str = ",") -> str:
    file = io.StringIO(newline="")
    csv.writer(file, delimiter=separator, lineterminator="\n").writerows(rows)
    return file.getvalue()


# Built in the test and not in the strategy, where the checks of the arguments may not draw random numbers.
some_options = st.fixed_dictionaries(
    {
        "time_column": st.sampled_from([None, None, "", "date", "a"]),
        "columns": st.sampled_from([None, None, ("a",), ("a", "a_2"), ()]),
        "frequency": st.sampled_from([None, None, "h", "15min", "row", "x"]),
        "day_first": st.sampled_from([None, True, False]),
        "fill": st.sampled_from(["linear", "previous", "mean", "zero"]),
        "decimal": st.sampled_from([None, ".", ","]),
        "missing": st.sampled_from([(), ("x", "1")]),
        "separator": st.sampled_from([None, None, ",", "x"]),
    }
)


@settings(deadline=None, max_examples=150)
@given(data=st.one_of(st.binary(max_size=300), st.text(max_size=200).map(str.encode)))
def test_any_bytes_are_read_or_refused_in_a_sentence(data: bytes) -> None:
    try_to_read(data, ReadingOptions())


@settings(deadline=None, max_examples=250)
@given(
    data=st.data(),
    options=some_options,
    separator=st.sampled_from([",", ";", "\t", "|"]),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "gb18030"]),
)
def test_any_table_is_read_or_refused_in_a_sentence(
    data: st.DataObject, options: dict[str, object], separator: str, encoding: str
) -> None:
    width = data.draw(st.integers(1, 5))
    column = st.lists(st.sampled_from(ODD_CELLS), min_size=width, max_size=width)
    header = data.draw(st.lists(st.sampled_from(HEADERS), min_size=width, max_size=width))
    # Most columns of a file are of one kind, and only then the deeper parts are reached.
    usual = data.draw(column)
    rows = [
        [data.draw(st.sampled_from([cell] * 6 + ODD_CELLS)) for cell in usual]
        for _ in range(data.draw(st.integers(0, 6)))
    ]
    try_to_read(written([header, *rows], separator).encode(encoding), ReadingOptions(**options))


SHAPES = [
    *("%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%SZ", "%Y/%m/%d %H:%M:%S", "%d/%m/%Y %H:%M:%S", "%m/%d/%Y %H:%M:%S"),
    *("%d.%m.%Y %H:%M:%S", "%Y年%m月%d日 %H时%M分%S秒", "%Y%m%d%H%M%S", "%d %b %Y %H:%M:%S", "%m/%d/%Y %I:%M:%S %p"),
]
STEPS = [timedelta(seconds=1), timedelta(minutes=15), timedelta(hours=1), timedelta(days=1), timedelta(days=7)]


@settings(deadline=None, max_examples=200)
@given(
    start=st.datetimes(datetime(1971, 1, 1), datetime(2090, 1, 1)).map(lambda time: time.replace(microsecond=0)),
    step=st.sampled_from(STEPS),
    count=st.integers(2, 12),
    shape=st.sampled_from(SHAPES),
    name=st.sampled_from(["date", "时间", "when"]),
    shuffled=st.randoms(use_true_random=False),
)
def test_a_date_is_never_silently_another_one(
    start: datetime, step: timedelta, count: int, shape: str, name: str, shuffled: Random
) -> None:
    """Whatever the order of the rows: each value stands at the time it was written with, or a note tells the doubt."""
    when = [start + step * row for row in range(count)]
    rows = [[time.strftime(shape), f"{row}.5"] for row, time in enumerate(when)]
    shuffled.shuffle(rows)
    series = read(written([[name, "x"], *rows], ";"))
    if any("No date in" in text for text in notes(series)):
        assert shape.startswith(("%d/%m", "%m/%d", "%d.%m"))
        assert all(time.day <= 12 for time in when)
        return
    assert series.times.tolist() == [pd.Timestamp(time) for time in when]
    assert series.values[:, 0].tolist() == [row + 0.5 for row in range(count)]


@settings(deadline=None, max_examples=150)
@given(
    values=st.lists(
        st.lists(st.floats(-1e18, 1e18, allow_subnormal=False), min_size=3, max_size=3), min_size=2, max_size=10
    ),
    separator=st.sampled_from([",", ";", "\t", "|"]),
    decimal=st.sampled_from([".", ","]),
)
def test_numbers_are_those_that_were_written(values: list[list[float]], separator: str, decimal: str) -> None:
    """Written by pandas; every digit comes back."""
    index = pd.date_range("2021-03-01", periods=len(values), freq="h", name="date")
    frame = pd.DataFrame(values, index=index, columns=["a", "b", "c"])
    series = read(frame.to_csv(sep=separator, decimal=decimal), decimal=decimal)
    np.testing.assert_array_equal(series.values, frame.to_numpy())
    assert series.times.equals(pd.DatetimeIndex(index))


@settings(deadline=None, max_examples=100)
@given(data=st.data(), decimal=st.sampled_from([".", ","]))
def test_thousands_separators_change_no_number(data: st.DataObject, decimal: str) -> None:
    cents = data.draw(st.lists(st.integers(-(10**11), 10**11), min_size=2, max_size=8))
    grouped = [f"{each / 100:,.2f}" for each in cents]
    cells = grouped if decimal == "." else [cell.translate(str.maketrans(",.", ".,")) for cell in grouped]
    series = read(written([["t", "x"], *([str(row), cell] for row, cell in enumerate(cells))], ";"))
    assert series.values[:, 0].tolist() == [float(cell.replace(",", "")) for cell in grouped]


@settings(deadline=None, max_examples=100)
@given(holes=st.sets(st.integers(0, 19), max_size=18), word=st.sampled_from(["", "NA", "-", "缺失"]))
def test_holes_are_counted_filled_and_change_nothing_else(holes: set[int], word: str) -> None:
    cells = [word if row in holes else f"{row}.25" for row in range(20)]
    series = read(written([["step", "x", "y"], *([str(row), cell, "1"] for row, cell in enumerate(cells))]))
    expected = pd.Series([np.nan if row in holes else row + 0.25 for row in range(20)])
    filled = expected.interpolate(limit_direction="both")
    np.testing.assert_allclose(series.values[:, 0], filled)
    assert series.source is not None
    assert series.source.columns[1].missing == len(holes)
    assert sum("missing value" in text for text in notes(series)) == (1 if holes else 0)

"""What a series that was read tells of its file, and that all that reads a series works on it."""

import json
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from explainer.running import PatchTSTSettings, Settings, run
from explainer.series import Series, SeriesError, read_series, sample_series, time_marks, windows
from explainer.series.sample import make
from tests.series.reading.files import notes, read, rows

ODD = rows(
    "made up;;",
    "Nr;Datum;Wert;Ort;leer;Flag",
    *(f"{hour};01.01.2021 {hour:02}:00;{'' if hour == 3 else '1,5'};Rom;;{hour % 2}" for hour in range(1, 14)),
    "14;13.01.2021 14:00;2,5;Rom;;1",
)


def test_the_sample_is_read_as_it_ships_and_needs_no_word() -> None:
    series, sample = read_series(make.TARGET), sample_series()
    assert (series.name, series.variates, series.frequency) == (sample.name, sample.variates, sample.frequency)
    assert series.times.equals(sample.times)
    np.testing.assert_array_equal(series.values, sample.values)
    assert notes(series) == []


def test_the_source_tells_how_the_file_was_understood_and_what_became_of_each_column() -> None:
    source = read(ODD).source
    assert source is not None
    assert (source.encoding, source.separator, source.decimal, source.header_line) == ("UTF-8", ";", ",", 2)
    assert (source.time_column, str(source.time_format), source.rows) == ("Datum", "DD.MM.YYYY hh:mm", 14)
    assert [(column.header, column.role, column.missing) for column in source.columns] == [
        ("Nr", "index", 0),
        ("Datum", "time", 0),
        ("Wert", "variate", 1),
        ("Ort", "left out", 0),
        ("leer", "left out", 14),
        ("Flag", "variate", 0),
    ]
    assert [str(column.reason) for column in source.left_out] == ["text, “Rom” on line 3", "no values at all"]
    assert json.loads(json.dumps(asdict(source)))["columns"][2]["name"] == "Wert"


def test_columns_that_were_not_chosen_are_told_in_the_source_alone() -> None:
    series = read(ODD, columns=("Flag",))
    assert series.source is not None
    assert {str(column.reason) for column in series.source.left_out} == {"not chosen"}
    assert not [text for text in notes(series) if "Ort" in text or "Wert" in text]


def test_reading_twice_gives_the_same() -> None:
    first, second = read(ODD), read(ODD)
    np.testing.assert_array_equal(first.values, second.values)
    assert (first.notes, first.source) == (second.notes, second.source)


def test_the_name_in_the_series_is_whole_and_in_sentences_cut() -> None:
    name = "x" * 200 + ".csv"
    assert read_series(ODD.encode(), name).name == name
    with pytest.raises(SeriesError) as caught:
        read_series(b"", name)
    assert len(caught.value.phrase.en) < 150


def undated(count: int = 40) -> Series:
    return read(rows("load,price", *(f"{np.sin(row):.3f},{row % 7}" for row in range(count))))


def test_windows_of_a_series_without_dates_have_numbers_of_rows_and_no_marks() -> None:
    batch = windows(undated(), batch_size=2, seq_len=8, pred_len=2)
    assert batch.marks == ()
    assert batch.x_mark is not None
    assert batch.x_mark.shape == (2, 8, 0)
    assert [times.tolist() for times in batch.times] == [list(range(1, 9)), list(range(31, 39))]
    assert batch.future_times[1].tolist() == [39, 40]


def test_counters_have_no_marks_whatever_the_frequency() -> None:
    assert time_marks(pd.RangeIndex(5), "row").shape == (5, 0)
    assert time_marks(pd.Index([1, 2]), "hour").shape == (2, 0)


def test_dates_and_the_frequency_row_do_not_go_together() -> None:
    facts = {"name": "x", "variates": ("a",), "values": np.zeros((2, 1))}
    with pytest.raises(ValueError, match="does not go with"):
        Series(**facts, times=pd.RangeIndex(2), frequency="hour")
    with pytest.raises(ValueError, match="does not go with"):
        Series(**facts, times=pd.date_range("2021", periods=2), frequency="row")


def test_a_patch_of_a_series_without_dates_is_told_with_its_rows() -> None:
    settings = PatchTSTSettings(batch_size=2, n_variates=2, seq_len=8, pred_len=2, patch_len=4, stride=4)
    tokens = run(settings, undated()).tokens_in(1)
    assert [token.title.en for token in tokens] == [
        "patch 1 · rows 31–34",
        "patch 2 · rows 35–38",
        "patch 3 · all padding",
    ]
    assert tokens[0].title.zh == "patch 1 · 第 31–34 行"


@pytest.mark.parametrize("time_marks", [True, False])
def test_the_models_read_a_series_without_dates(time_marks: bool) -> None:
    made = run(Settings(batch_size=2, n_variates=2, seq_len=8, pred_len=2, time_marks=time_marks), undated())
    assert made.trace.steps
    assert [token.kind for token in made.tokens] == ["variate", "variate"]


def test_reading_needs_no_torch() -> None:
    code = "import sys; import explainer.series; assert 'torch' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[3])

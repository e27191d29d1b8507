"""Files of a few lines, read as bytes; whatever is said about any of them is held to the same rules."""

import re

import numpy as np
import pandas as pd
import pytest

from explainer.language import Phrase
from explainer.series import ReadingOptions, Series, SeriesError, read_series

NAME = "small.csv"


def read(file: str | bytes, **options: object) -> Series:
    """The series, which always has its rows in order and a number in every cell."""
    series = read_series(_bytes(file), NAME, ReadingOptions(**options))
    assert np.isfinite(series.values).all()
    assert series.times.is_monotonic_increasing
    assert series.times.is_unique
    assert series.dated == (series.frequency != "row")
    for note in series.notes:
        check_sentence(note)
    return series


def refusal(file: str | bytes, **options: object) -> str:
    """The English sentence of the error, after the Chinese one was looked at."""
    with pytest.raises(SeriesError) as caught:
        read_series(_bytes(file), NAME, ReadingOptions(**options))
    check_sentence(caught.value.phrase)
    return caught.value.phrase.en


def refused_setting(file: str | bytes, **options: object) -> str | None:
    with pytest.raises(SeriesError) as caught:
        read_series(_bytes(file), NAME, ReadingOptions(**options))
    return caught.value.setting


def notes(series: Series) -> list[str]:
    return [note.en for note in series.notes]


def note(series: Series, word: str) -> str:
    """The one note with a word in it."""
    found = [text for text in notes(series) if word in text]
    assert len(found) == 1, notes(series)
    return found[0]


def columns(series: Series) -> dict[str, list[float]]:
    return {name: series.values[:, place].tolist() for place, name in enumerate(series.variates)}


def times(series: Series) -> list[str]:
    assert isinstance(series.times, pd.DatetimeIndex)
    return [f"{time:%Y-%m-%d %H:%M:%S}" for time in series.times]


def rows(header: str, *lines: str) -> str:
    return "\n".join((header, *lines)) + "\n"


def dated(header: str, *cells: str) -> str:
    """A file with a day in front of each row, from the first of March 2021."""
    days = pd.date_range("2021-03-01", periods=len(cells), freq="D")
    return rows(f"date,{header}", *(f"{day:%Y-%m-%d},{row}" for day, row in zip(days, cells, strict=True)))


def check_sentence(phrase: Phrase) -> None:
    """Full sentences in both languages, with the same numbers in them."""
    assert phrase.en.endswith(".")
    assert phrase.zh.endswith("。")
    assert re.search("[\u4e00-\u9fff]", phrase.zh)
    assert len(phrase.en) < 700
    assert not re.search(r"(?<![0-9])1 (rows|columns|values|places|steps|hours|days)\b", phrase.en)


def _bytes(file: str | bytes) -> bytes:
    return file.encode() if isinstance(file, str) else file

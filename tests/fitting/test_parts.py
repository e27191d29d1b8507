"""The split is chronological, and its numbers are those that one counts by hand."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explainer.fitting import FitError, FitSettings, Parts, Scaler
from explainer.fitting.parts import split
from explainer.models import ITransformerConfig
from tests.fitting.waves import waves

CONFIG = ITransformerConfig(seq_len=4, pred_len=2)


def test_without_borders_seventy_ten_and_twenty_percent_of_the_rows() -> None:
    assert split(waves(101), CONFIG, FitSettings()) == Parts(train=70, validation=11, test=20)


def test_the_months_of_etth1_give_the_windows_of_the_published_tables() -> None:
    config = ITransformerConfig(seq_len=96, pred_len=96)
    parts = split(waves(17420), config, FitSettings(borders=(8640, 2880, 2880)))
    starts = (parts.train_starts(config), parts.validation_starts(config), parts.test_starts(config))
    assert [len(each) for each in starts] == [8449, 2785, 2785]


def test_each_part_forecasts_its_own_rows_and_nobody_elses() -> None:
    parts = Parts(train=10, validation=5, test=3)
    forecast = [
        {row for start in starts for row in range(start + 4, start + 6)}
        for starts in (parts.train_starts(CONFIG), parts.validation_starts(CONFIG), parts.test_starts(CONFIG))
    ]
    assert forecast == [set(range(4, 10)), set(range(10, 15)), set(range(15, 18))]


@settings(max_examples=40, deadline=None)
@given(seq_len=st.integers(1, 60), pred_len=st.integers(1, 40))
def test_a_short_series_is_told_how_many_rows_it_needs_and_that_many_are_enough(seq_len: int, pred_len: int) -> None:
    config = ITransformerConfig(seq_len=seq_len, pred_len=pred_len)
    with pytest.raises(FitError) as caught:
        split(waves(2), config, FitSettings())
    needed = int(re.findall(r"that takes (\d+) rows", caught.value.phrase.en)[0])
    assert f"至少 {needed} 行" in caught.value.phrase.zh
    split(waves(needed), config, FitSettings())
    split(waves(needed + 1), config, FitSettings())
    with pytest.raises(FitError):
        split(waves(needed - 1), config, FitSettings())


@pytest.mark.parametrize(
    ("borders", "said"),
    [
        ((90, 20, 10), "add up to 120 rows, and waves.csv has 100"),
        ((5, 5, 5), "training needs at least 6"),
        ((50, 1, 5), "at least 2 each"),
        ((50, 5, 1), "at least 2 each"),
    ],
)
def test_borders_that_cannot_work_are_refused_with_what_would(borders: tuple[int, int, int], said: str) -> None:
    with pytest.raises(FitError, match=said) as caught:
        split(waves(100), CONFIG, FitSettings(borders=borders))
    assert caught.value.setting == "borders"


def test_the_scaler_divides_by_the_standard_deviation_with_divisor_n() -> None:
    rows = np.array([[1.0, 7.0], [2.0, 7.0], [6.0, 7.0]])
    scaler = Scaler.of(rows)
    assert scaler.mean == (3.0, 7.0)
    assert scaler.scale == pytest.approx((((4 + 1 + 9) / 3) ** 0.5, 1.0))
    np.testing.assert_allclose(scaler.restored(scaler.scaled(rows)), rows)


def test_a_constant_whose_deviation_rounds_above_zero_keeps_its_scale() -> None:
    rows = np.full((1000, 1), 0.1)
    assert rows.std() > 0
    assert Scaler.of(rows).scale == (1.0,)

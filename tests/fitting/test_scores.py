"""Scores and forecasts are those that come out when windows are cut by hand."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
import torch

from explainer.fitting import Errors, Fit, FitError, FitSettings, fit, told_season
from explainer.fitting.naive import season_of
from explainer.series import time_marks
from tests.fitting.waves import INVERTED, PATCHED, PRED_LEN, QUICK, SEQ_LEN, waves

FIRST_TEST_ROW = 160  # after 70 and 10 % of 200 rows
ENDS = range(FIRST_TEST_ROW, 200 - PRED_LEN + 1)  # where a look-back ends and its horizon begins


def errors_of(forecasts: list[np.ndarray]) -> tuple[list[float], list[float]]:
    """Mean squared and mean absolute error of each variate, in the units of the file."""
    truth = np.stack([waves().values[end : end + PRED_LEN] for end in ENDS])
    difference = np.stack(forecasts) - truth
    return (difference**2).mean(axis=(0, 1)).tolist(), np.abs(difference).mean(axis=(0, 1)).tolist()


def assert_errors(made: Fit, errors: Errors, forecasts: list[np.ndarray]) -> None:
    mse, mae = errors_of(forecasts)
    assert errors.in_units(made.scaler).mse == pytest.approx(mse, rel=1e-4)
    assert errors.in_units(made.scaler).mae == pytest.approx(mae, rel=1e-4)
    scale = waves().values[:140].std(axis=0)
    assert errors.mae == pytest.approx(mae / scale, rel=1e-4)
    assert errors.mean_mse == pytest.approx((mse / scale**2).mean(), rel=1e-4)


def test_the_naive_forecast_repeats_the_last_value(inverted: Fit) -> None:
    assert_errors(inverted, inverted.scores.naive, [waves().values[[end - 1] * PRED_LEN] for end in ENDS])


def test_the_seasonal_forecast_repeats_yesterday(inverted: Fit) -> None:
    # A look-back of 16 hours does not reach back a day; the rows before it are known all the same.
    assert inverted.scores.season == 24
    assert inverted.scores.seasonal is not None
    expected = [waves().values[end - 24 : end - 24 + PRED_LEN] for end in ENDS]
    assert_errors(inverted, inverted.scores.seasonal, expected)


def test_a_season_shorter_than_the_horizon_is_repeated() -> None:
    daily = waves(frequency="day", freq="D")
    made = fit(INVERTED, daily, replace(QUICK, most_epochs=1))
    assert made.scores.season == 7
    assert made.scores.seasonal is not None
    expected = [daily.values[[end - 7 + step % 7 for step in range(PRED_LEN)]] for end in ENDS]
    assert_errors(made, made.scores.seasonal, expected)


@pytest.mark.parametrize("kind", ["inverted", "patched"])
def test_the_models_errors_are_those_of_its_forecasts(kind: str, request: pytest.FixtureRequest) -> None:
    made: Fit = request.getfixturevalue(kind)
    assert made.scores.windows == len(ENDS)
    assert_errors(made, made.scores.model, [made.forecast(waves(), end - SEQ_LEN).forecast for end in ENDS])


def test_a_forecast_is_what_the_model_says_about_the_scaled_window(inverted: Fit) -> None:
    series, start = waves(), 50
    mean, std = series.values[:140].mean(axis=0), series.values[:140].std(axis=0)
    x = torch.tensor((series.values - mean) / std, dtype=torch.float32)[None, start : start + SEQ_LEN]
    x_mark = torch.tensor(time_marks(series.times, "hour"), dtype=torch.float32)[None, start : start + SEQ_LEN]
    with torch.no_grad():
        expected = inverted.model()(x, x_mark)[0].numpy() * std + mean
    made = inverted.forecast(series, start)
    np.testing.assert_allclose(made.forecast, expected, rtol=1e-5)
    np.testing.assert_array_equal(made.past, series.values[50:66])
    np.testing.assert_array_equal(made.truth, series.values[66:74])
    assert list(made.times) == list(series.times[50:66])
    assert list(made.future_times) == list(series.times[66:74])


def test_the_last_window_is_forecast_although_nobody_knows_what_followed(inverted: Fit) -> None:
    made = inverted.forecast(waves(), 200 - SEQ_LEN)
    assert made.forecast.shape == (PRED_LEN, 2)
    assert made.truth.shape == (0, 2)
    assert len(made.future_times) == 0


def test_a_window_that_does_not_exist_is_refused(inverted: Fit) -> None:
    with pytest.raises(FitError, match="choose from 0 to 184"):
        inverted.forecast(waves(), 185)


def test_another_table_is_refused(inverted: Fit) -> None:
    with pytest.raises(FitError, match="other variates"):
        inverted.forecast(replace(waves(), variates=("fast", "slow")), 0)


def test_a_file_name_with_braces_is_only_a_name() -> None:
    named = replace(waves(name="{odd}" * 20), values=np.where(np.eye(200, 2), np.inf, 1.0))
    with pytest.raises(FitError, match="odd") as caught:
        fit(INVERTED, named, QUICK)
    assert len(caught.value.phrase.en) < 250


@pytest.mark.parametrize(
    ("freq", "frequency", "season"),
    [
        ("h", "hour", 24),
        ("3h", "hour", 8),
        ("5h", "hour", None),
        ("15min", "minute", 96),
        ("min", "minute", 1440),
        ("30s", "second", 2880),
        ("D", "day", 7),
        ("B", "day", 5),
        ("2D", "day", None),
        ("W", "week", 52),
        ("MS", "month", 12),
        ("QS", "quarter", 4),
        ("YS", "year", None),
    ],
)
def test_the_season_follows_from_the_step(freq: str, frequency: str, season: int | None) -> None:
    times = pd.date_range("2020-01-01", periods=60, freq=freq)
    assert season_of(times, frequency) == season
    # A gap in the middle changes nothing.
    assert season_of(times.delete(slice(20, 27)), frequency) == season


def test_where_there_is_no_season_the_reader_is_told() -> None:
    yearly = fit(PATCHED, waves(frequency="year", freq="YS"), replace(QUICK, most_epochs=1))
    assert (yearly.scores.season, yearly.scores.seasonal) == (None, None)
    assert "none" in told_season(None).en
    assert told_season(24).en == "the last 24 rows repeated"


def test_a_season_longer_than_all_rows_before_the_test_counts_as_none() -> None:
    minutes = waves(frequency="minute", freq="min")
    made = fit(INVERTED, minutes, FitSettings(most_epochs=1))
    assert made.scores.season is None


def test_rows_without_dates_can_be_fitted() -> None:
    undated = replace(waves(), times=pd.RangeIndex(200), frequency="row")
    made = fit(INVERTED, undated, replace(QUICK, most_epochs=1))
    assert made.scores.season is None
    assert made.forecast(undated, 3).forecast.shape == (PRED_LEN, 2)

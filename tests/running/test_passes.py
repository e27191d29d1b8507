"""A run is one real pass: the same as cutting windows and calling the model by hand."""

from datetime import datetime
from functools import cache
from typing import Any

import numpy as np
import pandas as pd
import pytest
import torch
from torch import Tensor

from explainer.language import ExplainedError, same_in_both
from explainer.models import ITransformer, ITransformerConfig, build
from explainer.running import Run, Settings, Weights, run
from explainer.series import Series, sample_series
from explainer.series.sample import make
from explainer.tracing import edges_in

VARIATES = ["temperature", "dew point", "relative humidity", "air pressure", "wind speed"]
MARKS = ["hour of day", "day of week", "day of month", "day of year"]
SETTINGS = {
    "defaults": Settings(),
    "one token": Settings(n_variates=1, time_marks=False),
    "no marks": Settings(time_marks=False, batch_size=1),
    "heads do not divide": Settings(d_model=10, n_heads=4, seed=3),
    "whole series": Settings(batch_size=1, seq_len=8754, pred_len=6),
    "eight windows": Settings(batch_size=8, n_variates=3, e_layers=1, d_ff=5, seed=2**31 - 1),
}
every_setting = pytest.mark.parametrize("moved", SETTINGS.values(), ids=SETTINGS)


@cache
def made_with(**moved: Any) -> Run:
    return run(Settings(**moved), sample_series())


@cache
def made_from(moved: Settings) -> Run:
    return run(moved, sample_series())


def output(made: Run) -> Tensor:
    (number,) = edges_in(made.trace.root.outcome)
    data = made.trace.values[number].data
    assert data is not None
    return data


def marks_by_hand(time: datetime) -> list[float]:
    day_of_year = time.timetuple().tm_yday
    return [time.hour / 23 - 0.5, time.weekday() / 6 - 0.5, (time.day - 1) / 30 - 0.5, (day_of_year - 1) / 365 - 0.5]


def inputs_by_hand(moved: Settings) -> tuple[Tensor, Tensor | None]:
    """Windows from the file as plain pandas reads it, the first at its head, the last at its end."""
    frame = pd.read_csv(make.TARGET, parse_dates=["date"])
    last = len(frame) - moved.seq_len - moved.pred_len
    starts = [last * window // max(moved.batch_size - 1, 1) for window in range(moved.batch_size)]
    cut = [frame.iloc[start : start + moved.seq_len] for start in starts]
    x = np.stack([window.iloc[:, 1 : 1 + moved.n_variates].to_numpy(np.float32) for window in cut])
    marks = np.array([[marks_by_hand(time) for time in window["date"].dt.to_pydatetime()] for window in cut])
    return torch.tensor(x), torch.tensor(marks, dtype=torch.float32) if moved.time_marks else None


def model_by_hand(moved: Settings) -> ITransformer:
    """The weights that `torch.manual_seed` gives, without keeping the seed set."""
    sizes = ("seq_len", "pred_len", "d_model", "n_heads", "e_layers", "d_ff")
    with torch.random.fork_rng():
        torch.manual_seed(moved.seed)
        return ITransformer(ITransformerConfig(**{size: getattr(moved, size) for size in sizes})).eval()


def test_by_default_nine_tokens_are_five_variates_and_four_time_marks_behind_them() -> None:
    tokens = made_with().tokens
    assert [token.kind for token in tokens] == ["variate"] * 5 + ["mark"] * 4
    assert [token.title.en for token in tokens] == VARIATES + MARKS
    assert [token.title.zh for token in tokens][3:7] == ["气压", "风速", "小时", "星期"]


def test_fewer_variates_and_no_marks_leave_fewer_tokens() -> None:
    assert [token.title.en for token in made_with(n_variates=2, time_marks=False).tokens] == VARIATES[:2]


@every_setting
def test_the_model_reads_what_the_file_holds(moved: Settings) -> None:
    x, x_mark = inputs_by_hand(moved)
    made = made_from(moved)
    torch.testing.assert_close(made.inputs[0], x, rtol=0, atol=0)
    assert (made.inputs[1] is None) == (x_mark is None)
    if made.inputs[1] is not None:
        torch.testing.assert_close(made.inputs[1], x_mark)


@every_setting
def test_the_pass_is_that_of_the_model_called_by_hand(moved: Settings) -> None:
    made, model = made_from(moved), model_by_hand(moved)
    torch.testing.assert_close(made.model.state_dict(), model.state_dict(), rtol=0, atol=0)
    with torch.no_grad():
        by_hand = model(*inputs_by_hand(moved))
    assert output(made).shape == (moved.batch_size, moved.pred_len, moved.n_variates)
    torch.testing.assert_close(output(made), by_hand)


def test_the_same_settings_give_the_same_pass_and_another_seed_another() -> None:
    again = run(Settings(), sample_series())
    torch.testing.assert_close(output(made_with()), output(again), rtol=0, atol=0)
    assert not torch.equal(output(made_with()), output(made_with(seed=1)))


def test_a_run_neither_reads_nor_changes_the_random_state_of_the_process() -> None:
    before = torch.get_rng_state()
    run(Settings(seed=9), sample_series())
    assert torch.equal(torch.get_rng_state(), before)


def test_a_run_keeps_no_gradients() -> None:
    assert not output(made_with()).requires_grad


@pytest.mark.parametrize(
    ("setting", "moved"),
    [
        ("n_heads", {"n_heads": 16, "d_model": 8}),
        ("n_heads", {"n_heads": 0}),
        ("d_model", {"d_model": 0}),
        ("d_ff", {"d_ff": -1}),
        ("e_layers", {"e_layers": -1}),
        ("n_variates", {"n_variates": 6}),
        ("n_variates", {"n_variates": 0}),
        ("seq_len", {"seq_len": 8755, "pred_len": 6}),
        ("seq_len", {"seq_len": 0}),
        ("pred_len", {"seq_len": 1, "pred_len": 8760}),
        ("batch_size", {"batch_size": 2, "seq_len": 8754}),
        ("batch_size", {"batch_size": 0}),
    ],
)
def test_what_cannot_work_is_refused_by_the_name_of_its_setting(setting: str, moved: dict[str, int]) -> None:
    with pytest.raises(ExplainedError) as caught:
        made_with(**moved)
    assert caught.value.setting == setting
    assert setting in caught.value.phrase.en
    assert setting in caught.value.phrase.zh


def test_names_from_a_file_are_the_tokens_of_a_series_without_titles() -> None:
    series = Series(
        name="small.csv",
        variates=("<b>x</b>", "y"),
        values=np.arange(40.0).reshape(20, 2),
        times=pd.date_range("2001-01-01", periods=20, freq="D"),
        frequency="day",
    )
    made = run(Settings(batch_size=1, n_variates=2), series)
    assert [token.title.zh for token in made.tokens] == ["<b>x</b>", "y", "星期", "月内第几天", "年内第几天"]


def test_fitted_weights_are_run_on_windows_that_are_scaled_for_them() -> None:
    settings = Settings(n_variates=2)
    other = build(settings.config(), seed=5)
    weights = Weights(other.state_dict(), mean=(10.0, -3.0), scale=(2.0, 0.5), origin=same_in_both("elsewhere"))
    made = run(settings, sample_series(), weights)
    x, x_mark = made.inputs
    expected = (torch.tensor(made.windows.x) - torch.tensor([10.0, -3.0])) / torch.tensor([2.0, 0.5])
    torch.testing.assert_close(x, expected)
    with torch.no_grad():
        (result,) = edges_in(made.trace.root.outcome)
        torch.testing.assert_close(made.trace.values[result].data, other(expected, x_mark))
    assert made.origin.en == "elsewhere"
    assert run(settings, sample_series()).origin == settings.weights()


def test_weights_of_another_model_are_not_run() -> None:
    weights = Weights(
        build(Settings(d_model=4).config(), seed=0).state_dict(), (0.0,) * 5, (1.0,) * 5, same_in_both("x")
    )
    with pytest.raises(RuntimeError):
        run(Settings(), sample_series(), weights)

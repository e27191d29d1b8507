"""What a fit leaves behind: weights that were chosen on the validation part, and how good they are on the test part."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd
import torch
from jaxtyping import Float
from torch import Tensor, nn

from explainer.fitting.feed import marks_for
from explainer.fitting.parts import Parts
from explainer.fitting.progress import Ending, Epoch
from explainer.fitting.scaler import Scaler
from explainer.fitting.scores import Scores
from explainer.fitting.settings import FitError, FitSettings, shortened
from explainer.language import Phrase
from explainer.models import ForecastConfig, build
from explainer.series import Series


@dataclass(frozen=True, eq=False)
class Forecast:
    """One window and what was forecast for it, in the units of the file.

    `truth` are the rows after the look-back as far as the series has them, with `future_times`; `forecast` has
    pred_len steps in any case.
    """

    past: Float[np.ndarray, "seq_len n_variates"]
    truth: Float[np.ndarray, "known n_variates"]
    forecast: Float[np.ndarray, "pred_len n_variates"]
    times: pd.Index
    future_times: pd.Index


@dataclass(frozen=True, eq=False)
class Fit:
    """A fitted model and all that is known about it.

    `weights` are those with the lowest validation loss, after `best_epoch`, counted from 1. `scaler` is known from the
    training rows of `parts`. `seconds` is all the time it took; `scores` are those on the test part.
    """

    config: ForecastConfig
    settings: FitSettings
    weights: Mapping[str, Tensor]
    scaler: Scaler
    variates: tuple[str, ...]
    frequency: str
    series_name: str
    parts: Parts
    curve: tuple[Epoch, ...]
    best_epoch: int
    ending: Ending
    seconds: float
    scores: Scores

    def model(self) -> nn.Module:
        """A model of its own with these weights, in eval mode. It reads and gives scaled values."""
        model = build(self.config, self.settings.seed)
        model.load_state_dict(self.weights)
        return model

    def origin(self) -> Phrase:
        """Where the weights come from, to stand beside everything that is drawn from them."""
        facts = {"name": shortened(self.series_name), "epoch": self.best_epoch, "seed": self.settings.seed}
        return _ORIGIN.fill(**facts)

    def forecast(self, series: Series, start: int) -> Forecast:
        """What the model says after the look-back that begins at row `start`; the future may reach past the end.

        Raises:
            FitError: the series has other variates or another frequency, or no look-back begins at `start`.
        """
        self._check(series, start)
        end = start + self.config.seq_len
        known = slice(end, end + self.config.pred_len)
        return Forecast(
            past=series.values[start:end],
            truth=series.values[known],
            forecast=self._forecast(series, slice(start, end)),
            times=series.times[start:end],
            future_times=series.times[known],
        )

    def _forecast(self, series: Series, rows: slice) -> Float[np.ndarray, "pred_len n_variates"]:
        marks = marks_for(series.times[rows], series.frequency, self.config, self.settings)
        x = torch.from_numpy(self.scaler.scaled(series.values[rows]).astype(np.float32))
        with torch.no_grad():
            scaled = self.model()(x[None], None if marks is None else marks[None])
        return self.scaler.restored(scaled[0].double().numpy())

    def _check(self, series: Series, start: int) -> None:
        if (series.variates, series.frequency) != (self.variates, self.frequency):
            facts = {"fitted": shortened(self.series_name), "other": shortened(series.name)}
            raise FitError(_OTHER_SERIES.fill(**facts))
        last = series.rows - self.config.seq_len
        if not 0 <= start <= last:
            rows = {"start": start, "last": last, "rows": series.rows, "seq_len": self.config.seq_len}
            raise FitError(_NO_WINDOW.fill(name=shortened(series.name), **rows), "start")


_ORIGIN = Phrase(
    "fitted here on {name}, epoch {epoch}, seed {seed}",
    "在 {name} 上训练得到，第 {epoch} 轮，种子 {seed}",
)
_OTHER_SERIES = Phrase(
    "The model was fitted on {fitted}, and {other} has other variates or another frequency; give a table with the same "
    "columns in the same order and the same step, or fit a model on it.",
    "模型是在 {fitted} 上训练的，而 {other} 的变量或频率与之不同；请提供列名、列序和时间间隔都相同的表格，"
    "或用它重新训练。",
)
_NO_WINDOW = Phrase(
    "No look-back of {seq_len} rows begins at row {start}: {name} has {rows} rows, so choose from 0 to {last}.",
    "从第 {start} 行开始取不出 {seq_len} 行的历史窗口：{name} 共 {rows} 行，请在 0 到 {last} 之间选择。",
)

"""Windows by their first row: the table lies in memory once, and each batch is one gather from it."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd
import torch
from jaxtyping import Float, Int
from torch import Tensor

from explainer.fitting.parts import Parts
from explainer.fitting.scaler import Scaler
from explainer.fitting.settings import FitError, FitSettings, shortened
from explainer.language import Phrase, counted
from explainer.models import ForecastConfig, PatchTSTConfig
from explainer.series import Series, time_marks

Starts = Int[Tensor, " batch"]


@dataclass(frozen=True, eq=False)
class Batch:
    """Scaled windows: the look-back, its time marks or None, and what followed. `starts` are their first rows."""

    starts: Starts
    x: Float[Tensor, "batch seq_len n_variates"]
    x_mark: Float[Tensor, "batch seq_len n_marks"] | None
    future: Float[Tensor, "batch pred_len n_variates"]


@dataclass(frozen=True, eq=False)
class Feed:
    """All rows of a series, scaled, and their time marks; gives windows of a model's lengths."""

    values: Float[Tensor, "rows n_variates"]
    marks: Float[Tensor, "rows n_marks"] | None
    seq_len: int
    pred_len: int

    def batch(self, starts: Starts) -> Batch:
        """The windows that begin at these rows."""
        cut = self._rows(self.values, starts, self.seq_len + self.pred_len)
        x_mark = None if self.marks is None else self._rows(self.marks, starts, self.seq_len)
        return Batch(starts, cut[:, : self.seq_len], x_mark, cut[:, self.seq_len :])

    def batches(self, starts: Starts, batch_size: int) -> Iterator[Batch]:
        """The windows in the order given; the last batch may be smaller."""
        return (self.batch(some) for some in torch.split(starts, batch_size))

    def _rows(
        self, table: Float[Tensor, "rows columns"], starts: Starts, length: int
    ) -> Float[Tensor, "batch length columns"]:
        rows = starts[:, None] + torch.arange(length)
        return table.index_select(0, rows.flatten()).view(len(starts), length, -1)


def feed_of(series: Series, config: ForecastConfig, settings: FitSettings, parts: Parts) -> tuple[Feed, Scaler]:
    """The series as a model reads it, scaled by its training rows.

    Raises:
        FitError: a value is missing or infinite.
    """
    _check_finite(series)
    scaler = Scaler.of(series.values[: parts.train])
    marks = marks_for(series.times, series.frequency, config, settings)
    return Feed(_tensor(scaler.scaled(series.values)), marks, config.seq_len, config.pred_len), scaler


def marks_for(
    times: pd.Index, frequency: str, config: ForecastConfig, settings: FitSettings
) -> Float[Tensor, "rows n_marks"] | None:
    """The time marks that a model reads: none where it has no use for them, or the rows have no dates."""
    if isinstance(config, PatchTSTConfig) or not settings.time_marks:
        return None
    marks = time_marks(times, frequency)
    return _tensor(marks) if marks.shape[1] else None


def _tensor(table: Float[np.ndarray, "rows columns"]) -> Float[Tensor, "rows columns"]:
    return torch.from_numpy(np.ascontiguousarray(table, dtype=np.float32))


def _check_finite(series: Series) -> None:
    wrong = np.argwhere(~np.isfinite(series.values))
    if len(wrong):
        row, column = wrong[0].tolist()
        facts = {"name": shortened(series.name), "variate": shortened(series.variates[column]), "row": row + 1}
        raise FitError(_NOT_FINITE.fill(wrong=counted(len(wrong), _WRONG_VALUE), **facts))


_WRONG_VALUE = Phrase("missing or infinite value", "个缺失值或无穷大")
_NOT_FINITE = Phrase(
    "{name} has {wrong}, the first in “{variate}” at row {row}; repair or leave out such columns before fitting.",
    "{name} 中有 {wrong}，第一个在“{variate}”的第 {row} 行；请先补全，或去掉该列，再进行训练。",
)

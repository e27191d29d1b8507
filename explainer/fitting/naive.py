"""Forecasts that need no model, which every model has to beat: the last value, and the value one season ago."""

import numpy as np
import pandas as pd
import torch
from jaxtyping import Float, Int
from numpy.typing import ArrayLike
from torch import Tensor

from explainer.fitting.feed import Batch
from explainer.language import Phrase, counted

_DAY = 24 * 60 * 60
# Seconds of the season that rows of a frequency go through.
_PERIODS = {"second": _DAY, "minute": _DAY, "hour": _DAY, "day": 7 * _DAY, "week": 52 * 7 * _DAY}
_MONTHS_OF_A_YEAR = 12
_WORKING_DAYS = 5


def season_of(times: pd.Index, frequency: str) -> int | None:
    """Rows of one season: a day of hours or minutes, a week of days, a year of weeks, months or quarters.

    None where there is no such season: yearly rows, rows without dates, steps that do not divide it.
    """
    if not isinstance(times, pd.DatetimeIndex) or len(times) < 2:
        return None
    if frequency in ("month", "quarter"):
        return _whole(_MONTHS_OF_A_YEAR, times.year * _MONTHS_OF_A_YEAR + times.month)
    if frequency == "day" and times.day_of_week.max() < _WORKING_DAYS:
        return _WORKING_DAYS
    return _whole(_PERIODS.get(frequency, 0), times.to_numpy("datetime64[s]").astype(np.int64))


def _whole(period: int, moments: ArrayLike) -> int | None:
    """How many steps a period has, if it is a whole number; the median forgives a gap."""
    step = float(np.median(np.diff(np.asarray(moments))))
    return int(period / step) if step > 0 and period > step and period % step == 0 else None


def told_season(season: int | None) -> Phrase:
    """What the seasonal forecast repeats, or why there is none."""
    return _NO_SEASON if season is None else _SEASON.fill(rows=counted(season, Phrase("row", "行")))


def last_value(batch: Batch) -> Float[Tensor, "batch 1 n_variates"]:
    """The last value of the look-back, for every step of the horizon."""
    return batch.x[:, -1:]


def one_season_ago(
    values: Float[Tensor, "rows n_variates"], batch: Batch, season: int
) -> Float[Tensor, "batch pred_len n_variates"]:
    """For each step the value at the same place of the last season before the horizon.

    A season longer than the look-back is read from the rows before it: all of them are known at that time.
    """
    return values[_last_season(batch, season)]


def _last_season(batch: Batch, season: int) -> Int[Tensor, "batch pred_len"]:
    horizon = batch.starts[:, None] + batch.x.shape[1]
    return horizon - season + torch.arange(batch.future.shape[1]) % season


_SEASON = Phrase("the last {rows} repeated", "重复最近的 {rows}")
_NO_SEASON = Phrase(
    "none: the rows have no known season, or too few rows come before it",
    "无：数据没有已知的季节周期，或之前的行数不够一个周期",
)

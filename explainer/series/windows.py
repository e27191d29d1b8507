"""Windows: what a model is given, a batch of look-backs, and what followed each of them."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float32, Int

from explainer.language import Phrase
from explainer.series.errors import SeriesError
from explainer.series.marks import time_marks
from explainer.series.series import Series


@dataclass(frozen=True, eq=False)
class Windows:
    """A batch of windows from one series, in the units of the series.

    `x` is the look-back, `future` the rows right after it, `x_mark` the time marks of the look-back or None.
    `starts` gives the row at which each window begins; `times` and `future_times` go with the rows of `x` and `future`,
    and are numbers of rows where the series has no dates.
    """

    x: Float32[np.ndarray, "batch seq_len n_variates"]
    x_mark: Float32[np.ndarray, "batch seq_len n_marks"] | None
    future: Float32[np.ndarray, "batch pred_len n_variates"]
    starts: tuple[int, ...]
    variates: tuple[str, ...]
    marks: tuple[str, ...]
    times: tuple[pd.Index, ...]
    future_times: tuple[pd.Index, ...]


def windows(
    series: Series,
    *,
    batch_size: int,
    seq_len: int,
    pred_len: int,
    n_variates: int | None = None,
    with_marks: bool = True,
) -> Windows:
    """`batch_size` windows spread evenly over the series, from the first possible start to the last.

    Shapes: `x` (batch_size, seq_len, n_variates), `x_mark` (batch_size, seq_len, n_marks), `future` (batch_size,
    pred_len, n_variates). The variates are the first `n_variates` of the series, all of them where it is None.

    Raises:
        SeriesError: the series cannot give such windows; the sentence names the setting and what would work.
    """
    n = len(series.variates) if n_variates is None else n_variates
    _check_variates(series, n)
    _check_lengths(series, seq_len, pred_len)
    _check_batch(series, batch_size, seq_len, pred_len)

    starts = _even_starts(batch_size, last=series.rows - seq_len - pred_len)
    rows = np.asarray(starts)[:, None] + np.arange(seq_len + pred_len)
    past, following = rows[:, :seq_len], rows[:, seq_len:]
    times = tuple(series.times[window] for window in past)

    return Windows(
        x=_cut(series, past, n),
        x_mark=_cut_marks(series, past) if with_marks else None,
        future=_cut(series, following, n),
        starts=starts,
        variates=series.variates[:n],
        marks=series.mark_names if with_marks else (),
        times=times,
        future_times=tuple(series.times[window] for window in following),
    )


def _even_starts(batch_size: int, last: int) -> tuple[int, ...]:
    # Whole-number arithmetic: the ends are met exactly and no start comes twice, whatever the rounding.
    return tuple(window * last // max(batch_size - 1, 1) for window in range(batch_size))


def _cut(
    series: Series, rows: Int[np.ndarray, "batch length"], n_variates: int
) -> Float32[np.ndarray, "batch length n_variates"]:
    # In C order, because strides are part of what a reader sees of a tensor.
    return np.ascontiguousarray(series.values[rows, :n_variates], dtype=np.float32)


def _cut_marks(series: Series, rows: Int[np.ndarray, "batch seq_len"]) -> Float32[np.ndarray, "batch seq_len n_marks"]:
    # All windows in one go: the calendar is what takes the time here.
    marks = time_marks(series.times[rows.ravel()], series.frequency)
    return marks.reshape(*rows.shape, marks.shape[1]).astype(np.float32)


_VARIATES = Phrase(
    "n_variates is {asked}, and must be from 1 to {most}: {name} has no more variates than that.",
    "n_variates 为 {asked}，应在 1 到 {most} 之间：{name} 的变量数只有 {most}。",
)
_SHORT_LOOK_BACK = Phrase(
    "seq_len is {asked}, and must be at least {least}: the model reads that many rows.",
    "seq_len 为 {asked}，应不小于 {least}：它是模型读取的行数。",
)
_SHORT_HORIZON = Phrase(
    "pred_len is {asked}, and must be at least {least}: that many rows follow the look-back.",
    "pred_len 为 {asked}，应不小于 {least}：它是历史窗口之后的行数。",
)
_LONG = Phrase(
    "seq_len + pred_len is {seq_len} + {pred_len} = {length}, and must be at most {most}: {name} has no more rows.",
    "seq_len + pred_len 为 {seq_len} + {pred_len} = {length}，应不超过 {most}：{name} 没有更多的行。",
)
_BATCH = Phrase(
    "batch_size is {asked}, and must be from 1 to {most}: {name} has {rows} rows, and each window takes {length}.",
    "batch_size 为 {asked}，应在 1 到 {most} 之间：{name} 共 {rows} 行，每个窗口占 {length} 行。",
)


def _check_variates(series: Series, n_variates: int) -> None:
    most = len(series.variates)
    if not 1 <= n_variates <= most:
        raise SeriesError(_VARIATES.fill(asked=n_variates, most=most, name=series.name), setting="n_variates")


def _check_lengths(series: Series, seq_len: int, pred_len: int) -> None:
    if seq_len < 1:
        raise SeriesError(_SHORT_LOOK_BACK.fill(asked=seq_len, least=1), setting="seq_len")
    if pred_len < 0:
        raise SeriesError(_SHORT_HORIZON.fill(asked=pred_len, least=0), setting="pred_len")
    if seq_len + pred_len > series.rows:
        facts = {"seq_len": seq_len, "pred_len": pred_len, "length": seq_len + pred_len, "most": series.rows}
        # Where even a look-back of one row is too long, the horizon is what has to change.
        setting = "seq_len" if pred_len < series.rows else "pred_len"
        raise SeriesError(_LONG.fill(**facts, name=series.name), setting=setting)


def _check_batch(series: Series, batch_size: int, seq_len: int, pred_len: int) -> None:
    length = seq_len + pred_len
    most = series.rows - length + 1
    if not 1 <= batch_size <= most:
        facts = {"asked": batch_size, "most": most, "rows": series.rows, "length": length}
        raise SeriesError(_BATCH.fill(**facts, name=series.name), setting="batch_size")

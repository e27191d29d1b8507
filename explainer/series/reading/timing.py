"""The times of a table: dates in their order, counters, or numbers of rows."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float, Int

from explainer.language import Phrase
from explainer.series.errors import SeriesError
from explainer.series.reading.cells import number
from explainer.series.reading.date_column import date_column
from explainer.series.reading.options import ReadingOptions
from explainer.series.reading.order import order_of
from explainer.series.reading.steps import steps_of
from explainer.series.reading.table import Table
from explainer.series.reading.telling import cut
from explainer.series.reading.time_column import TimeColumn


@dataclass(frozen=True, eq=False)
class Timing:
    """The times of the rows to keep, where those rows stand in the table, and where the times are on a line."""

    rows: Int[np.ndarray, " kept"]
    times: pd.Index
    positions: Float[np.ndarray, " kept"]
    frequency: str = "row"
    every: int = 1
    spelled: Phrase | None = None
    notes: tuple[Phrase, ...] = ()


_NO_TIMES = Phrase(
    "No column holds dates: the rows are told by their numbers, and there are no time marks.",
    "没有日期列：各行以行号表示，没有时间标记。",
)
_COUNTER = Phrase(
    "“{column}” counts and holds no dates: the rows are told by its numbers, and there are no time marks.",
    "“{column}” 是计数而不是日期：各行以该列的数值表示，没有时间标记。",
)
_NO_FREQUENCY = Phrase(
    "The frequency {asked} needs dates, and no column was read as such; choose a `time_column`, or no frequency.",
    "频率 {asked} 需要日期，而没有读取到日期列；请选择 `time_column`，或不设置频率。",
)
_NEEDS_ROWS = Phrase(
    "The frequency “row” is for series without dates, and “{column}” holds dates; choose another, or no `time_column`.",
    "频率“row”只用于没有日期的序列，而“{column}”是日期列；请改用其他频率，或不使用 `time_column`。",
)
_COUNTS = Phrase("a counter", "计数")


def timing_of(table: Table, found: TimeColumn | None, options: ReadingOptions) -> Timing:
    """When each row is, and which rows are kept.

    Raises:
        SeriesError: a date cannot be read, or the frequency asked for does not go with the times.
    """
    if found is not None and found.dated:
        return _dated(table, found, options)
    if options.frequency not in (None, "row"):
        raise SeriesError(_NO_FREQUENCY.fill(asked=cut(str(options.frequency))), setting="frequency")
    rows = np.arange(len(table.lines))
    if found is None:
        told = (_NO_TIMES,) if options.time_column is None else ()
        return Timing(rows, pd.RangeIndex(1, len(rows) + 1), rows.astype(float), notes=told)
    counted = np.array([number(cell, ".") for cell in found.cells], dtype=float)
    whole = bool((counted == np.round(counted)).all() and np.abs(counted).max() < 2**53)
    times = pd.Index(counted.astype("int64") if whole else counted)
    notes = (*found.notes, _COUNTER.fill(column=cut(found.name)))
    return Timing(rows, times, counted, spelled=_COUNTS, notes=notes)


def _dated(table: Table, found: TimeColumn, options: ReadingOptions) -> Timing:
    if options.frequency == "row":
        raise SeriesError(_NEEDS_ROWS.fill(column=cut(found.name)), setting="frequency")
    dates = date_column(found.cells, found.name, table.lines, options.day_first)
    order = order_of(dates.times, found.name, table.lines)
    times = dates.times[order.rows]
    steps = steps_of(times, [table.lines[row] for row in order.rows.tolist()], options.frequency)
    return Timing(
        rows=order.rows,
        times=pd.DatetimeIndex(times),
        positions=(times - times[0]).astype("timedelta64[us]").astype(float),
        frequency=steps.frequency,
        every=steps.every,
        spelled=dates.spelled,
        notes=(*found.notes, *dates.notes, *order.notes, *steps.notes),
    )

"""Times in their order, each of them once."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Int, Shaped

from explainer.language import Phrase
from explainer.series.errors import SeriesError
from explainer.series.reading.telling import cut, lines


@dataclass(frozen=True, eq=False)
class Order:
    """The rows of the file to keep, in the order of their times, and what was done for that."""

    rows: Int[np.ndarray, " kept"]
    notes: tuple[Phrase, ...] = ()


_TWICE = Phrase(
    "Times come more than once, the first of them {time}; of each the first row was kept, and the others were left out "
    "({count} in all, {lines}).",
    "有重复的时间：略去了 {count} 行（{lines}），每个时间只保留第一行；第一个重复的时间是 {time}。",
)
_MOSTLY_TWICE = Phrase(
    "The rows repeat their times in “{column}” ({times} different ones in {rows} rows), so the file seems to hold "
    "several series, or times without their hours; give one row for each time, or choose another `time_column`.",
    "“{column}”列的 {rows} 行中只有 {times} 个不同的时间，文件可能包含多个序列，或时间缺少小时；"
    "请保证每个时间只有一行，或另选 `time_column`。",
)
_SORTED = Phrase(
    "The rows were sorted by their times: line {line}, {time}, is before the line above it.",
    "各行已按时间排序：第 {line} 行（{time}）早于它的上一行。",
)
_NEWEST_FIRST = Phrase(
    "The newest row stood first in the file; the rows were turned round.",
    "文件中最新的数据在最前面，已把各行倒序排列。",
)


def order_of(times: Shaped[np.ndarray, " rows"], column: str, numbers: Sequence[int]) -> Order:
    """Which rows to keep and in which order; `numbers` are their lines in the file.

    A later row with the same time is left out, and not averaged: an average is in no file.

    Raises:
        SeriesError: more than half of the rows repeat a time of another one, or every time comes equally often.
    """
    _, first, counts = np.unique(times, return_index=True, return_counts=True)
    # Two series below each other, or side by side in the rows, repeat just half of the times.
    stacked = bool(counts.min() > 1 and counts.min() == counts.max())
    if stacked or len(first) * 2 < len(times) or len(first) < 2:
        facts = {"column": cut(column), "times": len(first), "rows": len(times)}
        raise SeriesError(_MOSTLY_TWICE.fill(**facts), setting="time_column")
    notes = []
    repeated = np.setdiff1d(np.arange(len(times)), first)
    if len(repeated):
        told = lines([numbers[row] for row in repeated.tolist()])
        notes.append(_TWICE.fill(count=len(repeated), lines=told, time=pd.Timestamp(times[repeated[0]])))
    in_file = np.sort(first)
    back = np.flatnonzero(np.diff(times[in_file]) < np.timedelta64(0))
    if len(back) == len(in_file) - 1:
        notes.append(_NEWEST_FIRST)
    elif len(back):
        row = int(in_file[back[0] + 1])
        notes.append(_SORTED.fill(line=numbers[row], time=pd.Timestamp(times[row])))
    return Order(first, tuple(notes))

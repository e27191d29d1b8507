"""The step from row to row: in which word of the calendar, how many of them, and where it is not kept."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Bool, Int, Shaped

from explainer.language import Phrase
from explainer.series.marks import step_of
from explainer.series.reading.telling import cut

_SECONDS = (("week", 604_800), ("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))
_MONTHS = (("year", 12), ("quarter", 3), ("month", 1))
_MICRO = 1_000_000
_WORDS = {
    "second": Phrase("second", "秒"),
    "minute": Phrase("minute", "分钟"),
    "hour": Phrase("hour", "小时"),
    "day": Phrase("day", "天"),
    "week": Phrase("week", "周"),
    "month": Phrase("month", "个月"),
    "quarter": Phrase("quarter", "个季度"),
    "year": Phrase("year", "年"),
}


@dataclass(frozen=True)
class Steps:
    """The frequency in one word, how many of it make a step, and what there is to say about them."""

    frequency: str
    every: int
    notes: tuple[Phrase, ...] = ()


_IRREGULAR = Phrase(
    "The most common step is {step}, but {count} of {all} steps differ; the first of them is from {before} to {after} "
    "(line {line}).",
    "最常见的间隔是 {step}，但 {all} 个间隔中有 {count} 个不同；第一处是从 {before} 到 {after}（第 {line} 行）。",
)
_GAPS = Phrase(
    "The times have gaps ({count} in all); the first is from {before} to {after} (line {line}), the longest from "
    "{longest_before} to {longest_after}; nothing was put in there.",
    "时间有 {count} 处缺口；第一处是从 {before} 到 {after}（第 {line} 行），最长的一处是从 {longest_before} 到 "
    "{longest_after}；缺口处没有补行。",
)
_GAP = Phrase(
    "The times have a gap from {before} to {after} (line {line}); nothing was put in there.",
    "时间在 {before} 与 {after} 之间有缺口（第 {line} 行），没有补行。",
)
_WEEKDAYS = Phrase(
    "The rows are the working days: Saturdays and Sundays are not in the file.",
    "各行均为工作日，文件中没有周六和周日。",
)
_SHORT = Phrase(
    "Rows are less than a second apart; their time marks are those of seconds.",
    "各行间隔不足一秒，时间标记按秒计算。",
)
_OTHERWISE = Phrase(
    "The frequency is {asked}, as asked for; in the file the most common step is {step}.",
    "频率按要求取 {asked}；文件中最常见的间隔是 {step}。",
)


def steps_of(times: Shaped[np.ndarray, " rows"], lines: Sequence[int], asked: str | None) -> Steps:
    """The steps between times that rise from row to row; `asked` is a frequency that takes their place.

    Raises:
        SeriesError: the frequency asked for is not known.
    """
    found = _by_months(times, lines) or _by_seconds(times, lines)
    if asked is None:
        return found
    word, every = step_of(asked)
    if (word, every) == (found.frequency, found.every):
        return found
    step = told_step(found.frequency, found.every)
    return Steps(word, every, (*found.notes, _OTHERWISE.fill(asked=cut(asked), step=step)))


def told_step(frequency: str, every: int) -> Phrase:
    """A step in words: "1 hour", "15 minutes"."""
    word = _WORDS[frequency]
    return Phrase(f"{every} {word.en}{'' if every == 1 else 's'}", f"{every} {word.zh}")


def _by_months(times: Shaped[np.ndarray, " rows"], lines: Sequence[int]) -> Steps | None:
    """Months have no fixed length: they are counted where all rows are on one day of the month, or one in each."""
    months = times.astype("datetime64[M]")
    clocks = times - times.astype("datetime64[D]")
    days = (times.astype("datetime64[D]") - months.astype("datetime64[D]")).astype(int)
    lengths = ((months + 1).astype("datetime64[D]") - months.astype("datetime64[D]")).astype(int)
    # The 31st of some months is the 30th or the 28th of others.
    on_one_day = bool((days == np.minimum(days.max(), lengths - 1)).all())
    steps = np.diff(months).astype("int64")
    if (clocks != clocks[0]).any() or (steps < 1).any():
        return None
    common = _most_common(steps)
    one_in_each = bool((steps == common).all()) and len(np.unique(np.diff(times))) > 1
    if not (on_one_day or one_in_each):
        return None
    word, unit = next((word, unit) for word, unit in _MONTHS if common % unit == 0)
    return Steps(word, common // unit, _uneven(times, lines, steps, common, told_step(word, common // unit)))


def _by_seconds(times: Shaped[np.ndarray, " rows"], lines: Sequence[int]) -> Steps:
    steps = np.diff(times).astype("timedelta64[us]").astype("int64")
    common = _most_common(steps)
    if common < _MICRO:
        step = Phrase(f"{common / _MICRO:g} seconds", f"{common / _MICRO:g} 秒")
        return Steps("second", 1, (_SHORT, *_uneven(times, lines, steps, common, step)))
    seconds = max(round(common / _MICRO), 1)
    word, unit = next((word, unit) for word, unit in _SECONDS if seconds % unit == 0)
    step = told_step(word, seconds // unit)
    if word == "day" and seconds == unit and _skips_weekends(times, steps):
        steps = np.where(_over_a_weekend(times, steps), common, steps)
        return Steps(word, 1, (_WEEKDAYS, *_uneven(times, lines, steps, common, step)))
    return Steps(word, seconds // unit, _uneven(times, lines, steps, common, step))


def _most_common(steps: Int[np.ndarray, " steps"]) -> int:
    """The smallest of the steps that come most often."""
    values, counts = np.unique(steps, return_counts=True)
    return int(values[np.argmax(counts)])


def _skips_weekends(times: Shaped[np.ndarray, " rows"], steps: Int[np.ndarray, " steps"]) -> bool:
    working = np.is_busday(times.astype("datetime64[D]"))
    return bool(working.all() and _over_a_weekend(times, steps).any())


def _over_a_weekend(times: Shaped[np.ndarray, " rows"], steps: Int[np.ndarray, " steps"]) -> Bool[np.ndarray, " steps"]:
    # Day 0 of NumPy, the first of January 1970, was a Thursday.
    friday = times[:-1].astype("datetime64[D]").astype("int64") % 7 == 1
    three_days: Bool[np.ndarray, " steps"] = friday & (steps == 3 * 86_400 * _MICRO)
    return three_days


def _uneven(
    times: Shaped[np.ndarray, " rows"],
    lines: Sequence[int],
    steps: Int[np.ndarray, " steps"],
    common: int,
    step: Phrase,
) -> tuple[Phrase, ...]:
    """What to say where steps differ: whole steps that are left out are gaps, any other is irregular."""
    gaps = np.flatnonzero((steps > common) & (steps % common == 0))
    others = np.flatnonzero((steps != common) & ((steps < common) | (steps % common != 0)))
    notes = []
    if len(others):
        facts = _around(times, lines, int(others[0]))
        notes.append(_IRREGULAR.fill(step=step, count=len(others), all=len(steps), **facts))
    if len(gaps):
        longest = _around(times, lines, int(gaps[np.argmax(steps[gaps])]))
        facts = _around(times, lines, int(gaps[0])) | {f"longest_{name}": told for name, told in longest.items()}
        notes.append((_GAPS if len(gaps) > 1 else _GAP).fill(count=len(gaps), **facts))
    return tuple(notes)


def _around(times: Shaped[np.ndarray, " rows"], lines: Sequence[int], step: int) -> dict[str, object]:
    before, after = pd.Timestamp(times[step]), pd.Timestamp(times[step + 1])
    return {"before": before, "after": after, "line": lines[step + 1]}

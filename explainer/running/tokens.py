"""What stands on the axes of an attention map: variates and time marks, or the patches of one variate."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
import pandas as pd

from explainer.language import Phrase, same_in_both
from explainer.models import PatchTSTConfig
from explainer.series import MARK_TITLES, Series, Windows

Kind: TypeAlias = Literal["variate", "mark", "patch"]
Time: TypeAlias = pd.Timestamp | int | float | np.integer | np.floating


@dataclass(frozen=True)
class Token:
    """What stands on one row and one column of the attention map; `title` is its name for people."""

    name: str
    kind: Kind
    title: Phrase


def variates_and_marks(series: Series, cut: Windows) -> tuple[Token, ...]:
    """In the order of the embedding: variates first, time marks behind them."""
    variates = [Token(name, "variate", series.title(name)) for name in cut.variates]
    marks = [_mark(name, cut.variates) for name in cut.marks]
    return (*variates, *marks)


def _mark(name: str, variates: Collection[str]) -> Token:
    """A time mark; a reader's file may have a column of the same name."""
    title = MARK_TITLES[name]
    if {name, title.en, title.zh}.isdisjoint(variates):
        return Token(name, "mark", title)
    return Token(f"time mark {name}", "mark", _MARK_BESIDE.fill(mark=title))


_MARK_BESIDE = Phrase("{mark} (time mark)", "{mark}（时间标记）")


@dataclass(frozen=True)
class Patch:
    """One patch of a window: the steps of the window that it covers, and how many steps of padding follow them."""

    number: int
    steps: range
    padded: int


def patches_of(config: PatchTSTConfig) -> tuple[Patch, ...]:
    """The patches of every window, in their order, numbered from 1."""
    starts = (number * config.stride for number in range(config.n_patches))
    covered = (range(min(start, config.seq_len), min(start + config.patch_len, config.seq_len)) for start in starts)
    return tuple(Patch(number, steps, config.patch_len - len(steps)) for number, steps in enumerate(covered, start=1))


_PADDED = Phrase("{patch} + pad", "{patch} + 填充")
_ALL_PADDED = Phrase("{patch} · all padding", "{patch} · 全为填充")
_ROW = Phrase("{patch} · row {rows}", "{patch} · 第 {rows} 行")
_ROWS = Phrase("{patch} · rows {rows}", "{patch} · 第 {rows} 行")


def patch_tokens(config: PatchTSTConfig, times: pd.Index | None = None, frequency: str = "") -> tuple[Token, ...]:
    """The patches as tokens; with the `times` of a window, each is told with those that it covers."""
    return tuple(
        Token(f"patch_{patch.number}", "patch", _title(patch, times, frequency)) for patch in patches_of(config)
    )


def _title(patch: Patch, times: pd.Index | None, frequency: str) -> Phrase:
    name = f"patch {patch.number}"
    if times is None:
        return same_in_both(name)
    if not patch.steps:
        return _ALL_PADDED.fill(patch=name)
    covered = span(times[patch.steps[0]], times[patch.steps[-1]], times, frequency)
    if isinstance(times, pd.DatetimeIndex):
        told = same_in_both(f"{name} · {covered}")
    else:
        told = (_ROWS if len(patch.steps) > 1 else _ROW).fill(patch=name, rows=covered)
    return _PADDED.fill(patch=told) if patch.padded else told


_CLOCKS = {"second": "%H:%M:%S", "minute": "%H:%M", "hour": "%H:%M"}
_LONG = {"month": "%Y-%m", "quarter": "%Y-%m", "year": "%Y"}


def span(first: Time, last: Time, window: pd.Index, frequency: str) -> str:
    """From the first to the last time, without what goes without saying: the year or the day that a window stays in.

    Without dates, from the first number of a row to the last.
    """
    if not isinstance(first, pd.Timestamp) or not isinstance(last, pd.Timestamp):
        return str(first) if first == last else f"{first}–{last}"
    clock = _CLOCKS.get(frequency, "")
    day = _LONG.get(frequency) or _day(window, clock)
    whole = f"{day} {clock}".strip()
    end = clock if clock and first.date() == last.date() else whole
    return first.strftime(whole) if first == last else f"{first.strftime(whole)}–{last.strftime(end)}"


def _day(window: pd.Index, clock: str) -> str:
    first, last = window[0], window[-1]
    if first.year != last.year:
        return "%Y-%m-%d"
    return "" if clock and first.date() == last.date() else "%m-%d"

"""A multivariate time series: a table of numbers, one row per time, one column per variate."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
from jaxtyping import Float

from explainer.language import Phrase, same_in_both
from explainer.series.marks import mark_names
from explainer.series.source import Source


@dataclass(frozen=True, eq=False)
class Series:
    """The values of all variates at all times, in the order of the file.

    `values` is (rows, n_variates), each column in the unit that `units` gives for it, and read-only.
    `frequency` is the step from row to row in one word: second, minute, hour, day, week, month, quarter, year; `every`
    is how many of them, 15 with "minute" for a quarter of an hour. A series without dates has the frequency "row", and
    `times` holds numbers of rows instead of a `DatetimeIndex`.
    `titles` and `units` may leave variates out. `notes` tells what was noticed or repaired in the file, one sentence
    each, and `source` how it was understood; None where the series was not read from a reader's file.
    """

    name: str
    variates: tuple[str, ...]
    values: Float[np.ndarray, "rows n_variates"]
    times: pd.Index
    frequency: str
    titles: Mapping[str, Phrase] = field(default_factory=dict)
    units: Mapping[str, str] = field(default_factory=dict)
    every: int = 1
    notes: tuple[Phrase, ...] = ()
    source: Source | None = None

    def __post_init__(self) -> None:
        """Refuse a table that does not fit its labels, and lock the numbers."""
        if self.values.shape != (len(self.times), len(self.variates)):
            raise ValueError(f"{len(self.times)} times, {len(self.variates)} variates, values {self.values.shape}")
        if self.dated == (self.frequency == "row"):
            raise ValueError(f"frequency {self.frequency} does not go with times of {type(self.times).__name__}")
        # A copy, because locking a view would leave the caller's array open underneath.
        values = np.array(self.values)
        values.flags.writeable = False
        object.__setattr__(self, "values", values)

    @property
    def rows(self) -> int:
        """How many times the series has."""
        return len(self.times)

    @property
    def dated(self) -> bool:
        """Whether the rows have dates, and so time marks."""
        return isinstance(self.times, pd.DatetimeIndex)

    @property
    def mark_names(self) -> tuple[str, ...]:
        """The time marks of its rows, in the order of their columns; none for a series without dates."""
        return mark_names(self.frequency)

    def title(self, variate: str) -> Phrase:
        """The variate's name for people; the name from the file where there is no other."""
        return self.titles.get(variate, same_in_both(variate))

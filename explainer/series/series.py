"""A multivariate time series: a table of numbers, one row per time, one column per variate."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
from jaxtyping import Float

from explainer.language import ExplainedError, Phrase, same_in_both


class SeriesError(ExplainedError):
    """A series cannot give what was asked of it; `setting` names the setting to change, where there is one."""


@dataclass(frozen=True, eq=False)
class Series:
    """The values of all variates at all times, in the order of the file.

    `values` is (rows, n_variates), each column in the unit that `units` gives for it, and read-only.
    `frequency` is the step from row to row in one word: second, minute, hour, day, week, month, quarter, year.
    `titles` and `units` may leave variates out.
    """

    name: str
    variates: tuple[str, ...]
    values: Float[np.ndarray, "rows n_variates"]
    times: pd.DatetimeIndex
    frequency: str
    titles: Mapping[str, Phrase] = field(default_factory=dict)
    units: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse a table that does not fit its labels, and lock the numbers."""
        if self.values.shape != (len(self.times), len(self.variates)):
            raise ValueError(f"{len(self.times)} times, {len(self.variates)} variates, values {self.values.shape}")
        # A copy, because locking a view would leave the caller's array open underneath.
        values = np.array(self.values)
        values.flags.writeable = False
        object.__setattr__(self, "values", values)

    @property
    def rows(self) -> int:
        """How many times the series has."""
        return len(self.times)

    def title(self, variate: str) -> Phrase:
        """The variate's name for people; the name from the file where there is no other."""
        return self.titles.get(variate, same_in_both(variate))

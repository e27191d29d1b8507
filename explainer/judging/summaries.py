"""One head over many windows in a few numbers."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from explainer.judging.maps import Maps, Matrix, Pick
from explainer.judging.measures import row_entropy


@dataclass(frozen=True, eq=False)
class MapSummary:
    """What a map is on average over windows, and how much it differs from window to window.

    mean                mean map, deviation its standard deviation over windows (divisor n - 1), None for one window
    entropy             of each row, from 0 to 1 (see `row_entropy`): the mean of what single rows have, not that of the
                        mean map, which is always as large or larger
    key_sums            what a token is given by all queries together; 1 for a token that is looked at as any other
    query_sums          what a query gives in total: 1, as a softmax has it
    own                 mean attention that a token pays to itself; `chance` where all keys are alike
    own_first           share of rows whose largest cell is their own token
    """

    windows: int
    mean: Matrix
    deviation: Matrix | None
    entropy: Float[np.ndarray, " query"]
    entropy_deviation: Float[np.ndarray, " query"] | None
    key_sums: Float[np.ndarray, " key"]
    query_sums: Float[np.ndarray, " query"]
    own: float
    own_first: float
    chance: float


def summary(maps: Maps, layer: int, head: Pick, variate: Pick = 0) -> MapSummary:
    """The summary of one head over all windows of `maps`; with "mean" each window's heads are averaged first."""
    picked = maps.picked(layer, head, variate)
    of_windows = picked.mean(axis=1, dtype=np.float64)
    entropy = row_entropy(picked).mean(axis=1)
    mean = of_windows.mean(axis=0)
    return MapSummary(
        windows=len(picked),
        mean=mean,
        deviation=_deviation(of_windows),
        entropy=entropy.mean(axis=0),
        entropy_deviation=_deviation(entropy),
        key_sums=mean.sum(axis=0),
        query_sums=mean.sum(axis=1),
        own=float(mean.diagonal().mean()),
        own_first=float((picked.argmax(axis=-1) == np.arange(picked.shape[-1])).mean()),
        chance=1 / picked.shape[-1],
    )


def _deviation(of_windows: Float[np.ndarray, "window ..."]) -> Float[np.ndarray, "..."] | None:
    """None for one window: of how much windows differ it says nothing."""
    return of_windows.std(axis=0, ddof=1) if len(of_windows) > 1 else None

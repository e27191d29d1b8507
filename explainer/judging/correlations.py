"""What a map may be mistaken for: the correlation of variates over a period."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float

from explainer.judging.maps import Maps, Pick
from explainer.judging.ranks import RankCorrelation, rank_correlation


@dataclass(frozen=True, eq=False)
class Correlation:
    """Pearson's r of each pair of variates, the mean over the windows in which it is defined.

    It is not defined where one of the two is constant, so also in windows of one row; where that is so in every window,
    `defined` is False and `matrix` 0.
    """

    matrix: Float[np.ndarray, "variate variate"]
    defined: Bool[np.ndarray, "variate variate"]


@dataclass(frozen=True)
class LayerCorrelation:
    """How the map of one layer agrees with the correlations of the look-back and of the forecast period."""

    layer: int
    past: RankCorrelation
    future: RankCorrelation


def correlation(windows: Float[np.ndarray, "window time variate"]) -> Correlation:
    """The correlations over a period: give the look-backs, or what followed them. Scaling changes nothing."""
    varying = windows.max(axis=1) != windows.min(axis=1)
    standard = _standardised(windows, varying)
    counts = np.einsum("wi,wj->ij", varying.astype(float), varying.astype(float))
    sums = np.tensordot(standard, standard, axes=((0, 1), (0, 1)))
    matrix = np.clip(sums / np.maximum(counts, 1), -1, 1)
    return Correlation(matrix, counts > 0)


def _standardised(
    windows: Float[np.ndarray, "window time variate"], varying: Bool[np.ndarray, "window variate"]
) -> Float[np.ndarray, "window time variate"]:
    """Each variate of each window with mean 0 and length 1, so that r is a sum of products; constant ones are 0."""
    centred = windows.astype(np.float64) - windows.mean(axis=1, keepdims=True, dtype=np.float64)
    length = np.linalg.norm(centred, axis=1, keepdims=True)
    standard: np.ndarray = np.where(varying[:, None], centred, 0) / np.where(length > 0, length, 1)
    return standard


def layer_correlations(
    maps: Maps, past: Correlation, future: Correlation, head: Pick, *, absolute: bool = False
) -> tuple[LayerCorrelation, ...]:
    """For each layer, from shallow to deep, its agreement with past and future: figure 7 of the iTransformer paper.

    The paper shows it on one window of one data set by eye; here it is a number, for whatever is on the screen.

    Raises:
        JudgingError: the tokens are patches of one variate.
    """
    return tuple(
        LayerCorrelation(
            layer,
            rank_correlation(matrix, past.matrix, past.defined, absolute=absolute),
            rank_correlation(matrix, future.matrix, future.defined, absolute=absolute),
        )
        for layer, matrix in enumerate(maps.between_variates(layer, head) for layer in range(len(maps.layers)))
    )

"""The same windows read by several models: before and after fitting, and with several seeds."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from jaxtyping import Float

from explainer.judging.errors import JudgingError
from explainer.judging.maps import Maps, Matrix, Pick, sliced
from explainer.judging.measures import row_distance, row_entropy
from explainer.judging.ranks import RankCorrelation, rank_correlation
from explainer.language import Phrase


@dataclass(frozen=True, eq=False)
class LayerChange:
    """What fitting did to the maps of one layer, head by head.

    difference      fitted minus random, of the mean maps over windows
    entropy_before  mean row entropy from 0 to 1, entropy_after likewise
    distance        mean total variation distance between the rows of a window before and after, from 0 to 1
    """

    difference: Float[np.ndarray, "head query key"]
    entropy_before: Float[np.ndarray, " head"]
    entropy_after: Float[np.ndarray, " head"]
    distance: Float[np.ndarray, " head"]


def before_after(maps_random: Maps, maps_fitted: Maps, variate: Pick = 0) -> tuple[LayerChange, ...]:
    """Layer by layer, for maps of the same windows.

    Heads are compared one by one: give the maps of the weights that this very fit began with; its seed rebuilds them.
    """
    pairs = zip(maps_random.layers, maps_fitted.layers, strict=True)
    variates = sliced(variate)
    return tuple(_change(before[:, variates], after[:, variates]) for before, after in pairs)


def _change(
    before: Float[np.ndarray, "window variate head query key"],
    after: Float[np.ndarray, "window variate head query key"],
) -> LayerChange:
    return LayerChange(
        difference=after.mean(axis=(0, 1), dtype=np.float64) - before.mean(axis=(0, 1), dtype=np.float64),
        entropy_before=row_entropy(before).mean(axis=(0, 1, 3)),
        entropy_after=row_entropy(after).mean(axis=(0, 1, 3)),
        distance=row_distance(before, after).mean(axis=(0, 1, 3)),
    )


@dataclass(frozen=True, eq=False)
class LayerStability:
    """How far the maps of one layer agree between seeds.

    Means over heads are compared. Heads have no order that two seeds share, and the pairing that fits best would agree
    by its choice: with enough heads even noise does.

    mean, deviation  of each cell over the seeds (divisor n - 1)
    pairs            the rank correlation of every two seeds, time marks left out
    agreement        the mean of their values, None where no pair has one
    """

    mean: Matrix
    deviation: Matrix
    pairs: tuple[RankCorrelation, ...]
    agreement: float | None


def stability(of_seeds: Sequence[Maps], variate: Pick = 0) -> tuple[LayerStability, ...]:
    """Layer by layer, for maps of the same windows by models that differ in their seed only.

    Raises:
        JudgingError: there are fewer than two.
    """
    if len(of_seeds) < 2:
        raise JudgingError(_ONE_SEED.fill(given=len(of_seeds)), "seeds")
    seen = of_seeds[0].n_tokens - of_seeds[0].n_marks
    layers = range(len(of_seeds[0].layers))
    return tuple(
        _stability(np.stack([maps.mean(layer, "mean", variate) for maps in of_seeds]), seen) for layer in layers
    )


def _stability(of_seeds: Float[np.ndarray, "seed query key"], seen: int) -> LayerStability:
    pairs = tuple(rank_correlation(one, other[:seen, :seen]) for one, other in combinations(of_seeds, 2))
    values = [pair.value for pair in pairs if pair.value is not None]
    return LayerStability(
        mean=of_seeds.mean(axis=0),
        deviation=of_seeds.std(axis=0, ddof=1),
        pairs=pairs,
        agreement=float(np.mean(values)) if values else None,
    )


_ONE_SEED = Phrase(
    "Stability compares models of several seeds, and {given} is given; choose at least 2.",
    "稳定性需要比较多个随机种子的模型，目前只有 {given} 个；请至少选择 2 个。",
)

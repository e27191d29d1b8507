"""What a map has to differ from before it is read: all keys alike, and an input in which time has no order."""

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from explainer.judging.maps import Maps, Matrix
from explainer.judging.measures import row_distance


@dataclass(frozen=True, eq=False)
class LayerContrast:
    """The maps of one layer beside those of a shuffled input; all numbers per head, rows of time marks left out.

    from_uniform           mean total variation distance of the rows from 1/n, from 0 to 1
    shuffled_from_uniform  the same of the shuffled input
    ratio                  of the two: at 1, as much stands out from uniform when time has no order. 1 where both are
                           uniform, infinite where only the shuffled ones are
    farther                share of windows whose map is farther from uniform than that of their shuffled selves; ties
                           count half, so ½ is what chance gives
    apart                  mean distance between the rows of the two maps of a window: 0 for a map that does not depend
                           on the order in time
    """

    from_uniform: Float[np.ndarray, " head"]
    shuffled_from_uniform: Float[np.ndarray, " head"]
    ratio: Float[np.ndarray, " head"]
    farther: Float[np.ndarray, " head"]
    apart: Float[np.ndarray, " head"]


def uniform(n_tokens: int) -> Matrix:
    """The map that knows nothing: 1/n in each cell."""
    return np.full((n_tokens, n_tokens), 1 / n_tokens)


def shuffled(x: Float[Tensor, "window seq_len n_variates"], seed: int) -> Float[Tensor, "window seq_len n_variates"]:
    """Each variate of each window with its steps in an order of its own: mean and spread stay, all timing is gone."""
    generator = torch.Generator().manual_seed(seed)
    orders = torch.rand(x.shape, generator=generator).argsort(dim=1)
    return x.gather(1, orders)


def contrast(maps: Maps, of_shuffled: Maps) -> tuple[LayerContrast, ...]:
    """Layer by layer; both are maps of the same windows by the same model, the second after `shuffled`."""
    seen = slice(0, maps.n_tokens - maps.n_marks)
    pairs = zip(maps.layers, of_shuffled.layers, strict=True)
    return tuple(_contrast(real[..., seen, :], other[..., seen, :]) for real, other in pairs)


def _contrast(
    real: Float[np.ndarray, "window variate head query key"], other: Float[np.ndarray, "window variate head query key"]
) -> LayerContrast:
    chance = 1 / real.shape[-1]
    # Per window and head, over the variates and the rows.
    real_from, other_from, apart = (
        distance.mean(axis=(1, 3))
        for distance in (row_distance(real, chance), row_distance(other, chance), row_distance(real, other))
    )
    return LayerContrast(
        from_uniform=real_from.mean(axis=0),
        shuffled_from_uniform=other_from.mean(axis=0),
        ratio=_ratio(real_from.mean(axis=0), other_from.mean(axis=0)),
        farther=(np.sign(real_from - other_from).mean(axis=0) + 1) / 2,
        apart=apart.mean(axis=0),
    )


def _ratio(one: Float[np.ndarray, " head"], other: Float[np.ndarray, " head"]) -> Float[np.ndarray, " head"]:
    without_other = np.where(one > 0, np.inf, 1.0)
    ratio: np.ndarray = np.divide(one, other, out=without_other, where=other > 0)
    return ratio

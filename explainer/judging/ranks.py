"""Whether two matrices of the same tokens order their cells alike, and how often chance would do as well."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float
from scipy.stats import rankdata  # type: ignore[import-untyped]

from explainer.judging.maps import Matrix

RELABELLINGS = 199


@dataclass(frozen=True)
class RankCorrelation:
    """Spearman's ρ over the cells beside the diagonal, from -1 to 1. None where one side is the same everywhere.

    value           over all cells together
    within_queries  the mean of the ρ of each row. For a map of one window and head this is also that of the scores
                    before the softmax, which the iTransformer paper compares: a softmax keeps the order within a row
    cells           how many cells were compared
    by_chance       share of `relabellings`, the matrix with its variates in another order, that agree or disagree as
                    much; the given order is one of them. Cells of one variate hang together, so no table of ρ holds
                    here (Mantel, 1967). With few variates it cannot be small: 3 have only 6 orders
    """

    value: float | None
    within_queries: float | None
    cells: int
    by_chance: float | None


def rank_correlation(
    attention: Matrix,
    matrix: Float[np.ndarray, "variate variate"],
    defined: Bool[np.ndarray, "variate variate"] | None = None,
    *,
    absolute: bool = False,
    relabellings: int = RELABELLINGS,
) -> RankCorrelation:
    """How alike a map and a matrix order pairs of variates; row and column mean the same in both.

    Marks are left out: of the map, the first rows and columns are read, as many as `matrix` has. Undefined cells are
    left out as well. The sign of a correlation counts, as in the paper ("highly correlated variate will be more
    weighted"): a variate that runs the other way is at the low end, unless `absolute`.
    """
    n = len(matrix)
    kept = ~np.eye(n, dtype=bool) if defined is None else defined & ~np.eye(n, dtype=bool)
    sides = attention[:n, :n], np.abs(matrix) if absolute else matrix
    one, other = (_centred_ranks(side.reshape(1, -1), kept.reshape(1, -1)) for side in sides)
    rows = _agreement(*(_centred_ranks(side, kept) for side in sides))
    value = _mean(_agreement(one, other))
    chance = None if value is None or not relabellings else _by_chance(one, other, kept, relabellings)
    return RankCorrelation(value, _mean(rows), int(kept.sum()), chance)


def _centred_ranks(
    rows: Float[np.ndarray, "row cell"], kept: Bool[np.ndarray, "row cell"]
) -> Float[np.ndarray, "row cell"]:
    """Ranks within each row, minus their mean; cells that are not compared are 0, and add nothing to any product."""
    # At the end of the row they do not disturb the ranks of the others.
    ranks = rankdata(np.where(kept, rows, np.inf), axis=-1)
    middle = (kept.sum(axis=-1, keepdims=True) + 1) / 2
    centred: np.ndarray = np.where(kept, ranks - middle, 0.0)
    return centred


def _agreement(
    one: Float[np.ndarray, "row cell"], other: Float[np.ndarray, "row cell"]
) -> Float[np.ndarray, " told_row"]:
    """ρ of each row, without the rows in which one side is the same everywhere."""
    # No matrix product: on busy cores the threads of BLAS wait for each other far longer than they work.
    products, ones, others = (np.einsum("rc,rc->r", *pair) for pair in ((one, other), (one, one), (other, other)))
    told = (ones > 0) & (others > 0)
    return np.asarray(np.clip(products[told] / np.sqrt(ones[told] * others[told]), -1, 1))


def _mean(rows: Float[np.ndarray, " told_row"]) -> float | None:
    return float(rows.mean()) if len(rows) else None


def _by_chance(
    one: Float[np.ndarray, "1 cells"],
    other: Float[np.ndarray, "1 cells"],
    kept: Bool[np.ndarray, "query key"],
    relabellings: int,
) -> float:
    # Seeded, because a page that is drawn again must not change.
    generator = np.random.default_rng(0)
    told = np.flatnonzero(kept.any(axis=0) | kept.any(axis=1))
    attention, matrix = (ranks.reshape(kept.shape)[np.ix_(told, told)] for ranks in (one, other))
    observed = _size(attention, matrix) * (1 - 1e-9)
    orders = (generator.permutation(len(told)) for _ in range(relabellings))
    as_far = sum(_size(attention, matrix[np.ix_(order, order)]) >= observed for order in orders)
    return (1 + as_far) / (1 + relabellings)


def _size(attention: Matrix, matrix: Matrix) -> float:
    """How far two matrices of centred ranks are from telling nothing of each other, up to a factor."""
    return abs(float(np.einsum("qk,qk->", attention, matrix)))

"""Two measures of a row of attention: how undecided it is, and how far it is from another row."""

import numpy as np
from jaxtyping import Float
from scipy.special import entr  # type: ignore[import-untyped]


def row_entropy(rows: Float[np.ndarray, "*shape key"]) -> Float[np.ndarray, "*shape"]:
    """-Σ a·log a of each row, in units of log n: 0 for one single key, 1 for all n keys alike.

    A row with one key is both; it counts as 1, since it is uniform.
    """
    n = rows.shape[-1]
    if n == 1:
        return np.ones(rows.shape[:-1])
    return np.asarray(entr(rows).sum(axis=-1, dtype=np.float64) / np.log(n))


def row_distance(
    rows: Float[np.ndarray, "*shape key"], others: Float[np.ndarray, "*shape key"] | float
) -> Float[np.ndarray, "*shape"]:
    """Total variation distance, ½·Σ|a - b| of each row: the share of attention that lies elsewhere, from 0 to 1."""
    return np.asarray(np.abs(rows - others).sum(axis=-1, dtype=np.float64) / 2)

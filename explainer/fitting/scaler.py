"""Bringing variates to one scale, known from the training rows only: the future must not leak into the input."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float


@dataclass(frozen=True)
class Scaler:
    """Mean and scale of each variate, in its unit. `scaled = (values - mean) / scale`."""

    mean: tuple[float, ...]
    scale: tuple[float, ...]

    @classmethod
    def of(cls, rows: Float[np.ndarray, "rows n_variates"]) -> "Scaler":
        """From the rows of the training part: mean and standard deviation with divisor n, as in scikit-learn.

        A variate that does not change has scale 1. Whether it changes is asked of the values and not of the deviation,
        which rounding leaves a little above 0.
        """
        constant = rows.max(axis=0) == rows.min(axis=0)
        scale = np.where(constant, 1.0, rows.std(axis=0))
        return cls(tuple(rows.mean(axis=0).tolist()), tuple(np.where(scale == 0, 1.0, scale).tolist()))

    def scaled(self, values: Float[np.ndarray, "*shape n_variates"]) -> Float[np.ndarray, "*shape n_variates"]:
        """From the unit of each variate to its scale."""
        scaled: np.ndarray = (values - np.asarray(self.mean)) / np.asarray(self.scale)
        return scaled

    def restored(self, scaled: Float[np.ndarray, "*shape n_variates"]) -> Float[np.ndarray, "*shape n_variates"]:
        """From scaled values back to the unit of each variate."""
        restored: np.ndarray = scaled * np.asarray(self.scale) + np.asarray(self.mean)
        return restored

"""Attention of many windows, and how one matrix is picked from it: averages are taken only where they are asked for."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np
from jaxtyping import Float

from explainer.judging.errors import JudgingError
from explainer.language import Phrase

# One of them, counted from 0, or the average of all.
Pick: TypeAlias = int | Literal["mean"]
Matrix: TypeAlias = Float[np.ndarray, "query key"]


@dataclass(frozen=True, eq=False)
class Maps:
    """The attention of every layer over windows; each row of a map sums to 1.

    layers   one array per layer, (window, variate, head, query token, key token); where the tokens are variates
             there is one map for all of them, and the variate axis has length 1
    between  what the tokens are
    n_marks  how many tokens at the end are time marks; the others stand before them
    """

    layers: tuple[Float[np.ndarray, "window variate head query key"], ...]
    between: Literal["variate", "patch"]
    n_marks: int

    def only(self, windows: Sequence[int]) -> "Maps":
        """The maps of some windows, counted from 0."""
        return replace(self, layers=tuple(layer[list(windows)] for layer in self.layers))

    def picked(self, layer: int, head: Pick, variate: Pick = 0) -> Float[np.ndarray, "window picked query key"]:
        """What one head and one variate show in each window; with "mean" all of them, side by side, not yet averaged.

        Where tokens are variates, `variate` is 0.
        """
        chosen = self.layers[layer][:, sliced(variate), sliced(head)]
        windows, n_variates, n_heads, queries, keys = chosen.shape
        return chosen.reshape(windows, n_variates * n_heads, queries, keys)

    def mean(self, layer: int, head: Pick, variate: Pick = 0) -> Matrix:
        """The mean map over all windows; of one window, after `only`, it is the map itself."""
        average: np.ndarray = self.picked(layer, head, variate).mean(axis=(0, 1), dtype=np.float64)
        return average

    def between_variates(self, layer: int, head: Pick) -> Float[np.ndarray, "variate variate"]:
        """The mean map over all windows without its time marks.

        Raises:
            JudgingError: the tokens are patches of one variate.
        """
        if self.between != "variate":
            raise JudgingError(_PATCHES)
        n = self.n_tokens - self.n_marks
        return self.mean(layer, head)[:n, :n]

    @property
    def n_tokens(self) -> int:
        """Tokens on each axis of a map, time marks included; 0 without layers."""
        return self.layers[0].shape[-1] if self.layers else 0


def sliced(pick: Pick) -> slice:
    """What a pick takes of its axis, which stays an axis."""
    # A slice from -1 to 0 would be empty, so what is counted from the end is refused by its own name.
    if pick == "mean":
        return slice(None)
    if pick < 0:
        raise IndexError(f"{pick} is negative; heads and variates are counted from 0")
    return slice(pick, pick + 1)


_PATCHES = Phrase(
    "These maps are between patches of one variate, which cannot be set against numbers about pairs of variates; "
    "choose a model whose tokens are variates, such as iTransformer.",
    "这些注意力图是同一变量内各 patch 之间的，无法与变量两两之间的数值对照；"
    "请选择以变量为 token 的模型，例如 iTransformer。",
)

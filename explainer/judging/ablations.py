"""What a variate is good for: it is blanked, and the forecasts that move show where it was used."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from jaxtyping import Float
from torch import Tensor, nn

from explainer.judging.baselines import shuffled
from explainer.judging.maps import Maps, Pick
from explainer.judging.passes import at_rest, batches, forecasts, windows_at_once
from explainer.judging.ranks import RankCorrelation, rank_correlation

Blank: TypeAlias = Literal["mean", "shuffled"]


@dataclass(frozen=True, eq=False)
class Ablation:
    """How much each forecast moves when one variate is blanked, in the units that the model reads and gives.

    moved      (forecast, blanked): mean |change| over windows and steps of the horizon. It stands as a map does: the
               row is who looks, the column who is looked at
    deviation  its standard deviation over windows (divisor n - 1), None for one window
    blanked    which variates the columns are
    """

    moved: Float[np.ndarray, "forecast blanked"]
    deviation: Float[np.ndarray, "forecast blanked"] | None
    blanked: tuple[int, ...]
    blank: Blank


def ablation(
    model: nn.Module,
    x: Float[Tensor, "window seq_len n_variates"],
    x_mark: Float[Tensor, "window seq_len n_marks"] | None = None,
    *,
    blank: Blank = "mean",
    variates: Sequence[int] | None = None,
) -> Ablation:
    """Blank one variate after the other, all of them or some, and let the model forecast each time.

    "mean" puts the mean of its own window into each step: the level stays, all that happened is gone. "shuffled" puts
    the steps into another order (seed 0): level and spread stay. Time marks are not touched. The model is copied and
    stays as it is. Each variate takes one pass per batch of windows; `variates` asks for them in parts, where a reader
    should see the first ones soon.
    """
    still = at_rest(model)
    blanked = tuple(range(x.shape[-1]) if variates is None else variates)
    blanks = x.mean(dim=1, keepdim=True).expand_as(x) if blank == "mean" else shuffled(x, seed=0)
    changes = np.empty((len(x), x.shape[-1], len(blanked)))
    for rows, (some, marks) in batches(x, x_mark, windows_at_once(model, x.shape[-1])):
        # Before and after are passes of one shape, so that what was not touched is equal to the last bit.
        before = forecasts(still, some, marks)
        for column, variate in enumerate(blanked):
            after = forecasts(still, _with(some, blanks[rows], variate), marks)
            changes[rows, :, column] = (after - before).abs().mean(dim=1).numpy()
    deviation = changes.std(axis=0, ddof=1) if len(changes) > 1 else None
    return Ablation(changes.mean(axis=0), deviation, blanked, blank)


def _with(x: Tensor, blanks: Tensor, variate: int) -> Tensor:
    changed = x.clone()
    changed[..., variate] = blanks[..., variate]
    return changed


def layer_effects(maps: Maps, effects: Ablation, head: Pick) -> tuple[RankCorrelation, ...]:
    """For each layer whether its map tells what matters: its rank correlation with the effects of blanking.

    Raises:
        JudgingError: the tokens are patches of one variate.
        ValueError: not every variate was blanked, in their order.
    """
    if effects.blanked != tuple(range(len(effects.moved))):
        raise ValueError("blank every variate, in their order, before a map is set against the effects")
    layers = range(len(maps.layers))
    return tuple(rank_correlation(maps.between_variates(layer, head), effects.moved) for layer in layers)

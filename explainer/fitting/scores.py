"""How wrong a forecast is on rows that were never used for fitting, beside forecasts that need no model."""

from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor, nn

from explainer.fitting.feed import Feed
from explainer.fitting.naive import last_value, one_season_ago
from explainer.fitting.scaler import Scaler
from explainer.fitting.steps import EVALUATION_BATCHES


@dataclass(frozen=True)
class Errors:
    """Mean squared and mean absolute error of each variate, over all windows and steps of the horizon."""

    mse: tuple[float, ...]
    mae: tuple[float, ...]

    @property
    def mean_mse(self) -> float:
        """Over all variates; in original units it mixes them, as published tables do not."""
        return sum(self.mse) / len(self.mse)

    @property
    def mean_mae(self) -> float:
        """Over all variates."""
        return sum(self.mae) / len(self.mae)

    def in_units(self, scaler: Scaler) -> "Errors":
        """From scaled units to those of the file: `mae` grows with the scale of its variate, `mse` with its square."""
        return Errors(
            tuple(error * scale**2 for error, scale in zip(self.mse, scaler.scale, strict=True)),
            tuple(error * scale for error, scale in zip(self.mae, scaler.scale, strict=True)),
        )


@dataclass(frozen=True)
class Scores:
    """Errors on the test part in scaled units; `in_units(fit.scaler)` of each gives those of the file.

    `naive` repeats the last value, `seasonal` the last `season` rows; both None where there is no season.
    """

    windows: int
    model: Errors
    naive: Errors
    seasonal: Errors | None
    season: int | None


class _Sums:
    """Adds up errors batch by batch, in double precision: no forecast has to stay in memory."""

    def __init__(self, n_variates: int) -> None:
        self.squares = torch.zeros(n_variates, dtype=torch.float64)
        self.absolutes = torch.zeros(n_variates, dtype=torch.float64)
        self.count = 0

    def add(
        self, forecast: Float[Tensor, "batch steps n_variates"], truth: Float[Tensor, "batch pred_len n_variates"]
    ) -> None:
        difference = (forecast - truth).flatten(end_dim=1).double()
        self.squares += difference.square().sum(dim=0)
        self.absolutes += difference.abs().sum(dim=0)
        self.count += len(difference)

    def errors(self) -> Errors:
        return Errors(tuple((self.squares / self.count).tolist()), tuple((self.absolutes / self.count).tolist()))


def scores_of(model: nn.Module, feed: Feed, starts: range, batch_size: int, season: int | None) -> Scores:
    """The errors over all windows that begin at `starts`. A season without enough rows before it counts as none."""
    if season is not None and starts.start + feed.seq_len < season:
        season = None
    sums = [_Sums(feed.values.shape[1]) for _ in range(3)]
    model.eval()
    with torch.no_grad():
        for batch in feed.batches(torch.arange(starts.start, starts.stop), batch_size * EVALUATION_BATCHES):
            sums[0].add(model(batch.x, batch.x_mark), batch.future)
            sums[1].add(last_value(batch), batch.future)
            if season is not None:
                sums[2].add(one_season_ago(feed.values, batch, season), batch.future)
    seasonal = None if season is None else sums[2].errors()
    return Scores(len(starts), sums[0].errors(), sums[1].errors(), seasonal, season)

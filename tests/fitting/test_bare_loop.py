"""A fit does what a bare loop does that was written down by somebody who trusts nothing but torch."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from torch.nn import functional

from explainer.fitting import FitSettings, Progress, fit
from explainer.models import ForecastConfig, build
from explainer.series import Series, time_marks
from tests.fitting.waves import INVERTED, PATCHED, PRED_LEN, QUICK, SEQ_LEN, waves

TRAIN = 140  # 70 % of 200 rows
WINDOWS = TRAIN - SEQ_LEN - PRED_LEN + 1


def bare_losses(config: ForecastConfig, series: Series, settings: FitSettings, steps: int) -> list[float]:
    """The losses of the first steps, written down without anything of the project but the model and the marks."""
    values = series.values.astype(np.float64)
    mean, std = values[:TRAIN].mean(axis=0), values[:TRAIN].std(axis=0)
    scaled = torch.tensor((values - mean) / std, dtype=torch.float32)
    marks = torch.tensor(time_marks(series.times, "hour"), dtype=torch.float32)
    order = torch.randperm(WINDOWS, generator=torch.Generator().manual_seed(settings.seed)).tolist()
    model = build(config, settings.seed).train()
    optimiser = torch.optim.Adam(model.parameters(), lr=settings.learning_rate)
    losses = []
    for step in range(steps):
        starts = order[step * settings.batch_size : (step + 1) * settings.batch_size]
        x = torch.stack([scaled[i : i + SEQ_LEN] for i in starts])
        x_mark = torch.stack([marks[i : i + SEQ_LEN] for i in starts])
        future = torch.stack([scaled[i + SEQ_LEN : i + SEQ_LEN + PRED_LEN] for i in starts])
        loss = functional.mse_loss(model(x, x_mark), future)
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        losses.append(loss.item())
    return losses


@pytest.mark.parametrize("config", [INVERTED, PATCHED])
def test_without_dropout_the_losses_are_those_of_a_bare_loop(config: ForecastConfig) -> None:
    told: list[float] = []
    settings = replace(QUICK, most_epochs=1, seed=3, batch_size=16)

    def watch(progress: Progress) -> bool:
        if progress.phase != "scoring":
            told.append(progress.train_loss)
        return False

    quiet = replace(config, dropout=0.0)
    fit(quiet, waves(), settings, watch=watch)
    expected = bare_losses(quiet, waves(), settings, steps=7)
    # All batches so far have the same size, so the mean over windows is the mean over batches.
    np.testing.assert_allclose(told[:7], np.cumsum(expected) / np.arange(1, 8), rtol=2e-4)

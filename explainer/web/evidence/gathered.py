"""What the page reads: many windows of the series, and the maps of the model for each of them."""

from collections.abc import Hashable
from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import Tensor, nn

from explainer.fitting import Fit, Scaler
from explainer.judging import Maps, gather
from explainer.models import PatchTSTConfig, build
from explainer.running import Run
from explainer.series import Series, Windows, windows
from explainer.web.evidence.keeping import kept
from explainer.web.in_use import shown_fit

MOST_WINDOWS = 64
# What one visit may hold of one model, and what a reader may have to wait for.
_MOST_BYTES, _MOST_TOKENS, _ENOUGH_WINDOWS = 64 << 20, 8192, 8


@dataclass(frozen=True, eq=False)
class Evidence:
    """Windows, and what a model attends to in them.

    windows  in the units of the series        x, x_mark  as the model reads them: scaled where it was fitted
    before   the maps of the weights that the fit began with; None for random weights
    fit      where the weights come from; None where they are random
    unseen   whether the model had to forecast only rows that it was neither fitted to nor chosen by
    key      equal for equal maps
    """

    windows: Windows
    x: Tensor
    x_mark: Tensor | None
    model: nn.Module
    maps: Maps
    before: Maps | None
    fit: Fit | None
    unseen: bool
    key: Hashable


def evidence_of(run: Run) -> Evidence:
    """Gathered once per model and series. Mode and batch size of the run do not matter: maps are those of eval mode.

    Raises:
        JudgingError: the maps of one window would take too much memory.
    """
    fit = None if run.weights is None else shown_fit()
    key = replace(run.settings, batch_size=1, training=False), run.series, fit
    return kept("evidence", key, lambda: _gathered(run, fit, key), most=2)


def _gathered(run: Run, fit: Fit | None, key: Hashable) -> Evidence:
    part = _test_part(run.series, fit)
    cut = _cut(run, part or run.series, copies=1 if fit is None else 2)
    x, x_mark = as_read(run, cut.x), None if cut.x_mark is None else torch.from_numpy(cut.x_mark)
    before = None if fit is None else gather(build(fit.config, fit.settings.seed), x, x_mark)
    maps = gather(run.model, x, x_mark)
    return Evidence(cut, x, x_mark, run.model, maps, before, fit, unseen=part is not None, key=key)


def as_read(run: Run, x: np.ndarray) -> Tensor:
    """Windows as the model reads them."""
    if run.weights is None:
        return torch.from_numpy(x)
    scaler = Scaler(run.weights.mean, run.weights.scale)
    return torch.from_numpy(scaler.scaled(x.astype(np.float64)).astype(np.float32))


def _test_part(series: Series, fit: Fit | None) -> Series | None:
    """The rows that test windows are cut from; None where no rows of this series were kept from the fit."""
    if fit is None or fit.series_name != series.name:
        return None
    parts = fit.parts
    first = parts.train + parts.validation - fit.config.seq_len
    end = parts.train + parts.validation + parts.test
    if end > series.rows:
        return None
    return replace(series, values=series.values[first:end], times=series.times[first:end])


def _cut(run: Run, series: Series, copies: int) -> Windows:
    settings = run.settings
    possible = series.rows - settings.seq_len - settings.pred_len + 1
    return windows(
        series,
        batch_size=max(1, min(MOST_WINDOWS, possible, _affordable(run, copies))),
        seq_len=settings.seq_len,
        pred_len=settings.pred_len,
        n_variates=settings.n_variates,
        with_marks=settings.reads_marks,
    )


def _affordable(run: Run, copies: int) -> int:
    """How many windows fit into memory and into a reader's patience."""
    settings, config = run.settings, run.settings.config()
    of_layer = settings.n_heads * len(run.tokens) ** 2 * (settings.n_variates if settings.channel_independent else 1)
    by_memory = _MOST_BYTES // max(1, 4 * copies * settings.e_layers * of_layer)
    tokens = settings.n_variates * config.n_patches if isinstance(config, PatchTSTConfig) else len(run.tokens)
    return min(by_memory, max(_ENOUGH_WINDOWS, _MOST_TOKENS // tokens))

"""The pass itself: windows are cut, a model is built, and its forward pass is recorded."""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float32
from torch import nn

from explainer.language import Phrase
from explainer.models import PatchTSTConfig, build
from explainer.running.chance import drawing_from
from explainer.running.families import family_of, setting_of
from explainer.running.settings import PassSettings
from explainer.running.tokens import Token, patch_tokens, variates_and_marks
from explainer.series import Series, Windows, windows
from explainer.tracing import Trace, trace
from explainer.tracing.axes import Axes, name_axes


@dataclass(frozen=True, eq=False)
class Weights:
    """Weights that were fitted elsewhere. `origin` tells where, to stand beside everything that is drawn from them.

    The model reads `(values - mean) / scale`, with a mean and a scale for each variate in its unit.
    """

    state: Mapping[str, torch.Tensor]
    mean: tuple[float, ...]
    scale: tuple[float, ...]
    origin: Phrase


@dataclass(frozen=True, eq=False)
class Run:
    """One recorded forward pass, and what it was made from; `weights` is None where they are random.

    `tokens` stand on both axes of an attention map, in all windows alike; see `tokens_in` for those of one.
    """

    settings: PassSettings
    series: Series
    windows: Windows
    tokens: tuple[Token, ...]
    model: nn.Module
    inputs: tuple[torch.Tensor, torch.Tensor | None]
    trace: Trace
    weights: Weights | None = None

    @property
    def origin(self) -> Phrase:
        """Where the weights come from."""
        return self.settings.weights() if self.weights is None else self.weights.origin

    def tokens_in(self, window: int) -> tuple[Token, ...]:
        """The tokens in a window, which is counted from 0: a patch is told with the times that it covers there."""
        config = self.settings.config()
        if isinstance(config, PatchTSTConfig):
            return patch_tokens(config, self.windows.times[window], self.series.frequency)
        return self.tokens

    def item(self, window: int, variate: int) -> int:
        """Where in the batch of an attention map a window is, or a variate of it where each has a map of its own."""
        return window * len(self.windows.variates) + variate if self.settings.channel_independent else window


def run(settings: PassSettings, series: Series, weights: Weights | None = None) -> Run:
    """Build the model, let it read windows of `series`, and record the pass.

    With `weights` the model has those, and reads the windows as they were scaled for it.

    Raises SettingError or SeriesError, with the setting and the remedy, where that cannot work, and RuntimeError where
    the weights are not for a model of these settings.
    """
    config = settings.config()
    cut = windows(
        series,
        batch_size=settings.batch_size,
        seq_len=settings.seq_len,
        pred_len=settings.pred_len,
        n_variates=settings.n_variates,
        with_marks=settings.reads_marks,
    )
    inputs = torch.tensor(_scaled(cut.x, weights)), None if cut.x_mark is None else torch.tensor(cut.x_mark)
    model = build(config, settings.seed).train(settings.training)
    if weights is not None:
        model.load_state_dict(weights.state)
    with torch.no_grad(), _chance(settings):
        record = trace(model, *inputs)
    tokens = patch_tokens(config) if isinstance(config, PatchTSTConfig) else variates_and_marks(series, cut)
    return Run(settings, series, cut, tokens, model, inputs, record, weights)


def _scaled(
    x: Float32[np.ndarray, "batch seq_len n_variates"], weights: Weights | None
) -> Float32[np.ndarray, "batch seq_len n_variates"]:
    if weights is None:
        return x
    scaled = (x.astype(np.float64) - np.asarray(weights.mean)) / np.asarray(weights.scale)
    return np.ascontiguousarray(scaled, dtype=np.float32)


def axes_of(made: Run) -> Axes:
    """The names of all sizes in the record of a run; other sizes are run once per kind of model and mode."""
    config, (x, x_mark) = made.settings.config(), made.inputs
    with _chance(made.settings):
        return name_axes(made.trace, family_of(config, marks=x_mark is not None), setting_of(config, x, x_mark))


def _chance(settings: PassSettings) -> AbstractContextManager[None]:
    """In train mode the numbers that dropout draws come from the seed; in eval mode nothing is drawn."""
    return drawing_from(settings.seed) if settings.training else nullcontext()

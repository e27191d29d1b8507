"""The pass itself: windows are cut, a model is built, and its forward pass is recorded."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

import torch
from torch import nn

from explainer.language import Phrase
from explainer.models import build
from explainer.running.families import family_of, setting_of
from explainer.running.settings import PassSettings, Settings
from explainer.series import MARK_TITLES, Series, Windows, windows
from explainer.tracing import Trace, trace
from explainer.tracing.axes import Axes, name_axes

Kind: TypeAlias = Literal["variate", "mark"]


@dataclass(frozen=True)
class Token:
    """What stands on one row and one column of the attention map; `title` is its name for people."""

    name: str
    kind: Kind
    title: Phrase


@dataclass(frozen=True, eq=False)
class Run:
    """One recorded forward pass, and what it was made from.

    `tokens` stand on the axes of an attention map between variates; there are none where a token is a patch.
    """

    settings: PassSettings
    series: Series
    windows: Windows
    tokens: tuple[Token, ...]
    model: nn.Module
    inputs: tuple[torch.Tensor, torch.Tensor | None]
    trace: Trace


def run(settings: PassSettings, series: Series) -> Run:
    """Build the model, let it read windows of `series`, and record the pass.

    Raises SettingError or SeriesError, with the setting and the remedy, where that cannot work.
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
    inputs = torch.tensor(cut.x), None if cut.x_mark is None else torch.tensor(cut.x_mark)
    model = build(config, settings.seed)
    with torch.no_grad():
        record = trace(model, *inputs)
    tokens = _tokens(series, cut) if isinstance(settings, Settings) else ()
    return Run(settings, series, cut, tokens, model, inputs, record)


def axes_of(made: Run) -> Axes:
    """The names of all sizes in the record of a run; the model is run at other sizes once per kind of model."""
    config, (x, x_mark) = made.settings.config(), made.inputs
    return name_axes(made.trace, family_of(config, marks=x_mark is not None), setting_of(config, x, x_mark))


def _tokens(series: Series, cut: Windows) -> tuple[Token, ...]:
    """In the order of the embedding: variates first, time marks behind them."""
    variates = [Token(name, "variate", series.title(name)) for name in cut.variates]
    marks = [Token(name, "mark", MARK_TITLES[name]) for name in cut.marks]
    return (*variates, *marks)

"""One real pass of PatchTST: its settings, and the record they give."""

from dataclasses import dataclass, fields

import torch
from torch import Tensor

from explainer.language import Phrase
from explainer.models import PatchTSTConfig, build
from explainer.series import Series, windows
from explainer.tracing import Trace, trace


@dataclass(frozen=True, kw_only=True)
class PatchTSTSettings:
    """One position of all controls; the defaults are small enough to check every number by hand.

    batch_size   windows read at once (B)            n_variates  columns of the series that are read (N)
    seed         what the random weights are drawn from
    The other fields are those of `PatchTSTConfig`.
    """

    batch_size: int = 3
    n_variates: int = 5
    seq_len: int = 12
    pred_len: int = 6
    patch_len: int = 4
    stride: int = 2
    d_model: int = 8
    n_heads: int = 4
    e_layers: int = 2
    d_ff: int = 32
    dropout: float = 0.1
    activation: str = "gelu"
    seed: int = 0

    def config(self) -> PatchTSTConfig:
        """The model's own settings; raises SettingError where they cannot work."""
        return PatchTSTConfig(**{each.name: getattr(self, each.name) for each in fields(PatchTSTConfig)})

    def weights(self) -> Phrase:
        """Where the weights come from."""
        return Phrase("random weights, seed {seed}", "随机权重，种子 {seed}").fill(seed=self.seed)


@dataclass(frozen=True, eq=False)
class PatchTSTRun:
    """One recorded forward pass, and what it was made from; x is (batch, seq_len, n_variates)."""

    settings: PatchTSTSettings
    x: Tensor
    trace: Trace


def run_patchtst(settings: PatchTSTSettings, series: Series) -> PatchTSTRun:
    """Build the model, let it read windows of `series`, and record the pass. Time marks are not read.

    Raises SettingError or SeriesError, with the setting and the remedy, where that cannot work.
    """
    config = settings.config()
    cut = windows(
        series,
        batch_size=settings.batch_size,
        seq_len=settings.seq_len,
        pred_len=settings.pred_len,
        n_variates=settings.n_variates,
        with_marks=False,
    )
    x = torch.tensor(cut.x)
    model = build(config, settings.seed)
    with torch.no_grad():
        return PatchTSTRun(settings, x, trace(model, x))

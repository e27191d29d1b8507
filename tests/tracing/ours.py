"""Both of our models, small, with inputs."""

from typing import Any

import torch
from torch import Tensor, nn

from explainer.models import ForecastConfig, ITransformerConfig, PatchTSTConfig, build

SIZES: dict[str, Any] = {"pred_len": 6, "dropout": 0.2}
CONFIGS: dict[str, ForecastConfig] = {
    "iTransformer": ITransformerConfig(seq_len=12, d_model=8, n_heads=2, e_layers=1, d_ff=12, **SIZES),
    "PatchTST": PatchTSTConfig(seq_len=24, d_model=8, n_heads=4, e_layers=2, d_ff=12, patch_len=8, stride=4, **SIZES),
}
# With and without time marks.
OURS = [(name, marks) for name in CONFIGS for marks in (False, True)]
# PatchTST does not look at time marks: where that is known, once is enough.
DIFFERENT = OURS[:3]
IDS = [f"{name}{' with marks' if marks else ''}" for name, marks in OURS]


def ours(name: str, marks: bool = False) -> tuple[nn.Module, tuple[Tensor, Tensor | None]]:
    config = CONFIGS[name]
    return build(config, seed=0), inputs_for(config, marks)


def inputs_for(config: ForecastConfig, marks: bool = False) -> tuple[Tensor, Tensor | None]:
    generator = torch.Generator().manual_seed(7)
    x = torch.randn(3, config.seq_len, 5, generator=generator)
    return x, torch.randn(3, config.seq_len, 4, generator=generator) if marks else None

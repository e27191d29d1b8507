"""From settings and a seed to a model: the same seed gives the same weights, whoever else is drawing."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from torch import nn
from torch.overrides import TorchFunctionMode

from explainer.models.configuration import ForecastConfig
from explainer.models.itransformer import ITransformer, ITransformerConfig
from explainer.models.patchtst import PatchTST, PatchTSTConfig

# The initialisers that layers call. Under a function mode they arrive whole, so each is listed.
_DRAWS = frozenset({nn.init.uniform_, nn.init.normal_, nn.init.kaiming_uniform_, nn.init.xavier_uniform_})


class _DrawFrom(TorchFunctionMode):
    """Lets initialisers draw from one generator.

    `torch.manual_seed` would set the generator of the whole process, under the feet of every other visitor.
    """

    def __init__(self, generator: torch.Generator) -> None:
        super().__init__()
        self.generator = generator

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Sequence[type],
        args: tuple[Any, ...] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        options = dict(kwargs or {})
        if func in _DRAWS:
            options["generator"] = self.generator
        return func(*args, **options)


def build(config: ForecastConfig, seed: int) -> nn.Module:
    """A model for `config` in eval mode, initialised as `torch.manual_seed(seed)` would have it.

    The process-wide random state is neither read nor changed.
    """
    with _DrawFrom(torch.Generator().manual_seed(seed)):
        return _model(config).eval()


def _model(config: ForecastConfig) -> nn.Module:
    match config:
        case ITransformerConfig():
            return ITransformer(config)
        case PatchTSTConfig():
            return PatchTST(config)
    raise TypeError(f"no model for {type(config).__name__}; give an ITransformerConfig or a PatchTSTConfig")

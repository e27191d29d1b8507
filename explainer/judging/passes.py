"""How models are run here: on a copy of their own, without chance and gradients, a bounded number of tokens at once."""

from collections.abc import Iterator
from copy import deepcopy

import torch
from torch import Tensor, nn

from explainer.models import PatchTST

# With d_ff 2048 one tensor of a pass then takes 32 MiB. More at once is no faster on a CPU.
PASS_TOKENS = 4096


def at_rest(model: nn.Module) -> nn.Module:
    """A copy of a model, in eval mode: whoever else uses the model meets neither our hooks nor another mode."""
    return deepcopy(model).eval()


def batches(
    x: Tensor, x_mark: Tensor | None, batch_size: int, *, start: int = 0
) -> Iterator[tuple[slice, tuple[Tensor, Tensor | None]]]:
    """Windows from `start` on in their order: which they are, and what the model is given for them."""
    for first in range(start, len(x), batch_size):
        rows = slice(first, first + batch_size)
        yield rows, (x[rows], None if x_mark is None else x_mark[rows])


def windows_at_once(model: nn.Module, n_variates: int) -> int:
    """How many windows go through a model in one pass, at least 1."""
    tokens = n_variates * model.config.n_patches if isinstance(model, PatchTST) else n_variates
    return max(1, PASS_TOKENS // tokens)


def forecasts(model: nn.Module, x: Tensor, x_mark: Tensor | None) -> Tensor:
    """The forecasts of a model at rest, (window, pred_len, n_variates)."""
    with torch.no_grad():
        forecast: Tensor = model(x, x_mark)
    return forecast

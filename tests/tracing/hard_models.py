"""Models that are hard to present, and passes of them."""

from dataclasses import dataclass
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from explainer.models import ITransformerConfig, PatchTSTConfig
from explainer.tracing import FailedPass, Trace, trace

SMALL = {"seq_len": 12, "pred_len": 6, "d_model": 8, "n_heads": 4, "e_layers": 2, "d_ff": 32}
CONFIGS = [ITransformerConfig(**SMALL), PatchTSTConfig(**SMALL, patch_len=8, stride=4)]
X = torch.randn(3, 12, 5, generator=torch.Generator().manual_seed(0))


class Hostile:
    def __repr__(self) -> str:
        raise RuntimeError("no repr")


@dataclass
class Answer:
    hidden: Tensor
    size: int


class Odd(nn.Module):
    """Takes and gives what models rarely do, and has every kind of constant."""

    def forward(self, x: Tensor, *, mask: Tensor | None = None, **options: Any) -> dict[Any, Any]:
        assert mask is None
        first, second = x.chunk(2, dim=-1)
        picked = x[1:2, None, ..., :3]
        half = x.to(torch.float16).masked_fill(x > 0, float("inf")) + float("nan")
        grown = torch.zeros(x.size(), dtype=torch.int64) + 2**60
        return {"none": None, 3: (first, [second]), "answer": Answer(picked, 3), "more": options, "last": (half, grown)}


class Fails(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.inner = nn.Linear(4, 3)
        self.weight = nn.Parameter(torch.zeros(5, 2))

    def forward(self, x: Tensor) -> Tensor:
        h = self.inner(x)
        return h @ self.weight


def odd() -> Trace:
    return trace(
        Odd(), torch.ones(2, 6), mask=None, layer=nn.ReLU, function=torch.relu, value={"value": 3}, bad=Hostile()
    )


def failing() -> Trace:
    with pytest.raises(FailedPass) as caught:
        trace(Fails(), torch.zeros(2, 4))
    return caught.value.trace

"""Models that are not ours, in the style in which people write them, each with its operations counted by hand."""

# Written as people write them.
# ruff: noqa: RET504

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional


@dataclass(frozen=True)
class Case:
    """A model, what it is called with, and by hand: its operations in order, and names with what they hold.

    names   "name": the operation that made the tensor which the name holds last, in the forward of the model
    """

    model: Callable[[], nn.Module]
    inputs: Callable[[], tuple[Any, ...]]
    ops: str
    names: dict[str, str]


def seeded(make: Callable[[], nn.Module]) -> nn.Module:
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(3)
        return make().eval()


def numbers(*shape: int, seed: int = 0) -> Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed))


class BasicBlock(nn.Module):
    """As in torchvision's ResNet."""

    def __init__(self, planes: int = 4, stride: int = 2) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(3, planes, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(planes)
        self.relu = nn.ReLU(inplace=True)
        self.conv2 = nn.Conv2d(planes, planes, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(planes)
        self.downsample = nn.Sequential(nn.Conv2d(3, planes, 1, stride, bias=False), nn.BatchNorm2d(planes))

    def forward(self, x: Tensor) -> Tensor:
        identity = x
        out = self.conv1(x)
        out = self.bn1(out)
        out = self.relu(out)
        out = self.conv2(out)
        out = self.bn2(out)
        if self.downsample is not None:
            identity = self.downsample(x)
        out += identity
        out = self.relu(out)
        return out


class UNet(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.down = nn.ModuleList([nn.Conv1d(2, 4, 3, padding=1), nn.Conv1d(4, 8, 3, padding=1)])
        self.pool = nn.MaxPool1d(2)
        self.middle = nn.Conv1d(8, 8, 3, padding=1)
        self.up = nn.ModuleDict({"a": nn.Conv1d(16, 4, 3, padding=1), "b": nn.Conv1d(8, 2, 3, padding=1)})

    def forward(self, x: Tensor) -> Tensor:
        skips = []
        for layer in self.down:
            x = torch.relu(layer(x))
            skips.append(x)
            x = self.pool(x)
        x = self.middle(x)
        for layer in self.up.values():
            x = functional.interpolate(x, scale_factor=2)
            x = torch.cat([x, skips.pop()], dim=1)
            x = layer(x)
        return x


class Recurrent(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.lstm = nn.LSTM(3, 5, num_layers=2, batch_first=True)
        self.head = nn.Linear(5, 1)

    def forward(self, x: Tensor) -> Tensor:
        output, (hidden, cell) = self.lstm(x)
        last = output[:, -1]
        return self.head(last + hidden[-1] * cell[-1])


class SelfAttention(nn.Module):
    def __init__(self, need_weights: bool) -> None:
        super().__init__()
        self.need_weights = need_weights
        self.attention = nn.MultiheadAttention(8, 2, batch_first=True)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor | None]:
        mixed, weights = self.attention(x, x, x, need_weights=self.need_weights, average_attn_weights=False)
        return mixed, weights


class Fused(nn.Module):
    def __init__(self, **options: Any) -> None:
        super().__init__()
        self.options = options

    def forward(self, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        mixed = functional.scaled_dot_product_attention(q, k, v, **self.options)
        return mixed


STANDARD: dict[str, Case] = {
    "residual block": Case(
        BasicBlock,
        lambda: (numbers(2, 3, 8, 8),),
        "conv2d batch_norm relu conv2d batch_norm conv2d batch_norm add_ relu",
        {"out": "relu", "identity": "batch_norm"},
    ),
    "u-net": Case(
        UNet,
        lambda: (numbers(2, 2, 8),),
        "conv1d relu max_pool1d conv1d relu max_pool1d conv1d interpolate cat conv1d interpolate cat conv1d",
        {"x": "conv1d"},
    ),
    "lstm": Case(
        Recurrent,
        lambda: (numbers(2, 6, 3),),
        "zeros zeros lstm __getitem__ __getitem__ __getitem__ mul add linear",
        {"output": "lstm", "hidden": "lstm", "cell": "lstm", "last": "__getitem__"},
    ),
    "fused attention": Case(
        Fused,
        lambda: tuple(numbers(2, 2, 5, 4, seed=seed) for seed in range(3)),
        "scaled_dot_product_attention",
        {"mixed": "scaled_dot_product_attention"},
    ),
}

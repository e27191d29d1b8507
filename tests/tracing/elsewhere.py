"""Helper functions of foreign models, in a file of their own."""

from collections.abc import Iterator

import torch
from torch import Tensor


def split_heads(x: Tensor, heads: int) -> Tensor:
    batch, length, width = x.shape
    parts = x.reshape(batch, length, heads, width // heads)
    return parts.transpose(1, 2)


def centred(x: Tensor) -> tuple[Tensor, Tensor]:
    mean = x.mean(dim=-1, keepdim=True)
    rest = x - mean
    return rest, mean


def twice(x: Tensor) -> Tensor:
    doubled = x * 2
    return once_more(doubled)


def once_more(x: Tensor) -> Tensor:
    return x + 1


def powers(x: Tensor, upto: int) -> Iterator[Tensor]:
    power = torch.ones_like(x)
    for _ in range(upto):
        power = power * x
        yield power

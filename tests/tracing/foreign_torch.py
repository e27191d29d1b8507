"""Models that use what torch has for special occasions: hooks, checkpoints, parametrizations, vmap, autocast."""

# Written as people write them.
# ruff: noqa: RET504

from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.utils import parametrizations
from torch.utils.checkpoint import checkpoint

from tests.tracing.foreign import Case, Fused, SelfAttention, numbers


class Hooked(nn.Module):
    """One layer's hooks change what goes in and what comes out."""

    def __init__(self) -> None:
        super().__init__()
        self.plain = nn.Linear(4, 4)
        self.block = Inner()
        self.plain.register_forward_hook(lambda _module, _args, output: output * 2)
        self.block.register_forward_pre_hook(_louder)
        self.block.register_forward_hook(_softer, with_kwargs=True)

    def forward(self, x: Tensor) -> Tensor:
        h = self.plain(x)
        y = self.block(h)
        return y + h


class Inner(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        inside = x.tanh()
        return inside - 1


def _louder(_module: nn.Module, args: tuple[Tensor]) -> tuple[Tensor]:
    louder = args[0] * 3
    return (louder,)


def _softer(_module: nn.Module, _args: Any, _kwargs: Any, output: Tensor) -> Tensor:
    softer = output / 3
    return softer


class Checkpointed(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.inner = Inner()

    def forward(self, x: Tensor) -> Tensor:
        y = checkpoint(self.inner, x, use_reentrant=False)
        assert isinstance(y, Tensor)
        return y * 2


class WeightNormed(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = parametrizations.weight_norm(nn.Linear(4, 4))

    def forward(self, x: Tensor) -> Tensor:
        y = self.linear(x)
        return y + 1


class Mapped(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        y = torch.vmap(lambda row: row * row.sum())(x)
        return y + 1


class Autocast(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x: Tensor) -> Tensor:
        with torch.autocast("cpu", dtype=torch.bfloat16):
            h = self.linear(x)
            s = h @ h.T
        return s.float() + 1


class Switches(nn.Module):
    """Gradients off for a while, and inference mode for a while."""

    def forward(self, x: Tensor) -> Tensor:
        with torch.no_grad():
            scale = x.abs().max()
        with torch.inference_mode():
            w = x * 2
            w += 1
            w[0] = 0.0
            v = w.view(-1)
            v.mul_(2)
            u = w + 1
        return x / scale + u.clone()


class Sparse(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        s = x.to_sparse()
        y = torch.sparse.mm(s, x.T)
        return y + 1


# In `multi_head_attention_forward`, by torch's source: the projection in one piece, the heads, the attention.
_PROJECTED = "transpose linear unflatten unsqueeze transpose squeeze contiguous __getitem__ __getitem__ __getitem__"
_HEADS = "view transpose view transpose view transpose"
_OPEN = "mul transpose bmm softmax bmm transpose reshape linear view view transpose"
_CLOSED = "view view view scaled_dot_product_attention permute reshape linear view transpose"

TORCH: dict[str, Case] = {
    "hooks": Case(
        Hooked,
        lambda: (numbers(2, 4),),
        "linear mul mul tanh sub div add",
        {"h": "mul", "y": "div"},
    ),
    "checkpoint": Case(Checkpointed, lambda: (numbers(2, 4),), "tanh sub mul", {"y": "sub"}),
    "weight norm": Case(WeightNormed, lambda: (numbers(2, 4),), "_weight_norm linear add", {"y": "linear"}),
    "vmap": Case(Mapped, lambda: (numbers(2, 4),), "sum mul add", {"y": ""}),
    "autocast": Case(Autocast, lambda: (numbers(2, 4),), "linear T matmul float add", {"h": "linear", "s": "matmul"}),
    "switches": Case(
        Switches,
        lambda: (numbers(2, 4),),
        "abs max mul add_ __setitem__ view mul_ add div clone add",
        {"scale": "max", "w": "mul_", "v": "mul_", "u": "add"},
    ),
    "sparse": Case(
        Sparse, lambda: (numbers(2, 4).relu(),), "to_sparse T _sparse_mm add", {"s": "to_sparse", "y": "_sparse_mm"}
    ),
    "attention with weights": Case(
        lambda: SelfAttention(need_weights=True),
        lambda: (numbers(2, 5, 8),),
        f"{_PROJECTED} {_HEADS} {_OPEN}",
        {"mixed": "transpose", "weights": "view"},
    ),
    "attention without weights": Case(
        lambda: SelfAttention(need_weights=False),
        lambda: (numbers(2, 5, 8),),
        f"{_PROJECTED} {_HEADS} {_CLOSED}",
        {"mixed": "transpose"},
    ),
    "causal": Case(
        lambda: Fused(is_causal=True),
        lambda: tuple(numbers(2, 2, 5, 4, seed=seed) for seed in range(3)),
        "scaled_dot_product_attention",
        {"mixed": "scaled_dot_product_attention"},
    ),
    "grouped queries": Case(
        lambda: Fused(enable_gqa=True),
        lambda: (numbers(2, 4, 5, 4), numbers(2, 2, 5, 4, seed=1), numbers(2, 2, 5, 4, seed=2)),
        "scaled_dot_product_attention",
        {"mixed": "scaled_dot_product_attention"},
    ),
}

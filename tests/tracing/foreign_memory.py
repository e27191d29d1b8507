"""Models that write to memory: in place, through views, through `out=`, through `.data`."""

# Written as people write them.
# ruff: noqa: RET504

from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from tests.tracing.foreign import Case, numbers


class ThroughViews(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        h = x * 2
        v = h[:, 0]
        v.zero_()
        y = h + 1
        w = h.view(-1)
        w[0] = 7.0
        z = h + y
        return z


class Outs(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        w = x + 0
        torch.add(x, x, out=w)
        low, places = torch.empty(3), torch.empty(3, dtype=torch.long)
        torch.max(x, dim=0, out=(low, places))
        y = w + low
        torch.mul(y, 2.0, out=y)
        return y


class ThroughData(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        h = x * 2
        h.data.zero_()
        y = h + 1
        d = y.detach()
        d.add_(1)
        z = y * 3
        z.data = x
        return z - y


class InPlace(nn.Module):
    """Whatever changes memory: operators, `inplace=True`, indices, several tensors at once, the input itself."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("count", torch.zeros(()))
        self.count: Tensor

    def forward(self, x: Tensor) -> Tensor:
        self.count += 1
        x /= x.std()
        h = functional.relu(x + 1, inplace=True)
        h = functional.dropout(h, 0.5, self.training, inplace=True)
        h.clamp_(max=2.0).mul_(3.0)
        mask = h > 1
        h[mask] = 0.25
        parts = [h.clone(), h.exp()]
        torch._foreach_add_(parts, 1.0)
        a, b = parts
        a.copy_(b)
        a.index_add_(0, torch.tensor([0, 1]), b[:2])
        return functional.leaky_relu_(a) + b + self.count


class SameObject(nn.Module):
    """Steps that hand back what they were given."""

    def __init__(self) -> None:
        super().__init__()
        self.dropout = nn.Dropout(0.5)
        self.nothing = nn.Identity()

    def forward(self, x: Tensor) -> Tensor:
        h = x + 1
        k = self.dropout(h)
        c = k.contiguous()
        f = c.float().to("cpu")
        n = self.nothing(f)
        return n


class Kinds(nn.Module):
    """Whole numbers, truths, complex numbers, and nothing at all."""

    def forward(self, x: Tensor, places: Tensor, empty: Tensor) -> Tensor:
        even = places % 2 == 0
        chosen = torch.where(even, places, -places)
        taken = x[chosen.abs()]
        waves = torch.fft.rfft(taken)
        nothing = torch.cat([empty, empty]).sum()
        joined = torch.meshgrid(x, taken, indexing="ij")
        return waves.real.sum() + nothing + joined[0].sum() + (~even).sum()


class Draws(nn.Module):
    def __init__(self, generator: torch.Generator | None = None) -> None:
        super().__init__()
        self.generator = generator

    def forward(self, x: Tensor) -> Tensor:
        noise = torch.randn(x.shape, generator=self.generator)
        more = torch.rand_like(x)
        keep = torch.bernoulli(more)
        noise.uniform_(generator=self.generator)
        return x + noise * keep


class Own(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: Tensor) -> Tensor:  # noqa: ARG004 - as torch wants it
        doubled = x * 2
        return doubled.clamp(min=0)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Tensor:  # noqa: ARG004 - as torch wants it
        return grads[0] * 2


class UsesOwn(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        h = x + 1
        y = Own.apply(h)
        return y + 1


MEMORY: dict[str, Case] = {
    "through views": Case(
        ThroughViews,
        lambda: (numbers(3, 4),),
        "mul __getitem__ zero_ add view __setitem__ add",
        {"h": "__setitem__", "v": "__setitem__", "y": "add", "w": "__setitem__", "z": "add"},
    ),
    "out": Case(
        Outs,
        lambda: (numbers(3, 3),),
        "add add empty empty max add mul",
        {"w": "add", "low": "max", "places": "max", "y": "mul"},
    ),
    "through data": Case(
        ThroughData,
        lambda: (numbers(3),),
        "mul data zero_ add detach add_ mul data sub",
        {"h": "zero_", "y": "add_", "d": "add_", "z": "data"},
    ),
    "in place": Case(
        InPlace,
        lambda: (numbers(3, 4),),
        "add_ std div_ add relu dropout clamp_ mul_ gt __setitem__ clone exp _foreach_add_ copy_ tensor __getitem__ "
        "index_add_ leaky_relu_ add add",
        {"x": "div_", "h": "__setitem__", "mask": "gt", "a": "leaky_relu_", "b": "_foreach_add_"},
    ),
    "same object": Case(
        SameObject,
        lambda: (numbers(3, 4),),
        "add dropout contiguous float to",
        dict.fromkeys("hkcfn", "add"),
    ),
    "kinds": Case(
        Kinds,
        lambda: (numbers(5), torch.arange(5), torch.zeros(0, 3)),
        "remainder __eq__ neg where abs __getitem__ fft_rfft cat sum meshgrid real sum add sum add __invert__ sum add",
        {"even": "__eq__", "chosen": "where", "taken": "__getitem__", "waves": "fft_rfft", "nothing": "sum"},
    ),
    "draws": Case(
        Draws,
        lambda: (numbers(3, 4),),
        "randn rand_like bernoulli uniform_ mul add",
        {"noise": "uniform_", "more": "rand_like", "keep": "bernoulli"},
    ),
    "draws from its own generator": Case(
        lambda: Draws(torch.Generator().manual_seed(5)),
        lambda: (numbers(3, 4),),
        "randn rand_like bernoulli uniform_ mul add",
        {"noise": "uniform_", "more": "rand_like", "keep": "bernoulli"},
    ),
    "own function": Case(UsesOwn, lambda: (numbers(3, 4),), "add mul clamp add", {"h": "add", "y": "clamp"}),
}

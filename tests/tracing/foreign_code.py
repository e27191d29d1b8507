"""Models that use what Python offers: unpacking, comprehensions, generators, recursion, early returns."""

# Written as people write them.
# ruff: noqa: RET504

from dataclasses import dataclass
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from tests.tracing.elsewhere import centred, powers, split_heads, twice
from tests.tracing.foreign import Case, numbers


class Unpacks(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        (a, b), *rest = x.chunk(2), x + 1, x + 2
        first, *middle, last = x.unbind(0)
        values, places = x.max(dim=-1)
        low = high = x.sum()
        c: Tensor = low * 2
        if (d := c - high).ndim == 0:
            c = c + d
        return a.sum() + b.sum() + first.sum() + last.sum() + values.sum() + c + rest[0].sum() + middle[0].sum()


class Augments(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.state: Any = None

    def forward(self, x: Tensor) -> Tensor:
        h = x * 1.5
        h += 1
        h[:, 0] *= 2
        h[:, 1] = 0.5
        self.state = h.exp()
        self.state -= 1
        y = self.state / 2
        return y


class Comprehends(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4) for _ in range(3)])

    def forward(self, x: Tensor) -> dict[str, Tensor]:
        found = [layer(x) for layer in self.layers]
        scaled = {str(place): part * place for place, part in enumerate(found)}
        total = sum(powers(x, 2))
        both = torch.stack([part.relu() for part in found if part.ndim == 2])
        return {"total": total, "both": both, **scaled}


class Calls(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        heads = split_heads(x, 2)
        rest, mean = centred(heads)
        for _ in range(2):
            rest = twice(rest)
        out = rest + mean
        return out.T if out.ndim == 2 else out.mT


class Recurses(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x: Tensor, depth: int = 2) -> Tensor:
        h = self.linear(x)
        if depth == 0:
            return h
        deeper = self(h, depth - 1)
        out = deeper + h
        return out


class Decides(nn.Module):
    def __init__(self, flag: bool = False) -> None:
        super().__init__()
        self.flag = flag
        self.default = torch.ones(4)

    def forward(self, x: Tensor, mask: Tensor | None = None, scale: float | None = None) -> Tensor:
        if mask is None:
            mask = self.default
        rounds, kind, k = 0, "", mask
        while x.abs().sum() > 1 and rounds < 3:
            x = x * 0.5
            if rounds == 1:
                kind = "second"
            elif rounds == 0:
                kind = "first"
            else:
                kind = "later"
            rounds += 1
        if self.flag:
            x = x + 1
        elif scale is None:
            k = x
        else:
            x = x * scale
        if x.sum() > 1e9:
            return x
        r = k if kind == "later" else mask
        return r * mask


class Pair(NamedTuple):
    left: Tensor
    right: Tensor


@dataclass
class Batch:
    tokens: Tensor
    mask: Tensor | None = None


class TakesPairs(nn.Module):
    def forward(self, pair: Pair, batch: Batch) -> Pair:
        left = pair.left + batch.tokens
        return Pair(left, pair.right * left)


class Structured(nn.Module):
    """A batch, a mapping, a list as one argument, keywords, None; a dataclass comes back."""

    def __init__(self) -> None:
        super().__init__()
        self.pairs = TakesPairs()

    def forward(self, batch: Batch, extra: dict[str, Any], parts: list[Tensor], *, shift: Any = None) -> Batch:
        pair = self.pairs(Pair(extra["x"], parts[0]), batch)
        tokens = torch.cat(parts) if shift is None else torch.cat(parts) + shift
        return Batch(tokens=tokens.sum() + pair.right, mask=batch.mask)


class Nested(nn.Module):
    """User modules in a Sequential in a ModuleDict in a ModuleList; one of them is called twice."""

    def __init__(self) -> None:
        super().__init__()
        shared = Recurses()
        self.blocks = nn.ModuleList([nn.ModuleDict({"run": nn.Sequential(shared, nn.ReLU(), shared)})])
        self.tied = nn.Linear(4, 4, bias=False)
        self.tied.weight = shared.linear.weight

    def forward(self, x: Tensor) -> Tensor:
        for block in self.blocks:
            x = block["run"](x)
        return self.tied(x)


_THRICE = "linear linear linear add add"
CODE: dict[str, Case] = {
    "unpacking": Case(
        Unpacks,
        lambda: (numbers(4, 3),),
        "chunk add add unbind max sum mul sub add sum sum add sum add sum add sum add add sum add sum add",
        {"a": "chunk", "b": "chunk", "first": "unbind", "last": "unbind", "values": "max", "places": "max"}
        | {"low": "sum", "high": "sum", "c": "add", "d": "sub"},
    ),
    "augmented assignment": Case(
        Augments,
        lambda: (numbers(3, 4),),
        "mul add_ __getitem__ mul_ __setitem__ __setitem__ exp sub_ div",
        {"h": "__setitem__", "y": "div"},
    ),
    "comprehensions": Case(
        Comprehends,
        lambda: (numbers(2, 4),),
        "linear linear linear mul mul mul ones_like mul add mul add relu relu relu stack",
        {"total": "add", "both": "stack"},
    ),
    "helpers elsewhere": Case(
        Calls,
        lambda: (numbers(2, 3, 4),),
        "reshape transpose mean sub mul add mul add add mT",
        {"heads": "transpose", "rest": "add", "mean": "mean", "out": "add"},
    ),
    "recursion": Case(Recurses, lambda: (numbers(2, 4),), _THRICE, {"h": "linear", "deeper": "add", "out": "add"}),
    "decisions": Case(
        Decides,
        lambda: (numbers(4) + 3,),
        "abs sum gt mul abs sum gt mul abs sum gt mul abs sum gt sum gt mul",
        {"x": "mul", "k": "mul"},
    ),
    "structures": Case(
        Structured,
        lambda: (Batch(numbers(1)), {"x": numbers(1)}, [numbers(1), numbers(2)]),
        "add mul cat sum add",
        {"tokens": "cat"},
    ),
    "nesting": Case(Nested, lambda: (numbers(2, 4),), f"{_THRICE} relu {_THRICE} linear", {"x": "add"}),
}

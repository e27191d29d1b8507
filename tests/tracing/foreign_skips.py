"""Models whose conditions are something else when the pass is over."""

# Written as people write them.
# ruff: noqa: SIM108

from typing import Any

from torch import Tensor, nn


class ReturnsEarly(nn.Module):
    short = False

    def __init__(self) -> None:
        super().__init__()
        self.short = True

    def forward(self, x: Tensor) -> Tensor:
        if self.short:
            return x * 2
        y = x * 3
        return y - 1


class CountsItself(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.passes = 0
        self.fresh = True
        self.cache: Any = None

    def forward(self, x: Tensor) -> Tensor:
        kind = ""
        if self.fresh:
            kind = "first"
            self.fresh = False
        else:
            kind = "later"
        if self.cache is None:
            kind += "!"
            self.cache = x
        self.passes += 1
        if self.passes == 2:
            kind += "?"
        return x + len(kind)


class ChangesInLoops(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        last = ""
        for number in range(4):
            even = number % 2 == 0
            if even:
                x = x + 1
            else:
                last = "odd"
            if number == 3:
                last += "!"
            if number == 1:
                continue
            last += "."
        while x.ndim < 3:
            if x.ndim == 2:
                x = x.unsqueeze(0)
            else:
                x = x[None]
        return x + len(last)


class CallsItsOwnForward(nn.Module):
    def forward(self, x: Tensor, depth: int = 2) -> Tensor:
        y = x + depth
        if depth == 0:
            return y
        z = self.forward(y, depth - 1)
        return z * 2


class Catches(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        try:
            if x.ndim == 1:
                x = x @ x[:-1]
            else:
                x = x + 1
        except RuntimeError:
            x = x - 1
        return x


class IsChangedByItsPart(nn.Module):
    """The part writes to the whole, so that a look at the whole after the pass tells nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.on = True
        self.part = _Part()
        self.part.whole = (self,)

    def forward(self, x: Tensor) -> Tensor:
        if self.on:
            x = self.part(x)
        kind = 1
        if self.on:
            kind = 2
        self.on = True
        return x + kind


class _Part(nn.Module):
    whole: Any

    def forward(self, x: Tensor) -> Tensor:
        self.whole[0].on = False
        return x * 2


TRICKY = [CountsItself(), ChangesInLoops(), CallsItsOwnForward(), Catches(), IsChangedByItsPart()]

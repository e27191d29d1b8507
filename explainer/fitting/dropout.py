"""Dropout with a generator of its own.

torch's dropout draws from the generator of the process, so two visitors' fits would disturb each other, and one that
seeds it would have to lock out every other pass until it is done, for minutes. Here nothing global is read or changed:
a fit gives the same weights whoever else is drawing, and no lock is needed.
"""

import torch
from torch import Tensor, nn

# Random bits spent on each value: the share dropped is met to 1 in 65,536, at a quarter of the draws.
_STEPS = 2**16


class SeededDropout(nn.Module):
    """In train mode sets a `share` of the values to 0, drawn from `generator`, and scales up the rest; has no weights.

    What is kept is scaled by the share that is really kept, a multiple of 1/65,536, so the mean stays right.
    """

    def __init__(self, share: float, generator: torch.Generator) -> None:
        super().__init__()
        self.share = share
        self.generator = generator

    def forward(self, x: Tensor) -> Tensor:
        """The values, some of them 0; in eval mode x itself."""
        dropped = round(self.share * _STEPS)
        if not self.training or dropped == 0:
            return x
        return x * (self._draws(x) >= dropped - _STEPS // 2) * (_STEPS / (_STEPS - dropped))

    def _draws(self, x: Tensor) -> Tensor:
        """One whole number from -32,768 to 32,767 for each value: each draw of 64 bits serves four of them."""
        draws = torch.empty((x.numel() + 3) // 4, dtype=torch.int64)
        draws.random_(-(2**63), None, generator=self.generator)
        return draws.view(torch.int16)[: x.numel()].view(x.shape)


def seed_dropouts(model: nn.Module, generator: torch.Generator) -> tuple[SeededDropout, ...]:
    """Put a seeded dropout in place of each of torch's in `model`, and return them; the weights keep their names."""
    seeded = []
    for parent in list(model.modules()):
        for name, child in parent.named_children():
            if isinstance(child, nn.Dropout):
                replacement = SeededDropout(child.p, generator).train(child.training)
                setattr(parent, name, replacement)
                seeded.append(replacement)
    return tuple(seeded)

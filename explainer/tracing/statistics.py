"""What the numbers of a tensor are like, worked out only when asked for."""

from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass(frozen=True)
class Statistics:
    """Of a tensor's numbers: how many are not numbers, infinite or zero; of all finite ones the rest.

    `deviation` is that of the whole population. A tensor without a finite number has None for the last four.
    """

    count: int
    nan: int
    infinite: int
    zero: int
    smallest: float | None
    largest: float | None
    mean: float | None
    deviation: float | None


def statistics_of(data: Tensor) -> Statistics:
    """The statistics of a real tensor of any shape and type; computed in double precision."""
    numbers = data.detach().double().flatten()
    finite = numbers[torch.isfinite(numbers)]
    some = finite.numel() > 0
    return Statistics(
        count=numbers.numel(),
        nan=int(numbers.isnan().sum()),
        infinite=int(numbers.isinf().sum()),
        zero=int((numbers == 0).sum()),
        smallest=float(finite.min()) if some else None,
        largest=float(finite.max()) if some else None,
        mean=float(finite.mean()) if some else None,
        deviation=float(finite.std(correction=0)) if some else None,
    )

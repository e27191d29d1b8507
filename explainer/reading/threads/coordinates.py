"""Axes by experiment: an operation is given the places of numbers instead of the numbers, and it is seen where they go.

It shows nothing of axes of size 1, along which no place varies.
"""

from collections.abc import Sequence
from math import prod

import torch
from torch import Tensor

from explainer.reading.threads.seen import UNKNOWN, Found, Link, Seen
from explainer.tracing import edges_in, with_tensors


def varying(places: Tensor, sizes: Sequence[int]) -> frozenset[tuple[int, int]]:
    """Which coordinate of a tensor of these sizes varies along which axis of `places`, which holds flat indices.

    Negative places stand for what came from elsewhere, and are not looked at.
    """
    found = set()
    inner = prod(sizes)
    for source, size in enumerate(sizes):
        inner //= max(size, 1)
        coordinate = torch.where(places >= 0, places // max(inner, 1) % max(size, 1), -1)
        for dim in range(places.dim()):
            one, other = coordinate.narrow(dim, 0, max(places.shape[dim] - 1, 0)), coordinate.diff(dim=dim)
            if bool(((other != 0) & (one >= 0) & (one + other >= 0)).any()):
                found.add((source, dim))
    return frozenset(found)


def tried(seen: Seen) -> Found:
    """What comes of running the step's own function on places; UNKNOWN where that cannot be done.

    It is certain only where no axis has size 1 and no tensor but the moved ones was given.
    """
    moved = edges_in(seen.step.args[:1])
    given = {value: seen.values[value].data for value in seen.inputs}
    tensors = {value: data for value, data in given.items() if data is not None}
    tensors |= _places(moved, seen)
    try:
        result = seen.step.function(
            *with_tensors(seen.step.args, tensors), **with_tensors(dict(seen.step.kwargs), tensors)
        )
    except Exception:  # not kept, or no function of places
        return UNKNOWN
    results = [result] if isinstance(result, Tensor) else [each for each in result if isinstance(each, Tensor)]
    links = [
        link for value, each in zip(seen.outputs, results, strict=False) for link in _links(moved, value, each, seen)
    ]
    all_seen = all(1 not in seen.shape(value) for value in (*seen.inputs, *seen.outputs))
    return Found(tuple(links), certain=all_seen and set(moved) == set(seen.inputs))


def _places(moved: Sequence[int], seen: Seen) -> dict[int, Tensor]:
    """A tensor of flat indices for each value, from 1, since 0 is filled in; each begins where the last one ended."""
    places, start = {}, 1
    for value in dict.fromkeys(moved):
        count = prod(seen.shape(value))
        # Not all operations that move numbers take whole ones.
        places[value] = torch.arange(start, start + count, dtype=torch.float64).view(seen.shape(value))
        start += count
    return places


def _links(moved: Sequence[int], value: int, result: Tensor, seen: Seen) -> list[Link]:
    links, start = [], 1
    for source in dict.fromkeys(moved):
        count = prod(seen.shape(source))
        mine = result.to(torch.int64) - start
        mine = torch.where((mine >= 0) & (mine < count), mine, -1)
        links += [Link(source, one, value, other) for one, other in sorted(varying(mine, seen.shape(source)))]
        start += count
    return links

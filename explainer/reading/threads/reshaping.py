"""Rules for view, reshape, flatten and unflatten: which axes are folded into which, and which are cut."""

from collections.abc import Sequence
from dataclasses import replace
from math import prod
from typing import TypeAlias

import torch

from explainer.reading.threads.coordinates import varying
from explainer.reading.threads.moving import placed
from explainer.reading.threads.seen import Found, Link, Seen

# Places in the input's shape, and in the output's, that hold the same numbers in the same order.
Group: TypeAlias = tuple[list[int], list[int]]


def reshaped(seen: Seen) -> Found | None:
    """view and reshape.

    An axis of size 1 is a factor like any other: with one head, `view(B, L, H, -1)` still cuts the width into heads.
    Only where the source says a plain 1, or an axis of size 1 has been put in before, does nothing run along it.
    """
    source, value = seen.inputs[0], seen.outputs[0]
    before, after = seen.shape(source), seen.shape(value)
    if prod(before) != prod(after) or prod(before) == 0:
        return None
    gone = {dim for dim in range(len(before)) if (source, dim) in seen.ones}
    literal = {dim for dim in seen.literal_ones() if dim < len(after) and after[dim] == 1}
    # A plain 1 may stand for an axis of size 1 that was there; only those beyond these are put in.
    spare = sum(size == 1 for size in before) - len(gone)
    put_in = set(sorted(literal)[spare:]) if spare < len(literal) else set()
    sources = [dim for dim in range(len(before)) if dim not in gone]
    targets = [dim for dim in range(len(after)) if dim not in put_in]
    found = _found(seen, _aligned(before, after, sources, targets), put_in)
    return replace(found, certain=found.certain and not (literal and spare > 0))


def flattened(seen: Seen) -> Found:
    """flatten: the axes from start to end become one."""
    source, value = seen.inputs[0], seen.outputs[0]
    (start,) = placed(seen, source, seen.given(1, "start_dim") or 0)
    end = seen.given(2, "end_dim")
    (end,) = placed(seen, source, -1 if end is None else end)
    if seen.rank(source) == 0:
        return _found(seen, [], {0})
    before = [([dim], [dim]) for dim in range(start)]
    after = [([dim], [dim - end + start]) for dim in range(end + 1, seen.rank(source))]
    folded = [dim for dim in range(start, end + 1) if (source, dim) not in seen.ones]
    put_in = set() if folded else {start}
    return _found(seen, [*before, (folded, [start]), *after], put_in if seen.shape(value)[start] == 1 else set())


def unflattened(seen: Seen) -> Found:
    """unflatten: one axis is cut into several."""
    source, value = seen.inputs[0], seen.outputs[0]
    (place,) = placed(seen, source, seen.given(1, "dim"))
    more = seen.rank(value) - seen.rank(source)
    before = [([dim], [dim]) for dim in range(place)]
    after = [([dim], [dim + more]) for dim in range(place + 1, seen.rank(source))]
    return _found(seen, [*before, ([place], list(range(place, place + more + 1))), *after], set())


def _aligned(
    before: Sequence[int], after: Sequence[int], sources: Sequence[int], targets: Sequence[int]
) -> list[Group]:
    """The smallest groups of neighbours, from the left, that hold equally many numbers on both sides."""
    groups: list[Group] = []
    left, right = list(sources), list(targets)
    while left and right:
        taken, given = [left.pop(0)], [right.pop(0)]
        while (here := prod(before[dim] for dim in taken)) != (there := prod(after[dim] for dim in given)):
            if here < there:
                taken.append(left.pop(0))
            else:
                given.append(right.pop(0))
        groups.append((taken, given))
    if groups:  # only ones are left; they belong to what stands before them
        groups[-1] = groups[-1][0] + left, groups[-1][1] + right
    return groups


def _found(seen: Seen, groups: Sequence[Group], put_in: set[int]) -> Found:
    source, value = seen.inputs[0], seen.outputs[0]
    before, after = seen.shape(source), seen.shape(value)
    pairs = [pair for group in groups for pair in _pairs(group, before, after)]
    links = tuple(Link(source, one, value, other) for one, other in pairs)
    certain = all(_shows_all(group, before, after) for group in groups)
    return Found(links, "reshaped", frozenset((value, dim) for dim in put_in), certain=certain)


def _shows_all(group: Group, before: Sequence[int], after: Sequence[int]) -> bool:
    """Whether an axis of size 1, along which nothing varies, can be told where it goes."""
    sources, targets = group
    alone = len(sources) <= 1 or len(targets) <= 1
    return alone or 1 not in [*(before[dim] for dim in sources), *(after[dim] for dim in targets)]


def _pairs(group: Group, before: Sequence[int], after: Sequence[int]) -> list[tuple[int, int]]:
    """Which of the axes of a group run along which: all, where there is but one on either side."""
    sources, targets = group
    if len(sources) == 1 or len(targets) == 1:
        return [(one, other) for one in sources for other in targets]
    sizes = [before[dim] for dim in sources]
    count = torch.arange(prod(sizes)).view([after[dim] for dim in targets])
    return [(sources[one], targets[other]) for one, other in sorted(varying(count, sizes))]

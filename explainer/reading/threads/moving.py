"""Rules for operations that only move numbers about: which axis stays, which swaps, which is cut away."""

from collections.abc import Iterable
from types import EllipsisType
from typing import Any

import torch

from explainer.reading.threads.labels import Labelled, Pattern, from_the_right, numbered
from explainer.reading.threads.seen import ONE, Labels, Seen
from explainer.tracing import edges_in, with_tensors


def kept(seen: Seen) -> Pattern:
    """All axes stay what they are, whatever happens to their lengths: contiguous, pad, dropout, softmax, roll."""
    source = seen.inputs[0]
    return Pattern(_all((source,), seen), _all(seen.outputs, seen))


def rearranged(seen: Seen) -> Pattern:
    """permute, transpose, unsqueeze: the function itself is asked, with a tensor whose axes all have other lengths."""
    source = seen.inputs[0]
    lengths = range(2, 2 + seen.rank(source))
    probe = {source: torch.empty(*lengths, device="meta")}
    result = seen.step.function(*with_tensors(seen.step.args, probe), **with_tensors(dict(seen.step.kwargs), probe))
    places: Labels = tuple(ONE if length == 1 else length - 2 for length in result.shape)
    return Pattern(_all((source,), seen), ((seen.outputs[0], places),))


def reversed_axes(seen: Seen) -> Pattern:
    """`x.T`."""
    source = seen.inputs[0]
    labels = numbered(seen.rank(source))
    return Pattern(((source, labels),), ((seen.outputs[0], labels[::-1]),))


def squeezed(seen: Seen) -> Pattern:
    """Axes of size 1 are dropped: all of them, or those that were named."""
    source = seen.inputs[0]
    named = seen.given(1, "dim")
    shape = seen.shape(source)
    places = range(len(shape)) if named is None else placed(seen, source, named)
    labels = tuple(dim for dim, size in enumerate(shape) if dim not in places or size != 1)
    return Pattern(_all((source,), seen), ((seen.outputs[0], labels),))


def windowed(seen: Seen) -> Pattern:
    """Tensor.unfold: windows are cut along an axis; which one, and where in it, both walk along that axis."""
    source = seen.inputs[0]
    (place,) = placed(seen, source, seen.given(1, "dimension"))
    return Pattern(_all((source,), seen), ((seen.outputs[0], (*numbered(seen.rank(source)), place)),))


def indexed(seen: Seen) -> Pattern | None:
    """`x[0, :, 1:N, None]`; None for tensors and lists as indices."""
    source = seen.inputs[0]
    index = seen.step.args[1]
    entries = _spelled_out(index if isinstance(index, tuple) else (index,), seen.rank(source))
    if entries is None:
        return None
    labels: list[str | int] = []
    taken: dict[tuple[int, str | int], range] = {}
    place = 0
    for entry in entries:
        if entry is None:
            labels.append(ONE)
            continue
        if isinstance(entry, slice):
            labels.append(place)
            size = seen.shape(source)[place]
            indices = range(*entry.indices(size))
            taken |= {} if indices == range(size) else {(seen.outputs[0], place): indices}
        place += 1
    return Pattern(_all((source,), seen), ((seen.outputs[0], tuple(labels)),), taken=taken)


def selected(seen: Seen) -> Pattern:
    """select and unbind: one axis is gone."""
    source = seen.inputs[0]
    gone = placed(seen, source, seen.given(1, "dim") or 0)
    rest = tuple(each for each in numbered(seen.rank(source)) if each not in gone)
    return Pattern(_all((source,), seen), tuple((value, rest) for value in seen.outputs))


def narrowed(seen: Seen) -> Pattern:
    """narrow: a stretch of one axis is left."""
    source, value = seen.inputs[0], seen.outputs[0]
    (place,) = placed(seen, source, seen.given(1, "dim"))
    start = seen.given(2, "start")
    taken = range(start, start + seen.shape(value)[place]) if isinstance(start, int) else range(0)
    return Pattern(_all((source,), seen), _all((value,), seen), taken={(value, place): taken} if taken else {})


def split_up(seen: Seen) -> Pattern:
    """split and chunk: one axis is cut into stretches, one after the other."""
    source = seen.inputs[0]
    (place,) = placed(seen, source, seen.given(2, "dim") or 0)
    taken: dict[tuple[int, str | int], range] = {}
    start = 0
    for value in seen.outputs:
        taken[value, place] = range(start, start + seen.shape(value)[place])
        start += seen.shape(value)[place]
    return Pattern(_all((source,), seen), _all(seen.outputs, seen), taken=taken)


def joined(seen: Seen) -> Pattern:
    """cat: the joined axis comes from all inputs. A tensor without numbers may have any shape; it gives nothing."""
    value = seen.outputs[0]
    given = edges_in(seen.given(0, "tensors"))
    return Pattern(
        _all((each for each in given if seen.rank(each) == seen.rank(value)), seen), _all((value,), seen), how="joined"
    )


def stacked(seen: Seen) -> Pattern:
    """stack: the inputs lie along a new axis."""
    value = seen.outputs[0]
    (place,) = placed(seen, value, seen.given(1, "dim") or 0)
    labels = numbered(seen.rank(value) - 1)
    given = tuple((each, labels) for each in edges_in(seen.given(0, "tensors")))
    return Pattern(given, ((value, (*labels[:place], "stack", *labels[place:])),))


def repeated(seen: Seen) -> Pattern:
    """expand and repeat: along what had size 1, nothing runs."""
    source, value = seen.inputs[0], seen.outputs[0]
    rank = seen.rank(source)
    longer = seen.rank(value) - rank
    labels = tuple(
        f"repeated {dim}" if seen.shape(source)[dim] == 1 != seen.shape(value)[longer + dim] else dim - rank
        for dim in range(rank)
    )
    return Pattern(((source, labels),), ((value, from_the_right(seen.rank(value))),))


def written_over(seen: Seen) -> Pattern | None:
    """`x[…] = number`: the changed tensor has the axes it had; None where a tensor is written."""
    return kept(seen) if len(seen.inputs) == 1 else None


def placed(seen: Seen, value: int, dims: Any) -> tuple[int, ...]:
    """Axes as they were given, one or several, counted from the end or not, as places in the shape of `value`."""
    several: Iterable[Any] = dims if isinstance(dims, (tuple, list)) else (dims,)
    return tuple(int(dim) % max(seen.rank(value), 1) for dim in several)


def _all(values: Iterable[int], seen: Seen) -> Labelled:
    return tuple((value, numbered(seen.rank(value))) for value in values)


def _spelled_out(index: tuple[Any, ...], rank: int) -> list[int | slice | None] | None:
    """The index with one entry for every axis; None where it holds anything but numbers, slices, `None` and `...`."""
    if not all(type(each) is int or isinstance(each, (slice, EllipsisType, type(None))) for each in index):
        return None
    missing = rank - sum(type(each) is int or isinstance(each, slice) for each in index)
    places = [place for place, each in enumerate(index) if each is Ellipsis]
    cut = places[0] if places else len(index)
    whole: list[Any] = [*index[:cut], *[slice(None)] * missing, *index[cut + 1 :]]
    return whole

"""Axis threads: where an axis of an argument goes inside a call, through all calls inside it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from explainer.reading.threads.factors import Composed, chosen, cut, end_to_end, length, plain, threads_of, together
from explainer.reading.threads.linking import linked_axes
from explainer.reading.threads.seen import Dim, Found, Link
from explainer.tracing import Call, Step, Trace, edges_in


@dataclass(frozen=True, eq=False)
class Threads:
    """The threads of one call, numbered from 0 in the order in which they start.

    A thread starts at an axis of an argument, or where an axis newly appears: at the rows of a weight for the features
    that it makes, at a tensor from outside. Weights have the threads of the data that they are used with.
    """

    _runs: Mapping[int, tuple[frozenset[int], ...]]
    _origins: tuple[Dim, ...]

    def of(self, value: int) -> tuple[frozenset[int], ...]:
        """The threads along each axis of a value: several where axes were folded, joined, or met.

        None runs along an axis of size 1 that keepdim or unsqueeze put in. KeyError for values the call does not touch.
        """
        return self._runs[value]

    def origin(self, thread: int) -> Dim:
        """The value and its axis at which a thread starts."""
        return self._origins[thread]

    def path(self, thread: int) -> tuple[Dim, ...]:
        """All axes along which a thread runs, as (value, dim), in the order of the pass."""
        return tuple(
            (value, dim) for value, axes in self._runs.items() for dim, threads in enumerate(axes) if thread in threads
        )

    def __len__(self) -> int:
        return len(self._origins)


def layer_threads(trace: Trace, call: Call) -> Threads:
    """The threads of all values that a call of `trace` touches, inner calls included."""
    return _Following(trace, call).threads()


class _Following:
    """First the data is followed, then weights are given the threads of what they meet, last the weights alone."""

    def __init__(self, trace: Trace, call: Call) -> None:
        self._trace = trace
        self._linked = linked_axes(trace)
        self._arguments = tuple(dict.fromkeys(edges_in(dict(call.arguments))))
        self._steps = trace.steps[call.first_step : call.last_step]
        self._axes: dict[int, list[Composed]] = {}
        self._lent: dict[Dim, frozenset[int]] = {}
        self._origins: list[Dim] = []

    def threads(self) -> Threads:
        for value in self._arguments:
            self._begin(value)
        for step in self._steps:
            self._follow(step)
        for step in reversed(self._steps):
            self._lend(step)
        for step in self._steps:
            self._follow_weights(step)
        runs = {value: tuple(self._along(dim) for dim in self._dims(value)) for value in self._touched()}
        return Threads(runs, tuple(self._origins))

    def _begin(self, value: int) -> None:
        if value not in self._axes:
            sizes = self._trace.values[value].shape
            self._axes[value] = [plain(self._started((value, dim)), size) for dim, size in enumerate(sizes)]

    def _follow(self, step: Step) -> None:
        for value in step.inputs:
            if value not in self._linked.weights:
                self._begin(value)
        found = self._linked.steps[step.id]
        for value in _outputs(step):
            if value not in self._axes and value not in self._linked.weights:
                self._axes[value] = self._composed(value, found)

    def _composed(self, value: int, found: Found) -> list[Composed]:
        sizes = self._trace.values[value].shape
        links = [link for link in found.links if link.value == value]
        cuts = self._cut(links, sizes) if found.how == "reshaped" else {}
        return [cuts.get(dim) or self._axis((value, dim), size, links, found) for dim, size in enumerate(sizes)]

    def _axis(self, target: Dim, size: int, links: Sequence[Link], found: Found) -> Composed:
        mine = [link for link in links if link.target == target]
        data = [self._source(link) for link in mine if link.source_value in self._axes]
        if not data:
            nothing = target in found.ones
            return plain(frozenset() if nothing else self._started(mine[0].source if mine else target), size)
        if found.how == "joined" and any(length(axis) != size for axis in data):
            return end_to_end(data, size)
        return together(data, size)

    def _source(self, link: Link) -> Composed:
        axis = self._axes[link.source_value][link.source_dim]
        return axis if link.taken is None else chosen(axis, link.taken)

    def _cut(self, links: Sequence[Link], sizes: Sequence[int]) -> dict[int, Composed]:
        """The axes of a reshaped value, by their place; axes that hang together are folded and cut together."""
        cuts: dict[int, Composed] = {}
        for targets in _hanging_together(links):
            sources = dict.fromkeys(link.source for link in links if link.dim in targets)
            axes = [self._axes[value][dim] for value, dim in sorted(sources)]
            cuts |= dict(zip(targets, cut(axes, [sizes[dim] for dim in targets]), strict=True))
        return cuts

    def _lend(self, step: Step) -> None:
        """Give the weights of a step the threads of what came of them, or of what they were summed with."""
        found = self._linked.steps[step.id]
        for link in found.links:
            self._give(link.source, self._along(link.target))
        for one, other in found.matched:
            self._give(one, self._along(other))
            self._give(other, self._along(one))

    def _give(self, dim: Dim, threads: frozenset[int]) -> None:
        if dim[0] not in self._axes:
            self._lent[dim] = self._lent.get(dim, frozenset()) | threads

    def _follow_weights(self, step: Step) -> None:
        """Start a thread at axes of weights that met no data, and follow it as far as there is none."""
        for dim in (dim for value in dict.fromkeys(step.inputs) for dim in self._dims(value)):
            if not self._along(dim) and dim[0] not in self._axes and dim not in self._linked.ones:
                self._give(dim, self._started(dim))
        for link in self._linked.steps[step.id].links:
            if link.value not in self._axes:
                self._give(link.target, self._along(link.source))

    def _along(self, dim: Dim) -> frozenset[int]:
        value, place = dim
        return threads_of(self._axes[value][place]) if value in self._axes else self._lent.get(dim, frozenset())

    def _started(self, origin: Dim) -> frozenset[int]:
        self._origins.append(origin)
        return frozenset({len(self._origins) - 1})

    def _touched(self) -> Iterable[int]:
        used = (value for step in self._steps for value in (*step.inputs, *_outputs(step)))
        return dict.fromkeys((*self._arguments, *used))

    def _dims(self, value: int) -> list[Dim]:
        return [(value, dim) for dim in range(len(self._trace.values[value].shape))]


def _outputs(step: Step) -> tuple[int, ...]:
    return (*step.outputs, *step.changed)


def _hanging_together(links: Sequence[Link]) -> list[list[int]]:
    """Places in the output that come from the same axes, in groups."""
    groups: list[tuple[set[Dim], set[int]]] = []
    for link in links:
        touching = [group for group in groups if link.source in group[0] or link.dim in group[1]]
        apart = [group for group in groups if group not in touching]
        sources = {link.source}.union(*(group[0] for group in touching))
        groups = [*apart, (sources, {link.dim}.union(*(group[1] for group in touching)))]
    return [sorted(places) for _, places in groups]

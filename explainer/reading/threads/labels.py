"""Links from labels: an output's axis comes from every input axis that has its label, as in an einsum."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from explainer.reading.threads.seen import ONE, Dim, Found, How, Labels, Link, Seen

Labelled: TypeAlias = tuple[tuple[int, Labels], ...]


@dataclass(frozen=True)
class Pattern:
    """The axes of all inputs and outputs of a step, labelled.

    stretches  whether an axis of size 1 is repeated along a larger one, as by broadcasting
    taken      the indices that are left of an axis, by output and label
    """

    inputs: Labelled
    outputs: Labelled
    stretches: bool = False
    how: How = "apart"
    taken: Mapping[tuple[int, str | int], range] = field(default_factory=dict)

    def found(self, seen: Seen) -> Found:
        """The links that the labels say there are; ValueError where labels do not fit the shapes."""
        for value, labels in (*self.inputs, *self.outputs):
            if len(labels) != seen.rank(value):
                raise ValueError(f"{len(labels)} labels for {seen.rank(value)} axes")
        links = tuple(link for each in self._ends() for link in self._links_to(*each, seen))
        ones = frozenset((value, dim) for value, dim, label in self._ends() if label == ONE)
        return Found(tuple(dict.fromkeys(links)), self.how, ones, tuple(self._matched()))

    def _ends(self) -> Iterator[tuple[int, int, str | int]]:
        for value, labels in self.outputs:
            for dim, label in enumerate(labels):
                yield value, dim, label

    def _links_to(self, value: int, dim: int, label: str | int, seen: Seen) -> list[Link]:
        sources = self._with_label(label)
        if self.stretches:
            sources = [source for source in sources if seen.shape(source[0])[source[1]] == seen.shape(value)[dim]]
            # Among axes of size 1, those that were put in to be repeated give way to those of the data.
            sources = [source for source in sources if source not in seen.ones] or sources
        return [Link(*source, value, dim, self.taken.get((value, label))) for source in sources]

    def _with_label(self, wanted: str | int) -> list[Dim]:
        return [
            (value, dim) for value, labels in self.inputs for dim, label in enumerate(labels) if label == wanted != ONE
        ]

    def _matched(self) -> Iterator[tuple[Dim, Dim]]:
        kept = {label for _, _, label in self._ends()}
        for label in dict.fromkeys(label for _, labels in self.inputs for label in labels if label not in kept):
            first, *others = self._with_label(label)
            yield from ((first, other) for other in others)


def numbered(rank: int) -> Labels:
    """Labels for axes in their order."""
    return tuple(range(rank))


def from_the_right(rank: int) -> Labels:
    """Labels for axes as broadcasting counts them: the last is -1."""
    return tuple(range(-rank, 0))

"""What moved between two passes: which letters, and how many sizes of a layer with them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from explainer.documents import words
from explainer.documents.subject import Subject
from explainer.language import Phrase
from explainer.reading import Layer
from explainer.tracing import edges_in


@dataclass(frozen=True)
class Change:
    """The letters that moved, with their numbers before and after; a letter that came or went has None on one side.

    before  all letters of the pass before
    """

    moves: Mapping[str, tuple[int | None, int | None]]
    before: Mapping[str, int]

    @property
    def letters(self) -> tuple[str, ...]:
        """All of them."""
        return tuple(self.moves)


def change_between(before: Mapping[str, int], after: Mapping[str, int]) -> Change:
    """What is different in the letters of two passes."""
    letters = dict.fromkeys((*before, *after))
    moves = {each: (before.get(each), after.get(each)) for each in letters if before.get(each) != after.get(each)}
    return Change(moves, before)


def sentence_of(change: Change, subject: Subject, layer: Layer) -> str:
    """The change in words: what moved, and how far that reaches in this layer."""
    if not change.moves:
        return subject.say(words.SAME_SIZES)
    listed = Phrase(", ".join(_moves(change)), "，".join(_moves(change)))
    sizes = list(_sizes(change, subject, layer))
    if not sizes:
        return subject.say(words.MOVED_ALONE, moves=listed)
    return subject.say(words.MOVED, moves=listed, moved=sum(was != now for was, now in sizes), all=len(sizes))


def _moves(change: Change) -> Iterator[str]:
    for letter, (before, after) in change.moves.items():
        yield f"{letter}: {'–' if before is None else before} → {'–' if after is None else after}"


def _sizes(change: Change, subject: Subject, layer: Layer) -> Iterator[tuple[int, int]]:
    """Every size of the tensors of a layer, before and now; none where the model was another one before."""
    axes = subject.axes
    if axes is None or axes.change is not None or any(None in numbers for numbers in change.moves.values()):
        return
    before = subject.was or axes.evaluate(change.before)
    given, made = edges_in(layer.call.arguments), (value for item in layer.items for value in item.outputs)
    for value in dict.fromkeys([*given, *made]):
        now = subject.trace.values[value].shape
        # A size that has no letters is not known to move.
        yield from ((size if was is None else was, size) for was, size in zip(before[value], now, strict=True))

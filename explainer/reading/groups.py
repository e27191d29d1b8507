"""Semantic groups: each paragraph of a forward is one, whether an operation ran in it or not."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from explainer.reading.code import Code, Paragraph
from explainer.reading.items import Item
from explainer.reading.parts import Ancestry, Part, parts_of
from explainer.tracing import Call, Skip, Trace, edges_in


@dataclass(frozen=True, eq=False)
class Group:
    """What one paragraph did.

    number     from 1                      paragraph  None where the source cannot be read
    items      () where no operation ran   skips      lines of the paragraph that did not run
    parts      operation, residual, norm, where it has that form; else ()
    takes      values that its items used and that were there before: of earlier groups, or given to the layer
    gives      values made in it that later groups use, or that the layer returns
    """

    number: int
    title: str
    paragraph: Paragraph | None
    items: tuple[Item, ...]
    skips: tuple[Skip, ...]
    parts: tuple[Part, ...]
    takes: tuple[int, ...]
    gives: tuple[int, ...]


def groups_of(
    trace: Trace, call: Call, code: Code | None, items: Sequence[Item], skips: Sequence[Skip]
) -> tuple[Group, ...]:
    """The groups of a layer, one for each paragraph; every item is in one of them."""
    paragraphs: Sequence[Paragraph | None] = code.paragraphs if code is not None and code.paragraphs else [None]
    rows = _shared_out(items, paragraphs)
    values, ancestry = _Values(trace, call, rows), Ancestry(trace, call, items)
    return tuple(
        Group(
            number=place + 1,
            title=paragraph.title if paragraph is not None else "",
            paragraph=paragraph,
            items=tuple(row),
            skips=tuple(skip for skip in skips if paragraph is None or _meet(skip, paragraph)),
            parts=parts_of(trace, row, ancestry),
            takes=tuple(values.taken(place)),
            gives=tuple(values.given(place)),
        )
        for place, (paragraph, row) in enumerate(zip(paragraphs, rows, strict=True))
    )


def _meet(skip: Skip, paragraph: Paragraph) -> bool:
    return skip.line <= paragraph.last and paragraph.first <= skip.end_line


def _shared_out(items: Sequence[Item], paragraphs: Sequence[Paragraph | None]) -> list[list[Item]]:
    """The items of each paragraph. One whose line is not known belongs to what went on when it happened."""
    rows: list[list[Item]] = [[] for _ in paragraphs]
    place = 0
    for item in items:
        home = (
            number
            for number, paragraph in enumerate(paragraphs)
            if paragraph is not None and item.line is not None and paragraph.first <= item.line <= paragraph.last
        )
        place = next(home, place)
        rows[place].append(item)
    return rows


class _Values:
    """What passes between the groups of a layer, given as rows of items."""

    def __init__(self, trace: Trace, call: Call, rows: Sequence[Sequence[Item]]) -> None:
        self._trace = trace
        self._rows = rows
        self._arguments = frozenset(edges_in(call.arguments))
        self._returned = frozenset(edges_in(call.outcome))
        self._made_in = dict(_makers(trace, rows))

    def taken(self, row: int) -> Iterator[int]:
        """Values that a row uses and has not made, in the order in which they are used."""
        for value in dict.fromkeys(value for item in self._rows[row] for value in item.inputs):
            maker = self._made_in.get(value)
            known = maker != row if maker is not None else value in self._arguments
            if known and self._trace.values[value].origin != "parameter":
                yield value

    def given(self, row: int) -> Iterator[int]:
        """Values that a row makes and that are used when it is over, in the order in which they were made."""
        used = {value for later in self._rows[row + 1 :] for item in later for value in item.inputs}
        for value, maker in self._made_in.items():
            if maker == row and value in used | self._returned:
                yield value


def _makers(trace: Trace, rows: Sequence[Sequence[Item]]) -> Iterator[tuple[int, int]]:
    """For each value that was made in the layer: the row in which it was."""
    row_of = {step: row for row, items in enumerate(rows) for item in items for step in item.steps}
    calls = ((row, item) for row, items in enumerate(rows) for item in items if item.call is not None)
    unheard = {value: row for row, item in calls for value in item.outputs if value not in item.inputs}
    for value in trace.values:
        if value.producer in row_of:
            yield value.id, row_of[value.producer]
        elif value.producer is None and value.origin == "outside" and value.id in unheard:
            yield value.id, unheard[value.id]

"""Where lanes stand: as far apart as what is written between them needs, within limits."""

from dataclasses import dataclass
from itertools import pairwise

from explainer.drawing.sequence.model import Arrow, Sequence
from explainer.drawing.sequence.parts import LOOP, head_width, words_width

MARGIN = 16.0
BAR = 10.0
# What a text leaves free of its arrow: before it, and for the tip behind it.
TEXT_ROOM = 22.0
_PADDING = TEXT_ROOM + BAR + 2
_HEAD_LEAST, _HEAD_MOST, _HEAD_GAP = 88.0, 200.0, 14.0
_STEP_TEXT_MOST = 440.0
# A page is about this wide; the fewer lanes, the more of it has each.
_PAGE, _GAP_LEAST, _GAP_MOST = 1060.0, 260.0, 460.0


@dataclass(frozen=True)
class Places:
    """The middle and the head's width of every lane, by id; and the width of the picture."""

    x: dict[str, float]
    heads: dict[str, float]
    width: float


def places_of(sequence: Sequence) -> Places:
    """Lanes side by side; short arrows get their room first, long ones only what is missing then."""
    heads = [head_width(lane, _HEAD_LEAST, _HEAD_MOST) for lane in sequence.lanes]
    gaps = [(left + right) / 2 + _HEAD_GAP for left, right in pairwise(heads)]
    index = {lane.id: place for place, lane in enumerate(sequence.lanes)}
    for first, last, need in sorted(_needs(sequence, index), key=lambda each: (each[1] - each[0], each)):
        missing = need - sum(gaps[first:last])
        for place in range(first, last if missing > 0 else first):
            gaps[place] += missing / (last - first)
    x = {lane.id: MARGIN + heads[0] / 2 + sum(gaps[:place]) for place, lane in enumerate(sequence.lanes)}
    right = max([x[lane.id] + head / 2 for lane, head in zip(sequence.lanes, heads, strict=True)])
    ends = [_end(arrow, x) for arrow in sequence.arrows]
    width = round(max([right, *ends]) + MARGIN)
    return Places(x, {lane.id: head for lane, head in zip(sequence.lanes, heads, strict=True)}, width)


def is_loop(arrow: Arrow) -> bool:
    """Whether an arrow comes back to where it leaves."""
    return arrow.source == arrow.target


def _needs(sequence: Sequence, index: dict[str, int]) -> list[tuple[int, int, float]]:
    """Between which lanes how much room is needed."""
    needs = []
    most = min(max(_PAGE / max(len(sequence.lanes) - 1, 1), _GAP_LEAST), _GAP_MOST)
    for arrow in sequence.arrows:
        first, last = sorted((index[arrow.source], index[arrow.target]))
        if first < last:
            needs.append((first, last, min(words_width(arrow) + _PADDING, most)))
        elif last + 1 < len(sequence.lanes):
            # What is written at a loop may run on across lanes further right, which pause there.
            needs.append((first, first + 1, min(words_width(arrow) + LOOP + _PADDING, most * 0.65)))
    return needs


def _end(arrow: Arrow, x: dict[str, float]) -> float:
    """How far to the right a loop with its words reaches."""
    return x[arrow.source] + BAR + LOOP + 10 + min(words_width(arrow), _STEP_TEXT_MOST) if is_loop(arrow) else 0.0

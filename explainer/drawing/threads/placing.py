"""Where rows and chips lie: inputs side by side while there is room, the output below them.

Where there is no room, as on a phone, the output stands in the middle and the other inputs below it, so that no
thread has to pass behind a row.
"""

from dataclasses import dataclass, replace

from explainer.drawing.text import CODE, SIZES, TITLE, width_of
from explainer.drawing.threads.model import AxisChip, Threads

MARGIN = 16.0
CHIP = 44.0
_LABEL = 24.0
_WIDEST = 760.0
_CHIP_GAP = 8.0
_ROW_GAP = 44.0
_CURVES = 84.0
_LABEL_MOST = 240.0


@dataclass(frozen=True)
class Label:
    """Where the name of a row stands: the point it is aligned to, how, and how wide it may be."""

    x: float
    y: float
    anchor: str
    room: float


@dataclass(frozen=True)
class Row:
    """A row of chips: left edge and width of each, the top of all; `below` where it stands under the output."""

    lefts: tuple[float, ...]
    widths: tuple[float, ...]
    y: float
    below: bool
    label: Label

    def middle(self, place: int) -> float:
        """The middle of a chip."""
        return self.lefts[place] + self.widths[place] / 2


@dataclass(frozen=True)
class Layout:
    """All rows in their order, and the size of the picture."""

    rows: tuple[Row, ...]
    width: float
    height: float


@dataclass(frozen=True)
class _Measured:
    """How wide the chips of a row are, its label, and the row with its label above or below."""

    chips: tuple[float, ...]
    label: float
    whole: float

    @property
    def together(self) -> float:
        return sum(self.chips) + _CHIP_GAP * max(len(self.chips) - 1, 0)


def layout_of(threads: Threads, limit: float | None) -> Layout:
    """The layout, as wide as `limit`, or as wide as it needs where that is None."""
    room = (limit or _WIDEST) - 2 * MARGIN
    *inputs, output = [_measured(label, chips, room) for label, chips in threads.rows]
    lines = _lines(inputs, room)
    width = limit or round(max([output.whole, *(_line_width(line, inputs) for line in lines)]) + 2 * MARGIN)
    # All on one line stand above; of several, the second half stands below.
    above = (len(lines) + 1) // 2
    rows: dict[int, Row] = {}
    y = MARGIN
    for line in lines[:above]:
        rows |= _placed(line, inputs, y + _LABEL, width, below=False)
        y += _LABEL + CHIP + _CURVES
    rows[len(inputs)] = _central(output, y, width) if lines[above:] else _under(output, y, (width - output.whole) / 2)
    y += CHIP
    for line in lines[above:]:
        rows |= _placed(line, inputs, y + _CURVES, width, below=True)
        y += _CURVES + CHIP + _LABEL
    height = round(y + (0 if lines[above:] else _LABEL) + MARGIN)
    return Layout(tuple(rows[number] for number in range(len(threads.rows))), width, height)


def _measured(label: str, chips: tuple[AxisChip, ...], room: float) -> _Measured:
    """The widths of a row; where its chips are too wide together, they are equally wide."""
    widths = [max(width_of(chip.text, TITLE), width_of(f"{chip.size}", SIZES), 16) + 20 for chip in chips]
    free = room - _CHIP_GAP * max(len(chips) - 1, 0)
    if sum(widths) > free:
        widths = [free / len(chips)] * len(chips)
    row = _Measured(tuple(widths), min(width_of(label, CODE), room, _LABEL_MOST), 0)
    return replace(row, whole=max(row.together, row.label))


def _lines(rows: list[_Measured], room: float) -> list[list[int]]:
    lines: list[list[int]] = []
    for number in range(len(rows)):
        if lines and _line_width([*lines[-1], number], rows) <= room:
            lines[-1].append(number)
        else:
            lines.append([number])
    return lines


def _line_width(line: list[int], rows: list[_Measured]) -> float:
    return sum(rows[number].whole for number in line) + _ROW_GAP * (len(line) - 1)


def _placed(line: list[int], rows: list[_Measured], y: float, width: float, *, below: bool) -> dict[int, Row]:
    """Inputs side by side in the middle of the picture, their labels on the side away from the output."""
    x = (width - _line_width(line, rows)) / 2
    placed = {}
    for number in line:
        row = rows[number]
        over = Label(x + row.whole / 2, y - 10, "middle", row.whole)
        placed[number] = replace(_under(row, y, x), below=True) if below else _row(row, y, x, over)
        x += row.whole + _ROW_GAP
    return placed


def _under(row: _Measured, y: float, x: float) -> Row:
    """A row with its label below, where no thread arrives."""
    return _row(row, y, x, Label(x + row.whole / 2, y + CHIP + 18, "middle", row.whole))


def _central(row: _Measured, y: float, width: float) -> Row:
    """A row between others, threads on both sides, so that its label stands at its left."""
    room = max(min(row.label, width - 2 * MARGIN - row.together - 10), 0)
    x = (width - row.together - room - 10) / 2
    label = Label(x + room, y + CHIP / 2 + 4, "end", room)
    return _row(replace(row, whole=row.together), y, x + room + 10, label)


def _row(row: _Measured, y: float, x: float, label: Label) -> Row:
    left = x + (row.whole - row.together) / 2
    lefts = tuple(left + sum(row.chips[:place]) + _CHIP_GAP * place for place in range(len(row.chips)))
    return Row(lefts, row.chips, y, below=False, label=label)

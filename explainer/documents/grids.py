"""A tensor spread out as a table: the last two axes as rows and columns, the others to be stepped through.

Large tensors are shown around the chosen cell; what is left out is counted at the edge.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite

from markupsafe import Markup
from torch import Tensor

from explainer.documents import words
from explainer.documents.markup import template
from explainer.documents.subject import Subject
from explainer.drawing import Range, Text, range_of, spans_of
from explainer.reading import index_parts
from explainer.running import Run
from explainer.series import MARK_TITLES

_ROWS, _COLUMNS = 10, 9
# The text on a shade must be readable.
_FULLEST = 0.55


@dataclass(frozen=True)
class Shown:
    """The numbers of one tensor, for a table: `slot` says which tensor of the card it is ("out0", "in1")."""

    slot: str
    value: int | None
    data: Tensor
    axes: tuple[str, ...]
    cell: tuple[int, ...]
    chosen: bool


def grid(subject: Subject, shown: Shown) -> Markup:
    """The table; each cell carries its whole index."""
    data = shown.data.detach()
    index = inside(shown.cell, tuple(data.shape))
    lead, (row, column) = index[:-2], (0, 0, *index)[-2:]
    matrix = data[lead].reshape((1,) * (2 - data.dim()) + tuple(data.shape[len(lead) :]))
    rows, columns = _window(row, matrix.shape[0], _ROWS), _window(column, matrix.shape[1], _COLUMNS)
    shades = range_of(data.double().numpy(force=True))
    table = [
        [_cell(shown, (*lead, *(i, j)[2 - min(2, data.dim()) :]), float(matrix[i, j]), shades) for j in columns]
        for i in rows
    ]
    return template(
        "grid",
        slot=shown.slot,
        leading=[_stepper(subject, shown, index, axis) for axis in range(max(0, data.dim() - 2))],
        row_axis=_axis(shown, -2),
        column_axis=_axis(shown, -1),
        row_names=[_name(subject, shown, -2, i) for i in rows] if data.dim() > 1 else [""],
        column_names=[_name(subject, shown, -1, j) for j in columns] if data.dim() else [""],
        table=table,
        rest=_rest(subject, matrix.shape, rows, columns),
    )


def inside(cell: Sequence[int], shape: tuple[int, ...]) -> tuple[int, ...]:
    """A legal index: what was chosen at other sizes is moved to the nearest cell there is."""
    padded = (*cell, *(0,) * len(shape))[: len(shape)]
    return tuple(max(0, min(at, size - 1)) for at, size in zip(padded, shape, strict=True))


def _window(at: int, size: int, width: int) -> range:
    start = max(0, min(at - width // 2, size - width))
    return range(start, min(size, start + width))


def _cell(shown: Shown, whole: tuple[int, ...], number: float, shades: Range) -> dict[str, object]:
    return {
        "at": ",".join(map(str, whole)),
        "text": written(number),
        "ink": shades.css(number, _FULLEST) if isfinite(number) else "",
        "chosen": shown.chosen and whole == inside(shown.cell, tuple(shown.data.shape)),
    }


def written(number: float) -> str:
    """A number in three significant digits, with a real minus sign."""
    text = f"{number:.3g}"
    return text.replace("-", "\N{MINUS SIGN}", 1) if text.startswith("-") else text


def _axis(shown: Shown, position: int) -> Text:
    return spans_of(shown.axes[position]) if len(shown.axes) >= -position else ()


def _name(subject: Subject, shown: Shown, position: int, number: int) -> str:
    text = shown.axes[position] if len(shown.axes) >= -position else ""
    return str(number) + (f" {title}" if (title := title_of(subject, text, number)) else "")


def title_of(subject: Subject, axis: str, number: int) -> str:
    """Who stands at an index of an axis: a variate, a time mark, a patch; "" where nobody has a name."""
    made = subject.run
    if made is None:
        return ""
    sizes = {"B": len(made.windows.times), "N": len(made.windows.variates), "T": len(made.windows.marks)}
    parts = dict(index_parts(axis, sizes, number))
    window = subject.say(words.WINDOW_NUMBER, window=parts["B"] + 1) if "B" in parts else ""
    return ", ".join(part for part in (window, *_who(subject, made, parts)) if part)


def _who(subject: Subject, made: Run, parts: dict[str, int]) -> Iterator[str]:
    """The variate or the time mark at an index."""
    if "N" in parts:
        yield made.series.title(made.windows.variates[parts["N"]]).in_language(subject.language)
    if "T" in parts:
        yield MARK_TITLES[made.windows.marks[parts["T"]]].in_language(subject.language)


def _stepper(subject: Subject, shown: Shown, index: tuple[int, ...], axis: int) -> dict[str, object]:
    size = shown.data.shape[axis]

    def moved(step: int) -> str:
        at = (index[axis] + step) % size
        return ",".join(map(str, (*index[:axis], at, *index[axis + 1 :])))

    return {
        "axis": spans_of(shown.axes[axis]) if shown.axes else (),
        "at": index[axis],
        "size": size,
        "title": title_of(subject, shown.axes[axis], index[axis]) if shown.axes else "",
        "before": moved(-1),
        "after": moved(1),
    }


def _rest(subject: Subject, shape: Sequence[int], rows: range, columns: range) -> str:
    hidden = shape[0] - len(rows), shape[1] - len(columns)
    return subject.say(words.NOT_SHOWN, rows=hidden[0], columns=hidden[1]) if any(hidden) else ""


def axes_texts(subject: Subject, value: int) -> tuple[str, ...]:
    """The axes of a value one by one, () where they are not known."""
    return () if subject.axes is None else tuple(axis.text for axis in subject.axes.of(value))

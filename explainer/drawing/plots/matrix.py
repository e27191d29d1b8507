"""An attention map as a plain figure: names on both axes, a scale of values, and series along the margins."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np
from jaxtyping import Float

from explainer.drawing.plots.cells import cells_svg, scale_svg
from explainer.drawing.plots.margins import DEEP, Margin, margin_svg
from explainer.drawing.plots.marks import label, label_width, picture, stroke
from explainer.drawing.shades import Range
from explainer.drawing.svg import NARROW

# The height of a name, in pixels: names nearer to each other than this are thinned out.
_NAME, _TURNED_NAME = 14.0, 19.0
_LARGEST_CELL = 44.0
_TURN = -45.0


@dataclass(frozen=True)
class _Grid:
    """Where the cells stand, in pixels: upper left corner, side of a cell, and how many there are."""

    left: float
    top: float
    cell: float
    queries: int
    keys: int

    @property
    def right(self) -> float:
        return self.left + self.keys * self.cell

    @property
    def bottom(self) -> float:
        return self.top + self.queries * self.cell


def matrix_svg(
    matrix: Float[np.ndarray, "query key"],
    queries: Sequence[str],
    keys: Sequence[str],
    *,
    shades: Range,
    border: int = 0,
    title: str,
    value_title: str,
    query_title: str = "",
    key_title: str = "",
    spoken: str = "",
    margins: tuple[Margin | None, Margin | None] = (None, None),
    width: float | None = None,
    narrow: bool = False,
    language: str = "en",
) -> str:
    """The map with row `i` named `queries[i]` and column `j` named `keys[j]`; from 1 to some hundred of each.

    border   how many tokens stand before the line between variates and marks; no line for 0
    margins  a series above the map and one to its left, each as long as the map
    spoken   what is read aloud in the place of the picture; the title where it is empty
    """
    width = width or (NARROW if narrow else 640.0)
    grid = _grid(matrix, queries, margins, width)
    turned, room = _key_names(keys, grid)
    end = grid.bottom + room + (20 if key_title else 4)
    drawn = [
        label(title, 0, 14, limit=width, css="title"),
        *scale_svg(shades, value_title, 26, width),
        label(query_title, 0, grid.top - 6, limit=grid.left - 4, css="muted"),
        *_margins(margins, grid),
        *_ground(grid),
        cells_svg(matrix, shades, grid.left, grid.top, grid.cell),
        *_border(grid, border),
        *_row_names(queries, grid, beside=DEEP + 4 if margins[1] else 4),
        *_column_names(keys, grid, turned=turned),
        label(key_title, (grid.left + grid.right) / 2, end - 5, limit=width - grid.left, anchor="middle", css="muted"),
    ]
    return picture(drawn, width, end, spoken=spoken or title, language=language)


def _grid(
    matrix: Float[np.ndarray, "query key"],
    queries: Sequence[str],
    margins: tuple[Margin | None, Margin | None],
    width: float,
) -> _Grid:
    top, left = margins
    n_queries, n_keys = matrix.shape
    names = max((label_width(name, width * 0.24) for name in queries), default=0.0) + 8
    start = max(names, 40.0) + (DEEP if left else 0)
    cell = min(_LARGEST_CELL, (width - start - 4) / max(n_keys, 1), 720 / max(n_queries, 1))
    return _Grid(start, 76.0 + (DEEP if top else 0), cell, n_queries, n_keys)


def _key_names(keys: Sequence[str], grid: _Grid) -> tuple[bool, float]:
    """Whether the names below have to be turned, and how much height they take."""
    widest = max((label_width(name, _key_limit(grid)) for name in keys), default=0.0)
    turned = widest > grid.cell - 4
    return (True, widest / sqrt(2) + 14) if turned else (False, 20.0)


def _key_limit(grid: _Grid) -> float:
    # A turned name reaches to the left as far as down; the first one must not leave the picture.
    return min(104.0, (grid.left + grid.cell / 2 - 6) * sqrt(2))


def _margins(margins: tuple[Margin | None, Margin | None], grid: _Grid) -> Iterator[str]:
    top, left = margins
    if top:
        yield margin_svg(top, grid.left, grid.top, grid.right - grid.left, turned=False)
    if left:
        yield margin_svg(left, grid.left, grid.top, grid.bottom - grid.top, turned=True)


def _ground(grid: _Grid) -> Iterator[str]:
    box = f"M{grid.left:.1f} {grid.top:.1f}H{grid.right:.1f}V{grid.bottom:.1f}H{grid.left:.1f}Z"
    yield stroke(box, "tb-frame-line")


def _border(grid: _Grid, border: int) -> Iterator[str]:
    if 0 < border < grid.keys:
        x = grid.left + border * grid.cell
        yield stroke(f"M{x:.1f} {grid.top:.1f}V{grid.bottom:.1f}", "tb-border-line")
    if 0 < border < grid.queries:
        y = grid.top + border * grid.cell
        yield stroke(f"M{grid.left:.1f} {y:.1f}H{grid.right:.1f}", "tb-border-line")


def _row_names(names: Sequence[str], grid: _Grid, beside: float) -> Iterator[str]:
    x = grid.left - beside
    for place in range(0, len(names), ceil(_NAME / grid.cell)):
        y = grid.top + (place + 0.5) * grid.cell + 4
        yield label(names[place], x, y, limit=x, anchor="end")


def _column_names(names: Sequence[str], grid: _Grid, *, turned: bool) -> Iterator[str]:
    for place in range(0, len(names), ceil((_TURNED_NAME if turned else _NAME) / grid.cell)):
        x = grid.left + (place + 0.5) * grid.cell
        if turned:
            limit = _key_limit(grid)
            yield label(names[place], x + 4, grid.bottom + 12, limit=limit, anchor="end", turned=_TURN)
        else:
            yield label(names[place], x, grid.bottom + 15, limit=grid.cell, anchor="middle")

"""All heads side by side, small, as one SVG: each map is a button, and cells of one shade share one path."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
from jaxtyping import Float

from explainer.drawing.plots.raster import MOST_SHAPES, cells_address
from explainer.drawing.shades import LESS, MORE, Range

# More shades than a reader can tell apart, few enough to keep the drawing light.
_SHADES = 48
_SIDE = 100.0
_GAP = 14.0
_TITLE = 18.0


@dataclass(frozen=True, eq=False)
class SmallMap:
    """One map: `choice` is what a click on it chooses, `title` stands above it, `spoken` is read aloud."""

    choice: str
    title: str
    spoken: str
    matrix: Float[np.ndarray, "query key"]


def small_maps_svg(maps: Sequence[SmallMap], *, border: int, shades: Range, chosen: str, columns: int) -> str:
    """The maps in rows of `columns`, all in the same shades; the chosen one is framed."""
    columns = min(columns, len(maps))
    rows = -(-len(maps) // columns)
    width = columns * (_SIDE + _GAP) + _GAP
    height = rows * (_SIDE + _GAP + _TITLE) + _GAP
    places = (
        (_GAP + (place % columns) * (_SIDE + _GAP), _GAP + _TITLE + (place // columns) * (_SIDE + _GAP + _TITLE))
        for place in range(len(maps))
    )
    drawn = "".join(
        _map(small, x, y, border, shades, small.choice == chosen) for small, (x, y) in zip(maps, places, strict=True)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" class="tb-maps" '
        f'role="group" style="max-width:{width * 1.4:g}px">{drawn}</svg>'
    )


def _map(small: SmallMap, x: float, y: float, border: int, shades: Range, chosen: bool) -> str:
    n = small.matrix.shape[0]
    inside = 0 < border < n
    line = f'<path class="tb-border" d="M{border} 0V{n}M0 {border}H{n}"/>' if inside else ""
    frame = f'x="-5" y="{-_TITLE - 1:g}" width="{_SIDE + 10:g}" height="{_SIDE + _TITLE + 6:g}"'
    return (
        f'<g class="tb-map{" tb-chosen" if chosen else ""}" role="button" tabindex="0" '
        f'aria-pressed="{str(chosen).lower()}" aria-label="{escape(small.spoken)}" '
        f'data-choice="{escape(small.choice)}" transform="translate({x:g} {y:g})">'
        f'<rect class="tb-frame" {frame} rx="6"/>'
        f'<text x="{_SIDE / 2:g}" y="-5">{escape(small.title)}</text>'
        f'<g transform="scale({_SIDE / n:g})"><rect class="tb-ground" width="{n}" height="{n}"/>'
        f"{''.join(_cells(small.matrix, shades))}{line}</g></g>"
    )


def _cells(matrix: Float[np.ndarray, "query key"], shades: Range) -> Iterator[str]:
    if matrix.size > MOST_SHAPES:
        address, (height, width) = cells_address(matrix, shades), matrix.shape
        yield f'<image class="tb-cells" width="{width}" height="{height}" preserveAspectRatio="none" href="{address}"/>'
        return
    by_shade: defaultdict[int, list[str]] = defaultdict(list)
    for (query, key), number in np.ndenumerate(matrix):
        if np.isfinite(number):
            by_shade[round(shades.strength(float(number)) * _SHADES)].append(f"M{key} {query}h1v1h-1z")
    for shade, paths in sorted(by_shade.items()):
        ink = MORE if shade > 0 else LESS
        if shade:
            yield f'<path fill="rgb{ink}" fill-opacity="{abs(shade) / _SHADES:.3g}" d="{"".join(paths)}"/>'

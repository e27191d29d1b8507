"""The cells of a map, as shapes where they are few and as one picture where they are many; and what their ink means."""

from collections import defaultdict
from collections.abc import Iterator

import numpy as np
from jaxtyping import Float

from explainer.drawing.plots.marks import label, stroke
from explainer.drawing.plots.raster import MOST_SHAPES, cells_address, strengths
from explainer.drawing.plots.ticks import short_number
from explainer.drawing.shades import LESS, MORE, Range

# As in the small maps: more shades than an eye tells apart.
_SHADES = 48
_SCALE_STEPS, _SCALE_WIDTH = 24, 150.0


def cells_svg(matrix: Float[np.ndarray, "query key"], shades: Range, left: float, top: float, side: float) -> str:
    """The cells, each `side` pixels wide, with the upper left corner of the first at (left, top)."""
    if matrix.size > MOST_SHAPES:
        height, width = matrix.shape
        place = f'x="{left:.1f}" y="{top:.1f}" width="{width * side:.2f}" height="{height * side:.2f}"'
        address = cells_address(matrix, shades)
        return f'<image class="tb-cells" {place} preserveAspectRatio="none" href="{address}"/>'
    inner = side - min(1.0, side / 12)
    by_shade: defaultdict[int, list[str]] = defaultdict(list)
    for (query, key), strength in np.ndenumerate(strengths(matrix, shades)):
        corner = f"M{left + key * side:.2f} {top + query * side:.2f}"
        by_shade[round(strength * _SHADES)].append(f"{corner}h{inner:.2f}v{inner:.2f}h-{inner:.2f}z")
    return "".join(_inked("".join(paths), shade / _SHADES) for shade, paths in sorted(by_shade.items()) if shade)


def scale_svg(shades: Range, title: str, top: float, width: float) -> Iterator[str]:
    """A bar from the weakest to the strongest ink with the numbers at its ends, behind the title of the values."""
    low, high = shades.plotly_ends()
    words = [short_number(low, 3), short_number(high, 3)]
    yield label(title, 0, top + 11, limit=width, css="muted")
    step = _SCALE_WIDTH / _SCALE_STEPS
    for number in range(_SCALE_STEPS):
        value = low + (high - low) * (number + 0.5) / _SCALE_STEPS
        box = f"M{number * step:.2f} {top + 18:.1f}h{step:.2f}v8h-{step:.2f}z"
        yield _inked(box, shades.strength(value))
    yield stroke(f"M0.5 {top + 18:.1f}h{_SCALE_WIDTH:.0f}v8h-{_SCALE_WIDTH:.0f}z", "tb-frame-line")
    yield label(f"{words[0]} … {words[1]}", _SCALE_WIDTH + 8, top + 26, limit=width, css="muted")


def _inked(d: str, strength: float) -> str:
    ink = MORE if strength > 0 else LESS
    return f'<path fill="rgb{ink}" fill-opacity="{abs(strength):.3g}" d="{d}"/>'

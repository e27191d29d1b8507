"""Many cells as one picture: a PNG with one pixel per cell, in the two inks of the shades."""

from base64 import b64encode
from io import BytesIO

import numpy as np
from jaxtyping import Float, UInt8
from PIL import Image

from explainer.drawing.shades import LESS, MORE, Range

MOST_SHAPES = 1600
"""Cells that are drawn one by one; more would be megabytes, and are one picture."""

# A palette of 256: no ink, 127 shades of the one and 127 of the other, and one left over.
_SHADES = 127


def cells_png(matrix: Float[np.ndarray, "query key"], shades: Range) -> bytes:
    """A PNG of `matrix`: a pixel per cell, as opaque as its number is strong; no ink where there is no number."""
    image = Image.fromarray(_places_in_palette(matrix, shades))
    image.putpalette(_palette().tobytes(), "RGBA")
    file = BytesIO()
    image.save(file, "png", optimize=True)
    return file.getvalue()


def cells_address(matrix: Float[np.ndarray, "query key"], shades: Range) -> str:
    """The same as an address that holds the picture itself."""
    return f"data:image/png;base64,{b64encode(cells_png(matrix, shades)).decode('ascii')}"


def strengths(matrix: Float[np.ndarray, "query key"], shades: Range) -> Float[np.ndarray, "query key"]:
    """`shades.strength` of every cell, kept between -1 and 1; 0 where there is no finite number."""
    start, end = shades.plotly_ends()
    numbers = np.where(np.isfinite(matrix), np.asarray(matrix, np.float64), 0.0 if shades.signed else start)
    strength = numbers / end if shades.signed else (numbers - start) / (end - start)
    return np.asarray(np.clip(strength, -1.0, 1.0))


def _places_in_palette(matrix: Float[np.ndarray, "query key"], shades: Range) -> UInt8[np.ndarray, "query key"]:
    steps = np.rint(strengths(matrix, shades) * _SHADES).astype(np.int64)
    return np.asarray(np.where(steps >= 0, steps, _SHADES - steps), dtype=np.uint8)


def _palette() -> UInt8[np.ndarray, "256 4"]:
    thickness = np.rint(np.arange(_SHADES + 1) * (255 / _SHADES))
    palette = np.zeros((256, 4), dtype=np.uint8)
    palette[: _SHADES + 1] = [(*MORE, alpha) for alpha in thickness]
    palette[_SHADES + 1 : 2 * _SHADES + 1] = [(*LESS, alpha) for alpha in thickness[1:]]
    return palette

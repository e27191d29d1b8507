"""An attention map for a paper: drawn by matplotlib, in vectors, for print and for greyscale.

matplotlib takes half a second to load and is not needed for any page, so this module is imported by name.
"""

from collections.abc import Sequence
from io import BytesIO
from math import ceil
from typing import Any, Literal
from unicodedata import category

import matplotlib as mpl
import numpy as np
from jaxtyping import Float
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patheffects import Normal
from matplotlib.text import Text

from explainer.drawing.glyphs import PLAIN_FACE, check_glyphs, faces_of, is_plain
from explainer.drawing.plots.marks import fitted
from explainer.drawing.shades import Range, range_of
from explainer.drawing.text import cleaned

FileFormat = Literal["svg", "pdf", "png"]

# Set once and never changed, since these settings belong to all threads: SVG text as outlines, PDF text as TrueType
# fonts, and the same bytes for the same figure.
mpl.rcParams.update({"svg.fonttype": "path", "pdf.fonttype": 42, "svg.hashsalt": "tracebook"})

# From white to dark blue: lightness falls all the way, so that a copy in greys has the same order.
COLOURS = "Blues"
_INCHES, _POINTS, _DPI = (5.0, 4.4), 7.0, 300
_MOST_SHAPES = 4096
# The longest name and the longest line, in the pixels of a drawing.
_NAME, _LINE = 150.0, 420.0
_NO_DATE: dict[str, dict[str, Any]] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}


def paper_figure(
    matrix: Float[np.ndarray, "query key"],
    queries: Sequence[str],
    keys: Sequence[str],
    *,
    title: str,
    value_title: str,
    file_format: FileFormat,
    query_title: str = "",
    key_title: str = "",
    border: int = 0,
    shades: Range | None = None,
) -> bytes:
    """The file of a figure, 5 by 4.4 inches: SVG without fonts, PDF with its fonts, or PNG with 300 dots per inch.

    border  how many tokens stand before the line between variates and marks; no line for 0
    shades  the numbers at both ends of the colours; those of the matrix where it is None
    Cells without a number are hatched. Safe in many threads at once.

    Raises:
        MissingGlyphs: no font here can draw a character of the texts.
    """
    check_glyphs(_clean(text, _LINE) for text in (*queries, *keys, title, value_title, query_title, key_title))
    figure = Figure(figsize=_INCHES, layout="constrained")
    axes = figure.add_subplot()
    _draw_cells(figure, axes, matrix, shades or range_of(matrix), _clean(value_title, _LINE))
    _draw_border(axes, matrix, border)
    _name(axes, queries, keys)
    axes.set_title(_clean(title, _LINE), fontsize=_POINTS + 2)
    axes.set_ylabel(_clean(query_title, _LINE), fontsize=_POINTS + 1)
    axes.set_xlabel(_clean(key_title, _LINE), fontsize=_POINTS + 1)
    _write_as_it_is(figure)
    file = BytesIO()
    figure.savefig(file, format=file_format, dpi=_DPI, metadata=_NO_DATE[file_format])
    return file.getvalue()


def _draw_cells(
    figure: Figure, axes: Axes, matrix: Float[np.ndarray, "query key"], shades: Range, value_title: str
) -> None:
    shown = np.ma.masked_invalid(np.asarray(matrix, np.float64))
    high = shades.high if shades.high > shades.low else shades.low + 1.0
    ends: dict[str, Any] = {"vmin": shades.low, "vmax": high, "cmap": COLOURS}
    queries, keys = matrix.shape
    if matrix.size <= _MOST_SHAPES:
        # Edges of the cell's own colour close the seams that viewers show between neighbours.
        edges, rows = np.arange(keys + 1) - 0.5, np.arange(queries + 1) - 0.5
        cells: Any = axes.pcolormesh(edges, rows, shown, edgecolors="face", linewidth=0.2, **ends)
        axes.set_ylim(queries - 0.5, -0.5)
        axes.set_aspect("equal")
    else:
        cells = axes.imshow(shown, interpolation="none", **ends)
    if np.ma.is_masked(shown):
        axes.patch.set(hatch="//////", edgecolor="0.6")
    bar = figure.colorbar(cells, ax=axes, shrink=0.8, pad=0.02)
    bar.ax.tick_params(labelsize=_POINTS)
    bar.set_label(value_title, fontsize=_POINTS + 1)
    for outline in (bar.outline, *axes.spines.values()):
        outline.set_linewidth(0.5)


def _draw_border(axes: Axes, matrix: Float[np.ndarray, "query key"], border: int) -> None:
    queries, keys = matrix.shape
    if 0 < border < keys:
        axes.axvline(border - 0.5, color="black", linewidth=0.7)
    if 0 < border < queries:
        axes.axhline(border - 0.5, color="black", linewidth=0.7)


def _name(axes: Axes, queries: Sequence[str], keys: Sequence[str]) -> None:
    """As many names as there is room for, from the first on."""
    for count, names, on_axis in ((len(queries), queries, axes.set_yticks), (len(keys), keys, axes.set_xticks)):
        # The cells share about three inches.
        every = max(1, ceil(count * (_POINTS + 2) / (3.0 * 72)))
        places = range(0, count, every)
        on_axis(list(places), [_clean(names[place]) for place in places], fontsize=_POINTS)
    axes.tick_params(length=2, width=0.5)
    for text in axes.get_xticklabels():
        text.set(rotation=45, ha="right", rotation_mode="anchor")


def _write_as_it_is(figure: Figure) -> None:
    """No text is a formula, and every character has its face.

    A PDF can hold TrueType fonts only, and most CJK fonts are none: what needs one is drawn as outlines.
    """
    for text in figure.findobj(Text):
        if isinstance(text, Text):
            text.set_parse_math(False)
            text.set_fontfamily(PLAIN_FACE if is_plain(text.get_text()) else list(faces_of()))
            if not is_plain(text.get_text()):
                text.set_path_effects([Normal()])


def _clean(text: str, limit: float = _NAME) -> str:
    """Short enough, and without what has no shape, such as marks of direction."""
    return fitted("".join(char for char in cleaned(text) if category(char) not in ("Cc", "Cf")), limit)

"""What plots are put together from: labels that fit, lines through gaps, the picture around them."""

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

import numpy as np
from jaxtyping import Bool, Float, Shaped

from explainer.drawing.fitting import shorten
from explainer.drawing.plots.look import PAGE_STYLE
from explainer.drawing.svg import element, full_text, text_right
from explainer.drawing.text import SMALL, TITLE, Font, cleaned, plain, written

Numbers: TypeAlias = Shaped[np.ndarray, "..."] | Sequence[float]
Anchor = Literal["start", "middle", "end"]

_LONGEST = 200


def label(
    words: str,
    x: float,
    y: float,
    *,
    limit: float,
    anchor: Anchor = "start",
    css: str = "",
    turned: float | None = None,
) -> str:
    """One line at most `limit` pixels wide; where it had to be shortened, a resting pointer reads it in full."""
    if not words:
        return ""
    shown = fitted(words, limit, TITLE if css == "title" else SMALL)
    full = full_text(words[:_LONGEST]) if shown != cleaned(words) else ""
    return element(
        "text",
        element("tspan", _escaped(shown)) + full if full else _escaped(shown),
        x=round(x, 1),
        y=round(y, 1),
        class_=" ".join(["tb-label", *(f"tb-label-{name}" for name in (css, anchor) if name not in ("", "start"))]),
        transform=None if turned is None else f"rotate({turned:g} {x:.1f} {y:.1f})",
    )


def fitted(words: str, limit: float, font: Font = SMALL) -> str:
    """The words, with … for their middle where they are wider than `limit` pixels."""
    return written(shorten(plain(cleaned(words[:_LONGEST])), font, limit))


def label_width(words: str, limit: float) -> float:
    """How wide a label will be, in pixels."""
    return text_right(fitted(words, limit), 0, SMALL)


def stroke(d: str, css: str) -> str:
    """A line; not through `element`, which would keep each of these long strings for the next drawing."""
    return f'<path class="{css}" d="{d}"/>' if d else ""


def line_through(x: Float[np.ndarray, " points"], y: Float[np.ndarray, " points"], css: str) -> str:
    """A line through all points that are numbers, open where they are not; a point without neighbours is a dot."""
    known = np.isfinite(x) & np.isfinite(y)
    paths, dots = [], []
    for start, end in runs_of(known):
        pairs = [f"{a:.1f} {b:.1f}" for a, b in zip(x[start:end].tolist(), y[start:end].tolist(), strict=True)]
        if len(pairs) > 1:
            paths.append(f"M{'L'.join(pairs)}")
        else:
            dots.append(f'<circle class="tb-dot {css}" cx="{x[start]:.1f}" cy="{y[start]:.1f}" r="2.5"/>')
    return stroke("".join(paths), f"tb-series {css}") + "".join(dots)


def runs_of(flags: Bool[np.ndarray, " points"]) -> list[tuple[int, int]]:
    """Where flags stand in a row: first and one past the last place of each run."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], flags, [False])).astype(np.int8)))
    return [(int(start), int(end)) for start, end in edges.reshape(-1, 2)]


def thinned(
    x: Float[np.ndarray, " points"], y: Float[np.ndarray, " points"]
) -> tuple[Float[np.ndarray, " fewer"], Float[np.ndarray, " fewer"]]:
    """At most two points per pixel column, the lowest and the highest, so that no spike is lost. `x` is in pixels.

    Where points are few, or do not go from left to right, all of them are kept.
    """
    if len(x) < 64 or not (np.diff(x) >= 0).all() or len(x) <= 4 * (x[-1] - x[0] + 1):
        return x, y
    # The last point stands on the right edge of its column.
    columns = np.minimum(np.floor(x), np.ceil(x[-1]) - 1)
    starts = np.concatenate(([0], np.flatnonzero(np.diff(columns)) + 1))
    ends = np.stack([np.fmin.reduceat(y, starts), np.fmax.reduceat(y, starts)], axis=1)
    # Up in one column and down in the next: neighbours are joined at like ends.
    ends[1::2] = ends[1::2, ::-1].copy()
    return np.repeat(columns[starts] + 0.5, 2), ends.ravel()


def picture(drawn: Iterable[str], width: float, height: float, *, spoken: str, language: str) -> str:
    """The whole plot: as wide as there is room, up to a little above its natural size; read aloud as `spoken`."""
    return element(
        "svg",
        PAGE_STYLE + "".join(drawn),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {height:g}",
        width=round(width, 1),
        height=round(height, 1),
        class_="tb-plot",
        role="img",
        lang=language,
        aria_label=spoken,
        style=f"width:100%;max-width:{width * 1.15:.0f}px;height:auto",
    )


def _escaped(words: str) -> str:
    # Quotation marks too: one table of signs for texts and attributes.
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")

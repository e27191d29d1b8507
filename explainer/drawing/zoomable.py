"""A large matrix as a Plotly figure: a reader zooms into it, and is told the cell under the pointer."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float

from explainer.drawing.heatmap import outline
from explainer.drawing.shades import Range

_LINE = "rgba(128,128,128,0.9)"
_HEIGHT = 520
_BAR = {
    "orientation": "h",
    "yref": "container",
    "y": 1,
    "yanchor": "top",
    "thickness": 10,
    "outlinewidth": 0,
    "nticks": 5,
    "exponentformat": "e",
}


@dataclass(frozen=True, eq=False)
class Zoomable:
    """A square matrix and its words.

    border  how many tokens stand before the time marks, 0 for no line      chosen  the cell to outline, or None
    """

    matrix: Float[np.ndarray, "query key"]
    names: Sequence[str]
    shades: Range
    border: int
    title: str
    value_title: str
    query_title: str
    key_title: str
    chosen: tuple[int, int] | None = None


def zoomable_figure(shown: Zoomable) -> go.Figure:
    """The figure. Names are different from one another; as many are written as there is room for."""
    names = [escape(name, quote=False) for name in shown.names]
    low, high = shown.shades.plotly_ends()
    cells = go.Heatmap(
        # Half the bytes, and more digits than a colour has.
        z=shown.matrix.astype(np.float32),
        x=names,
        y=names,
        zmin=low,
        zmax=high,
        colorscale=shown.shades.colorscale(),
        colorbar=_BAR,
        hovertemplate=_hover(shown),
    )
    figure = go.Figure(cells)
    axis: dict[str, Any] = {"type": "category", "showgrid": False, "zeroline": False, "tickfont": {"size": 10}}
    figure.update_xaxes(**axis, tickangle=-45, constrain="domain", title=escape(shown.key_title))
    figure.update_yaxes(
        **axis,
        autorange="reversed",
        scaleanchor="x",
        constrain="domain",
        constraintoward="top",
        title=escape(shown.query_title),
    )
    figure.update_layout(
        height=_HEIGHT,
        margin={"l": 8, "r": 8, "t": 56, "b": 8},
        dragmode="zoom",
        shapes=[*_border(shown), *outline(shown.chosen)],
        plot_bgcolor="rgba(0,0,0,0)",
        paper_bgcolor="rgba(0,0,0,0)",
    )
    return figure


def _hover(shown: Zoomable) -> str:
    titles = [escape(title, quote=False) for title in (shown.query_title, shown.key_title, shown.value_title)]
    query, key, value = (title.replace("%", "&#37;") for title in titles)
    return f"{query}: <b>%{{y}}</b><br>{key}: <b>%{{x}}</b><br>{value}: <b>%{{z:.4g}}</b><extra></extra>"


def _border(shown: Zoomable) -> list[dict[str, Any]]:
    n, at = len(shown.names), shown.border - 0.5
    if not 0 < shown.border < n:
        return []
    line = {"type": "line", "line": {"color": _LINE, "width": 1.5}}
    return [
        {**line, "x0": at, "x1": at, "y0": -0.5, "y1": n - 0.5},
        {**line, "x0": -0.5, "x1": n - 0.5, "y0": at, "y1": at},
    ]

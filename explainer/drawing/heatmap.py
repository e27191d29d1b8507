"""One attention map, large: a Plotly heatmap with names on both axes and a border before the time marks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float

from explainer.drawing.shades import Range

_LINE = "rgba(128,128,128,0.9)"
# Above the map, so that the map gets the whole width, and a narrow page has its spare height at the end.
_BAR = {
    "orientation": "h",
    "yref": "container",
    "y": 1,
    "yanchor": "top",
    "thickness": 10,
    "outlinewidth": 0,
    "nticks": 6,
}


@dataclass(frozen=True, eq=False)
class Heatmap:
    """What is drawn: `matrix[query, key]`, token names, and how many tokens stand before the border.

    words   the texts on the drawing: query, key, value, variates, marks
    chosen  the (query, key) cell to outline, or None
    """

    matrix: Float[np.ndarray, "query key"]
    tokens: Sequence[str]
    border: int
    shades: Range
    words: Mapping[str, str]
    chosen: tuple[int, int] | None = None


def heatmap_figure(drawn: Heatmap, height: int) -> go.Figure:
    """The figure, `height` pixels high. Cells are clickable through an unseen layer of points, in reading order."""
    figure = go.Figure([_cells(drawn), _targets(drawn)])
    figure.update_layout(
        height=height,
        margin={"l": 8, "r": 8, "t": 72, "b": 8},
        shapes=[*_border(drawn), *outline(drawn.chosen)],
        annotations=_bands(drawn),
        clickmode="event+select",
        dragmode=False,
        showlegend=False,
        plot_bgcolor="rgba(0,0,0,0)",
        paper_bgcolor="rgba(0,0,0,0)",
    )
    n = len(drawn.tokens)
    ticks = {
        "tickmode": "array",
        "tickvals": list(range(n)),
        "ticktext": [_text(token) for token in drawn.tokens],
        "range": [-0.5, n - 0.5],
        "showgrid": False,
        "zeroline": False,
        "fixedrange": True,
    }
    figure.update_xaxes(**ticks, title=drawn.words["key"], constrain="domain", tickangle=-40)
    downwards = {"range": [n - 0.5, -0.5], "scaleanchor": "x", "constrain": "domain", "constraintoward": "top"}
    figure.update_yaxes(**ticks | downwards, title=drawn.words["query"])
    return figure


def _cells(drawn: Heatmap) -> go.Heatmap:
    low, high = drawn.shades.plotly_ends()
    return go.Heatmap(
        z=drawn.matrix,
        zmin=low,
        zmax=high,
        colorscale=drawn.shades.colorscale(),
        xgap=1,
        ygap=1,
        colorbar=_BAR,
        hoverinfo="skip",
    )


def _targets(drawn: Heatmap) -> go.Scatter:
    """Heatmaps tell nobody where they were clicked; points do."""
    n = len(drawn.tokens)
    names = [_text(token) for token in drawn.tokens]
    queries, keys = np.divmod(np.arange(n * n), n)
    words = {name: _text(word) for name, word in drawn.words.items()}
    return go.Scatter(
        x=keys,
        y=queries,
        mode="markers",
        marker={"symbol": "square", "size": 30, "opacity": 0},
        selected={"marker": {"opacity": 0}},
        unselected={"marker": {"opacity": 0}},
        customdata=[(names[q], names[k], f"{drawn.matrix[q, k]:.4g}") for q, k in zip(queries, keys, strict=True)],
        hovertemplate=(
            f"{words['query']}: <b>%{{customdata[0]}}</b><br>{words['key']}: <b>%{{customdata[1]}}</b><br>"
            f"{words['value']}: <b>%{{customdata[2]}}</b><extra></extra>"
        ),
    )


def _border(drawn: Heatmap) -> list[dict[str, Any]]:
    """Between variates and time marks, on both axes; none where there is only one kind."""
    n, at = len(drawn.tokens), drawn.border - 0.5
    if not 0 < drawn.border < n:
        return []
    line = {"type": "line", "line": {"color": _LINE, "width": 2}, "layer": "above"}
    return [
        {**line, "x0": at, "x1": at, "y0": -0.5, "y1": n - 0.5},
        {**line, "x0": -0.5, "x1": n - 0.5, "y0": at, "y1": at},
    ]


def outline(chosen: tuple[int, int] | None) -> list[dict[str, Any]]:
    """A frame around the cell (query, key); nothing without one."""
    if chosen is None:
        return []
    query, key = chosen
    box = {"x0": key - 0.5, "x1": key + 0.5, "y0": query - 0.5, "y1": query + 0.5}
    return [{"type": "rect", **box, "line": {"color": "rgb(220,38,38)", "width": 3}, "layer": "above"}]


def _bands(drawn: Heatmap) -> list[dict[str, Any]]:
    """What kind of token stands on each side of the border, above the map."""
    n = len(drawn.tokens)
    bands = [(0, drawn.border, drawn.words["variates"]), (drawn.border, n, drawn.words["marks"])]
    return [
        {
            "x": (first + last - 1) / 2,
            "y": 1,
            "yref": "y domain",
            "yanchor": "bottom",
            "yshift": 4,
            "text": _text(word),
            "showarrow": False,
            "font": {"size": 12},
        }
        for first, last, word in bands
        if last > first
    ]


def _text(name: str) -> str:
    """A name as Plotly shows it: tags are text, and quotation marks stay what they are."""
    return escape(name, quote=False)

"""The large map of the attention page: cells to be clicked, or, where there are many, to be zoomed into."""

from functools import partial

import plotly.graph_objects as go
import streamlit as st

from explainer.drawing import Heatmap, Zoomable, heatmap_figure, range_of, zoomable_figure
from explainer.web import address, words
from explainer.web.attention_view import View, spoken

_MAP_HEIGHT = 560
_MAP_KEY = "map"
# More names than this lie on top of one another along the map, longer ones leave it no room.
_MOST_NAMES = 12
_LONG_NAME = 18
# Above this many cells a side there is no room for gaps between them.
_MANY = 24
MOST_CLICKED = 64
"""Tokens along a map whose cells are clicked one by one; beyond, a finger or a pointer would miss them."""
# Pixels: no map is narrower on a wide screen.
_SMALLEST_MAP = 270


def large_map(view: View, query: int, key: int) -> None:
    """The chosen head; a click chooses the cell, or, where cells are too small for that, one can zoom."""
    if len(view.names) > MOST_CLICKED:
        _zoomable_map(view, query, key)
    else:
        _clickable_map(view, query, key)


def _zoomable_map(view: View, query: int, key: int) -> None:
    maps = view.heads(view.stage)
    say = view.visit.say
    shown = Zoomable(
        matrix=maps[view.head],
        names=view.names,
        shades=range_of(maps),
        border=view.border,
        title="",
        value_title=words.STAGES[view.stage].in_language(view.visit.language),
        query_title=words.QUERY.in_language(view.visit.language),
        key_title=words.KEY.in_language(view.visit.language),
        chosen=(query, key),
    )
    st.caption(say(words.ZOOM_CAPTION, stage=words.STAGES[view.stage], **_place(view)))
    told = spoken(view, view.head + 1, maps[view.head])
    st.plotly_chart(zoomable_figure(shown), key="zoomed", config={"displaylogo": False}, alt=told)


def _place(view: View) -> dict[str, object]:
    return {"layer": view.layer, "head": view.head + 1, "window": view.place}


def _clickable_map(view: View, query: int, key: int) -> None:
    maps = view.heads(view.stage)
    drawn = Heatmap(
        matrix=maps[view.head],
        tokens=view.names,
        border=view.border,
        shades=range_of(maps),
        words={
            "query": words.QUERY.in_language(view.visit.language),
            "key": words.KEY.in_language(view.visit.language),
            "value": words.STAGES[view.stage].in_language(view.visit.language),
            "variates": view.first_kind,
            "marks": words.MARKS.in_language(view.visit.language),
        },
        chosen=(query, key),
    )
    st.caption(view.visit.say(words.MAP_CAPTION, stage=words.STAGES[view.stage], **_place(view)))
    st.plotly_chart(
        _fitted(heatmap_figure(drawn, _MAP_HEIGHT)),
        height=_MAP_HEIGHT,
        key=_MAP_KEY,
        on_select=partial(_cell_clicked, [token.name for token in view.tokens]),
        selection_mode="points",
        # Two quick clicks on two cells are two clicks, and no double click that takes the choice back.
        config={"displayModeBar": False, "doubleClick": False, "doubleClickDelay": 1},
        alt=spoken(view, view.head + 1, maps[view.head]),
    )


def _fitted(figure: go.Figure) -> go.Figure:
    """With names as small and as few as there is room for, and cells that are clicked one by one."""
    cells, targets = figure.data
    n, names = len(cells.z), figure.layout.xaxis.ticktext
    for axis in (figure.layout.xaxis, figure.layout.yaxis):
        if n > _MOST_NAMES:
            every = -(-n // _MOST_NAMES)
            axis.update(tickvals=axis.tickvals[::every], ticktext=axis.ticktext[::every])
        if max(map(len, names)) > _LONG_NAME:
            axis.tickfont.size = 10
    if n > _MANY:
        cells.update(xgap=0, ygap=0)
    # Targets that overlap are told apart by the order in which they were drawn, and not by the pointer.
    if targets.marker.size * n > _SMALLEST_MAP:
        targets.marker.size = _SMALLEST_MAP / n
    return figure


def _cell_clicked(ids: list[str]) -> None:
    # The chart forgets its selection whenever it is drawn anew, so the cell is kept elsewhere.
    points = st.session_state[_MAP_KEY].selection.points
    if points:
        address.choose("query", ids[int(points[0]["y"])])
        address.choose("key", ids[int(points[0]["x"])])

"""The large map: the right number under the right names, whatever the names are."""

import json
import re
from collections.abc import Iterator
from html import escape, unescape
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest

from explainer.drawing import Heatmap, Range, heatmap_figure, range_of

WORDS = {"query": "looks", "key": "is looked at", "value": "weight", "variates": "variates", "marks": "marks"}
HOSTILE = ["<b>x</b>", "<script>alert(1)</script>", "a & b", "&lt;", "it's", "x<br>y", "<a href='http://b'>c</a>"]
# What Plotly's own markup may be in a hover text.
_MARKUP = re.compile(r"</?b>|<br>|<extra></extra>|%\{customdata\[\d\]\}")
# The entities that Plotly knows besides numbers; it shows any other as it stands.
_ENTITIES = {"mu": "μ", "amp": "&", "lt": "<", "gt": ">", "nbsp": "\xa0", "times": "×", "plusmn": "±", "deg": "°"}


def matrix_of(n: int) -> np.ndarray:
    """Cell (query, key) holds query + key / 100, so that every number tells where it comes from."""
    return np.arange(n)[:, None] + np.arange(n) / 100


def figure_of(
    n: int = 3, *, border: int = 2, tokens: list[str] | None = None, chosen: tuple[int, int] | None = None
) -> go.Figure:
    matrix = matrix_of(n)
    names = tokens or [f"token {number}" for number in range(n)]
    return heatmap_figure(Heatmap(matrix, names, border, range_of(matrix), WORDS, chosen), 400)


def shapes(figure: go.Figure, kind: str) -> list[tuple[float, ...]]:
    return [(s.x0, s.x1, s.y0, s.y1) for s in figure.layout.shapes if s.type == kind]


def texts(part: Any) -> Iterator[str]:
    """Every string anywhere in a figure's JSON."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict):
        yield from (text for value in part.values() for text in texts(value))
    elif isinstance(part, (list, tuple)):
        yield from (text for value in part for text in texts(value))


def shown_by_plotly(text: str) -> str:
    return re.sub(
        r"&(#\d+|#x[\da-fA-F]+|[a-z]+);",
        lambda m: unescape(m[0]) if m[1].startswith("#") else _ENTITIES.get(m[1], m[0]),
        text,
    )


@pytest.mark.parametrize("n", [1, 3, 40])
def test_plotly_takes_the_figure_of_any_number_of_tokens(n: int) -> None:
    figure = figure_of(n, border=1, chosen=(n - 1, 0))
    again = go.Figure(figure.to_plotly_json())
    assert again == figure
    assert len(again.data[1].customdata) == n * n
    assert again.layout.height == 400


def test_cells_show_the_matrix_between_the_ends_of_its_range() -> None:
    figure = heatmap_figure(Heatmap(matrix_of(3), ["a", "b", "c"], 3, Range(-4.0, 2.0), WORDS), 400)
    np.testing.assert_array_equal(figure.data[0].z, matrix_of(3))
    assert (figure.data[0].zmin, figure.data[0].zmax) == (-4, 4)


def test_names_stand_on_both_axes_in_order_the_first_query_on_top() -> None:
    layout = figure_of(3).layout
    for axis in (layout.xaxis, layout.yaxis):
        assert axis.tickvals == (0, 1, 2)
        assert axis.ticktext == ("token 0", "token 1", "token 2")
    assert layout.xaxis.range == (-0.5, 2.5)
    assert layout.yaxis.range == (2.5, -0.5)
    assert (layout.xaxis.title.text, layout.yaxis.title.text) == ("is looked at", "looks")


def test_a_border_stands_between_variates_and_marks_on_both_axes() -> None:
    assert shapes(figure_of(5, border=3), "line") == [(2.5, 2.5, -0.5, 4.5), (-0.5, 4.5, 2.5, 2.5)]


@pytest.mark.parametrize("border", [0, 5])
def test_no_border_stands_where_there_is_only_one_kind(border: int) -> None:
    assert shapes(figure_of(5, border=border), "line") == []


@pytest.mark.parametrize(
    ("border", "bands"),
    [(3, [(1.0, "variates"), (3.5, "marks")]), (5, [(2.0, "variates")]), (0, [(2.0, "marks")])],
)
def test_each_kind_is_named_above_its_middle(border: int, bands: list[tuple[float, str]]) -> None:
    assert [(note.x, note.text) for note in figure_of(5, border=border).layout.annotations] == bands


def test_a_pointer_reads_query_key_and_number_in_reading_order() -> None:
    points = figure_of(3).data[1]
    assert list(zip(points.y, points.x, strict=True)) == [(query, key) for query in range(3) for key in range(3)]
    for (query, key, number), y, x in zip(points.customdata, points.y, points.x, strict=True):
        assert (query, key) == (f"token {y}", f"token {x}")
        assert float(number) == pytest.approx(y + x / 100)


def test_a_pointer_reads_words_in_the_same_order_as_names() -> None:
    template = figure_of(2).data[1].hovertemplate
    parts = ["looks", "customdata[0]", "is looked at", "customdata[1]", "weight", "customdata[2]"]
    assert [template.index(part) for part in parts] == sorted(template.index(part) for part in parts)


def test_the_chosen_cell_is_outlined_and_no_other() -> None:
    assert shapes(figure_of(4, chosen=(3, 1)), "rect") == [(0.5, 1.5, 2.5, 3.5)]
    assert shapes(figure_of(4), "rect") == []


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_text_and_never_markup(name: str) -> None:
    figure = json.loads(figure_of(2, tokens=[name, "plain"]).to_json())
    assert not [text for text in texts(figure) if "<" in _MARKUP.sub("", text)]
    for axis in ("xaxis", "yaxis"):
        assert [shown_by_plotly(text) for text in figure["layout"][axis]["ticktext"]] == [name, "plain"]
    rows = figure["data"][1]["customdata"]
    assert [[shown_by_plotly(text) for text in row[:2]] for row in rows[:2]] == [[name, name], [name, "plain"]]


def test_quotation_marks_in_names_are_shown_as_quotation_marks() -> None:
    assert shown_by_plotly(figure_of(1, border=1, tokens=['12" pipe']).layout.xaxis.ticktext[0]) == '12" pipe'


def test_words_on_the_drawing_are_text_too() -> None:
    words = WORDS | {"variates": "a < b", "value": "a < b"}
    figure = heatmap_figure(Heatmap(matrix_of(1), ["t"], 1, Range(0.0, 1.0), words), 400)
    assert figure.layout.annotations[0].text == escape("a < b")
    assert escape("a < b") in figure.data[1].hovertemplate

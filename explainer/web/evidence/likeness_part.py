"""What the map may be mistaken for: the correlation of the variates, in the look-back and in what followed."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import streamlit as st
from jaxtyping import Float

from explainer.drawing import Line, Range, Role, Zoomable, line_plot_svg, range_of
from explainer.judging import Correlation, LayerCorrelation, Maps, correlation, layer_correlations
from explainer.language import Phrase
from explainer.web.diagram import two_layouts
from explainer.web.evidence import check_words, words
from explainer.web.evidence.keeping import kept
from explainer.web.evidence.look import Look, told_windows
from explainer.web.evidence.pictures import draw_matrix, draw_table, told_rank

# Two points make no course.
_ENOUGH_FOR_LINES = 3


@dataclass(frozen=True, eq=False)
class Likeness:
    """The correlations of both periods, and how the maps agree with them; `before` where the weights are fitted."""

    past: Correlation
    future: Correlation
    now: tuple[LayerCorrelation, ...]
    before: tuple[LayerCorrelation, ...] | None


def likeness(look: Look) -> Likeness:
    """Of the windows looked at; worked out once for each head and window."""
    return kept("likeness", (look.evidence.key, look.head, look.window), lambda: _likeness(look))


def _likeness(look: Look) -> Likeness:
    windows = look.evidence.windows
    past, future = (correlation(each[look.rows]) for each in (windows.x, windows.future))

    def agreement(maps: Maps) -> tuple[LayerCorrelation, ...]:
        return layer_correlations(maps, past, future, look.head)

    return Likeness(past, future, agreement(look.maps), None if look.before is None else agreement(look.before))


def draw_likeness(look: Look) -> None:
    """Draw it."""
    say = look.visit.say
    st.subheader(say(check_words.LIKENESS), anchor=False)
    if look.by_variate:
        st.markdown(say(check_words.NO_LIKENESS))
        return
    if len(look.variates) < 2:
        st.markdown(say(check_words.ONE_VARIATE))
        return
    found = likeness(look)
    st.markdown(_lead(look, found))
    _draw_beside(look, found)
    draw_table(look.visit, [_row(found, layer) for layer in range(len(found.now))], check_words.LIKENESS_COLUMNS)
    if len(found.now) >= _ENOUGH_FOR_LINES:
        _draw_lines(look, found)
    st.caption(say(check_words.LIKENESS_NOTE))


def _lead(look: Look, found: Likeness) -> str:
    """The chosen layer in a sentence, and beside it what random weights reach."""
    here = found.now[look.layer]
    if here.past.value is None:
        return look.visit.say(check_words.NO_RANKS)
    facts: dict[str, Any] = {
        "layer": look.layer + 1,
        "value": told_rank(here.past),
        "windows": told_windows(len(look.rows)),
    }
    if found.before is None:
        return look.visit.say(check_words.LIKENESS_RANDOM, **facts)
    return look.visit.say(check_words.LIKENESS_LEAD, **facts, before=told_rank(found.before[look.layer].past))


def _row(found: Likeness, layer: int) -> dict[str, object]:
    here = found.now[layer]
    row: dict[str, object] = {"layer": layer + 1, "past": told_rank(here.past), "future": told_rank(here.future)}
    if found.before is not None:
        before = found.before[layer]
        row |= {"past_before": told_rank(before.past), "future_before": told_rank(before.future)}
    return row


def _draw_lines(look: Look, found: Likeness) -> None:
    """The rank correlations from the first layer to the last."""
    language = look.visit.language
    periods: list[tuple[str, tuple[LayerCorrelation, ...], Role]] = [
        ("past", found.now, "train"),
        ("future", found.now, "validation"),
    ]
    if found.before is not None:
        periods += [("past_before", found.before, "past"), ("future_before", found.before, "plain")]
    lines = [
        Line(check_words.LIKENESS_COLUMNS[name].in_language(language), *_points(layers, name), role)
        for name, layers, role in periods
    ]

    def draw(*, narrow: bool) -> str:
        titles = (check_words.LIKENESS_COLUMNS["layer"], check_words.RANK_CORRELATION, check_words.LIKENESS)
        x_title, y_title, spoken = (title.in_language(language) for title in titles)
        return line_plot_svg(
            lines, x_title=x_title, y_title=y_title, spoken=spoken, narrow=narrow, language=language.value
        )

    two_layouts(draw, key="likeness by layer", language=language)


def _points(
    layers: tuple[LayerCorrelation, ...], name: str
) -> tuple[Float[np.ndarray, " layer"], Float[np.ndarray, " layer"]]:
    found = [each.past if name.startswith("past") else each.future for each in layers]
    values = [np.nan if each.value is None else each.value for each in found]
    return np.arange(1.0, len(values) + 1), np.array(values, dtype=float)


def _draw_beside(look: Look, found: Likeness) -> None:
    n = len(look.variates)
    attention = look.matrix[:n, :n]
    off_diagonal = np.where(np.eye(n, dtype=bool), np.nan, attention)
    pictures: list[tuple[str, Phrase, Float[np.ndarray, "variate variate"], Range]] = [
        ("map", check_words.MAP_WITHOUT_MARKS, off_diagonal, range_of(off_diagonal)),
        ("past", check_words.CORRELATION_PAST, _with_gaps(found.past), Range(-1.0, 1.0)),
        ("future", check_words.CORRELATION_FUTURE, _with_gaps(found.future), Range(-1.0, 1.0)),
    ]
    for column, (key, title, matrix, shades) in zip(st.columns(3, gap="medium"), pictures, strict=True):
        with column:
            shown = between_variates(
                look, matrix, shades, title, words.ATTENTION if key == "map" else check_words.PEARSON
            )
            draw_matrix(look.visit, shown, f"likeness {key}")


def _with_gaps(found: Correlation) -> Float[np.ndarray, "variate variate"]:
    compared = found.defined & ~np.eye(len(found.matrix), dtype=bool)
    return np.where(compared, found.matrix, np.nan)


def between_variates(
    look: Look, matrix: Float[np.ndarray, "variate variate"], shades: Range, title: Phrase, value_title: Phrase
) -> Zoomable:
    """A matrix of the variates alone, in the order of the axes of the map."""
    language = look.visit.language
    return Zoomable(
        matrix=look.drawn_variates(matrix),
        names=[look.variates[place] for place in look.variate_order],
        shades=shades,
        border=0,
        title=title.in_language(language),
        value_title=value_title.in_language(language),
        query_title="",
        key_title="",
    )

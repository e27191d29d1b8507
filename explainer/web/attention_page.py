"""The attention page: which map is looked at, the map, all heads beside it, and the chosen cell."""

import pandas as pd
import streamlit as st

from explainer.language import Phrase
from explainer.lessons import attention_facts, lesson
from explainer.reading import STAGES, AttentionMap, attention_maps
from explainer.web import words
from explainer.web.attention_view import View, all_heads, cell_and_row
from explainer.web.choosing import Choosing, keep_aside
from explainer.web.large_map import large_map
from explainer.web.visit import Visit, draw_origin, draw_page


def show() -> None:
    """Draw the page."""
    draw_page(words.ATTENTION_TITLE, _tell)


def _tell(visit: Visit) -> None:
    maps = attention_maps(visit.run.trace)
    draw_origin(visit)
    if maps:
        _explore_and_tell(visit, maps)
    else:
        st.info(visit.say(words.NO_ATTENTION))


@st.fragment
def _explore_and_tell(visit: Visit, maps: tuple[AttentionMap, ...]) -> None:
    """Everything that depends on the choices of this page; a choice redraws no more than this."""
    view = explored(visit, maps, choose_layer=True)
    st.markdown(lesson("attention_map", visit.language, attention_facts(visit.run, view.shown, visit.language)))


def explored(visit: Visit, maps: tuple[AttentionMap, ...], *, choose_layer: bool) -> View:
    """Draw maps of the pass with all that can be chosen of them, and return what is chosen."""
    choosing = Choosing(visit.language)
    view = choose_view(visit, maps, choosing, choose_layer=choose_layer)
    choosing.draw("which_map")
    draw_view(view)
    return view


def draw_view(view: View) -> None:
    """The chosen map, large; beside it those of all heads, and the chosen cell with its row."""
    wide, narrow = st.columns([7, 6], gap="medium")
    with narrow:
        all_heads(view)
        query, key = _choose_cell(view)
        cell_and_row(view, query, key)
    with wide:
        large_map(view, query, key)


def choose_view(visit: Visit, maps: tuple[AttentionMap, ...], choosing: Choosing, *, choose_layer: bool) -> View:
    """Ask which map is looked at.

    With `choose_layer` `maps` are those of all layers, in their order; without it the first of them is shown.
    """
    layer = _number_of(maps[0], visit)
    if choose_layer:
        layer = int(choosing.segment("layer", visit.say(words.LAYER), _numbered(len(maps)), "1"))
    shown = maps[layer - 1] if choose_layer else maps[0]
    head = choosing.segment("head", visit.say(words.HEAD), _numbered(shown.attention.shape[1]), "1")
    names = {stage: visit.say(words.STAGES[stage]) for stage in STAGES}
    stage = choosing.segment("stage", visit.say(words.STAGE), names, "attention")
    window = choosing.from_list("window", visit.say(words.WINDOW), _windows(visit), "1")
    variate = _choose_variate(visit, choosing)
    return View(visit, layer, int(head) - 1, int(window) - 1, variate, stage, shown)


def _number_of(shown: AttentionMap, visit: Visit) -> int:
    """Which of the layers of the pass a map is from, from 1."""
    every = [(each.path, each.nth) for each in attention_maps(visit.run.trace)]
    return every.index((shown.path, shown.nth)) + 1


def _choose_variate(visit: Visit, choosing: Choosing) -> int:
    """The variate whose map is shown, from 0; where a map is between variates there is none to choose."""
    made = visit.run
    variates = made.windows.variates
    if not made.settings.channel_independent:
        keep_aside("variate", variates.__contains__, variates[0])
        return 0
    titles = {name: made.series.title(name).in_language(visit.language) for name in variates}
    return variates.index(choosing.from_list("variate", visit.say(words.VARIATE_CHOICE), titles, variates[0]))


def _choose_cell(view: View) -> tuple[int, int]:
    """The query and the key, by name; a click in the map sets both."""
    ids = [token.name for token in view.tokens]
    options = dict(zip(ids, view.names, strict=True))
    choosing = Choosing(view.visit.language)
    query = choosing.from_list("query", view.visit.say(words.QUERY), options, ids[0])
    key = choosing.from_list("key", view.visit.say(words.KEY), options, ids[0])
    choosing.draw("which_cell")
    return ids.index(query), ids.index(key)


def _numbered(count: int) -> dict[str, str]:
    return {str(number): str(number) for number in range(1, count + 1)}


def _windows(visit: Visit) -> dict[str, str]:
    return {
        str(number): f"{number} · {_span(times).in_language(visit.language)}"
        for number, times in enumerate(visit.run.windows.times, start=1)
    }


def _span(times: pd.Index) -> Phrase:
    """From when to when a window goes; the rows where the series has no dates."""
    if not isinstance(times, pd.DatetimeIndex):
        return words.ROWS_ITEM.fill(start=times[0], end=times[-1])
    return words.WINDOW_ITEM.fill(start=f"{times[0]:%Y-%m-%d %H:%M}", end=_end(times[0], times[-1]))


def _end(start: pd.Timestamp, end: pd.Timestamp) -> str:
    """The end of a window, without the day where that is the day of its start."""
    return f"{end:%H:%M}" if end.date() == start.date() else f"{end:%Y-%m-%d %H:%M}"

"""The attention page: which map is looked at, the map, all heads beside it, and the chosen cell."""

import pandas as pd
import streamlit as st

from explainer.lessons import attention_facts, lesson
from explainer.reading import STAGES, AttentionMap, attention_maps
from explainer.web import address, words
from explainer.web.attention_view import View, all_heads, cell_and_row, large_map
from explainer.web.choosing import choose_from_list, choose_segment
from explainer.web.visit import Visit, open_visit


def show() -> None:
    """Draw the page."""
    visit = open_visit(words.ATTENTION_TITLE)
    maps = attention_maps(visit.run.trace)
    if maps:
        _explore(visit, maps)
    else:
        st.info(visit.say(words.NO_ATTENTION))


@st.fragment
def _explore(visit: Visit, maps: tuple[AttentionMap, ...]) -> None:
    """Everything that depends on the choices of this page; a choice redraws no more than this."""
    view = _choose_view(visit, maps)
    wide, narrow = st.columns([7, 6], gap="medium")
    with narrow:
        all_heads(view)
        query, key = _choose_cell(view)
        cell_and_row(view, query, key)
    with wide:
        large_map(view, query, key)
    st.markdown(lesson("attention_map", visit.language, attention_facts(visit.run, view.shown, visit.language)))


def _choose_view(visit: Visit, maps: tuple[AttentionMap, ...]) -> View:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        layer = choose_segment("layer", visit.say(words.LAYER), _numbered(len(maps)), "1")
        shown = maps[int(layer) - 1]
        head = choose_segment("head", visit.say(words.HEAD), _numbered(shown.attention.shape[1]), "1")
        names = {stage: visit.say(words.STAGES[stage]) for stage in STAGES}
        stage = choose_segment("stage", visit.say(words.STAGE), names, "attention")
        window = choose_from_list("window", visit.say(words.WINDOW), _windows(visit), "1")
        address.write(window="1")
    return View(visit, int(layer), int(head) - 1, int(window) - 1, stage, shown)


def _choose_cell(view: View) -> tuple[int, int]:
    """The query and the key, by name; a click in the map sets both."""
    ids = [token.name for token in view.visit.run.tokens]
    options = dict(zip(ids, view.names, strict=True))
    left, right = st.columns(2)
    with left:
        query = choose_from_list("query", view.visit.say(words.QUERY), options, ids[0])
    with right:
        key = choose_from_list("key", view.visit.say(words.KEY), options, ids[0])
    address.write(query=ids[0], key=ids[0])
    return ids.index(query), ids.index(key)


def _numbered(count: int) -> dict[str, str]:
    return {str(number): str(number) for number in range(1, count + 1)}


def _windows(visit: Visit) -> dict[str, str]:
    return {
        str(number): words.WINDOW_ITEM.fill(
            number=number, start=f"{times[0]:%Y-%m-%d %H:%M}", end=_end(times[0], times[-1])
        ).in_language(visit.language)
        for number, times in enumerate(visit.run.windows.times, start=1)
    }


def _end(start: pd.Timestamp, end: pd.Timestamp) -> str:
    """The end of a window, without the day where that is the day of its start."""
    return f"{end:%H:%M}" if end.date() == start.date() else f"{end:%Y-%m-%d %H:%M}"

"""The map of a layer that has an attention matrix, with the controls of the attention page, and what comes after it.

It is shown with names and numbers, which costs a slider step next to nothing, or as a heatmap: Plotly builds that anew
with every change, which takes longer than all the rest of the page.
"""

from collections.abc import Callable

import streamlit as st
from markupsafe import Markup

from explainer.documents import LayerDocument, Section, closing_section, map_words, panorama
from explainer.web import address, words
from explainer.web.attention_page import choose_view, draw_view
from explainer.web.choosing import Choosing
from explainer.web.document import Shown, document
from explainer.web.visit import Visit


@st.fragment
def explore_map(visit: Visit, told: LayerDocument, on_choice: Callable[[str, str], None]) -> None:
    """The matrix as the reader wants to see it, what the lesson says about it, and what to read next."""
    if opens_another(told):
        st.rerun()
    kinds = {kind: title.in_language(visit.language) for kind, title in words.MAP_KINDS.items()}
    choosing = Choosing(visit.language)
    kind = choosing.segment("map_as", visit.say(words.MAP_KIND), kinds, "names")
    view = choose_view(visit, told.maps, choosing, choose_layer=False)
    choosing.draw("which_map")
    whole = Markup("")
    if kind == "heatmap":
        draw_view(view)
    else:
        whole = panorama(view.heads(view.stage)[view.head], view.names, visit.language)
    below = [Section("panorama", whole), map_words(told), closing_section(told)]
    shown = Shown(below, told.subject.keys.of(told.layer.call), closing=True)
    document(shown, key="closing", language=visit.language, on_choice=on_choice)


def opens_another(told: LayerDocument) -> bool:
    """Whether the reader has chosen another layer since."""
    asked = told.subject.keys.call(address.chosen("module", lambda _asked: True, ""))
    return asked is not None and asked.id != told.layer.call.id

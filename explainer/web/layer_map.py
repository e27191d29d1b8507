"""The map of a layer that has an attention matrix, with the controls of the attention page.

It is shown with names and numbers, which costs a slider step next to nothing, or as a heatmap: Plotly builds that anew
with every change, which takes longer than all the rest of the page.
"""

import streamlit as st

from explainer.documents import LayerDocument, Section, map_words, panorama
from explainer.web import words
from explainer.web.attention_page import choose_view, draw_view
from explainer.web.choosing import choose_segment
from explainer.web.document import Shown, document
from explainer.web.visit import Visit


@st.fragment
def explore_map(visit: Visit, told: LayerDocument) -> None:
    """The matrix as the reader wants to see it, and what the lesson says about it."""
    st.subheader(f":gray[{told.map_number}]\u2002{visit.say(words.MAP_OF_LAYER)}", anchor=False)
    kinds = {kind: title.in_language(visit.language) for kind, title in words.MAP_KINDS.items()}
    kind = choose_segment("map_as", visit.say(words.MAP_KIND), kinds, "names")
    view = choose_view(visit, told.maps, choose_layer=False)
    if kind == "heatmap":
        draw_view(view)
    else:
        whole = panorama(view.heads(view.stage)[view.head], view.names, visit.language)
        shown = Shown([Section("panorama", whole)], "", closing=True)
        document(shown, key="panorama", language=visit.language, on_choice=_nothing)
    st.markdown(map_words(told))


def _nothing(_kind: str, _value: str) -> None:
    """Nothing in the matrix can be chosen."""

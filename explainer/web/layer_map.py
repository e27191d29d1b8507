"""The map of a layer that has an attention matrix, with the controls of the attention page."""

import streamlit as st

from explainer.documents import LayerDocument, Section, map_words, panorama
from explainer.web import words
from explainer.web.attention_page import explored
from explainer.web.document import Shown, document
from explainer.web.visit import Visit


@st.fragment
def explore_map(visit: Visit, told: LayerDocument) -> None:
    """Heatmap, all heads and the chosen cell; below them the whole matrix with the names of its tokens."""
    st.subheader(f":gray[{told.map_number}]\u2002{visit.say(words.MAP_OF_LAYER)}", anchor=False)
    view = explored(visit, told.maps, choose_layer=False)
    st.markdown(map_words(told))
    matrix = view.heads("attention")[view.head]
    whole = Section("panorama", panorama(matrix, view.names, visit.language))
    document(Shown([whole], "", closing=True), key="panorama", language=visit.language, on_choice=_nothing)


def _nothing(_kind: str, _value: str) -> None:
    """Nothing in the matrix can be chosen."""

"""The page: a file, what was read of it, a model fitted to it, and what that model is worth."""

import streamlit as st

from explainer.language import counted
from explainer.web import words as site_words
from explainer.web.data import words
from explainer.web.data.fitting_part import draw_fitting
from explainer.web.data.reading_part import draw_reading, forget_file
from explainer.web.header import draw_head, language_of_visit
from explainer.web.in_use import own_series, series_in_use
from explainer.web.telling import Teller


def show() -> None:
    """Draw the page."""
    language = language_of_visit()
    draw_head(words.DATA_TITLE, language)
    teller = Teller(language)
    st.markdown(teller.say(words.INTRODUCTION))
    draw_reading(teller)
    _in_use(teller)
    draw_fitting(teller, series_in_use())


def _in_use(teller: Teller) -> None:
    """What the pages are about, where that is not the reader's own."""
    if own_series() is not None:
        st.button(teller.say(words.BACK_TO_SAMPLE), icon=":material/undo:", on_click=forget_file)
        return
    series = series_in_use()
    variates = counted(len(series.variates), site_words.VARIATE)
    st.info(teller.say(words.SAMPLE_IN_USE, series=series.name, rows=f"{series.rows:,}", variates=variates))

"""The site: its pages, their names in the reader's language, and their addresses.

This script does not stand beside the folder of pages: where it does, Streamlit takes the files there for pages of its
own, until somebody has opened the front door.
"""

from pathlib import Path

import streamlit as st

from explainer.web import address, words
from explainer.web.header import language_of_visit
from explainer.web.pages import PAGES

st.set_page_config(page_title=words.PRODUCT.en, page_icon=str(Path(__file__).parent / "icon.png"), layout="wide")
st.html(Path(__file__).parent / "page.css")
language = language_of_visit()
shown = {
    each.address: st.Page(each.path, title=each.name.in_language(language), url_path=each.address) for each in PAGES
}


def open_the_map() -> None:
    """The front door leads to the map."""
    st.switch_page(shown["attention"], query_params=st.query_params.to_dict())


front = st.Page(open_the_map, title=words.PRODUCT.en, default=True, visibility="hidden")
# The header names the pages: Streamlit's own menu asks for all styles anew with every step of a slider, and costs it
# a tenth of a fast answer.
page = st.navigation([front, *shown.values()], position="hidden")
address.arrive(page.url_path)
page.run()

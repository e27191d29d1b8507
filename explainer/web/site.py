"""The site: its pages, their names in the reader's language, and their addresses.

Page files are named by verbs and addresses are nouns, and this script does not stand beside the folder of
pages: where it does, a server just started answers its first deep link with "page not found".
"""

from pathlib import Path

import streamlit as st

from explainer.web import address, words
from explainer.web.data import words as data_words
from explainer.web.evidence import words as evidence_words
from explainer.web.visit import language_of_visit

_ROOT = Path(__file__).parents[2]
_PAGES = _ROOT / "pages"

st.set_page_config(page_title=words.PRODUCT.en, page_icon=str(Path(__file__).parent / "icon.png"), layout="wide")
st.html(Path(__file__).parent / "page.css")
language = language_of_visit()


def open_the_map() -> None:
    """The front door leads to the map."""
    st.switch_page(attention, query_params=st.query_params.to_dict())


front = st.Page(open_the_map, title=words.PRODUCT.en, default=True, visibility="hidden")
layer = st.Page(
    _PAGES / "read_layer.py",
    title=words.LAYER_PAGE.in_language(language),
    icon=":material/account_tree:",
    url_path="layer",
)
attention = st.Page(
    _PAGES / "show_attention.py",
    title=words.ATTENTION_PAGE.in_language(language),
    icon=":material/grid_on:",
    url_path="attention",
)
evidence = st.Page(
    _PAGES / "weigh_evidence.py",
    title=evidence_words.EVIDENCE_PAGE.in_language(language),
    icon=":material/balance:",
    url_path="evidence",
)
record = st.Page(
    _PAGES / "list_record.py",
    title=words.RECORD_PAGE.in_language(language),
    icon=":material/list:",
    url_path="record",
)
data = st.Page(
    _PAGES / "bring_data.py",
    title=data_words.DATA_PAGE.in_language(language),
    icon=":material/upload_file:",
    url_path="data",
)
page = st.navigation([front, layer, attention, evidence, record, data], position="top")
address.arrive(page.url_path)
page.run()

"""The head of every page: the way to the other pages, the switch of the language, and the title."""

import streamlit as st

from explainer.language import Language, Phrase, preferred_language
from explainer.web import address, words
from explainer.web.markup import COMPONENT, filled, script
from explainer.web.pages import PAGES
from explainer.web.waiting import collect_fit

_KEY = "header"
_LANGUAGES = {Language.EN.value: "English", Language.ZH.value: "中文"}

_component = st.components.v2.component(
    "tracebook_header",
    css=(COMPONENT / "header.css").read_text(encoding="utf-8"),
    js=script("header"),
)


def language_of_visit() -> Language:
    """As the address says, else as chosen before, else as the browser prefers."""
    return Language(address.chosen("lang", _LANGUAGES.__contains__, _usual(), can_go_back=False))


def draw_head(title: Phrase, language: Language) -> None:
    """Draw it, and go where the reader wants to; a fit that is done is taken along, whatever page is seen."""
    collect_fit()
    current = address.page()
    drawn = filled(
        "header",
        menu=words.MENU.in_language(language),
        pages=[{"address": each.address, "name": each.name.in_language(language)} for each in PAGES],
        current=current,
        language_word=words.LANGUAGE.in_language(language),
        languages=list(_LANGUAGES.items()),
        language=language.value,
        title=title.in_language(language),
    )
    data = {"html": drawn, "language": language.value}
    wanted = _component(key=_KEY, data=data, on_page_change=_nothing, on_spoken_change=_spoken).page
    address.write(lang=_usual())
    for each in PAGES:
        if each.address == wanted:
            st.switch_page(str(each.path))


def _usual() -> str:
    return preferred_language(st.context.locale).value


def _spoken() -> None:
    """After the reader has chosen a language."""
    wanted = st.session_state[_KEY].spoken
    if wanted in _LANGUAGES:
        address.choose("lang", wanted)


def _nothing() -> None:
    """The page is turned while the next one is drawn: its script is not known to Streamlit before."""

"""What is set and chosen stands in the address, so that a link shows what its sender saw.

Streamlit can bind widgets to the address, but writes translated labels there, drops what it cannot take without
a word, and falls over a number without end. So ids and numbers are kept here: apart from their widgets, which
Streamlit forgets as soon as another page is opened, and in step with the address in both directions.
"""

from collections.abc import Callable
from typing import Any

import streamlit as st

_CHOICES = "choices"
_WRITTEN = "choices as written to the address"
_PAGE = "page of the last run"
_STAYED = "whether the last run was of the same page"
_HELD = "whether the address waits for a slider to be let go of"


def arrive(page: str) -> None:
    """Note which page is shown. Only there does a name missing from the address mean that the reader went back."""
    st.session_state[_STAYED] = st.session_state.get(_PAGE) == page
    st.session_state[_PAGE] = page
    if not st.session_state[_STAYED]:
        hold(held=False)  # whatever slider was dragged on the page before


def page() -> str:
    """The page that is shown, as the address names it."""
    return str(st.session_state.get(_PAGE, ""))


def choose(key: str, value: str) -> None:
    """Set a choice, as a click somewhere else on the page does."""
    _kept(_CHOICES)[key] = value


def chosen(key: str, accepts: Callable[[str], bool], default: str, *, can_go_back: bool = True) -> str:
    """The choice `key`: what the address asks for where that is new, else what was chosen, else the default.

    `can_go_back` is False for what must be known before it is known which page is shown.
    """
    kept, asked, written = _kept(_CHOICES), st.query_params.get(key), _kept(_WRITTEN).get(key)
    if asked is not None and asked != written and accepts(asked):
        kept[key] = asked
    if can_go_back and asked is None and written is not None and st.session_state.get(_STAYED):
        kept[key] = default
    if not accepts(kept.get(key, default)):
        kept[key] = default
    return str(kept.setdefault(key, default))


def moved(key: str) -> None:
    """After the reader has moved the widget `key`: what it shows is the choice."""
    shown = st.session_state[key]
    choose(key, str(shown).lower() if isinstance(shown, bool) else str(shown))


def hold(*, held: bool) -> None:
    """Let the address be as it is while a slider is dragged, so that the whole way is one step in the history."""
    st.session_state[_HELD] = held


def is_held() -> bool:
    """Whether a slider is being dragged."""
    return bool(st.session_state.get(_HELD))


def write(**defaults: str) -> None:
    """Put choices into the address, all in one entry of the browser's history; a default needs no mention."""
    if is_held():
        return
    wanted = st.query_params.to_dict()
    for key, default in defaults.items():
        value = _kept(_CHOICES)[key]
        wanted.pop(key, None)
        if value != default:
            wanted[key] = value
        _kept(_WRITTEN)[key] = wanted.get(key)
    if wanted != st.query_params.to_dict():
        st.query_params.from_dict(wanted)


def _kept(name: str) -> dict[str, Any]:
    kept: dict[str, Any] = st.session_state.setdefault(name, {})
    return kept

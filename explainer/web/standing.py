"""Whether the page in sight has been drawn to its end.

Streamlit draws a fragment for whatever page the browser has in its address. A reader who turns the page and moves a
control at once would get a part of the old page into the new one, which tears both.
"""

import streamlit as st

_DRAWN = "address of the page that was drawn to its end"


def begin_page() -> None:
    """Note that a page begins: till its end, what is moved belongs to another one."""
    st.session_state.pop(_DRAWN, None)


def end_page() -> None:
    """Note that the page in sight stands."""
    st.session_state[_DRAWN] = _where()


def draw_whole_if_torn() -> None:
    """After something was moved: where the page in sight does not stand, end this run and draw all of it."""
    if st.session_state.get(_DRAWN) != _where():
        st.rerun()


def _where() -> str:
    return st.context.url or ""

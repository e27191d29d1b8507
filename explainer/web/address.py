"""What is chosen stands in the address, so that a link shows what its sender saw.

Sliders are bound to the address by Streamlit. Choices with translated labels are kept here by their
ids, because Streamlit would write the label: a link would then only work in the sender's language.
"""

from collections.abc import Collection
from typing import TypeVar

import streamlit as st

Id = TypeVar("Id", bound=str)


def adopt(key: str, allowed: Collection[str], default: str) -> None:
    """Before the widget `key` is drawn: give it what the address asks for, or keep what it had."""
    asked = st.query_params.get(key)
    if asked != st.session_state.get(_written(key)) and asked in allowed:
        st.session_state[key] = asked
    if st.session_state.get(key) not in allowed:
        st.session_state[key] = default


def write(key: str, allowed: Collection[Id], default: Id | None) -> Id:
    """After the widget `key` is drawn: put its value into the address, where a default needs no mention."""
    value = next(option for option in allowed if option == st.session_state[key])
    if value == default:
        st.query_params.pop(key, None)
    elif st.query_params.get(key) != value:
        st.query_params[key] = value
    st.session_state[_written(key)] = st.query_params.get(key)
    return value


def _written(key: str) -> str:
    return f"address of {key}"

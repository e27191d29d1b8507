"""Widgets whose value stands in the address: choices by their ids, numbers, and a switch.

Each is drawn with what was chosen, whatever page it was chosen on, and tells the address when it is moved.
"""

from collections.abc import Mapping
from typing import TypeVar

import streamlit as st

from explainer.web import address

Id = TypeVar("Id", bound=str)


def choose_segment(key: str, label: str, options: Mapping[Id, str], default: Id, *, label_hidden: bool = False) -> Id:
    """One of `options` (id → name), all of them in sight."""
    choice = _prepared(key, options, default)
    st.segmented_control(
        label,
        list(options),
        format_func=options.__getitem__,
        key=key,
        required=True,
        label_visibility="collapsed" if label_hidden else "visible",
        on_change=address.moved,
        args=(key,),
    )
    return choice


def choose_from_list(key: str, label: str, options: Mapping[Id, str], default: Id) -> Id:
    """One of `options` (id → name), in a list that opens."""
    choice = _prepared(key, options, default)
    st.selectbox(label, list(options), format_func=options.__getitem__, key=key, on_change=address.moved, args=(key,))
    return choice


def _prepared(key: str, options: Mapping[Id, str], default: Id) -> Id:
    choice = address.chosen(key, options.__contains__, default)
    st.session_state[key] = choice
    address.write(key, default)
    return next(option for option in options if option == choice)

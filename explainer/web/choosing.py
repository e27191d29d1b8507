"""Choices whose options have a name per language and an id for the address."""

from collections.abc import Mapping
from typing import TypeVar

import streamlit as st

from explainer.web import address

Id = TypeVar("Id", bound=str)


def choose_segment(key: str, label: str, options: Mapping[Id, str], default: Id) -> Id:
    """One of `options` (id → name), all of them in sight."""
    address.adopt(key, tuple(options), default)
    st.segmented_control(
        label, list(options), format_func=options.__getitem__, key=key, required=True, persist_state="session"
    )
    return address.write(key, options, default)


def choose_from_list(key: str, label: str, options: Mapping[Id, str], default: Id) -> Id:
    """One of `options` (id → name), in a list that opens."""
    address.adopt(key, tuple(options), default)
    st.selectbox(label, list(options), format_func=options.__getitem__, key=key, persist_state="session")
    return address.write(key, options, default)

"""Widgets whose value stands in the address: choices by their ids, numbers, and a switch.

Each is drawn with what was chosen, whatever page it was chosen on, and tells the address when it is moved.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

import streamlit as st

from explainer.language import Language
from explainer.web import address
from explainer.web.panel import Choices, Move, Segment, panel

Id = TypeVar("Id", bound=str)


def choose_segment(key: str, label: str, options: Mapping[Id, str], default: Id) -> Id:
    """One of `options` (id → name), all of them in sight."""
    choice = address.chosen(key, options.__contains__, default)
    st.session_state[key] = choice
    st.segmented_control(
        label,
        list(options),
        format_func=options.__getitem__,
        key=key,
        required=True,
        on_change=address.moved,
        args=(key,),
    )
    address.write(**{key: default})
    return _as_option(options, choice)


def choose_from_list(key: str, label: str, options: Mapping[Id, str], default: Id) -> Id:
    """One of `options` (id → name), in a list that opens; the caller writes it to the address."""
    choice = address.chosen(key, options.__contains__, default)
    st.session_state[key] = choice
    st.selectbox(label, list(options), format_func=options.__getitem__, key=key, on_change=address.moved, args=(key,))
    return _as_option(options, choice)


@dataclass(frozen=True)
class Choosing:
    """Choices that are drawn together, as one element; what is chosen is known before."""

    language: Language
    fields: list[Segment | Choices] = field(default_factory=list)
    defaults: dict[str, str] = field(default_factory=dict)

    def segment(self, key: str, label: str, options: Mapping[Id, str], default: Id) -> Id:
        """One of `options` (id → name), all of them in sight."""
        choice = address.chosen(key, options.__contains__, default)
        return self._asked(Segment(key, label, _plain(options), choice), options, default)

    def from_list(self, key: str, label: str, options: Mapping[Id, str], default: Id) -> Id:
        """One of `options` (id → name), in a list that opens."""
        choice = address.chosen(key, options.__contains__, default)
        return self._asked(Choices(key, label, _plain(options), choice), options, default)

    def _asked(self, asked: Segment | Choices, options: Mapping[Id, str], default: Id) -> Id:
        self.fields.append(asked)
        self.defaults[asked.key] = default
        return _as_option(options, asked.value)

    def draw(self, key: str) -> None:
        """Draw them side by side, after the address: a browser that is told of it later sends the old one back."""
        address.write(**self.defaults)
        panel(self.fields, key=key, language=self.language, on_move=self._take, across=True)

    def _take(self, move: Move) -> None:
        """A browser can send anything: what there is not is not taken."""
        if any(move.key == asked.key and move.value in asked.options for asked in self.fields):
            address.choose(move.key, move.value)


def keep_aside(key: str, accepts: Callable[[str], bool], default: str) -> None:
    """A choice that the model on the page does not have: it waits, in the address and from page to page.

    What makes no sense for it is left in the address as it is, to be told of when the choice is asked for.
    """
    asked = st.query_params.get(key)
    if asked is None or accepts(asked):
        address.chosen(key, accepts, default)
        address.write(**{key: default})


def _as_option(options: Mapping[Id, str], choice: str) -> Id:
    return next(option for option in options if option == choice)


def _plain(options: Mapping[Id, str]) -> dict[str, str]:
    return {str(option): name for option, name in options.items()}

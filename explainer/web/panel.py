"""The component that shows controls: one element, however many it holds, so that a move draws one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, TypeAlias

import streamlit as st

from explainer.language import Language
from explainer.web.markup import COMPONENT, filled, script
from explainer.web.standing import draw_whole_if_torn

_component = st.components.v2.component(
    "tracebook_panel",
    css=(COMPONENT / "panel.css").read_text(encoding="utf-8"),
    js=script("telling", "panel"),
)


@dataclass(frozen=True)
class Slider:
    """A whole number among few."""

    key: str
    label: str
    low: int
    high: int
    value: int
    kind: ClassVar = "slider"


@dataclass(frozen=True)
class Number:
    """A whole number among many; the reader can type any."""

    key: str
    label: str
    low: int
    high: int
    value: int
    kind: ClassVar = "number"


@dataclass(frozen=True)
class Segment:
    """One of a few options (id → name), all of them in sight."""

    key: str
    label: str
    options: Mapping[str, str]
    value: str
    help: str = ""
    kind: ClassVar = "segment"


@dataclass(frozen=True)
class Choices:
    """One of some options (id → name), in a list that opens."""

    key: str
    label: str
    options: Mapping[str, str]
    value: str
    kind: ClassVar = "choices"


@dataclass(frozen=True)
class Switch:
    """On or off."""

    key: str
    label: str
    value: bool
    kind: ClassVar = "switch"


@dataclass(frozen=True)
class Note:
    """A sentence between the controls."""

    text: str
    kind: ClassVar = "note"


@dataclass(frozen=True)
class Heading:
    """What the controls below it are about."""

    text: str
    kind: ClassVar = "heading"


Field: TypeAlias = Slider | Number | Segment | Choices | Switch | Note | Heading


class Move(NamedTuple):
    """What the browser tells of a control; `done` is False while its slider is still held."""

    key: str
    value: str
    number: int
    done: bool


def panel(
    fields: Sequence[Field], *, key: str, language: Language, on_move: Callable[[Move], None], across: bool = False
) -> None:
    """Show the controls, one below the other or side by side.

    Before the rerun `on_move` is told of each move, in order; its value can be anything.
    """

    def tell() -> None:
        for move in _moves(key):
            on_move(move)
        draw_whole_if_torn()

    moves = _moves(key)
    data = {
        "html": html_of(fields),
        "values": values_of(fields),
        "heard": moves[-1].number if moves else 0,
        "language": language.value,
        "across": across,
    }
    _component(key=key, data=data, on_moves_change=tell)


def html_of(fields: Sequence[Field]) -> str:
    """The controls without their values: it is the same until there are other controls, or other words."""
    return filled("panel", fields=fields)


def values_of(fields: Sequence[Field]) -> dict[str, str]:
    """Where each control stands, as it would be written in an address."""
    return {field.key: _written(field.value) for field in fields if not isinstance(field, Note | Heading)}


def _written(value: int | str) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _moves(key: str) -> list[Move]:
    """What the browser sent, as far as it has the form of moves."""
    sent = (st.session_state.get(key) or {}).get("moves")
    return [Move(*each) for each in sent if _is_move(each)] if isinstance(sent, list) else []


def _is_move(sent: Any) -> bool:
    return isinstance(sent, list) and [type(part) for part in sent] == [str, str, int, bool]

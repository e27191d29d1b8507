"""One component for every drawing: SVG from Python goes in, the chosen part comes out."""

from collections.abc import Callable

import streamlit as st

from explainer.language import Language
from explainer.web.markup import COMPONENT, script

_component = st.components.v2.component(
    "tracebook_diagram",
    css=(COMPONENT / "diagram.css").read_text(encoding="utf-8"),
    js=script("diagram"),
)


def diagram(svg: str, *, key: str, language: Language, on_choice: Callable[[str], None]) -> None:
    """Show `svg`. When a part that carries `data-choice` is clicked, `on_choice` is told which, before the rerun."""

    def tell() -> None:
        choice = st.session_state[key].get("choice")
        if choice is not None:
            on_choice(str(choice[0]))

    _component(key=key, data={"svg": svg, "language": language.value}, on_choice_change=tell)


def two_layouts(draw: Callable[..., str], *, key: str, language: Language) -> None:
    """Show a drawing that has a layout for wide pages and one for phones: `draw(narrow=…)` gives each."""
    both = "".join(
        f'<div class="{css}">{draw(narrow=narrow)}</div>' for css, narrow in (("wide", False), ("narrow", True))
    )
    diagram(both, key=key, language=language, on_choice=_nothing)


def _nothing(_choice: str) -> None:
    """Nothing in the drawing can be chosen."""

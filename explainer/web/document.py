"""The component that shows the document of a layer: sections of HTML go in, what the reader chose comes out."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

import streamlit as st

from explainer.documents import SCRIPT, STYLE, Section, skeleton
from explainer.language import Language
from explainer.web.markup import script
from explainer.web.standing import draw_whole_if_torn

_component = st.components.v2.component(
    "tracebook_document", css=STYLE, js=f"{SCRIPT}\n{script('telling', 'document')}"
)


@dataclass(frozen=True)
class File:
    """Something to be saved by the browser."""

    name: str
    text: str


@dataclass(frozen=True)
class Shown:
    """What the component is to show.

    layer    the key of the layer          order    the keys that one walks through
    chosen   the key that is chosen        letters  that moved since the page before; `moves` counts the changes
    closing  whether it is the part below the map
    file     what the reader has asked for and is handed now
    """

    sections: Sequence[Section]
    layer: str
    order: Sequence[str] = ()
    chosen: str = ""
    letters: Sequence[str] = ()
    moves: int = 0
    closing: bool = False
    file: File | None = None


def document(shown: Shown, *, key: str, language: Language, on_choice: Callable[[str, str], None]) -> None:
    """Show it. Before the rerun `on_choice` is told what kind of thing was chosen, and which, in order."""

    def tell() -> None:
        for kind, value, _ in st.session_state[key].get("choices") or ():
            on_choice(str(kind), str(value))
        draw_whole_if_torn()

    choices = (st.session_state.get(key) or {}).get("choices")
    data = {
        "skeleton": skeleton(language, closing=shown.closing),
        "sections": [[section.id, str(section.html)] for section in shown.sections],
        "layer": shown.layer,
        "order": list(shown.order),
        "chosen": shown.chosen,
        "letters": list(shown.letters),
        "moved": shown.moves,
        "heard": int(choices[-1][2]) if choices else 0,
        "language": language.value,
        "file": asdict(shown.file) if shown.file else None,
    }
    _component(key=key, data=data, on_choices_change=tell)

"""The map as a file: numbers, and a figure for a paper."""

from collections.abc import Callable, Mapping, Sequence
from unicodedata import category

import streamlit as st

from explainer.drawing import Zoomable
from explainer.judging import map_csv, map_npz
from explainer.language import ExplainedError
from explainer.web.choosing import choose_segment
from explainer.web.evidence import words
from explainer.web.evidence.look import Look
from explainer.web.evidence.maps_part import Shown, as_drawn

_TYPES = {
    "csv": "text/csv",
    "npz": "application/octet-stream",
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
}
_FIGURES = ("svg", "png", "pdf")


@st.fragment
def draw_downloads(look: Look, every: Mapping[str, Shown]) -> None:
    """One button for each kind of file; a sentence where no font here can draw the names."""
    say = look.visit.say
    st.subheader(say(words.DOWNLOADS), anchor=False)
    st.markdown(say(words.DOWNLOADS_LEAD))
    chosen = "map"
    if len(every) > 1:
        names = {name: look.visit.plainly(shown.title) for name, shown in every.items()}
        chosen = choose_segment("saved", say(words.SAVED), names, "map")
    drawn = as_drawn(look, every[chosen])
    refused = refusal([*drawn.names, drawn.title, drawn.value_title, drawn.query_title, drawn.key_title])
    with st.container(horizontal=True):
        for kind in _TYPES:
            if kind not in _FIGURES or refused is None:
                _button(look, drawn, chosen, kind)
    if refused is not None:
        st.warning(look.visit.plainly(refused.phrase), icon=":material/font_download_off:")


def _button(look: Look, drawn: Zoomable, chosen: str, kind: str) -> None:
    st.download_button(
        kind.upper(),
        data=file_of(drawn, kind, look.visit.run.origin.in_language(look.visit.language)),
        file_name=f"{_file_name(look, chosen)}.{kind}",
        mime=_TYPES[kind],
        icon=":material/download:",
        on_click="ignore",
        key=f"save {kind}",
    )


def file_of(drawn: Zoomable, kind: str, origin: str) -> Callable[[], bytes]:
    """What gives the bytes of a file once they are wanted; `origin` of the weights goes where there is room for it."""

    def made() -> bytes:
        # Loading it takes half a second, which no reader waits for who saves no figure.
        from explainer.drawing.paper import paper_figure  # noqa: PLC0415

        names = drawn.names
        match kind:
            case "csv":
                return map_csv(drawn.matrix, names, names)
            case "npz":
                return map_npz(drawn.matrix, names, names, about=f"{drawn.title}; {origin}")
            case "svg" | "png" | "pdf":
                titles = {"query_title": drawn.query_title, "key_title": drawn.key_title}
                return paper_figure(
                    drawn.matrix,
                    names,
                    names,
                    title=drawn.title,
                    value_title=drawn.value_title,
                    file_format=kind,
                    border=drawn.border,
                    shades=drawn.shades,
                    **titles,
                )
        raise ValueError(f"no files of kind {kind}")

    return made


def refusal(texts: Sequence[str]) -> ExplainedError | None:
    """Why no figure can be drawn with these texts."""
    seen = ["".join(char for char in text if category(char) not in ("Cc", "Cf")) for text in texts]
    if all(text.isascii() for text in seen):
        return None
    from explainer.drawing.glyphs import check_glyphs  # noqa: PLC0415 (as above)

    try:
        check_glyphs(seen)
    except ExplainedError as error:
        return error
    return None


def _file_name(look: Look, chosen: str) -> str:
    """Made of numbers alone: names from a file may hold anything."""
    head = "mean" if look.head == "mean" else str(look.head + 1)
    window = "mean" if look.window is None else str(look.window + 1)
    variate = f"-variate-{look.variate + 1}" if look.by_variate else ""
    kind = "" if chosen == "map" else "-beside"
    return f"tracebook-map{kind}-layer-{look.layer + 1}-head-{head}-window-{window}{variate}"

"""The layer page: one module of the model as a document, rebuilt from the pass on screen."""

import json
from dataclasses import dataclass
from functools import partial

import streamlit as st

from explainer.documents import (
    Change,
    LayerDocument,
    Section,
    Subject,
    View,
    card_section,
    change_between,
    changes_section,
    closing_section,
    filled_example,
    layer_document,
    map_heading,
    origin_line,
    sections,
    standalone_html,
)
from explainer.reading import DEPTHS
from explainer.running import axes_of, letters_of
from explainer.tracing import Call
from explainer.web import address, words
from explainer.web.document import File, Shown, document
from explainer.web.layer_map import explore_map, opens_another
from explainer.web.visit import Visit, draw_page, told_of_run

_BEFORE = "settings and letters of the last pass"
_MOVED = "what moved last"
_TYPED = "what was typed into the small examples"
_WANTED = "whether the layer is asked for as a file"
_LONGEST = 100_000  # characters; an example has a few dozen numbers


@dataclass(frozen=True)
class _Moved:
    """The last change, and how many there were before it."""

    count: int = 0
    change: Change | None = None


def show() -> None:
    """Draw the page."""
    draw_page(words.LAYER_TITLE, _tell)


def _tell(visit: Visit) -> None:
    _note_change(visit)
    change = st.session_state[_MOVED].change
    before = change.before if change else None
    subject = Subject(visit.run.trace, visit.language, axes_of(visit.run), visit.run, before=before)
    call = _chosen_layer(visit, subject)
    told = layer_document(subject, call, _view(subject.keys.of(call)))
    _ = sections(told), card_section(told)  # worked out before anything is drawn
    _read(visit, told)
    if told.maps:
        explore_map(visit, told, partial(_choose, told))


def _note_change(visit: Visit) -> None:
    """Compare the letters of this pass with those of the one before it; while a slider is dragged, of its start."""
    now = visit.run.settings, letters_of(visit.run.settings.config(), *visit.run.inputs)
    before = st.session_state.get(_BEFORE, now)
    moved = st.session_state.setdefault(_MOVED, _Moved())
    if before[0] != now[0]:
        st.session_state[_MOVED] = _Moved(moved.count + 1, change_between(before[1], now[1]))
    if not address.is_held():
        st.session_state[_BEFORE] = now


def _chosen_layer(visit: Visit, subject: Subject) -> Call:
    """The module that the address names; where this model has none of that name, the model itself."""
    asked = address.chosen("module", _anything, "")
    call = subject.keys.call(asked)
    if call is None:
        st.info(visit.say(words.NO_SUCH_MODULE, module=asked[:80], model=subject.trace.model_class))
        return subject.trace.root
    return call


@st.fragment
def _read(visit: Visit, layer: LayerDocument) -> None:
    """The document itself; what is chosen in it redraws no more than this."""
    subject, call = layer.subject, layer.layer.call
    told = layer.seen(_view(subject.keys.of(call)))
    address.write(module="", depth="operations", step="", cell="")
    if opens_another(told):
        st.rerun()
    moved: _Moved = st.session_state[_MOVED]
    shown = Shown(
        sections=[_origin(visit), *_sections(told, moved)],
        layer=subject.keys.of(call),
        order=told.order,
        chosen=told.chosen,
        letters=moved.change.letters if moved.change else (),
        moves=moved.count,
        file=_file(told) if st.session_state.pop(_WANTED, False) else None,
    )
    document(shown, key="document", language=subject.language, on_choice=partial(_choose, told))


def _origin(visit: Visit) -> Section:
    """What the page was made from, in the document: each element of its own takes the browser some milliseconds."""
    weights = visit.run.origin.in_language(visit.language)
    fitted = visit.run.weights is not None
    return Section("origin", origin_line(told_of_run(visit), weights, visit.language, fitted=fitted))


def _file(told: LayerDocument) -> File:
    """The layer as one file."""
    call = told.layer.call
    name = call.path or told.subject.trace.model_class
    return File(f"tracebook-{name}.html", standalone_html(told.subject, call, View()))


def _view(layer: str) -> View:
    tensor, _, index = address.chosen("cell", _anything, "").partition(":")
    return View(
        depth=address.chosen("depth", DEPTHS.__contains__, "operations"),
        chosen=_whole(address.chosen("step", _anything, ""), layer),
        tensor=tensor or "out0",
        cell=tuple(int(at) for at in index.split(",")) if _is_index(index) else None,
    )


def _whole(step: str, layer: str) -> str | None:
    """The key of a step that the address names from its layer on: `:einsum.2`, `.dropout`."""
    return (layer + step if step.startswith((":", ".")) else step) or None


def _is_index(text: str) -> bool:
    return bool(text) and all(at.isascii() and at.isdecimal() and len(at) < 10 for at in text.split(","))


def _anything(_asked: str) -> bool:
    return True


def _sections(told: LayerDocument, moved: _Moved) -> list[Section]:
    typed = st.session_state.get(_TYPED, {}).get(_example_of(told))
    # What comes next stands below the map, where there is one.
    closing = map_heading(told) if told.maps else closing_section(told)
    changes = changes_section(told, moved.change)
    return [*sections(told), changes, card_section(told), filled_example(told, typed), closing]


def _example_of(told: LayerDocument) -> tuple[str | None, str]:
    """Which small example it is: modules of the same name are given other numbers in the other model."""
    return told.subject.model, told.layer.call.path


def _choose(told: LayerDocument, kind: str, value: str) -> None:
    """What the reader chose in the document."""
    layer = told.subject.keys.of(told.layer.call)
    match kind:
        case "open":
            address.choose("module", value)
            address.choose("step", "")
            address.choose("cell", "")
        case "step":
            address.choose("step", _short(value, layer))
            address.choose("cell", "")
        case "depth" | "cell":
            address.choose(kind, value)
        case "file":
            st.session_state[_WANTED] = True
        case "example":
            st.session_state.setdefault(_TYPED, {})[_example_of(told)] = _typed(value)


def _short(step: str, layer: str) -> str:
    """The key of a step as the address has it: from its layer on, where it is inside of it."""
    inside = step.removeprefix(layer)
    return inside if inside.startswith((":", ".")) else step


def _typed(value: str) -> dict[str, list[str]] | None:
    """What was typed into the fields of an example, by input; None for the example as it was built."""
    fields = json.loads(value) if value and len(value) <= _LONGEST else None
    if not isinstance(fields, dict):
        return None
    return {str(name): [str(text)[:40] for text in texts] for name, texts in fields.items() if isinstance(texts, list)}

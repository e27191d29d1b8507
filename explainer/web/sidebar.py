"""The sidebar: which weights, which model, and one control per setting of it, each with its letter and its word."""

from collections.abc import Iterator
from functools import partial

import streamlit as st

from explainer.language import Language
from explainer.running import MODELS
from explainer.series import Series
from explainer.web import address, words
from explainer.web.controls import (
    COMPLAINTS,
    DEFAULT_MODEL,
    SWITCHES,
    TIME_MARKS,
    Control,
    controls,
    default_of,
    has,
    is_on,
    is_switch,
    model_asked,
    refused_in_address,
    refused_in_field,
)
from explainer.web.in_use import fits_in_use, show_fit, shown_fit, shown_number, title_of
from explainer.web.panel import Choices, Field, Heading, Move, Note, Number, Segment, Slider, Switch, panel

_RANDOM = "random"
_MOVED = "whether a move in the sidebar led to this run"


def note_complaints(series: Series) -> None:
    """Keep what the address asks for in vain when the visit begins."""
    if COMPLAINTS not in st.session_state:
        st.session_state[COMPLAINTS] = refused_in_address(series)


def draw_controls(series: Series, language: Language) -> None:
    """Draw the sidebar."""
    shown = _sizes(series, language) if shown_fit() is None else _of_the_fit(series, language)
    with st.sidebar:
        panel([*_weights(language), *shown], key="panel", language=language, on_move=partial(_take, series))


def was_moved() -> bool:
    """Whether a move in the sidebar led to this run; asked once in a run."""
    return bool(st.session_state.pop(_MOVED, False))


def _sizes(series: Series, language: Language) -> Iterator[Field]:
    model = model_asked()
    names = {model: kind.title for model, kind in MODELS.items()}
    yield Segment("model", words.WHICH_MODEL.in_language(language), names, model)
    yield _mode(language)
    for heading, group in controls(series).items():
        yield Heading(heading.in_language(language))
        for control in group:
            if has(model, control.setting):
                yield from _field(control, series, language)
        if heading is words.WHAT_IS_READ:
            yield _marks(model, language)


def _of_the_fit(series: Series, language: Language) -> Iterator[Field]:
    """What can be moved where the sizes are those of a fitted model."""
    yield _mode(language)
    yield from _field(_controls(series)["batch_size"], series, language)
    yield Note(words.SIZES_OF_THE_FIT.in_language(language))


def _weights(language: Language) -> Iterator[Field]:
    """Random weights or fitted ones, where there are any."""
    fits, shown = fits_in_use(), shown_number()
    if fits:
        names = {_RANDOM: words.RANDOM_WEIGHTS.in_language(language)}
        names |= {str(number): title_of(fit, number).in_language(language) for number, fit in enumerate(fits)}
        label = words.THE_WEIGHTS.in_language(language)
        yield Choices("weights", label, names, _RANDOM if shown is None else str(shown))


def _mode(language: Language) -> Field:
    mode = address.chosen("training", is_switch, default_of("training")).lower()
    names = {switch: name.in_language(language) for switch, name in words.MODES.items()}
    label, told = words.MODE.in_language(language), words.MODE_HELP.in_language(language)
    return Segment("training", label, names, mode, told)


def _field(control: Control, series: Series, language: Language) -> Iterator[Field]:
    if control.low < control.high:  # with one variate there is nothing to choose
        value = int(address.chosen(control.setting, control.accepts, default_of(control.setting, series)))
        kind = Slider if control.kind == "slider" else Number
        yield kind(control.setting, control.title.in_language(language), control.low, control.high, value)


def _marks(model: str, language: Language) -> Field:
    """The switch, or a line where the model has no use for it."""
    if not has(model, "time_marks"):
        return Note(words.NO_TIME_MARKS.in_language(language))
    switched_on = is_on(address.chosen("time_marks", is_switch, default_of("time_marks")))
    return Switch("time_marks", TIME_MARKS.in_language(language), switched_on)


def _controls(series: Series) -> dict[str, Control]:
    return {control.setting: control for group in controls(series).values() for control in group}


def _take(series: Series, move: Move) -> None:
    """Take over what was moved. A browser can send anything: what no control could be set to is not taken."""
    st.session_state[_MOVED] = True
    address.hold(held=not move.done)
    control = _controls(series).get(move.key)
    if control:
        _take_number(control, move.value)
    elif move.key in SWITCHES and is_switch(move.value):
        _choose(move.key, move.value.lower())
    elif move.key == "model" and move.value in MODELS:
        _take_model(move.value)
    elif move.key == "weights" and move.value in {_RANDOM, *map(str, range(len(fits_in_use())))}:
        show_fit(None if move.value == _RANDOM else int(move.value))


def _take_number(control: Control, asked: str) -> None:
    if control.accepts(asked):
        _choose(control.setting, str(int(asked)))
    else:
        st.session_state.setdefault(COMPLAINTS, {})[control.setting] = refused_in_field(control, asked)


def _choose(setting: str, value: str) -> None:
    address.choose(setting, value)
    st.session_state.get(COMPLAINTS, {}).pop(setting, None)


def _take_model(model: str) -> None:
    """Another model has other tokens. The chosen cell goes in the same step, so that one step back brings it back."""
    _choose("model", model)
    address.choose("query", "")
    address.choose("key", "")
    address.write(model=DEFAULT_MODEL, query="", key="")

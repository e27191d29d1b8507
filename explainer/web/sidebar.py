"""The sidebar: which weights, which model, and one control per setting of it, each with its letter and its word."""

import streamlit as st

from explainer.language import Language
from explainer.running import MODELS
from explainer.series import Series
from explainer.web import address, words
from explainer.web.choosing import draw_segment
from explainer.web.controls import (
    COMPLAINTS,
    DEFAULT_MODEL,
    TIME_MARKS,
    Control,
    controls,
    default_of,
    has,
    is_on,
    is_switch,
    model_asked,
    refused_in_address,
)
from explainer.web.in_use import fits_in_use, show_fit, shown_fit, shown_number, title_of

PAGE = "page"
"""The fragment that holds everything beside the sidebar and below the title."""

_RANDOM = "random"
_DRAWN = "address of the page that was drawn to its end"


def draw_controls(series: Series, language: Language) -> None:
    """Draw the sidebar.

    A control that moves the page alone is a fragment of its own: the browser draws what it holds anew, and that is all.
    """
    if COMPLAINTS not in st.session_state:
        st.session_state[COMPLAINTS] = refused_in_address(series)
    with st.sidebar:
        _draw_weights(language)
        if shown_fit() is None:
            _draw_sizes(series, language)
            return
        _draw_mode(language)
        _draw(_control("batch_size", series), series, language)
        st.caption(words.SIZES_OF_THE_FIT.in_language(language))


def _draw_sizes(series: Series, language: Language) -> None:
    model = _draw_model(language)
    _draw_mode(language)
    for heading, group in controls(series).items():
        st.subheader(heading.in_language(language), anchor=False)
        for control in group:
            if has(model, control.setting):
                _draw(control, series, language)
        if heading is words.WHAT_IS_READ:
            _draw_marks(model, language)


def _draw_weights(language: Language) -> None:
    """Random weights or fitted ones, where there are any."""
    fits = fits_in_use()
    if not fits:
        return
    names = {_RANDOM: words.RANDOM_WEIGHTS.in_language(language)}
    names |= {str(number): title_of(fit, number).in_language(language) for number, fit in enumerate(fits)}
    shown = shown_number()
    st.session_state["weights"] = _RANDOM if shown is None else str(shown)
    st.selectbox(
        words.THE_WEIGHTS.in_language(language),
        list(names),
        format_func=names.__getitem__,
        key="weights",
        on_change=_weights_moved,
    )


def _weights_moved() -> None:
    chosen = st.session_state["weights"]
    show_fit(None if chosen == _RANDOM else int(chosen))


def _control(setting: str, series: Series) -> Control:
    return next(each for group in controls(series).values() for each in group if each.setting == setting)


def _draw_model(language: Language) -> str:
    names = {model: kind.title for model, kind in MODELS.items()}
    model = model_asked()
    label = words.WHICH_MODEL.in_language(language)
    draw_segment("model", label, names, model, DEFAULT_MODEL, on_move=_model_moved)
    return model


@st.fragment
def _draw_mode(language: Language) -> None:
    mode = address.chosen("training", is_switch, default_of("training")).lower()
    names = {switch: name.in_language(language) for switch, name in words.MODES.items()}
    label, told = words.MODE.in_language(language), words.MODE_HELP.in_language(language)
    draw_segment("training", label, names, mode, default_of("training"), help_text=told, on_move=_moved)


@st.fragment
def _draw(control: Control, series: Series, language: Language) -> None:
    if control.low == control.high:
        return  # one variate: there is nothing to choose
    st.session_state[control.setting] = int(
        address.chosen(control.setting, control.accepts, default_of(control.setting, series))
    )
    widget = st.slider if control.kind == "slider" else st.number_input
    widget(
        control.title.in_language(language),
        min_value=control.low,
        max_value=control.high,
        step=1,
        key=control.setting,
        on_change=_moved,
        args=(control.setting,),
    )


@st.fragment
def _draw_marks(model: str, language: Language) -> None:
    """The switch, or a line where the model has no use for it."""
    if not has(model, "time_marks"):
        st.caption(words.NO_TIME_MARKS.in_language(language))
        return
    st.session_state["time_marks"] = is_on(address.chosen("time_marks", is_switch, default_of("time_marks")))
    st.toggle(TIME_MARKS.in_language(language), key="time_marks", on_change=_moved, args=("time_marks",))


def _moved(setting: str) -> None:
    """A setting changes the page and no control, so the page alone is drawn anew."""
    _note_move(setting)
    draw_page_alone()


def draw_page_alone() -> None:
    """End this run, and draw nothing but the page; all of it, where the page in sight has not been drawn to its end."""
    drawn = st.session_state.get(_DRAWN)
    st.rerun(PAGE if drawn is not None and drawn == _where() else "app")


def begin_page() -> None:
    """Note that a page begins: till its end, a control that is moved belongs to another one."""
    st.session_state.pop(_DRAWN, None)


def end_page() -> None:
    """Note that the page in sight stands."""
    st.session_state[_DRAWN] = _where()


def _where() -> str:
    return st.context.url or ""


def _note_move(setting: str) -> None:
    address.moved(setting)
    st.session_state.get(COMPLAINTS, {}).pop(setting, None)


def _model_moved(setting: str) -> None:
    """Another model has other tokens. The chosen cell goes in the same step, so that one step back brings it back."""
    _note_move(setting)
    address.choose("query", "")
    address.choose("key", "")
    address.write(model=DEFAULT_MODEL, query="", key="")

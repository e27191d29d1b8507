"""The sidebar: the model, and one control per setting of it, each with its letter and its word, all in the address."""

import re
from dataclasses import dataclass, fields
from typing import Any, Literal

import streamlit as st
from streamlit.errors import StreamlitAPIException

from explainer.language import Language, Phrase
from explainer.lessons import plain
from explainer.running import MODELS, PassSettings, model_of, settings_of
from explainer.series import Series
from explainer.web import address, words
from explainer.web.choosing import draw_segment, keep_aside

PAGE = "page"
"""The fragment that holds everything beside the sidebar and below the title."""

_COMPLAINTS = "complaints about the address"
_DEFAULT_MODEL = next(iter(MODELS))
_DEFAULTS: dict[str, Any] = {each.name: each.default for kind in MODELS.values() for each in fields(kind)}
_SWITCHES = ("training", "time_marks")
_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,12}")


@dataclass(frozen=True)
class Control:
    """How a setting is asked for: a slider where its values are few, a field where they are many."""

    setting: str
    title: Phrase
    low: int
    high: int
    kind: Literal["slider", "field"] = "slider"

    def accepts(self, asked: str) -> bool:
        """Whether a value in the address is one that the control can show."""
        return _WHOLE_NUMBER.fullmatch(asked) is not None and self.low <= int(asked) <= self.high


def controls(series: Series) -> dict[Phrase, tuple[Control, ...]]:
    """All controls of all models, under their headings. Some ends come from the series."""
    return {
        words.WHAT_IS_READ: (
            Control("batch_size", Phrase("B · windows (batch size)", "B · 窗口数（batch size）"), 1, 8),
            Control("n_variates", Phrase("N · variates", "N · 变量数"), 1, len(series.variates)),
            Control(
                "seq_len", Phrase("L · look-back window, steps", "L · 历史窗口长度（步）"), 1, series.rows, "field"
            ),
            Control("pred_len", Phrase("S · horizon, steps", "S · 预测步长（步）"), 1, series.rows, "field"),
        ),
        words.THE_MODEL: (
            Control("patch_len", Phrase("P · patch length, steps", "P · patch 长度（步）"), 1, series.rows, "field"),
            Control("stride", Phrase("s · stride, steps", "s · 步幅（步）"), 1, series.rows, "field"),
            Control("d_model", Phrase("D · width of a token (d_model)", "D · token 维度（d_model）"), 1, 64),
            Control("n_heads", Phrase("H · heads", "H · 注意力头数"), 1, 16),
            Control("e_layers", Phrase("Encoder layers", "编码器层数"), 1, 6),
            Control("d_ff", Phrase("F · inner width (d_ff)", "F · 前馈层宽度（d_ff）"), 1, 256),
        ),
        words.THE_WEIGHTS: (Control("seed", Phrase("Seed", "随机种子"), 0, 2**31 - 1, "field"),),
    }


TIME_MARKS = Phrase("T · time marks as tokens", "T · 时间标记作为 token")


def draw_controls(series: Series, language: Language) -> None:
    """Draw the sidebar.

    A control that moves the page alone is a fragment of its own: the browser draws what it holds anew, and that is all.
    """
    if _COMPLAINTS not in st.session_state:
        st.session_state[_COMPLAINTS] = refused_in_address(series)
    with st.sidebar:
        model = _draw_model(language)
        _draw_mode(language)
        for heading, group in controls(series).items():
            st.subheader(heading.in_language(language), anchor=False)
            for control in group:
                if _has(model, control.setting):
                    _draw(control, language)
            if heading is words.WHAT_IS_READ:
                _draw_marks(model, language)


def settings_asked(series: Series) -> PassSettings:
    """What the controls are set to, which the address then says too; nothing is checked here but their ends."""
    model = _model()
    accepts = {control.setting: control.accepts for group in controls(series).values() for control in group}
    chosen: dict[str, Any] = {}
    for setting, accepted in (accepts | dict.fromkeys(_SWITCHES, _is_switch)).items():
        if _has(model, setting):
            asked = address.chosen(setting, accepted, _default(setting))
            chosen[setting] = int(asked) if setting in accepts else _is_on(asked)
        else:
            keep_aside(setting, accepted, _default(setting))
    address.write(**{setting: _default(setting) for setting in chosen})
    return settings_of(model, chosen)


def _has(model: str, setting: str) -> bool:
    return setting in {each.name for each in fields(MODELS[model])}


def _default(setting: str) -> str:
    """As it is written in addresses."""
    return str(_DEFAULTS[setting]).lower()


def _model() -> str:
    return address.chosen("model", MODELS.__contains__, _DEFAULT_MODEL)


def _draw_model(language: Language) -> str:
    names = {model: kind.title for model, kind in MODELS.items()}
    model = _model()
    label = words.WHICH_MODEL.in_language(language)
    draw_segment("model", label, names, model, _DEFAULT_MODEL, on_move=_model_moved)
    return model


@st.fragment
def _draw_mode(language: Language) -> None:
    mode = address.chosen("training", _is_switch, _default("training")).lower()
    names = {switch: name.in_language(language) for switch, name in words.MODES.items()}
    label, told = words.MODE.in_language(language), words.MODE_HELP.in_language(language)
    draw_segment("training", label, names, mode, _default("training"), help_text=told, on_move=_moved)


@st.fragment
def _draw(control: Control, language: Language) -> None:
    st.session_state[control.setting] = int(address.chosen(control.setting, control.accepts, _default(control.setting)))
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
    if not _has(model, "time_marks"):
        st.caption(words.NO_TIME_MARKS.in_language(language))
        return
    st.session_state["time_marks"] = _is_on(address.chosen("time_marks", _is_switch, _default("time_marks")))
    st.toggle(TIME_MARKS.in_language(language), key="time_marks", on_change=_moved, args=("time_marks",))


def _moved(setting: str) -> None:
    """A setting changes the page and no control, so the page alone is drawn anew."""
    _note_move(setting)
    draw_page_alone()


def draw_page_alone() -> None:
    """End this run, and draw nothing but the page."""
    try:
        st.rerun(PAGE)
    except StreamlitAPIException:  # there is none yet: the first one is still being drawn
        st.rerun()


def _note_move(setting: str) -> None:
    address.moved(setting)
    st.session_state.get(_COMPLAINTS, {}).pop(setting, None)


def _model_moved(setting: str) -> None:
    """Another model has other tokens. The chosen cell goes in the same step, so that one step back brings it back."""
    _note_move(setting)
    address.choose("query", "")
    address.choose("key", "")
    address.write(model=_DEFAULT_MODEL, query="", key="")


def _is_on(asked: str) -> bool:
    return asked.lower() == "true"


def _is_switch(asked: str) -> bool:
    return asked.lower() in {"true", "false"}


def complain_about_address(settings: PassSettings, language: Language) -> None:
    """Say what the address asked of this model that no control can take, until the reader moves that control."""
    model = model_of(settings)
    for setting, complaint in st.session_state[_COMPLAINTS].items():
        if setting == "model" or _has(model, setting):
            st.warning(plain(complaint.in_language(language)), icon=":material/link_off:")


def refused_in_address(series: Series) -> dict[str, Phrase]:
    """For each setting that the address asks for in vain: the sentence that says what would work."""
    asked = dict(st.query_params.items())
    refused = {
        control.setting: words.NOT_IN_ADDRESS.fill(
            setting=control.setting, asked=asked[control.setting][:40], low=control.low, high=control.high
        )
        for group in controls(series).values()
        for control in group
        if control.setting in asked and not control.accepts(asked[control.setting])
    }
    for switch in _SWITCHES:
        if not _is_switch(asked.get(switch, "true")):
            refused[switch] = words.NOT_A_SWITCH.fill(setting=switch, asked=asked[switch][:40])
    if asked.get("model", _DEFAULT_MODEL) not in MODELS:
        known = ", ".join(MODELS)
        refused["model"] = words.NOT_AN_OPTION.fill(setting="model", asked=asked["model"][:40], known=known)
    return refused

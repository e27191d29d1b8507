"""The sidebar: the model, and one control per setting of it, each with its letter and its word, all in the address."""

import re
from dataclasses import dataclass, fields
from typing import Any, Literal

import streamlit as st

from explainer.language import Language, Phrase
from explainer.lessons import plain
from explainer.running import MODELS, PassSettings, model_of, settings_of
from explainer.series import Series
from explainer.web import address, words
from explainer.web.choosing import draw_segment, keep_aside

_COMPLAINTS = "complaints about the address"
_DEFAULT_MODEL = next(iter(MODELS))
_DEFAULTS: dict[str, Any] = {each.name: each.default for kind in MODELS.values() for each in fields(kind)}
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


def ask_settings(series: Series, language: Language) -> PassSettings:
    """Draw the controls and return what they are set to; nothing is checked here but their ends."""
    if _COMPLAINTS not in st.session_state:
        st.session_state[_COMPLAINTS] = refused_in_address(series)
    chosen: dict[str, Any] = {}
    groups = controls(series)
    with st.sidebar:
        model = _ask_for_model(language)
        chosen["training"] = _ask_for_mode(language)
        for heading, group in groups.items():
            st.subheader(heading.in_language(language), anchor=False)
            chosen |= {control.setting: _ask(control, language) for control in group if _has(model, control.setting)}
            if heading is words.WHAT_IS_READ:
                chosen["time_marks"] = _ask_for_marks(model, language)
        for control in (each for group in groups.values() for each in group):
            if not _has(model, control.setting):
                keep_aside(control.setting, control.accepts, _default(control.setting))
    return settings_of(model, chosen)


def _has(model: str, setting: str) -> bool:
    return setting in {each.name for each in fields(MODELS[model])}


def _default(setting: str) -> str:
    """As it is written in addresses."""
    return str(_DEFAULTS[setting]).lower()


def _ask_for_model(language: Language) -> str:
    names = {model: kind.title for model, kind in MODELS.items()}
    model = address.chosen("model", names.__contains__, _DEFAULT_MODEL)
    label = words.WHICH_MODEL.in_language(language)
    draw_segment("model", label, names, model, _DEFAULT_MODEL, on_move=_model_moved)
    return model


def _ask_for_mode(language: Language) -> bool:
    mode = address.chosen("training", _is_switch, _default("training")).lower()
    names = {switch: name.in_language(language) for switch, name in words.MODES.items()}
    label, told = words.MODE.in_language(language), words.MODE_HELP.in_language(language)
    draw_segment("training", label, names, mode, _default("training"), help_text=told, on_move=_moved)
    return mode == "true"


def _ask(control: Control, language: Language) -> int:
    default = _default(control.setting)
    value = int(address.chosen(control.setting, control.accepts, default))
    st.session_state[control.setting] = value
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
    address.write(**{control.setting: default})
    return value


def _ask_for_marks(model: str, language: Language) -> bool:
    """The switch, or a line where the model has no use for it."""
    default = _default("time_marks")
    if not _has(model, "time_marks"):
        st.caption(words.NO_TIME_MARKS.in_language(language))
        keep_aside("time_marks", _is_switch, default)
        return False
    value = address.chosen("time_marks", _is_switch, default).lower() == "true"
    st.session_state["time_marks"] = value
    st.toggle(TIME_MARKS.in_language(language), key="time_marks", on_change=_moved, args=("time_marks",))
    address.write(time_marks=default)
    return value


def _moved(setting: str) -> None:
    address.moved(setting)
    st.session_state.get(_COMPLAINTS, {}).pop(setting, None)


def _model_moved(setting: str) -> None:
    """Another model has other tokens. The chosen cell goes in the same step, so that one step back brings it back."""
    _moved(setting)
    address.choose("query", "")
    address.choose("key", "")
    address.write(model=_DEFAULT_MODEL, query="", key="")


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
    for switch in ("training", "time_marks"):
        if not _is_switch(asked.get(switch, "true")):
            refused[switch] = words.NOT_A_SWITCH.fill(setting=switch, asked=asked[switch][:40])
    if asked.get("model", _DEFAULT_MODEL) not in MODELS:
        known = ", ".join(MODELS)
        refused["model"] = words.NOT_AN_OPTION.fill(setting="model", asked=asked["model"][:40], known=known)
    return refused

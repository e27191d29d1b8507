"""The sidebar: one control per setting, each with its letter and its word, all in the address."""

import re
from dataclasses import dataclass
from typing import Any, Literal

import streamlit as st

from explainer.language import Language, Phrase
from explainer.lessons import plain
from explainer.running import Settings
from explainer.series import Series
from explainer.web import address, words

_COMPLAINTS = "complaints about the address"
_DEFAULT_MARKS = "true" if Settings.time_marks else "false"
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
    """All controls, under their headings. Some ends come from the series."""
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
            Control("d_model", Phrase("D · width of a token (d_model)", "D · token 维度（d_model）"), 1, 64),
            Control("n_heads", Phrase("H · heads", "H · 注意力头数"), 1, 16),
            Control("e_layers", Phrase("Encoder layers", "编码器层数"), 1, 6),
            Control("d_ff", Phrase("F · inner width (d_ff)", "F · 前馈层宽度（d_ff）"), 1, 256),
        ),
        words.THE_WEIGHTS: (Control("seed", Phrase("Seed", "随机种子"), 0, 2**31 - 1, "field"),),
    }


TIME_MARKS = Phrase("T · time marks as tokens", "T · 时间标记作为 token")


def ask_settings(series: Series, language: Language) -> Settings:
    """Draw the controls and return what they are set to; nothing is checked here but their ends."""
    chosen: dict[str, Any] = {}
    with st.sidebar:
        for heading, group in controls(series).items():
            st.subheader(heading.in_language(language), anchor=False)
            chosen |= {control.setting: _ask(control, language) for control in group}
            if heading is words.WHAT_IS_READ:
                marks = _ask_for_marks(language)
    return Settings(**chosen, time_marks=marks)


def _ask(control: Control, language: Language) -> int:
    default = str(getattr(Settings, control.setting))
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


def _ask_for_marks(language: Language) -> bool:
    value = address.chosen("time_marks", _is_switch, _DEFAULT_MARKS).lower() == "true"
    st.session_state["time_marks"] = value
    st.toggle(TIME_MARKS.in_language(language), key="time_marks", on_change=_moved, args=("time_marks",))
    address.write(time_marks=_DEFAULT_MARKS)
    return value


def _moved(setting: str) -> None:
    address.moved(setting)
    st.session_state.get(_COMPLAINTS, {}).pop(setting, None)


def _is_switch(asked: str) -> bool:
    return asked.lower() in {"true", "false"}


def complain_about_address(series: Series, language: Language) -> None:
    """Say what the address asked for that no control can take, until the reader moves that control."""
    if _COMPLAINTS not in st.session_state:
        st.session_state[_COMPLAINTS] = refused_in_address(series)
    for complaint in st.session_state[_COMPLAINTS].values():
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
    marks = asked.get("time_marks")
    if marks is not None and not _is_switch(marks):
        refused["time_marks"] = words.NOT_A_SWITCH.fill(setting="time_marks", asked=marks[:40])
    return refused

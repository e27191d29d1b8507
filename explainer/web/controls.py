"""The sidebar: one control per setting, each with its letter and its word, all in the address."""

from dataclasses import dataclass, fields
from typing import Literal

import streamlit as st

from explainer.language import ExplainedError, Language, Phrase
from explainer.running import Settings
from explainer.series import Series
from explainer.web import words


@dataclass(frozen=True)
class Control:
    """How a setting is asked for: a slider where its values are few, a field where they are many."""

    setting: str
    title: Phrase
    low: int
    high: int
    kind: Literal["slider", "field"] = "slider"


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
    chosen: dict[str, int] = {}
    with st.sidebar:
        for heading, group in controls(series).items():
            st.subheader(heading.in_language(language), anchor=False)
            chosen |= {control.setting: _ask(control, language) for control in group}
            if heading is words.WHAT_IS_READ:
                marks = st.toggle(
                    TIME_MARKS.in_language(language), Settings.time_marks, key="time_marks", bind="query-params"
                )
    return Settings(**chosen, time_marks=marks)


def _ask(control: Control, language: Language) -> int:
    widget = st.slider if control.kind == "slider" else st.number_input
    value = widget(
        control.title.in_language(language),
        min_value=control.low,
        max_value=control.high,
        value=getattr(Settings, control.setting),
        step=1,
        key=control.setting,
        bind="query-params",
    )
    return int(value)


def refused_in_address(series: Series) -> tuple[ExplainedError, ...]:
    """What the address asked for and no control can take, before the controls make it silently disappear."""
    known = {control.setting: control for group in controls(series).values() for control in group}
    asked = {field.name: st.query_params.get(field.name) for field in fields(Settings)}
    refused = [
        _out_of_reach(known[name], value) if name in known else _no_switch(name, value)
        for name, value in asked.items()
        if value is not None
    ]
    return tuple(error for error in refused if error is not None)


def _out_of_reach(control: Control, asked: str) -> ExplainedError | None:
    if asked.isascii() and asked.lstrip("-").isdigit() and control.low <= int(asked[:20]) <= control.high:
        return None
    facts = {"setting": control.setting, "asked": asked[:40], "low": control.low, "high": control.high}
    return ExplainedError(words.NOT_IN_ADDRESS.fill(**facts), control.setting)


def _no_switch(setting: str, asked: str) -> ExplainedError | None:
    if asked.lower() in {"true", "false"}:
        return None
    return ExplainedError(words.NOT_A_SWITCH.fill(setting=setting, asked=asked[:40]), setting)

"""What can be set, each with its letter and its word, and what the address says of it."""

import re
from dataclasses import dataclass, fields
from typing import Any, Literal

import streamlit as st

from explainer.language import Language, Phrase
from explainer.lessons import plain
from explainer.running import MODELS, PassSettings, model_of, settings_of
from explainer.series import Series
from explainer.web import address, words
from explainer.web.choosing import keep_aside
from explainer.web.in_use import settings_for, shown_fit

COMPLAINTS = "complaints about settings"
DEFAULT_MODEL = next(iter(MODELS))
_DEFAULTS: dict[str, Any] = {each.name: each.default for kind in MODELS.values() for each in fields(kind)}
SWITCHES = ("training", "time_marks")
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
        """Whether a value, of the address or of the control itself, is one that the control can show."""
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


def settings_asked(series: Series) -> PassSettings:
    """What the controls are set to, which the address then says too; nothing is checked here but their ends."""
    model = model_asked()
    accepts = {control.setting: control.accepts for group in controls(series).values() for control in group}
    chosen: dict[str, Any] = {}
    for setting, accepted in (accepts | dict.fromkeys(SWITCHES, is_switch)).items():
        if has(model, setting):
            asked = address.chosen(setting, accepted, default_of(setting, series))
            chosen[setting] = int(asked) if setting in accepts else is_on(asked)
        else:
            keep_aside(setting, accepted, default_of(setting, series))
    address.write(model=DEFAULT_MODEL, **{setting: default_of(setting, series) for setting in chosen})
    fit = shown_fit()
    if fit is not None:
        return settings_for(fit, batch_size=chosen["batch_size"], training=chosen["training"])
    return settings_of(model, chosen)


def has(model: str, setting: str) -> bool:
    """Whether a model has a setting."""
    return setting in {each.name for each in fields(MODELS[model])}


def default_of(setting: str, series: Series | None = None) -> str:
    """As it is written in addresses; no more variates than the series has."""
    usual = _DEFAULTS[setting]
    return str(min(usual, len(series.variates)) if series and setting == "n_variates" else usual).lower()


def model_asked() -> str:
    """The id of the model."""
    return address.chosen("model", MODELS.__contains__, DEFAULT_MODEL)


def is_on(asked: str) -> bool:
    """What a switch in the address says."""
    return asked.lower() == "true"


def is_switch(asked: str) -> bool:
    """Whether it says anything."""
    return asked.lower() in {"true", "false"}


def complain_about_address(settings: PassSettings, language: Language) -> None:
    """Say what the address or the reader asked of this model that no control can take, until that control is moved."""
    model = model_of(settings)
    for setting, complaint in st.session_state[COMPLAINTS].items():
        if setting == "model" or has(model, setting):
            st.warning(plain(complaint.in_language(language)), icon=":material/warning:")


def refused_in_field(control: Control, asked: str) -> Phrase:
    """The sentence that says what would work in the field of a control."""
    ends = {"setting": control.title, "low": control.low, "high": control.high}
    return words.NOT_IN_FIELD.fill(asked=asked[:40], **ends) if asked else words.EMPTY_FIELD.fill(**ends)


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
    for switch in SWITCHES:
        if not is_switch(asked.get(switch, "true")):
            refused[switch] = words.NOT_A_SWITCH.fill(setting=switch, asked=asked[switch][:40])
    if asked.get("model", DEFAULT_MODEL) not in MODELS:
        known = ", ".join(MODELS)
        refused["model"] = words.NOT_AN_OPTION.fill(setting="model", asked=asked["model"][:40], known=known)
    return refused

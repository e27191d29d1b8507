"""What is asked before a fit: the model, its sizes, and how it is fitted."""

from typing import Any

import streamlit as st

from explainer.fitting import SCHEDULES, FitError, FitSettings
from explainer.models import ForecastConfig, ITransformerConfig, PatchTSTConfig
from explainer.series import Series
from explainer.web import words as site_words
from explainer.web.data import words
from explainer.web.in_use import of_series
from explainer.web.telling import Teller

_KINDS: dict[str, type[ForecastConfig]] = {"iTransformer": ITransformerConfig, "PatchTST": PatchTSTConfig}
_SIZES = {"d_model": 32, "n_heads": 4, "e_layers": 2, "d_ff": 64}
_MOST = {"d_model": 256, "n_heads": 32, "e_layers": 6, "d_ff": 1024, "most_epochs": 50, "batch_size": 256}
_FIT = {"most_epochs": 10, "batch_size": 32, "budget_seconds": 60, "seed": 0}
_MOST |= {"budget_seconds": 300, "seed": 2**31 - 1}
_RATES = (1e-4, 3e-4, 1e-3, 3e-3)


def ask(teller: Teller, series: Series) -> tuple[ForecastConfig, FitSettings]:
    """Draw the choices; SettingError or FitError where they cannot work."""
    left, right = st.columns([2, 3], gap="large")
    with left:
        label = teller.say(site_words.WHICH_MODEL)
        kind = str(
            st.segmented_control(
                label,
                list(_KINDS),
                key=of_series("fit_model"),
                persist_state="session",
                default="iTransformer",
                required=True,
            )
        )
        names = {name: schedule.title.in_language(teller.language) for name, schedule in SCHEDULES.items()}
        chosen = st.segmented_control(
            teller.say(words.SCHEDULE),
            list(names),
            format_func=names.__getitem__,
            key=of_series("fit_schedule"),
            persist_state="session",
            default="plain",
            required=True,
        )
        rate = st.select_slider(
            teller.say(words.LEARNING_RATE),
            _RATES,
            value=1e-3,
            key=of_series("fit_learning_rate"),
            persist_state="session",
        )
        borders = _ask_borders(teller)
    with right:
        sizes = _ask_numbers(teller, _lengths(series, kind) | _SIZES, series)
        numbers = _ask_numbers(teller, _FIT, series)
    settings = FitSettings(schedule=str(chosen), learning_rate=float(rate), borders=borders, **numbers)
    return _KINDS[kind](**sizes), settings


def _lengths(series: Series, kind: str) -> dict[str, int]:
    """A look-back that leaves enough windows: the test part is a fifth of the rows, validation a tenth."""
    seq_len = max(4, min(96, series.rows // 12))
    lengths = {"seq_len": seq_len, "pred_len": max(1, min(24, series.rows // 24))}
    if kind == "PatchTST":
        patch_len = max(2, min(16, seq_len // 4))
        lengths |= {"patch_len": patch_len, "stride": max(1, patch_len // 2)}
    return lengths


def _ask_numbers(teller: Teller, usual: dict[str, int], series: Series) -> dict[str, Any]:
    """One field for each number, four in a row."""
    asked: dict[str, Any] = {}
    for number, (name, value) in enumerate(usual.items()):
        if number % 4 == 0:
            columns = st.columns(4)
        with columns[number % 4]:
            most = _MOST.get(name, series.rows)
            low = 0 if name == "seed" else 1
            label = teller.say(words.FIELDS[name])
            asked[name] = int(
                st.number_input(
                    label, low, most, min(value, most), step=1, key=of_series(f"fit_{name}"), persist_state="session"
                )
            )
    return asked


def _ask_borders(teller: Teller) -> tuple[int, int, int] | None:
    help_text = teller.say(words.BORDERS_HELP)
    text = st.text_input(
        teller.say(words.BORDERS), key=of_series("fit_borders"), persist_state="session", max_chars=40, help=help_text
    ).strip()
    if not text:
        return None
    numbers = [part.strip() for part in text.replace("，", ",").split(",")]
    if len(numbers) != 3 or not all(part.isascii() and part.isdecimal() for part in numbers):
        raise FitError(words.NOT_BORDERS.fill(asked=text), "borders")
    train, validation, test = map(int, numbers)
    return train, validation, test

"""What a visitor brought along: the series that all pages are about, and the models that were fitted to it.

They stay with the visit and are never written to disk; without them the pages are about the sample and chance.
"""

from dataclasses import fields
from typing import Any

import streamlit as st

from explainer.fitting import SCHEDULES, Fit
from explainer.language import Phrase
from explainer.models import ITransformerConfig
from explainer.running import PassSettings, PatchTSTSettings, Settings, Weights
from explainer.series import Series, sample_series

_SERIES = "series of the visitor"
_FITS = "fits of the visitor"
_SHOWN = "number of the fit that is shown"
LAST_GOOD = "last good settings"
_GENERATION = "how many series were in use before"


def series_in_use() -> Series:
    """The visitor's own series, else the sample."""
    own = own_series()
    return sample_series() if own is None else own


def own_series() -> Series | None:
    """The visitor's own series."""
    own: Series | None = st.session_state.get(_SERIES)
    return own


def use_series(series: Series | None) -> None:
    """Make all pages about `series`, None for the sample; fits of another one go."""
    if series is not own_series():
        st.session_state[_SERIES] = series
        st.session_state[_FITS] = ()
        st.session_state.pop(_SHOWN, None)
        st.session_state.pop(LAST_GOOD, None)
        st.session_state[_GENERATION] = st.session_state.get(_GENERATION, 0) + 1


def of_series(key: str) -> str:
    """The key of a widget that belongs to the series in use: with another one it begins anew.

    A browser keeps what stands in a field for as long as the field has its key, whatever the server forgets.
    """
    return f"{key} {st.session_state.get(_GENERATION, 0)}"


def fits_in_use() -> tuple[Fit, ...]:
    """All fits of this visit to the series in use, in the order in which they were made."""
    fits: tuple[Fit, ...] = st.session_state.get(_FITS, ())
    return fits


def add_fit(fit: Fit) -> None:
    """A fit that was made or loaded; it is the one that is shown from now on."""
    st.session_state[_FITS] = (*fits_in_use(), fit)
    show_fit(len(fits_in_use()) - 1)


def show_fit(number: int | None) -> None:
    """Which fit the pages show, counted from 0; None for random weights."""
    st.session_state[_SHOWN] = number
    st.session_state.pop(LAST_GOOD, None)


def shown_fit() -> Fit | None:
    """The fit whose weights the pages show, None where they show random ones."""
    number = shown_number()
    return None if number is None else fits_in_use()[number]


def shown_number() -> int | None:
    """The number of that fit, counted from 0."""
    number: int | None = st.session_state.get(_SHOWN)
    return number


def title_of(fit: Fit, number: int) -> Phrase:
    """What a fit is called in lists: its number, its model and its schedule."""
    model = "iTransformer" if isinstance(fit.config, ITransformerConfig) else "PatchTST"
    schedule = SCHEDULES[fit.settings.schedule].title
    return _TITLE.fill(number=number + 1, model=model, schedule=schedule, seed=fit.settings.seed)


_TITLE = Phrase("fit {number} · {model}, {schedule}, seed {seed}", "训练 {number} · {model}，{schedule}，种子 {seed}")


def weights_of(fit: Fit) -> Weights:
    """The weights as a pass takes them."""
    return Weights(fit.weights, fit.scaler.mean, fit.scaler.scale, fit.origin())


def settings_for(fit: Fit, *, batch_size: int, training: bool) -> PassSettings:
    """The settings of a pass of the fitted model, which reads all variates that it was fitted to."""
    sizes: dict[str, Any] = {each.name: getattr(fit.config, each.name) for each in fields(fit.config)}
    here: dict[str, Any] = {
        "batch_size": batch_size,
        "n_variates": len(fit.variates),
        "seed": fit.settings.seed,
        "training": training,
    }
    if isinstance(fit.config, ITransformerConfig):
        return Settings(time_marks=fit.settings.time_marks, **(sizes | here))
    return PatchTSTSettings(**(sizes | here))

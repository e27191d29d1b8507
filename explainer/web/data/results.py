"""What the fits of a visit are worth: scores beside forecasts that need no model, losses, forecasts, and files."""

import pandas as pd
import streamlit as st

from explainer.fitting import Errors, Fit, save
from explainer.series import Series
from explainer.web.data import words
from explainer.web.data.curves import forecast_of, losses_beside, losses_of
from explainer.web.in_use import fits_in_use, of_series, show_fit, shown_number, title_of
from explainer.web.telling import Teller


def draw_results(teller: Teller, series: Series) -> None:
    """Draw them."""
    fits = fits_in_use()
    st.subheader(teller.say(words.RESULTS), anchor=False)
    st.dataframe(pd.DataFrame([_row(teller, fit, number) for number, fit in enumerate(fits)]), hide_index=True)
    chosen = _choose_fit(teller, fits)
    fit = fits[chosen]
    st.markdown(_verdict(teller, fit))
    if chosen == shown_number():
        st.markdown(teller.say(words.READ_ON))
    st.download_button(
        teller.say(words.SAVE_WEIGHTS),
        data=lambda: save(fit),
        file_name=f"tracebook-fit-{chosen + 1}.safetensors",
        mime="application/octet-stream",
        icon=":material/download:",
        on_click="ignore",
    )
    left, right = st.columns(2, gap="large")
    with left:
        st.markdown(f"**{teller.say(words.LOSSES)}**")
        losses_of(teller, fit.curve)
        if len(fits) > 1:
            losses_beside(teller, fits)
    with right:
        _forecast(teller, fit, series)
    with st.expander(teller.say(words.BY_VARIATE)):
        st.dataframe(_by_variate(teller, fit, series), hide_index=True)


def _row(teller: Teller, fit: Fit, number: int) -> dict[str, object]:
    scores = fit.scores
    cells = {
        "fit": title_of(fit, number).in_language(teller.language),
        "mse": f"{scores.model.mean_mse:.4f}",
        "mae": f"{scores.model.mean_mae:.4f}",
        "naive": f"{scores.naive.mean_mse:.4f}",
        "seasonal": "–" if scores.seasonal is None else f"{scores.seasonal.mean_mse:.4f}",
        "epochs": f"{fit.best_epoch} / {len(fit.curve)}",
        "ending": fit.ending.told.in_language(teller.language),
        "seconds": f"{fit.seconds:.1f}",
    }
    return {words.RESULT_COLUMNS[name].in_language(teller.language): cell for name, cell in cells.items()}


def _choose_fit(teller: Teller, fits: tuple[Fit, ...]) -> int:
    """Which fit is looked at; it is the one that all pages show."""
    names = {number: title_of(fit, number).in_language(teller.language) for number, fit in enumerate(fits)}
    shown = shown_number()
    key = of_series("fit_shown")
    st.session_state[key] = len(fits) - 1 if shown is None else shown
    st.selectbox(
        teller.say(words.SHOWN_FIT),
        list(names),
        format_func=names.__getitem__,
        key=key,
        on_change=lambda: show_fit(st.session_state.get(key)),
    )
    return int(st.session_state[key])


def _verdict(teller: Teller, fit: Fit) -> str:
    share = fit.scores.model.mean_mse / fit.scores.naive.mean_mse if fit.scores.naive.mean_mse else float("inf")
    told = words.BETTER if share < 1 else words.WORSE
    return teller.say(told, windows=f"{fit.scores.windows:,}", share=f"{share:.0%}")


def _by_variate(teller: Teller, fit: Fit, series: Series) -> pd.DataFrame:
    scores, units = fit.scores, fit.scores.model.in_units(fit.scaler)
    columns: dict[str, list[object]] = {
        "variate": [series.title(name).in_language(teller.language) for name in fit.variates],
        "mse": list(scores.model.mse),
        "naive": list(scores.naive.mse),
        "seasonal": _or_nothing(scores.seasonal, len(fit.variates)),
        "mae_units": list(units.mae),
        "mse_units": list(units.mse),
        "unit": [series.units.get(name, "") for name in fit.variates],
    }
    return pd.DataFrame(
        {words.VARIATE_COLUMNS[name].in_language(teller.language): each for name, each in columns.items()}
    )


def _or_nothing(errors: Errors | None, count: int) -> list[object]:
    return [None] * count if errors is None else list(errors.mse)


@st.fragment
def _forecast(teller: Teller, fit: Fit, series: Series) -> None:
    """One variate of one test window."""
    st.markdown(f"**{teller.say(words.FORECAST)}**")
    titles = [series.title(name).in_language(teller.language) for name in fit.variates]
    places = list(range(len(titles)))
    place = int(
        st.selectbox(
            teller.say(words.FORECAST_VARIATE), places, format_func=titles.__getitem__, key=of_series("forecast_of")
        )
    )
    starts = fit.parts.test_starts(fit.config)
    chosen = 1
    if len(starts) > 1:
        chosen = int(
            st.slider(
                teller.say(words.FORECAST_WINDOW), 1, len(starts), 1, key=of_series(f"forecast_window {len(starts)}")
            )
        )
    forecast_of(teller, titles[place], place, fit.forecast(series, starts[chosen - 1]))

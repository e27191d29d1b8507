"""Fitting a model in front of the reader: what it will take, how it goes, and what came of it."""

from functools import partial

import streamlit as st

from explainer.fitting import PHASES, FitSettings, Plan, Progress, fit, load, plan
from explainer.language import ExplainedError, counted
from explainer.models import ForecastConfig
from explainer.series import Series
from explainer.web.data import words
from explainer.web.data.curves import losses_of, schedules_of
from explainer.web.data.fit_choices import ask
from explainer.web.data.results import draw_results
from explainer.web.in_use import add_fit, fits_in_use, of_series
from explainer.web.telling import Teller
from explainer.web.visit import check_patches
from explainer.web.waiting import fit_queue, ticket_of_visit, wait_for, why_no_fit

_PLANS = "plans made in this visit"
_MOST_PLANS = 20
_MOST_WEIGHTS = 20  # MB


def draw_fitting(teller: Teller, series: Series) -> None:
    """Draw it."""
    st.subheader(teller.say(words.FITTING), anchor=False)
    st.markdown(teller.say(words.FITTING_TOLD))
    if ticket_of_visit() is not None:
        _watch(teller)
    else:
        _prepare(teller, series)
    if fits_in_use():
        draw_results(teller, series)


@st.fragment
def _prepare(teller: Teller, series: Series) -> None:
    """The choices, what they will take, and the start."""
    why = why_no_fit()
    if why is not None:
        st.warning(teller.plainly(why), icon=":material/error:")
    try:
        config, settings = ask(teller, series)
        check_patches(config)
        made = _planned(config, series, settings)
    except ExplainedError as error:
        st.error(teller.plainly(error.phrase), icon=":material/block:")
    else:
        st.markdown(_told(teller, made))
        if st.button(teller.say(words.START), type="primary", icon=":material/model_training:"):
            _start(teller, config, series, settings)
        schedules_of(teller, config, settings)
    _load(teller, series)


def _planned(config: ForecastConfig, series: Series, settings: FitSettings) -> Plan:
    """The plan; making one takes a few steps of training, so each is made once."""
    made: dict[tuple[ForecastConfig, FitSettings, Series], Plan] = st.session_state.setdefault(_PLANS, {})
    key = config, settings, series
    if key not in made:
        if len(made) >= _MOST_PLANS:
            made.clear()
        made[key] = plan(config, series, settings)
    return made[key]


def _told(teller: Teller, made: Plan) -> str:
    train, validation, test = made.windows
    return teller.say(
        words.PLAN,
        parameters=f"{made.parameters:,}",
        train=f"{train:,}",
        validation=f"{validation:,}",
        test=f"{test:,}",
        epochs=counted(made.epochs, words.EPOCH),
        seconds=max(1, round(made.seconds)),
        megabytes=max(1, round(made.bytes / 2**20)),
    )


def _start(teller: Teller, config: ForecastConfig, series: Series, settings: FitSettings) -> None:
    try:
        wait_for(fit_queue().submit(lambda watch: fit(config, series, settings, watch=watch)), series)
    except ExplainedError as error:
        st.error(teller.plainly(error.phrase), icon=":material/hourglass_disabled:")
    else:
        st.rerun()


@st.fragment(run_every=1.0)
def _watch(teller: Teller) -> None:
    """Where the fit stands, once a second, until it is over."""
    ticket = ticket_of_visit()
    if ticket is None:
        st.rerun()
    place, progress = ticket.place, ticket.progress
    if place:
        st.info(teller.say(words.WAITING, place=place), icon=":material/hourglass_top:")
    elif progress is None:
        st.progress(0.0, teller.say(words.BEGINNING))
    else:
        st.progress(_done(progress), _standing(teller, progress))
        losses_of(teller, progress.curve)
    st.button(teller.say(words.STOP), icon=":material/stop_circle:", on_click=ticket.stop)


def _done(progress: Progress) -> float:
    """The share of all batches that are behind; the time left may still be shorter."""
    batches = (progress.epoch - 1) * progress.batches + progress.batch
    return min(1.0, batches / max(1, progress.epochs * progress.batches))


def _standing(teller: Teller, progress: Progress) -> str:
    return teller.say(
        words.RUNNING,
        phase=PHASES[progress.phase],
        epoch=progress.epoch,
        epochs=progress.epochs,
        spent=round(progress.seconds_spent),
        left=round(progress.seconds_left),
    )


def _load(teller: Teller, series: Series) -> None:
    """A fit that was saved before."""
    label = teller.say(words.LOAD_WEIGHTS)
    st.file_uploader(label, key=of_series(_SAVED), max_upload_size=_MOST_WEIGHTS, on_change=partial(_loaded, series))
    refused = st.session_state.pop(_REFUSED, None)
    if refused is not None:
        st.error(teller.plainly(refused), icon=":material/block:")


def _loaded(series: Series) -> None:
    file = st.session_state[of_series(_SAVED)]
    if file is None:
        return
    try:
        found = load(file.getvalue())
        check_patches(found.config)
        tests = found.parts.test_starts(found.config)
        for start in (0, tests[0], tests[-1]):
            found.forecast(series, start)
    except ExplainedError as error:
        st.session_state[_REFUSED] = error.phrase
    else:
        add_fit(found)
        st.rerun()  # what it is worth stands outside of the part with the field


_SAVED, _REFUSED = "saved fit", "why the saved fit was refused"

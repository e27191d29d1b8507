"""Lines that are drawn while a model is fitted and afterwards: losses, schedules, forecasts."""

from collections.abc import Iterator, Sequence
from itertools import groupby

import numpy as np
import pandas as pd
import streamlit as st
from jaxtyping import Float

from explainer.drawing import Band, Line, Role, line_plot_svg
from explainer.fitting import PHASES, SCHEDULES, Epoch, Fit, FitSettings, Forecast, Rates, rates
from explainer.language import Phrase
from explainer.models import ForecastConfig
from explainer.web.data import words
from explainer.web.diagram import two_layouts
from explainer.web.telling import Teller


def losses_of(teller: Teller, curve: Sequence[Epoch]) -> None:
    """The losses of one fit, epoch by epoch; nothing before the first is over."""
    if curve:
        lines = (
            _loss(teller, words.TRAIN_LOSS, curve, "train"),
            _loss(teller, words.VALIDATION_LOSS, curve, "validation"),
        )
        _draw_losses(teller, lines, "losses")


def losses_beside(teller: Teller, fits: Sequence[Fit]) -> None:
    """The validation losses of several fits, to be compared."""
    lines = [
        _loss(teller, words.VALIDATION_OF.fill(number=number), fit.curve, _role(fit), field="validation_loss")
        for number, fit in enumerate(fits, start=1)
    ]
    _draw_losses(teller, lines, "losses beside")


def _role(fit: Fit) -> Role:
    return "phased" if fit.settings.schedule == "phased" else "plain"


def _loss(teller: Teller, title: Phrase, curve: Sequence[Epoch], role: Role, field: str = "") -> Line:
    numbers = _numbers(curve, field or f"{role}_loss")
    return Line(title.in_language(teller.language), _numbers(curve, "number"), numbers, role)


def _numbers(points: Sequence[object], field: str) -> Float[np.ndarray, " points"]:
    """One field of epochs, or of rates, as a line has it."""
    return np.array([getattr(each, field) for each in points], dtype=float)


def _draw_losses(teller: Teller, lines: Sequence[Line], key: str) -> None:
    x_title, y_title = (title.in_language(teller.language) for title in (words.EPOCH, words.LOSS))
    spoken = words.LOSSES.in_language(teller.language)
    _draw(teller, key, lines, x_title=x_title, y_title=y_title, spoken=spoken)


def _draw(teller: Teller, key: str, lines: Sequence[Line], **how: object) -> None:
    def draw(*, narrow: bool) -> str:
        return line_plot_svg(lines, narrow=narrow, language=teller.language.value, **how)  # type: ignore[arg-type]

    two_layouts(draw, key=key, language=teller.language)


def schedules_of(teller: Teller, config: ForecastConfig, settings: FitSettings) -> None:
    """Learning rate, dropout and weight decay of both schedules, with the phases of the second one."""
    both = {name: rates(name, peak=settings.learning_rate, dropout=config.dropout) for name in SCHEDULES}
    bands = list(_phases(teller, both["phased"]))
    with st.expander(teller.say(words.SCHEDULES_DRAWN), icon=":material/show_chart:"):
        columns = st.columns(len(_DRAWN), gap="medium")
        for column, (field, title) in zip(columns, _DRAWN.items(), strict=True):
            lines = [_rate(teller, both["plain"], "plain", field), _rate(teller, both["phased"], "phased", field)]
            y_title, x_title = (each.in_language(teller.language) for each in (title, words.SHARE_OF_STEPS))
            how = {"x_title": x_title, "y_title": y_title, "spoken": y_title, "bands": bands}
            with column:
                _draw(teller, f"schedule {field}", lines, **how)
        st.caption(_clipping(teller, both["phased"]))


_DRAWN = {"learning_rate": words.RATE, "dropout": words.DROPOUT, "weight_decay": words.WEIGHT_DECAY}


def _clipping(teller: Teller, drawn: Sequence[Rates]) -> str:
    """From when on the gradients are clipped, which a line would not show."""
    first = next(each for each in drawn if each.clip is not None)
    facts = {"schedule": SCHEDULES["phased"].title, "phase": PHASES[first.phase], "clip": f"{first.clip:g}"}
    return teller.say(words.CLIPPED, **facts)


def _rate(teller: Teller, drawn: Sequence[Rates], schedule: Role, field: str) -> Line:
    title = SCHEDULES[schedule].title.in_language(teller.language)
    return Line(title, _numbers(drawn, "share"), _numbers(drawn, field), schedule)


def _phases(teller: Teller, drawn: Sequence[Rates]) -> Iterator[Band]:
    """The phases of a schedule, from where one begins to where the next one does."""
    begins = [(phase, next(each).share) for phase, each in groupby(drawn, key=lambda each: each.phase)]
    ends = [*(share for _, share in begins[1:]), 1.0]
    for (phase, start), end in zip(begins, ends, strict=True):
        yield Band(start, end, PHASES[phase].in_language(teller.language))


def forecast_of(teller: Teller, variate: str, place: int, forecast: Forecast) -> None:
    """One variate of a window: what the model read, what followed, and what it forecast."""
    past, truth, ahead = (each[:, place] for each in (forecast.past, forecast.truth, forecast.forecast))
    parts: tuple[tuple[Phrase, int, np.ndarray, Role], ...] = (
        (words.PAST, 0, past, "past"),
        (words.TRUTH, len(past), truth, "truth"),
        (words.FORECASTED, len(past), ahead, "forecast"),
    )
    lines = [
        Line(title.in_language(teller.language), first + np.arange(len(numbers), dtype=float), numbers, role)
        for title, first, numbers, role in parts
    ]
    times = [_short(time) for time in [*forecast.times, *forecast.future_times]]
    start = times[len(past)] if len(times) > len(past) else ""
    spoken = words.FORECAST_SPOKEN.fill(variate=variate, start=start).in_language(teller.language)
    _draw(teller, "forecast", lines, x_title="", y_title=variate, spoken=spoken, x_labels=times)


def _short(time: object) -> str:
    """A time as there is room for it along an axis."""
    return f"{time:%m-%d %H:%M}" if isinstance(time, pd.Timestamp) else str(time)

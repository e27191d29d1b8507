"""What was read of a file, before anything runs on it: how it was understood, what was repaired, and how it looks."""

import pandas as pd
import streamlit as st

from explainer.drawing import Sparkline, sparklines_svg
from explainer.language import Phrase, counted, same_in_both
from explainer.series import Series, Source
from explainer.web import words as site_words
from explainer.web.data import words
from explainer.web.diagram import two_layouts
from explainer.web.telling import Teller

_ROWS, _MOST_DRAWN = 6, 24


def draw_preview(teller: Teller, series: Series) -> None:
    """Draw it."""
    st.subheader(teller.say(words.WHAT_WAS_READ), anchor=False)
    st.markdown(_shape(teller, series))
    if series.source is not None:
        st.caption(_understood(teller, series.source))
    _notes(teller, series)
    st.markdown(f"**{teller.say(words.FIRST_ROWS)}**")
    st.dataframe(_first_rows(series), height="content")
    st.markdown(f"**{teller.say(words.SERIES_DRAWN)}**")
    _drawn(teller, series)


def _shape(teller: Teller, series: Series) -> str:
    variates = counted(len(series.variates), site_words.VARIATE)
    shape = teller.say(words.SHAPE, rows=f"{series.rows:,}", variates=variates)
    if not series.dated:
        return shape + teller.say(words.STEPS_UNDATED)
    unit = site_words.STEP_OF[series.frequency]
    told, step = (words.ONE_STEP, unit) if series.every == 1 else (words.STEPS, counted(series.every, unit))
    return shape + teller.say(told, step=step, first=series.times[0], last=series.times[-1])


def _understood(teller: Teller, source: Source) -> str:
    separator = words.SEPARATORS.get(source.separator) or same_in_both(source.separator)
    decimal = words.DECIMALS[source.decimal]
    told = teller.say(words.UNDERSTOOD, encoding=source.encoding, separator=separator, decimal=decimal)
    if source.header_line is None:
        told += teller.say(words.NO_HEADER)
    else:
        told += teller.say(words.HEADER_ON, line=source.header_line)
    if source.time_column is not None and source.time_format is not None:
        told += teller.say(words.TIMES_FROM, column=source.time_column, format=_written(teller, source.time_format))
    return told + ("。" if teller.language == "zh" else ".")


def _written(teller: Teller, form: Phrase) -> str:
    return form.in_language(teller.language)


def _notes(teller: Teller, series: Series) -> None:
    st.markdown(f"**{teller.say(words.NOTICED)}**")
    notes = [f"- {teller.plainly(note)}" for note in series.notes]
    st.markdown("\n".join(notes) if notes else teller.say(words.NOTHING_NOTICED))


def _first_rows(series: Series) -> pd.DataFrame:
    return pd.DataFrame(series.values[:_ROWS], index=series.times[:_ROWS], columns=list(series.variates))


def _drawn(teller: Teller, series: Series) -> None:
    rows = [Sparkline(name, series.values[:, place]) for place, name in enumerate(series.variates)]
    variates = counted(len(rows), site_words.VARIATE)

    def draw(*, narrow: bool) -> str:
        return sparklines_svg(
            rows,
            spoken=words.SPARKLINES_SPOKEN.fill(variates=variates, series=series.name).in_language(teller.language),
            constant=words.CONSTANT.in_language(teller.language),
            rest=lambda count: words.MORE_VARIATES.fill(count=count).in_language(teller.language),
            most=_MOST_DRAWN,
            narrow=narrow,
            language=teller.language.value,
        )

    two_layouts(draw, key="sparklines", language=teller.language)

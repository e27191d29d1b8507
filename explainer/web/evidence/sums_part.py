"""Sums and entropy: which tokens are looked at, and how undecided each query is."""

from collections.abc import Sequence

import numpy as np
import streamlit as st
from jaxtyping import Float

from explainer.drawing import Bar
from explainer.judging import MapSummary, summary
from explainer.web.evidence import words
from explainer.web.evidence.look import Look, short
from explainer.web.evidence.pictures import draw_bars, joined

MOST_BARS = 24


def draw_sums(look: Look) -> None:
    """Draw them."""
    say = look.visit.say
    found = summary(look.maps, look.layer, look.head, look.variate)
    st.subheader(say(words.SUMS), anchor=False)
    st.markdown(_lead(look, found))
    left, right = st.columns(2, gap="medium")
    with left:
        _draw(look, found.key_sums, _key_deviation(look), "key sums")
    with right:
        _draw(look, found.entropy, found.entropy_deviation, "entropies")
    notes = [say(words.WHISKERS)] * (look.window is None and found.windows > 1)
    notes += [say(words.ONLY_SOME_BARS, shown=MOST_BARS, all=look.maps.n_tokens)] * (look.maps.n_tokens > MOST_BARS)
    if notes:
        st.caption(joined(look.visit, notes))


def _lead(look: Look, found: MapSummary) -> str:
    most, least = int(found.key_sums.argmax()), int(found.key_sums.argmin())
    return look.visit.say(
        words.SUMS_LEAD,
        most=look.name(most),
        high=f"{found.key_sums[most]:.3g}",
        least=look.name(least),
        low=f"{found.key_sums[least]:.3g}",
        given=f"{found.query_sums.mean():.4g}",
        entropy=f"{found.entropy.mean():.3g}",
    )


def _key_deviation(look: Look) -> Float[np.ndarray, " key"] | None:
    """How much the sum of each key differs from window to window; None for one window."""
    if len(look.rows) < 2:
        return None
    sums = look.maps.picked(look.layer, look.head, look.variate).mean(axis=1, dtype=np.float64).sum(axis=1)
    deviation: np.ndarray = sums.std(axis=0, ddof=1)
    return deviation


def _draw(
    look: Look, numbers: Float[np.ndarray, " token"], deviation: Float[np.ndarray, " token"] | None, key: str
) -> None:
    bars = [_bar(look, token, numbers, deviation) for token in _shown(look, numbers)]
    draw_bars(look.visit, bars, key, words.BARS[key])


def _shown(look: Look, numbers: Float[np.ndarray, " token"]) -> Sequence[int]:
    """All tokens in the order of the axes; where they are many, those farthest from an indifferent map."""
    if len(numbers) <= MOST_BARS:
        return look.order
    farthest = np.argsort(-np.abs(numbers - 1), kind="stable")[:MOST_BARS]
    return [int(token) for token in farthest[np.argsort(-numbers[farthest], kind="stable")]]


def _bar(
    look: Look, token: int, numbers: Float[np.ndarray, " token"], deviation: Float[np.ndarray, " token"] | None
) -> Bar:
    """What a token has beyond the 1 of an indifferent map."""
    value, name = float(numbers[token]) - 1, short(look.titles[token])
    if deviation is None:
        return Bar(name, value)
    return Bar(name, value, value - float(deviation[token]), value + float(deviation[token]))

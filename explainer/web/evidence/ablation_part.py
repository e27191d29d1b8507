"""What a variate is good for: each is blanked in turn, and the forecasts that move show where it was used."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import streamlit as st
from torch import Tensor

from explainer.drawing import Range
from explainer.judging import Ablation, Blank, Maps, RankCorrelation, ablation, layer_effects
from explainer.language import Phrase
from explainer.running import PassSettings
from explainer.web.choosing import choose_segment
from explainer.web.evidence import check_words
from explainer.web.evidence.gathered import Evidence
from explainer.web.evidence.keeping import is_kept, kept
from explainer.web.evidence.likeness_part import between_variates
from explainer.web.evidence.look import Look, short, told_windows
from explainer.web.evidence.pictures import draw_map, draw_table, shared_range, told_rank

_MOST_WINDOWS, _FEWEST_WINDOWS, _MOST_TOKENS, _AT_ONCE = 16, 4, 1500, 1.0
# What a pass costs on one core of a small server, in seconds: itself, each multiplication, each cell of a map.
_OF_A_PASS, _OF_A_PRODUCT, _OF_A_CELL = 4e-3, 1 / 4e9, 5e-9


@dataclass(frozen=True, eq=False)
class _Asked:
    """Which windows are read again with blanked variates, and how long that takes, in seconds."""

    x: Tensor
    x_mark: Tensor | None
    rows: list[int]
    seconds: float


@st.fragment
def draw_ablation(look: Look) -> None:
    """Draw it, at once where it is quick."""
    say = look.visit.say
    st.subheader(say(check_words.ABLATION), anchor=False)
    asked = _asked(look)
    names = {name: say(told) for name, told in check_words.BLANKS.items()}
    blank: Blank = (
        "shuffled" if choose_segment("blank", say(check_words.BLANK), names, "mean") == "shuffled" else "mean"
    )
    key = look.evidence.key, look.window, blank
    if asked.seconds > _AT_ONCE and not is_kept("effects", key) and not _wanted(look, asked):
        return
    effects = kept("effects", key, lambda: _in_parts(look, asked, blank))
    _draw(look, asked, effects, blank)


def _wanted(look: Look, asked: _Asked) -> bool:
    """Ask a reader who would have to wait; once they want it, the question goes."""
    place = st.empty()
    with place.container():
        facts = {"variates": len(look.variates), "seconds": max(1, round(asked.seconds))}
        st.markdown(look.visit.say(check_words.ABLATION_TAKES, **facts))
        pressed = st.button(look.visit.say(check_words.ABLATE), icon=":material/content_cut:")
    if pressed:
        place.empty()
    return pressed


def _asked(look: Look) -> _Asked:
    evidence, rows = look.evidence, look.rows
    settings, tokens = look.visit.run.settings, look.maps.n_tokens
    most = max(_FEWEST_WINDOWS, min(_MOST_WINDOWS, _MOST_TOKENS // (tokens * _sequences(settings))))
    if len(rows) > most:
        rows = np.linspace(0, len(rows) - 1, most).round().astype(int).tolist()
    x_mark = None if evidence.x_mark is None else evidence.x_mark[rows]
    return _Asked(evidence.x[rows], x_mark, rows, _seconds(settings, len(rows), tokens))


def _seconds(settings: PassSettings, windows: int, tokens: int) -> float:
    config, sequences = settings.config(), windows * _sequences(settings)
    d = config.d_model
    products = config.seq_len * d + config.e_layers * (4 * d * d + 2 * d * config.d_ff + 2 * tokens * d)
    cells = config.e_layers * config.n_heads * tokens
    of_token = products * _OF_A_PRODUCT + cells * _OF_A_CELL
    return settings.n_variates * (_OF_A_PASS + sequences * tokens * of_token)


def _sequences(settings: PassSettings) -> int:
    """How many sequences of tokens a window is."""
    return settings.n_variates if settings.channel_independent else 1


def _in_parts(look: Look, asked: _Asked, blank: Blank) -> Ablation:
    """A few variates at a time, so that a reader sees how far it is."""
    n = len(look.variates)
    if asked.seconds <= _AT_ONCE:
        return in_deviations(look.evidence, ablation(look.evidence.model, asked.x, asked.x_mark, blank=blank))
    size = max(1, n // 20)
    bar = st.progress(0.0)
    parts = []
    for first in range(0, n, size):
        some = range(first, min(first + size, n))
        parts.append(ablation(look.evidence.model, asked.x, asked.x_mark, blank=blank, variates=some))
        bar.progress(some.stop / n)
    bar.empty()
    moved = np.concatenate([part.moved for part in parts], axis=1)
    return in_deviations(look.evidence, Ablation(moved, None, tuple(range(n)), blank))


def in_deviations(evidence: Evidence, effects: Ablation) -> Ablation:
    """In standard deviations of the forecast variate, so that rows compare; a fit is scaled to them already."""
    scale = np.ones(len(effects.moved))
    if evidence.fit is None:
        spread = evidence.x.double().numpy().std(axis=(0, 1))
        scale = np.where(spread > 0, spread, 1.0)
    return Ablation(effects.moved / scale[:, None], None, effects.blanked, effects.blank)


def _draw(look: Look, asked: _Asked, effects: Ablation, blank: Blank) -> None:
    say = look.visit.say
    st.markdown(_lead(look, effects, told_windows(len(asked.rows))))
    left, right = st.columns([3, 2], gap="medium")
    with left:
        shades, note = _shades(effects)
        shown = between_variates(look, effects.moved, shades, check_words.ABLATION_TITLES[blank], check_words.MOVED)
        shown = replace(shown, query_title=say(check_words.FORECAST), key_title=say(check_words.BLANKED))
        draw_map(look.visit, shown, f"effects {blank}")
        st.caption(say(note))
    with right:
        if look.by_variate:
            st.markdown(say(check_words.ABLATION_OF_CHANNELS))
        elif len(look.variates) > 1:
            _agreement(look, effects, blank)


def _shades(effects: Ablation) -> tuple[Range, Phrase]:
    """Full ink for the strongest effect on another variate, and what a reader is told of that."""
    others = effects.moved[~np.eye(len(effects.moved), dtype=bool)]
    if not others.any() or effects.moved.max() == others.max():
        return shared_range(effects.moved), check_words.ABLATION_NOTE
    return Range(0.0, float(others.max())), check_words.ABLATION_NOTE_OFF_SCALE


def _lead(look: Look, effects: Ablation, windows: Phrase) -> str:
    moved = effects.moved
    others = moved[~np.eye(len(moved), dtype=bool)]
    own = f"{moved.diagonal().mean():.3g}"
    if not others.any():
        told = check_words.NOTHING_MOVES if len(moved) > 1 else check_words.ONE_MOVES
        return look.visit.say(told, own=own, cells=len(others), windows=windows)
    without_own = np.where(np.eye(len(moved), dtype=bool), -1, moved)
    forecast, blanked = np.unravel_index(int(without_own.argmax()), moved.shape)
    facts = {"forecast": short(look.variates[int(forecast)]), "blanked": short(look.variates[int(blanked)])}
    strongest, other = f"{without_own.max():.3g}", f"{others.mean():.3g}"
    return look.visit.say(
        check_words.ABLATION_LEAD, **facts, strongest=strongest, own=own, other=other, windows=windows
    )


def _agreement(look: Look, effects: Ablation, blank: Blank) -> None:
    """Whether the maps tell what matters, layer by layer, before and after fitting."""

    def ranks_of(maps: Maps) -> Callable[[], tuple[RankCorrelation, ...]]:
        return lambda: layer_effects(maps, effects, look.head)

    key = look.evidence.key, look.window, blank, look.head
    ranks = kept("effect ranks", key, ranks_of(look.maps))
    rows: list[dict[str, object]] = [
        {"layer": layer, "effect": told_rank(found)} for layer, found in enumerate(ranks, start=1)
    ]
    if look.before is not None:
        before = kept("effect ranks before", key, ranks_of(look.before))
        for row, found in zip(rows, before, strict=True):
            row["effect_before"] = told_rank(found)
    st.markdown(f"**{look.visit.say(check_words.EFFECT_RANKS)}**")
    draw_table(look.visit, rows, check_words.EFFECT_COLUMNS)
    st.caption(look.visit.say(check_words.EFFECT_NOTE))

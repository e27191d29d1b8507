"""Other seeds: whether models that differ in nothing else attend to the same tokens."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import streamlit as st
from torch import nn

from explainer.fitting import Fit
from explainer.judging import LayerStability, Maps, gather, stability
from explainer.models import build
from explainer.web.evidence import check_words
from explainer.web.evidence.gathered import Evidence
from explainer.web.evidence.keeping import kept
from explainer.web.evidence.look import Look
from explainer.web.evidence.pictures import draw_table, signed
from explainer.web.in_use import fits_in_use

_RANDOM_SEEDS = 3
# A visit may hold many fits, and every one of them is run.
_MOST_FITS = 6


@dataclass(frozen=True, eq=False)
class Seeds:
    """The seeds that are compared, and how far their maps agree, layer by layer."""

    seeds: tuple[int, ...]
    layers: tuple[LayerStability, ...]


def draw_seeds(look: Look) -> None:
    """Draw it."""
    say = look.visit.say
    st.subheader(say(check_words.SEEDS), anchor=False)
    fits = of_other_seeds(look.evidence.fit)
    if look.evidence.fit is not None and len(fits) < 2:
        st.markdown(say(check_words.SEEDS_WANTED, seed=look.evidence.fit.settings.seed))
        return
    found = seeds_compared(look, fits)
    told = check_words.SEEDS_RANDOM if look.evidence.fit is None else check_words.SEEDS_FITTED
    here = found.layers[look.layer]
    facts = {"count": len(found.seeds), "seeds": ", ".join(map(str, found.seeds)), "layer": look.layer + 1}
    st.markdown(say(told, **facts, agreement=signed(here.agreement), windows=look.windows))
    rows = [_row(each, number, look.chance) for number, each in enumerate(found.layers, start=1)]
    draw_table(look.visit, rows, check_words.SEED_COLUMNS)
    st.caption(say(check_words.SEEDS_NOTE))


def of_other_seeds(fit: Fit | None) -> tuple[Fit, ...]:
    """All fits of this visit that differ from `fit` in their seed only, one for each seed, `fit` first."""
    if fit is None:
        return ()
    alike = [each for each in fits_in_use() if _but_for_seed(each) == _but_for_seed(fit)]
    by_seed = {fit.settings.seed: fit} | {
        each.settings.seed: each for each in alike if each.settings.seed != fit.settings.seed
    }
    return tuple(by_seed.values())[:_MOST_FITS]


def _but_for_seed(fit: Fit) -> tuple[object, ...]:
    return fit.config, replace(fit.settings, seed=0), fit.parts, fit.variates, fit.series_name


def seeds_compared(look: Look, fits: Sequence[Fit]) -> Seeds:
    """The fits, or random weights of a few seeds where there are none, on the windows of the page."""
    evidence, seed = look.evidence, look.visit.run.settings.seed
    seeds = tuple(fit.settings.seed for fit in fits) or tuple(seed + more for more in range(_RANDOM_SEEDS))
    key = evidence.key, tuple(fits), look.variate

    def made() -> Seeds:
        others = [_maps_of(look, fit) for fit in fits[1:]] or [_random_maps(look, each) for each in seeds[1:]]
        return Seeds(seeds, stability([evidence.maps, *others], look.variate))

    return kept("seeds", key, made)


def _maps_of(look: Look, fit: Fit) -> Maps:
    return _gathered(look.evidence, fit.model())


def _random_maps(look: Look, seed: int) -> Maps:
    return _gathered(look.evidence, build(look.visit.run.settings.config(), seed))


def _gathered(evidence: Evidence, model: nn.Module) -> Maps:
    return gather(model, evidence.x, evidence.x_mark)


def _row(found: LayerStability, layer: int, chance: float) -> dict[str, object]:
    values = [pair.value for pair in found.pairs if pair.value is not None]
    return {
        "layer": layer,
        "agreement": signed(found.agreement),
        "lowest": signed(min(values, default=None)),
        "highest": signed(max(values, default=None)),
        "spread": f"{float(np.mean(found.deviation)) / chance:.0%}",
    }

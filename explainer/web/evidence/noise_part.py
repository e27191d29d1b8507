"""Is it noise? The map beside an indifferent one, and beside the same windows in which time has no order."""

from typing import Any

import numpy as np
import streamlit as st

from explainer.judging import LayerContrast, contrast, gather, shuffled
from explainer.web.evidence import check_words
from explainer.web.evidence.gathered import Evidence
from explainer.web.evidence.keeping import kept
from explainer.web.evidence.look import Look
from explainer.web.evidence.pictures import draw_table

_SEED = 0


def contrasts(evidence: Evidence) -> tuple[LayerContrast, ...]:
    """Of all layers, over all windows."""

    def made() -> tuple[LayerContrast, ...]:
        other = gather(evidence.model, shuffled(evidence.x, seed=_SEED), evidence.x_mark)
        return contrast(evidence.maps, other)

    return kept("contrasts", evidence.key, made)


def draw_noise(look: Look) -> None:
    """Draw it."""
    say = look.visit.say
    found = contrasts(look.evidence)
    st.subheader(say(check_words.NOISE), anchor=False)
    layer = found[look.layer]
    pick: Any = slice(None) if look.head == "mean" else slice(look.head, look.head + 1)
    from_uniform, from_shuffled = (
        float(np.mean(numbers[pick])) for numbers in (layer.from_uniform, layer.shuffled_from_uniform)
    )
    st.markdown(
        say(
            check_words.NOISE_LEAD if look.head != "mean" else check_words.NOISE_LEAD_OF_HEADS,
            n=look.maps.n_tokens,
            chance=f"{look.chance:.3g}",
            distance=f"{from_uniform:.3g}",
            shuffled=f"{from_shuffled:.3g}",
            farther=f"{float(np.mean(layer.farther[pick])):.0%}",
            windows=look.windows,
        )
    )
    draw_table(look.visit, [_row(found, *place) for place in _places(found)], check_words.NOISE_COLUMNS)
    st.caption(say(check_words.NOISE_NOTE))


def _places(found: tuple[LayerContrast, ...]) -> list[tuple[int, int]]:
    return [(layer, head) for layer, each in enumerate(found) for head in range(len(each.ratio))]


def _row(found: tuple[LayerContrast, ...], layer: int, head: int) -> dict[str, object]:
    each = found[layer]
    return {
        "layer": layer + 1,
        "head": head + 1,
        "distance": f"{each.from_uniform[head]:.4f}",
        "shuffled": f"{each.shuffled_from_uniform[head]:.4f}",
        "ratio": f"{each.ratio[head]:.2f}",
        "farther": f"{each.farther[head]:.0%}",
        "apart": f"{each.apart[head]:.4f}",
    }

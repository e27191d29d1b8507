"""The map, and beside it how it differs: from window to window, and from what it was before fitting."""

from dataclasses import dataclass, replace

import numpy as np
import streamlit as st

from explainer.drawing import Margin, Range, Zoomable, range_of
from explainer.judging import Maps, before_after
from explainer.judging.maps import Matrix
from explainer.language import Phrase
from explainer.models import PatchTSTConfig
from explainer.running.tokens import patches_of
from explainer.web.choosing import choose_segment
from explainer.web.evidence import words
from explainer.web.evidence.look import Look, short
from explainer.web.evidence.pictures import can_be_zoomed, draw_map, joined, shared_range


@dataclass(frozen=True, eq=False)
class Shown:
    """One picture of this part: a matrix in the order of the model, what it is, and how strong its shades are."""

    matrix: Matrix
    title: Phrase
    value_title: Phrase
    shades: Range


def draw_maps(look: Look) -> dict[str, Shown]:
    """Draw them, and return them by their ids, for the downloads."""
    say = look.visit.say
    st.subheader(say(words.THE_MAP), anchor=False)
    st.markdown(joined(look.visit, (_lead(look), _moved(look))))
    beside = _beside(look)
    left, right = st.columns(2, gap="medium")
    with left:
        ends = {name: say(told) for name, told in words.SHADES.items()}
        from_zero = choose_segment("shades", say(words.SHADES_GO), ends, "weakest") == "zero"
        own = Shown(look.matrix, _title(look), words.ATTENTION, _shades(look, from_zero=from_zero))
        _draw(look, own, "map shown")
    shown = {"map": own}
    if beside:
        names = {name: say(words.BESIDE[name]) for name in beside}
        with right:
            chosen = choose_segment("beside", say(words.BESIDE_IT), names, next(iter(names)))
            picture = replace(beside[chosen], shades=own.shades) if chosen == "before" else beside[chosen]
            _draw(look, picture, f"map beside {chosen}")
        shown["beside"] = picture
    notes = [words.PATCHES_DRAWN if look.by_variate else words.TOKENS_DRAWN]
    notes += [words.ZOOM] * (_margin(look) is None and can_be_zoomed(own.matrix))
    st.caption(joined(look.visit, map(say, notes)))
    return shown


def _lead(look: Look) -> str:
    matrix = look.matrix
    query, key = np.unravel_index(int(matrix.argmax()), matrix.shape)
    facts = {"query": look.name(int(query)), "key": look.name(int(key)), "value": f"{matrix.max():.3g}"}
    own = f"{matrix.diagonal().mean():.3g}"
    return look.visit.say(words.MAP_LEAD, **facts, chance=f"{look.chance:.3g}", own=own, n=look.maps.n_tokens)


def _moved(look: Look) -> str:
    """What fitting did to this map; nothing where the weights are random."""
    if look.before is None:
        return ""
    before, after = (replace(maps, layers=(maps.layers[look.layer],)) for maps in (look.before, look.maps))
    (change,) = before_after(before, after, look.variate)
    numbers = (change.distance, change.entropy_before, change.entropy_after)
    heads = slice(None) if look.head == "mean" else slice(look.head, look.head + 1)
    distance, entropy_before, entropy_after = (f"{each[heads].mean():.3g}" for each in numbers)
    return look.visit.say(words.FITTING_MOVED, distance=distance, before=entropy_before, after=entropy_after)


def _title(look: Look) -> Phrase:
    head = words.ALL_HEADS if look.head == "mean" else words.ONE_HEAD.fill(head=look.head + 1)
    count = len(look.evidence.x)
    over = (
        words.OVER_WINDOWS.fill(count=count) if look.window is None else words.ONE_WINDOW.fill(number=look.window + 1)
    )
    title = words.MAP_TITLE.fill(layer=look.layer + 1, head=head, over=over)
    if not look.by_variate:
        return title
    return words.OF_VARIATE.fill(title=title, variate=short(look.variates[look.variate]))


def _beside(look: Look) -> dict[str, Shown]:
    """All that can stand beside the map."""
    found: dict[str, Shown] = {}
    if len(look.evidence.x) > 1:
        spread = _spread(look.evidence.maps, look)
        found["spread"] = Shown(spread, words.BESIDE["spread"], words.DEVIATION, shared_range(spread))
    if look.before is not None:
        before = look.before.mean(look.layer, look.head, look.variate)
        change = look.matrix - before
        found["before"] = Shown(before, words.BESIDE["before"], words.ATTENTION, range_of(before))
        found["change"] = Shown(change, words.BESIDE["change"], words.CHANGE, _around_zero(change))
    return found


def _spread(maps: Maps, look: Look) -> Matrix:
    """The standard deviation of each cell over all windows; heads that are averaged are averaged first."""
    of_windows = maps.picked(look.layer, look.head, look.variate).mean(axis=1, dtype=np.float64)
    spread: np.ndarray = of_windows.std(axis=0, ddof=1)
    return spread


def _around_zero(change: Matrix) -> Range:
    most = float(np.abs(change).max())
    return Range(-most, most) if most else range_of(change)


def _shades(look: Look, *, from_zero: bool) -> Range:
    """Shared with the map before fitting, where there is one, so that equal numbers look equal."""
    matrices = [look.matrix]
    if look.before is not None:
        matrices.append(look.before.mean(look.layer, look.head, look.variate))
    return shared_range(*matrices) if from_zero else range_of(np.stack(matrices))


def _draw(look: Look, shown: Shown, key: str) -> None:
    draw_map(look.visit, as_drawn(look, shown), key, _margin(look))


def as_drawn(look: Look, shown: Shown) -> Zoomable:
    """A picture with its tokens in the order of the axes, and its words in the reader's language."""
    language = look.visit.language
    return Zoomable(
        matrix=look.drawn(shown.matrix),
        names=look.names,
        shades=shown.shades,
        border=look.border,
        title=shown.title.in_language(language),
        value_title=shown.value_title.in_language(language),
        query_title="query",
        key_title="key",
    )


def _margin(look: Look) -> Margin | None:
    """The look-back of the variate, where the tokens are its patches; the mean over the windows looked at."""
    config = look.visit.run.settings.config()
    if not isinstance(config, PatchTSTConfig):
        return None
    series = look.evidence.windows.x[look.rows][:, :, look.variate].mean(axis=0)
    starts = [(patch.number - 1) * config.stride for patch in patches_of(config)]
    return Margin(series, [(start, start + config.patch_len) for start in starts])

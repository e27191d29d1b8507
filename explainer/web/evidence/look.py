"""What of the evidence is looked at: one layer, one head or their mean, one window or the mean over all of them."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd
from jaxtyping import Float

from explainer.judging import Maps, Pick
from explainer.judging.maps import Matrix
from explainer.language import Phrase, counted, same_in_both
from explainer.models import PatchTSTConfig
from explainer.running import Token
from explainer.running.tokens import Patch, patches_of, span
from explainer.web import words as site_words
from explainer.web.evidence import words
from explainer.web.evidence.gathered import Evidence
from explainer.web.visit import Visit

_LONGEST_NAME = 40


@dataclass(frozen=True, eq=False)
class Look:
    """Layer, window and variate are counted from 0; `window` is None for the mean over all windows.

    The variate counts where each has maps of its own. `order` tells which token stands at each place of the axes.
    """

    visit: Visit
    evidence: Evidence
    layer: int
    head: Pick
    window: int | None
    variate: int
    order: tuple[int, ...]

    @property
    def by_variate(self) -> bool:
        """Whether each variate has maps of its own, between its patches."""
        return self.evidence.maps.between == "patch"

    @property
    def rows(self) -> list[int]:
        """The windows looked at."""
        return list(range(len(self.evidence.x))) if self.window is None else [self.window]

    @cached_property
    def maps(self) -> Maps:
        """The maps of these windows."""
        return self.evidence.maps if self.window is None else self.evidence.maps.only(self.rows)

    @cached_property
    def before(self) -> Maps | None:
        """The same before fitting."""
        before = self.evidence.before
        return before if before is None or self.window is None else before.only(self.rows)

    @cached_property
    def matrix(self) -> Matrix:
        """The map, its tokens in the order of the model."""
        return self.maps.mean(self.layer, self.head, self.variate)

    @property
    def chance(self) -> float:
        """A cell where all keys are alike."""
        return 1 / self.maps.n_tokens

    @cached_property
    def titles(self) -> list[str]:
        """The tokens in the reader's language, in the order of the model."""
        told = [token.title.in_language(self.visit.language) for token in self._tokens()]
        return told if len(set(told)) == len(told) else [token.name for token in self._tokens()]

    def _tokens(self) -> tuple[Token, ...]:
        run = self.visit.run
        config = run.settings.config()
        if not isinstance(config, PatchTSTConfig):
            return run.tokens
        titles = map(self._patch, patches_of(config))
        return tuple(Token(f"patch {number}", "patch", title) for number, title in enumerate(titles, start=1))

    def _patch(self, patch: Patch) -> Phrase:
        """A patch by the times that it covers, or by its steps where those of many windows are looked at."""
        if not patch.steps:
            return words.PATCH_OF_PADDING.fill(number=patch.number)
        first, last = patch.steps.start, patch.steps.stop - 1
        if self.window is None:
            title = words.PATCH_OF_STEPS.fill(first=first + 1, last=last + 1)
        else:
            times, series = self.evidence.windows.times[self.window], self.visit.run.series
            covered = same_in_both(span(times[first], times[last], times, series.frequency))
            title = covered if series.dated else words.PATCH_OF_ROWS.fill(rows=covered)
        return words.PATCH_PADDED.fill(patch=title) if patch.padded else title

    @property
    def names(self) -> list[str]:
        """The tokens as they stand on the axes."""
        return [self.titles[place] for place in self.order]

    def name(self, token: int) -> str:
        """A token of the model as it stands in a sentence."""
        return short(self.titles[token])

    @property
    def border(self) -> int:
        """How many tokens stand before the time marks; 0 where there are no marks."""
        return self.maps.n_tokens - self.maps.n_marks if self.maps.n_marks else 0

    @cached_property
    def variates(self) -> list[str]:
        """All variates in the reader's language, in the order of the model."""
        series = self.visit.run.series
        return [series.title(name).in_language(self.visit.language) for name in self.evidence.windows.variates]

    @property
    def variate_order(self) -> list[int]:
        """Which variate stands at each place where variates alone stand on the axes."""
        n = len(self.variates)
        return list(range(n)) if self.by_variate else [place for place in self.order if place < n]

    def drawn(self, matrix: Matrix) -> Matrix:
        """A map with its tokens in the order of the axes."""
        places = list(self.order)
        return matrix[np.ix_(places, places)]

    def drawn_variates(self, matrix: Float[np.ndarray, "variate variate"]) -> Float[np.ndarray, "variate variate"]:
        """A matrix between variates in the order of the axes."""
        places = self.variate_order
        return matrix[np.ix_(places, places)]

    @property
    def windows(self) -> Phrase:
        """How many windows the page reads."""
        return told_windows(len(self.evidence.x))


def told_windows(count: int) -> Phrase:
    """So many windows."""
    return counted(count, site_words.WINDOW_COUNTED)


def short(name: str) -> str:
    """A name from a file, cut so that it fits into a sentence."""
    return name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"


def moment(time: object) -> Phrase:
    """A time, or the number of a row."""
    dated = isinstance(time, pd.Timestamp)
    return same_in_both(f"{time:%Y-%m-%d %H:%M}") if dated else words.ROW.fill(number=time)

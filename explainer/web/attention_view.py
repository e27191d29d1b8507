"""The parts of the attention page that draw: the maps of all heads, and the row of the chosen cell."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import streamlit as st
from jaxtyping import Float

from explainer.documents import row_table
from explainer.drawing import (
    SmallMap,
    range_of,
    small_maps_svg,
)
from explainer.reading import STAGES, AttentionMap, Stage
from explainer.running import Token
from explainer.web import address, words
from explainer.web.diagram import diagram
from explainer.web.visit import Visit


@dataclass(frozen=True, eq=False)
class View:
    """What is looked at: layer (from 1), head, window and variate (from 0), and stage.

    The variate counts where each has a map of its own; elsewhere a map is between variates.
    """

    visit: Visit
    layer: int
    head: int
    window: int
    variate: int
    stage: Stage
    shown: AttentionMap

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """What stands on both axes."""
        return self.visit.run.tokens_in(self.window)

    @cached_property
    def names(self) -> list[str]:
        """The tokens in the reader's language, in the order of both axes."""
        return [token.title.in_language(self.visit.language) for token in self.tokens]

    @property
    def border(self) -> int:
        """How many tokens are of the first kind: all, or the variates, which the time marks follow."""
        return sum(token.kind == self.tokens[0].kind for token in self.tokens)

    @property
    def variate_name(self) -> str:
        """The variate whose map it is, in the reader's language."""
        made = self.visit.run
        return made.series.title(made.windows.variates[self.variate]).in_language(self.visit.language)

    @property
    def first_kind(self) -> str:
        """The word for the tokens before the border."""
        if self.visit.run.settings.channel_independent:
            return words.PATCHES.fill(variate=self.variate_name).in_language(self.visit.language)
        return words.VARIATES.in_language(self.visit.language)

    @property
    def place(self) -> str:
        """Which item of the batch it is."""
        number = str(self.window + 1)
        return f"{number} · {self.variate_name}" if self.visit.run.settings.channel_independent else number

    def heads(self, stage: Stage) -> Float[np.ndarray, "head query key"]:
        """All heads of the chosen window, and variate, at a stage."""
        return self.shown.stage(stage)[self.visit.run.item(self.window, self.variate)].numpy()


def all_heads(view: View) -> None:
    """Small maps of every head; a click chooses the head."""
    maps = view.heads(view.stage)
    st.caption(view.visit.say(words.ALL_HEADS, heads=len(maps)))
    drawn = [
        SmallMap(
            choice=str(number),
            title=words.HEAD_NUMBER.fill(head=number).in_language(view.visit.language),
            spoken=spoken(view, number, matrix),
            matrix=matrix,
        )
        for number, matrix in enumerate(maps, start=1)
    ]
    svg = small_maps_svg(drawn, border=view.border, shades=range_of(maps), chosen=str(view.head + 1), columns=4)
    diagram(svg, key="heads", language=view.visit.language, on_choice=lambda head: address.choose("head", head))


def cell_and_row(view: View, query: int, key: int) -> None:
    """The chosen cell's way through the three stages, and the row it stands in."""
    say, names = view.visit.say, view.names
    row = {stage: view.heads(stage)[view.head, query] for stage in STAGES}
    at = {stage: f"{numbers[key]:.4g}" for stage, numbers in row.items()}
    st.markdown(f"**{say(words.CELL_TITLE, query=names[query], key=names[key])}**")
    told = words.CELL_DROPPED_OUT if view.visit.run.settings.training else words.CELL_SCALED
    st.markdown(say(told, **at, scale=f"{view.shown.scale or 1:.4g}"))
    _row_table(view, row, key)
    st.caption(say(words.ROW_SUM, total=f"{row['attention'].sum():.6f}"))


def _row_table(view: View, row: dict[Stage, Float[np.ndarray, " key"]], key: int) -> None:
    """The row at all three stages; the bars share their length with every row of the layer."""
    # Attention first: on a phone there is room for two columns.
    order: tuple[Stage, ...] = ("attention", "raw", "scaled")
    columns = {words.STAGES[stage].in_language(view.visit.language): row[stage] for stage in order}
    # Dropout can drop all there is; a bar still needs an end.
    longest = float(view.heads("attention").max()) or 1.0
    # A table of Streamlit's takes the browser longer to draw than all the rest of the page.
    st.html(row_table(view.visit.say(words.KEY_TOKEN), view.names, columns, longest=longest, chosen=key))


def spoken(view: View, head: int, matrix: Float[np.ndarray, "query key"]) -> str:
    """A map in one sentence, for those who do not see it."""
    query, key = np.unravel_index(np.argmax(matrix), matrix.shape)
    return words.MAP_SPOKEN.fill(
        stage=words.STAGES[view.stage],
        head=head,
        layer=view.layer,
        tokens=len(view.names),
        query=view.names[query],
        key=view.names[key],
        value=f"{matrix[query, key]:.4g}",
    ).in_language(view.visit.language)

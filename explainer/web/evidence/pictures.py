"""How matrices, bars and tables stand on this page."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import pandas as pd
import streamlit as st
from jaxtyping import Float

from explainer.drawing import Bar, Margin, Range, Zoomable, bars_svg, matrix_svg, zoomable_figure
from explainer.judging import CLUSTERED_FROM, RankCorrelation
from explainer.judging.maps import Matrix
from explainer.language import Language, Phrase
from explainer.lessons import plain
from explainer.web.diagram import two_layouts
from explainer.web.telling import Teller

NOTHING = "–"


def draw_map(teller: Teller, shown: Zoomable, key: str, margin: Margin | None = None) -> None:
    """A square matrix of tokens; from some tokens on one can zoom into it."""
    if margin is not None or not can_be_zoomed(shown.matrix):
        draw_matrix(teller, shown, key, margin)
        return
    st.markdown(f"**{plain(shown.title)}**")
    config = {"displaylogo": False, "modeBarButtonsToRemove": ["select2d", "lasso2d", "toImage"]}
    st.plotly_chart(zoomable_figure(shown), key=key, config=config, alt=shown.title)


def can_be_zoomed(matrix: Matrix) -> bool:
    """Whether a map has more tokens than one picture can name."""
    return len(matrix) >= CLUSTERED_FROM


def draw_matrix(teller: Teller, shown: Zoomable, key: str, margin: Margin | None = None) -> None:
    """A square matrix as it stands in a file: names, scale and cells."""

    def draw(*, narrow: bool) -> str:
        return matrix_svg(
            shown.matrix,
            shown.names,
            shown.names,
            shades=shown.shades,
            border=shown.border,
            title=shown.title,
            value_title=shown.value_title,
            query_title=_pointing(shown.query_title, "↓"),
            key_title=_pointing(shown.key_title, "→"),
            margins=(margin, margin),
            narrow=narrow,
            language=teller.language.value,
        )

    two_layouts(draw, key=key, language=teller.language)


def _pointing(title: str, way: str) -> str:
    return f"{title} {way}" if title else ""


def draw_bars(teller: Teller, bars: Sequence[Bar], key: str, title: Phrase) -> None:
    """Named bars."""
    told = title.in_language(teller.language)

    def draw(*, narrow: bool) -> str:
        return bars_svg(bars, value_title=told, spoken=told, narrow=narrow, language=teller.language.value)

    two_layouts(draw, key=key, language=teller.language)


def draw_table(teller: Teller, rows: Sequence[Mapping[str, object]], titles: Mapping[str, Phrase]) -> None:
    """A table whose columns are named in the reader's language."""
    named = [{titles[name].in_language(teller.language): cell for name, cell in row.items()} for row in rows]
    st.dataframe(pd.DataFrame(named), hide_index=True, height="content", width="content")


def joined(teller: Teller, sentences: Iterable[str]) -> str:
    """Sentences one after the other; in Chinese no blank stands between them."""
    return ("" if teller.language is Language.ZH else " ").join(filter(None, sentences))


def signed(number: float | None) -> str:
    """A rank correlation as it is written; a dash where there is none."""
    return NOTHING if number is None else f"{number:+.2f}"


def told_rank(found: RankCorrelation) -> str:
    """A rank correlation with how often chance does as well."""
    return NOTHING if found.value is None else f"{found.value:+.2f} (p = {found.by_chance or 0:.3f})"


def shared_range(*matrices: Float[np.ndarray, "query key"]) -> Range:
    """From no ink at 0 to full ink at the strongest cell of all."""
    return Range(0.0, max(float(np.nanmax(matrix)) for matrix in matrices))

"""One row of an attention matrix: what one token gives to every other, as a table with a bar beside each share."""

from collections.abc import Mapping, Sequence

import numpy as np
from jaxtyping import Float
from markupsafe import Markup

from explainer.documents.grids import written
from explainer.documents.markup import template

_LONGEST = 40  # percent of its cell, so that the number beside the bar has room


def row_table(
    head: str, tokens: Sequence[str], columns: Mapping[str, Float[np.ndarray, " key"]], *, longest: float, chosen: int
) -> Markup:
    """The numbers of a row, by key token.

    head     stands above the names of the `tokens`     columns  by title; the first one has the bars
    longest  the number that has the longest bar        chosen   the row that is marked, from 0
    """
    first = next(iter(columns.values()))
    rows = [
        {
            "name": name,
            "share": f"{max(0.0, _LONGEST * float(first[number]) / longest):.1f}",
            "texts": [written(float(column[number])) for column in columns.values()],
            "chosen": number == chosen,
        }
        for number, name in enumerate(tokens)
    ]
    return template("row_of_map", head=head, titles=list(columns), rows=rows)

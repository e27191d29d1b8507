"""A column that only numbers the rows, as pandas writes one, is no variate."""

from collections.abc import Sequence

from explainer.language import Phrase
from explainer.series.reading.table import Table
from explainer.series.reading.telling import cut
from explainer.series.reading.time_names import names_an_index

_INDEX = Phrase(
    "“{column}” only numbers the rows and was left out; `columns` brings it back.",
    "“{column}”列只是行号，未采用；可用 `columns` 恢复。",
)


def index_column(table: Table, times: Sequence[int]) -> int | None:
    """The first column that counts the rows from 0 or 1 and is called like it, or not at all; never the only one."""
    if table.header_line is None or len(table.names) == len(times) + 1:
        return None
    named = (place for place, name in enumerate(table.names) if names_an_index(name, table.headers[place]))
    return next((place for place in named if place not in times and _numbers_rows(table.columns[place])), None)


def told_index(table: Table, index: int) -> Phrase:
    """The sentence about it."""
    return _INDEX.fill(column=cut(table.names[index]))


def _numbers_rows(column: Sequence[str]) -> bool:
    cells = [cell.strip().removesuffix(".0") for cell in column]
    return cells[0] in ("0", "1") and cells == [str(int(cells[0]) + row) for row in range(len(cells))]

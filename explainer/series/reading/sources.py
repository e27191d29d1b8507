"""What there is to show of a file that was read: each column and what became of it."""

from explainer.language import Phrase
from explainer.series.reading.cells import is_missing, tidy
from explainer.series.reading.table import Table
from explainer.series.reading.time_column import TimeColumn
from explainer.series.reading.variates import Variates
from explainer.series.source import Role, Source, SourceColumn


def source_of(encoding: str, table: Table, read: Variates, found: TimeColumn | None, spelled: Phrase | None) -> Source:
    """The facts about the file, with its columns in their order; `table` has all of its rows."""
    return Source(
        encoding=encoding,
        separator=table.separator,
        decimal=read.decimal,
        header_line=table.header_line,
        time_column=None if found is None else found.name,
        time_format=spelled,
        columns=tuple(_column(place, table, read, found) for place in range(len(table.names))),
        rows=len(table.lines),
    )


def _column(place: int, table: Table, read: Variates, found: TimeColumn | None) -> SourceColumn:
    role = _role(place, read, found)
    numbers = read.columns.get(place)
    # An infinite number is filled as a missing one is.
    missing = int((numbers.missing | numbers.infinite).sum()) if numbers is not None else 0
    if role == "left out":
        missing = sum(is_missing(tidy(cell)) for cell in table.columns[place])
    return SourceColumn(table.names[place], table.headers[place], role, read.left_out.get(place), missing)


def _role(place: int, read: Variates, found: TimeColumn | None) -> Role:
    if found is not None and place in found.places:
        return "time"
    # Whatever was read and is neither kept nor left out for a reason numbers the rows.
    return "variate" if place in read.columns else "left out" if place in read.left_out else "index"

"""From a file to a series: decode, cut into columns, find the times, read the numbers, fill what is missing."""

from dataclasses import replace
from pathlib import Path

import numpy as np
from jaxtyping import Int

from explainer.series.reading.decoding import decode
from explainer.series.reading.filling import filled
from explainer.series.reading.index_column import index_column, told_index
from explainer.series.reading.opening import name_of, opened
from explainer.series.reading.options import ReadingOptions
from explainer.series.reading.remarks import Column, remarks_on, remarks_on_left_out
from explainer.series.reading.sources import source_of
from explainer.series.reading.table import Table, table_of
from explainer.series.reading.telling import cut
from explainer.series.reading.time_column import time_column_of
from explainer.series.reading.timing import timing_of
from explainer.series.reading.variates import Variates, variates_of
from explainer.series.series import Series

_AS_FOUND = ReadingOptions()


def read_series(source: bytes | Path, name: str | None = None, options: ReadingOptions = _AS_FOUND) -> Series:
    """Read a table of numbers over time from a text file, given as its bytes or its path.

    Values are (rows, n_variates) in the units of the file, without NaN: what is missing is filled as `options.fill`
    says. Times rise from row to row, each of them once. Whatever was noticed or repaired stands in `notes`, how the
    file was understood in `source`.

    Raises:
        SeriesError: the file is no such table; one sentence names column, line and value, and what would work.
    """
    name = name_of(source, name)
    title = cut(name)
    decoded = decode(opened(source, title, options.limits), title, options.encoding)
    in_file = table_of(decoded.text, title, options.separator, options.limits)

    found = time_column_of(in_file, options.time_column)
    timing = timing_of(in_file, found, options)
    table = _with_rows(in_file, timing.rows)

    times = found.places if found is not None else ()
    index = index_column(in_file, times) if options.columns is None else None
    read = variates_of(table, (*times, *([] if index is None else [index])), options, title)
    columns = [
        Column(table.names[place], table.columns[place], each, table.lines) for place, each in read.columns.items()
    ]

    # What the reader chose not to keep needs no word.
    left_out = read.left_out.items() if options.columns is None else ()
    notes = (
        *decoded.notes,
        *table.notes,
        *timing.notes,
        *([] if index is None else [told_index(table, index)]),
        *remarks_on_left_out([(table.names[place], reason) for place, reason in left_out]),
        *read.notes,
        *remarks_on(columns, options.fill),
    )
    return Series(
        name=name,
        variates=tuple(column.name for column in columns),
        values=np.column_stack([filled(column.numbers.values, timing.positions, options.fill) for column in columns]),
        times=timing.times,
        frequency=timing.frequency,
        units=_units(table, read),
        every=timing.every,
        notes=notes,
        source=source_of(decoded.encoding, in_file, read, found, timing.spelled),
    )


def _with_rows(table: Table, rows: Int[np.ndarray, " kept"]) -> Table:
    """The table with the rows that are kept, in the order of their times."""
    if len(rows) == len(table.lines) and (np.diff(rows) == 1).all():
        return table
    taken: list[int] = rows.tolist()
    columns = tuple(tuple(column[row] for row in taken) for column in table.columns)
    return replace(table, columns=columns, lines=tuple(table.lines[row] for row in taken))


def _units(table: Table, read: Variates) -> dict[str, str]:
    """What the rows of units say, and the percent signs of the cells."""
    found: dict[str, str] = {}
    for place, column in read.columns.items():
        percent = column.percent is not None and bool(column.percent.any())
        unit = table.units[place].strip("[]() ") or ("%" if percent else "")
        found |= {table.names[place]: unit} if unit not in ("", "-") else {}
    return found

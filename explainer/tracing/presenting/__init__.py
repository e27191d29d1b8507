"""A record for people and programs: as rows of a table, as a table for notebooks, as JSON."""

from explainer.tracing.presenting.exporting import SCHEMA, to_json
from explainer.tracing.presenting.notebook import html_table
from explainer.tracing.presenting.rows import TITLES, Axes, Record, Row, one_line, size_text, table_rows, visible

__all__ = [
    "SCHEMA",
    "TITLES",
    "Axes",
    "Record",
    "Row",
    "html_table",
    "one_line",
    "size_text",
    "table_rows",
    "to_json",
    "visible",
]

"""Series: tables of numbers over time, their time marks, and the windows a model is given. Knows no torch."""

from explainer.series.errors import SeriesError
from explainer.series.marks import MARK_TITLES, frequency_of, mark_names, step_of, time_marks
from explainer.series.reading import NO_TIME_COLUMN, Fill, Limits, ReadingOptions, read_series
from explainer.series.sample import sample_series
from explainer.series.series import Series
from explainer.series.source import Source, SourceColumn
from explainer.series.windows import Windows, windows

__all__ = [
    "MARK_TITLES",
    "NO_TIME_COLUMN",
    "Fill",
    "Limits",
    "ReadingOptions",
    "Series",
    "SeriesError",
    "Source",
    "SourceColumn",
    "Windows",
    "frequency_of",
    "mark_names",
    "read_series",
    "sample_series",
    "step_of",
    "time_marks",
    "windows",
]

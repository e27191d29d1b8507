"""Series: tables of numbers over time, their time marks, and the windows a model is given. Knows no torch."""

from explainer.series.marks import MARK_TITLES, frequency_of, mark_names, time_marks
from explainer.series.sample import sample_series
from explainer.series.series import Series, SeriesError
from explainer.series.windows import Windows, windows

__all__ = [
    "MARK_TITLES",
    "Series",
    "SeriesError",
    "Windows",
    "frequency_of",
    "mark_names",
    "sample_series",
    "time_marks",
    "windows",
]

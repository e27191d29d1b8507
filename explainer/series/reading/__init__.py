"""Reading a reader's file: every step is a pure function, and whatever it noticed is told in a sentence."""

from explainer.series.reading.limits import Limits
from explainer.series.reading.options import NO_TIME_COLUMN, Fill, ReadingOptions
from explainer.series.reading.reader import read_series

__all__ = ["NO_TIME_COLUMN", "Fill", "Limits", "ReadingOptions", "read_series"]

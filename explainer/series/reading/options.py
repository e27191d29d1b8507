"""What a reader may decide where a file leaves it open, or where what was found is not what is meant."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from explainer.series.reading.limits import Limits

Fill: TypeAlias = Literal["linear", "previous", "mean", "zero"]

# No column can have this name: columns without a name are given one.
NO_TIME_COLUMN = ""


@dataclass(frozen=True)
class ReadingOptions:
    """Every choice in reading a file; None leaves it to the file.

    time_column  its name, or NO_TIME_COLUMN for a series without dates
    columns      the variates to keep, in this order
    frequency    the step from row to row, "hour" or with a number in front: "15min"
    day_first    whether 01/02/2020 is the first of February; with years of two digits it says that they are last, too
    fill         linear: on the line between the neighbours in time; previous: the value before; mean: of the column;
                 zero. At the ends, linear and previous take the nearest value there is
    decimal      the decimal mark of all columns
    missing      words for a missing value, beside the usual ones; numbers such as "-9999" too
    separator    the character between two cells
    encoding     a name that Python knows, such as "gb18030"
    """

    time_column: str | None = None
    columns: tuple[str, ...] | None = None
    frequency: str | None = None
    day_first: bool | None = None
    fill: Fill = "linear"
    decimal: Literal[".", ","] | None = None
    missing: tuple[str, ...] = ()
    separator: str | None = None
    encoding: str | None = None
    limits: Limits = field(default_factory=Limits)

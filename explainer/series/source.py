"""What was found in the file that a series was read from, and what became of each of its columns."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from explainer.language import Phrase

Role: TypeAlias = Literal["variate", "time", "index", "left out"]


@dataclass(frozen=True)
class SourceColumn:
    """One column of the file.

    name     as the series has it: the header, made unique where it was empty or stood there twice
    header   as it stands in the file
    role     what became of it
    reason   why it was left out, None for the other roles
    missing  its cells without a number that were filled; for a column that was left out, those that are blank
    """

    name: str
    header: str
    role: Role
    reason: Phrase | None = None
    missing: int = 0


@dataclass(frozen=True)
class Source:
    """How a file was understood.

    header_line   line of the column names, counted from 1 as an editor does; None where the file has none
    time_column   name of the column of the times, two or more names joined by " + ", None where there is none
    time_format   how its cells are written
    decimal       the decimal mark; "." where no cell shows one
    rows          rows of the table, before any was left out
    """

    encoding: str
    separator: str
    decimal: str
    header_line: int | None
    time_column: str | None
    time_format: Phrase | None
    columns: tuple[SourceColumn, ...]
    rows: int

    @property
    def left_out(self) -> tuple[SourceColumn, ...]:
        """The columns that the series does not have, each with its reason."""
        return tuple(column for column in self.columns if column.role == "left out")

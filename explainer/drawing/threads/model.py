"""What a picture of axis threads shows."""

from dataclasses import dataclass
from typing import TypeAlias

from explainer.drawing.text import Text

# A chip: the number of its row, and its place in it.
Spot: TypeAlias = tuple[int, int]


@dataclass(frozen=True)
class AxisChip:
    """One axis with its size; `ended` where it leads nowhere, `new` where it comes from nowhere."""

    text: Text
    size: int
    ended: bool = False
    new: bool = False

    @property
    def axis(self) -> str:
        """The letter whose colour it has: the first in its text; empty where there is none."""
        return next((span.axis for span in self.text if span.axis), "")


@dataclass(frozen=True)
class Threads:
    """Rows of chips with labels: the inputs and, last, the output; and which chip became which."""

    rows: tuple[tuple[str, tuple[AxisChip, ...]], ...]
    links: tuple[tuple[Spot, Spot], ...]

    def __post_init__(self) -> None:
        if not self.rows:
            raise ValueError("threads need an output")

"""What a sequence diagram shows: modules, and what goes between them in the order in which it went."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from explainer.drawing.text import Text

Kind: TypeAlias = Literal["call", "return", "step"]


@dataclass(frozen=True)
class Lane:
    """One participant: `title` is its name where it is used, `subtitle` its class; `open` its own page, or None."""

    id: str
    title: str
    subtitle: str
    open: str | None = None


@dataclass(frozen=True)
class Arrow:
    """One message from lane to lane; a step goes from a lane to itself.

    key     what a click chooses         label   the code, as written
    size    axes and sizes               spoken  read aloud
    level   how deep in the calls: 0 for what the outermost lane does
    """

    key: str
    kind: Kind
    source: str
    target: str
    label: str
    size: Text
    spoken: str
    level: int


@dataclass(frozen=True)
class Sequence:
    """Lanes from left to right and arrows from top to bottom.

    nested: modules are drawn where they are called, one column per level, since their lanes would be too many.
    """

    lanes: tuple[Lane, ...]
    arrows: tuple[Arrow, ...]
    nested: bool = False

    def __post_init__(self) -> None:
        if not self.lanes:
            raise ValueError("a sequence needs a lane")
        known = {lane.id for lane in self.lanes}
        for arrow in self.arrows:
            if not {arrow.source, arrow.target} <= known:
                raise ValueError(
                    f"the arrow {arrow.key!r} goes from {arrow.source!r} to {arrow.target!r}; no such lane"
                )

    def lane(self, name: str) -> Lane:
        """The lane with an id."""
        return next(lane for lane in self.lanes if lane.id == name)

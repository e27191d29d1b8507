"""What a picture of semantic groups shows: blocks one after the other, and what flows between them."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from explainer.drawing.text import Text

State: TypeAlias = Literal["ran", "skipped"]
# The parts of a half of a Transformer layer, in their order from left to right.
ROLES = ("operation", "residual", "norm")


@dataclass(frozen=True)
class Block:
    """One group, or a part of one.

    key       what a click chooses                      note   why it was skipped
    flows     what it hands on to the next one          role   "operation", "residual", "norm", or None
    children  its parts: side by side where they have roles, else small chips
    """

    key: str
    title: str
    subtitle: Text = ()
    state: State = "ran"
    note: str = ""
    flows: tuple[Text, ...] = ()
    children: tuple["Block", ...] = ()
    role: str | None = None
    spoken: str = ""

    @property
    def css(self) -> str:
        """Its classes."""
        return "tb-block tb-skipped" if self.state == "skipped" else "tb-block"

"""One step as the rules see it, and what a rule says about it."""

import ast
from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from explainer.tracing import Edge, Step, Value

# One axis of one value: the value's number, and the place of the axis in its shape.
Dim: TypeAlias = tuple[int, int]
Labels: TypeAlias = tuple[str | int, ...]
How: TypeAlias = Literal["apart", "reshaped", "joined"]

# The label of an axis of size 1 that an operation puts in and that nothing runs along: of unsqueeze, or keepdim.
ONE = "one"


@dataclass(frozen=True)
class Link:
    """Along the axis `dim` of `value` one walks along the axis `source_dim` of `source_value`.

    `taken` are the indices of the source's axis that are left, where some were chosen; None where all were.
    """

    source_value: int
    source_dim: int
    value: int
    dim: int
    taken: range | None = None

    @property
    def source(self) -> Dim:
        """The axis it comes from."""
        return self.source_value, self.source_dim

    @property
    def target(self) -> Dim:
        """The axis it goes to."""
        return self.value, self.dim


@dataclass(frozen=True)
class Found:
    """What is known about the axes of one step.

    how      "reshaped" where several axes are folded into one, or one is cut into several; "joined" end to end, by cat
    ones     output axes of size 1 that were put in, and along which nothing runs
    matched  pairs of axes along which was walked together while summing
    certain  False where there is no rule for the operation: then there may be more links than these
    """

    links: tuple[Link, ...] = ()
    how: How = "apart"
    ones: frozenset[Dim] = frozenset()
    matched: tuple[tuple[Dim, Dim], ...] = ()
    certain: bool = True


UNKNOWN = Found(certain=False)


@dataclass(frozen=True, eq=False)
class Seen:
    """A step with the values of its record, and all axes so far of size 1 along which nothing runs."""

    step: Step
    values: Sequence[Value]
    ones: Set[Dim]

    @property
    def op(self) -> str:
        """The operation without the marks of its kind: "add" for `add_`, "getitem" for `__getitem__`."""
        return self.step.op.strip("_")

    @property
    def inputs(self) -> tuple[int, ...]:
        """The values that were given, each once."""
        return tuple(dict.fromkeys(self.step.inputs))

    @property
    def outputs(self) -> tuple[int, ...]:
        """The values that came out, changed ones included."""
        return tuple(dict.fromkeys((*self.step.outputs, *self.step.changed)))

    def shape(self, value: int) -> tuple[int, ...]:
        """The sizes of a value."""
        return self.values[value].shape

    def rank(self, value: int) -> int:
        """How many axes a value has."""
        return len(self.shape(value))

    def given(self, place: int, *names: str) -> Any:
        """An argument by its place or one of its names; None where it was not given."""
        if place < len(self.step.args):
            return self.step.args[place]
        return next((self.step.kwargs[name] for name in names if name in self.step.kwargs), None)

    def tensor(self, place: int, *names: str) -> int | None:
        """As `given`, the number of a value; None for what is no tensor."""
        slot = self.given(place, *names)
        return slot.value if isinstance(slot, Edge) else None

    def literal_ones(self) -> frozenset[int]:
        """Which of the sizes that were written in the call are a plain `1`, by their place among the sizes."""
        return frozenset(place for place, node in enumerate(self._written_sizes()) if _is_one(node))

    def _written_sizes(self) -> list[ast.expr]:
        call = self._written_call()
        if call is None or any(isinstance(each, ast.Starred) for each in call.args):
            return []
        # `x.view(B, 1)` and `torch.ones(B, 1)` begin with sizes, `torch.reshape(x, (B, 1))` with the tensor.
        nodes = call.args[1:] if len(call.args) == 2 and isinstance(call.args[1], (ast.Tuple, ast.List)) else call.args
        if len(nodes) == 1 and isinstance(nodes[0], (ast.Tuple, ast.List)):
            return nodes[0].elts
        return list(nodes)

    def _written_call(self) -> ast.Call | None:
        """The call as it is written; None where the source says another one, which led to this step inside of torch."""
        try:
            call = ast.parse(self.step.site.text if self.step.site else "", mode="eval").body
        except SyntaxError:
            return None
        match call:
            case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)) if name == self.step.op:
                return call
        return None


def _is_one(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int and node.value == 1

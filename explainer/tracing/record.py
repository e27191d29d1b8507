"""The record of one forward pass: what was called, what was computed, what it was named.

    Call     one invocation of a module        Step     one operation
    Value    one state of one tensor           Binding  a name that got a value on a line
    Skip     lines that did not run, and why   Failure  where a pass broke off

Everything refers to everything else by number: `trace.steps[i].id == i`, and the order of the
numbers is the order in which things happened.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import torch
from torch import Tensor

Origin: TypeAlias = Literal["input", "parameter", "step", "outside"]
Relation: TypeAlias = Literal["new", "view", "in place"]
DataState: TypeAlias = Literal["kept", "not kept", "overwritten"]


@dataclass(frozen=True)
class Edge:
    """The tensor with the number `value`, in the arguments or the outcome of a step or call."""

    value: int


# An edge, a plain thing, or a tuple, list or mapping of slots: arguments and outcomes as they were given.
Slot: TypeAlias = Any


@dataclass(frozen=True)
class Site:
    """The expression that was executing: file, lines from 1, columns from 0 in characters, and its text."""

    file: str
    line: int
    end_line: int
    column: int
    end_column: int
    function: str
    text: str


@dataclass(frozen=True, eq=False)
class Value:
    """One state of one tensor.

    label     of a parameter ("encoder.norm.weight") or an input ("x"); None for all others
    origin    "input", "parameter", "step", or "outside" where no step was seen making it
    storage   the number of the memory it lies in: values with the same number share memory
    relation  "new", "view" of `base`, or "in place": what `base` became when its memory was changed
    producer  the step that made it; None for what no step made
    """

    id: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    dtype: torch.dtype
    device: torch.device
    storage: int
    relation: Relation
    base: int | None
    producer: int | None
    origin: Origin
    label: str | None
    kept: Tensor | None = field(repr=False)
    version: int = field(repr=False)

    @property
    def state(self) -> DataState:
        """ "kept", "not kept" where the byte budget was used up, "overwritten" where its memory changed unseen."""
        if self.kept is None:
            return "not kept"
        unchanged = self.kept.is_inference() or self.kept._version in (self.version, 0)
        return "kept" if unchanged else "overwritten"

    @property
    def data(self) -> Tensor | None:
        """The numbers, sharing memory with the pass; None where they were not kept or are no longer what they were."""
        return self.kept.detach() if self.kept is not None and self.state == "kept" else None


@dataclass(frozen=True, eq=False)
class Step:
    """One operation.

    op         the function's own name: "einsum", "add", "view", "__getitem__"
    function   the function itself; with `args` and `kwargs`, in which edges stand for tensors, it can be run again
    call       the module call in which it ran
    site       where it is written; `chain` leads from there out to the forward it ran in
    inputs, outputs   numbers of values; an output that is also an input was passed through unchanged
    changed    values that came about by changing memory in place, beside or among the outputs
    nanoseconds   how long it took
    random_state  of the process before it drew random numbers; None where it drew none
    autocast      the devices for which torch cast by itself, with the types it cast to
    """

    id: int
    op: str
    function: Callable[..., Any] = field(repr=False)
    call: int
    site: Site | None
    chain: tuple[Site, ...] = field(repr=False)
    args: tuple[Slot, ...] = field(repr=False)
    kwargs: Mapping[str, Slot]
    outcome: Slot = field(repr=False)
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    changed: tuple[int, ...]
    nanoseconds: int
    random_state: Tensor | None = field(repr=False)
    autocast: tuple[tuple[str, torch.dtype], ...] = ()

    @property
    def constants(self) -> dict[str, Any]:
        """Every argument without a tensor in it, by its name, or by its place where it was given without a name."""
        by_place = {str(place): slot for place, slot in enumerate(self.args) if not edges_in(slot)}
        return by_place | {name: slot for name, slot in self.kwargs.items() if not edges_in(slot)}


@dataclass(frozen=True, eq=False)
class Call:
    """One invocation of the module at `path` ("" is the model itself), the `nth` of this pass, from 0.

    arguments  what forward was given, by the names of its parameters, defaults included
    outcome    what it returned, edges in the place of tensors
    The steps of a call and of all calls inside it are `first_step … last_step - 1`.
    """

    id: int
    path: str
    class_name: str
    nth: int
    parent: int | None
    site: Site | None
    arguments: Mapping[str, Slot]
    outcome: Slot
    training: bool
    first_step: int
    last_step: int
    nanoseconds: int


@dataclass(frozen=True)
class Binding:
    """`name` got `slot` (an edge for a tensor, else the plain thing itself) inside `call`, on `line` of `function`.

    how: "result" of an operation or a module, "plain" for numbers and other things without a tensor,
    "alias" for another name of what has one already.
    """

    name: str
    slot: Slot
    call: int
    function: str
    line: int
    how: Literal["result", "plain", "alias"]


@dataclass(frozen=True)
class Skip:
    """Lines of a forward that did not run in a call, with the condition that decided and the value it had.

    `value` is None where it cannot be known without running the condition again.
    """

    call: int
    file: str
    line: int
    end_line: int
    condition: str
    value: bool | None


@dataclass(frozen=True)
class Failure:
    """Where a pass broke off: the operation (None where no operation failed), its input shapes, the open modules."""

    message: str
    op: str | None
    site: Site | None
    shapes: tuple[tuple[int, ...], ...]
    modules: tuple[str, ...]


def edges_in(slot: Slot) -> tuple[int, ...]:
    """The numbers of all values in a slot, in order."""
    if isinstance(slot, Edge):
        return (slot.value,)
    if isinstance(slot, Mapping):
        slot = tuple(slot.values())
    if isinstance(slot, (tuple, list)):
        return tuple(number for part in slot for number in edges_in(part))
    return ()

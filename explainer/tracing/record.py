"""The record of one forward pass: what was called, what was computed, what it was named.

    Trace    the whole pass          Call     one invocation of a module
    Step     one operation           Value    one tensor
    Binding  a name that got a value on a line

Everything refers to everything else by number: `trace.steps[i].id == i`, and the order of the
numbers is the order in which things happened.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from torch import Tensor

Origin: TypeAlias = Literal["input", "parameter", "step", "outside"]
Slot: TypeAlias = "int | tuple[Slot, ...] | None"


@dataclass(frozen=True)
class Site:
    """The expression that was executing: file, lines and columns (from 0, in characters), and its text."""

    file: str
    line: int
    end_line: int
    column: int
    end_column: int
    function: str
    text: str


@dataclass(frozen=True, eq=False)
class Value:
    """One tensor. `label` names a parameter ("encoder.norm.weight") or an input ("x").

    `data` shares memory with the tensor of the pass; it is None where an operation in place has
    changed that memory since, so that a number shown is always the number that was computed.
    """

    id: int
    shape: tuple[int, ...]
    dtype: str
    origin: Origin
    label: str | None
    data: Tensor | None = field(repr=False)


@dataclass(frozen=True)
class Step:
    """One operation: its inputs and outputs are numbers of values, constants are all other arguments."""

    id: int
    op: str
    call: int
    site: Site | None
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    constants: Mapping[str, object]


@dataclass(frozen=True)
class Call:
    """One invocation of the module at `path` ("" is the model itself), the `nth` of this pass, from 0.

    A slot is the number of a value, a tuple of slots, or None for anything that is not a tensor.
    The steps of a call and of all calls inside it are `first_step … last_step - 1`.
    """

    id: int
    path: str
    class_name: str
    nth: int
    parent: int | None
    site: Site | None
    arguments: Mapping[str, Slot]
    output: Slot
    first_step: int
    last_step: int


@dataclass(frozen=True)
class Binding:
    """`name` was given `value` inside `call`, on `line` of its source."""

    name: str
    value: int
    call: int
    line: int


@dataclass(frozen=True)
class Trace:
    """The record of one forward pass of `model_class`."""

    model_class: str
    training: bool
    calls: tuple[Call, ...]
    steps: tuple[Step, ...]
    values: tuple[Value, ...]
    bindings: tuple[Binding, ...]

    @property
    def root(self) -> Call:
        """The call of the model itself."""
        return self.calls[0]

    def call(self, path: str, nth: int = 0) -> Call:
        """The `nth` call of the module at `path`; KeyError names the paths there are."""
        for call in self.calls:
            if (call.path, call.nth) == (path, nth):
                return call
        known = ", ".join(repr(call.path) for call in self.calls)
        raise KeyError(f"no call number {nth} of {path!r}; called were {known}")

    def steps_in(self, call: Call, *, inner: bool = False) -> tuple[Step, ...]:
        """The steps of `call` itself, or with `inner=True` of all calls inside it too."""
        steps = self.steps[call.first_step : call.last_step]
        return steps if inner else tuple(step for step in steps if step.call == call.id)

    def value(self, name: str, path: str = "", nth: int = 0) -> Value:
        """The tensor that `name` held last inside the call at `path`; KeyError names the names there are."""
        call = self.call(path, nth)
        here = {binding.name: binding.value for binding in self.bindings if binding.call == call.id}
        if name not in here:
            raise KeyError(f"no tensor is named {name!r} in {path!r}; names there are {', '.join(sorted(here))}")
        return self.values[here[name]]

    def names_of(self, value: int) -> tuple[str, ...]:
        """Every name that a value was given, in the order in which it got them."""
        return tuple(dict.fromkeys(binding.name for binding in self.bindings if binding.value == value))

    def producer(self, value: int) -> Step | None:
        """The step that made a value; None for inputs and parameters."""
        return next((step for step in self.steps if value in step.outputs), None)

    def __repr__(self) -> str:
        counts = f"{len(self.calls)} calls, {len(self.steps)} steps, {len(self.bindings)} names"
        return f"<Trace of {self.model_class}: {counts}>"

"""The call that a lesson is about, and how its lesson gets at shapes, names and numbers."""

from dataclasses import dataclass
from functools import cached_property

from torch import Tensor

from explainer.running import Run
from explainer.tracing import Call, Edge, Step, Trace, edges_in
from explainer.tracing.axes import Axes
from explainer.tracing.record import Slot


class NotKept(Exception):  # noqa: N818 - no error: a record may hold shapes without numbers
    """Numbers that a measurement needs are not in the record."""


@dataclass(frozen=True)
class TensorFact:
    """One tensor in a sentence.

    shape     "(3, 4, 9, 9)"              axes    "(B, H, N+T, N+T)", as the settings name the sizes
    letters   "(B, H, L, S)", as the forward names them; numbers stand where there are no names
    """

    shape: str
    axes: str
    letters: str
    sizes: tuple[int, ...]
    strides: tuple[int, ...]

    def __str__(self) -> str:
        return self.shape


@dataclass(frozen=True, eq=False)
class Subject:
    """One module call of a record, a run's or the small example's; `axes` is None where sizes have no names."""

    run: Run
    trace: Trace
    call: Call
    axes: Axes | None

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The operations that ran directly in this call."""
        return self.trace.steps_in(self.call)

    @cached_property
    def bound(self) -> dict[str, tuple[Slot, ...]]:
        """What each name was given in this call, in order."""
        here = [each for each in self.trace.bindings if each.call == self.call.id]
        return {each.name: tuple(other.slot for other in here if other.name == each.name) for each in here}

    @cached_property
    def children(self) -> tuple[Call, ...]:
        """The modules called directly by this one, in order."""
        return tuple(call for call in self.trace.calls if call.parent == self.call.id)

    def tensor(self, value: int) -> TensorFact:
        """A tensor of the record as it is told of."""
        shape, strides = self.trace.values[value].shape, self.trace.values[value].strides
        if self.axes is None:
            return TensorFact(str(shape), str(shape), str(shape), shape, strides)
        return TensorFact(str(shape), self.axes.text(value), self.axes.local_text(value, self.call), shape, strides)

    def told(self, slot: Slot) -> object:
        """A tensor as it is told of, the first one of several; anything else as it is."""
        values = edges_in(slot)
        return self.tensor(values[0]) if values else slot

    def child(self, name: str, nth: int = 0) -> Call:
        """The `nth` call of the module `name` inside this one."""
        return self.trace.call(f"{self.call.path}.{name}".lstrip("."), nth)

    def step(self, op: str, nth: int = 0) -> Step:
        """The `nth` step of an operation that ran directly in this call."""
        return [step for step in self.steps if step.op == op][nth]

    def numbers(self, slot: Slot) -> Tensor:
        """The numbers of a tensor, given by its number or by a slot that holds it; raises NotKept."""
        data = self.trace.values[slot if isinstance(slot, int) else edges_in(slot)[0]].data
        if data is None:
            raise NotKept
        return data

    def named(self, name: str) -> Tensor:
        """The numbers of the tensor that a name of this call held last; raises NotKept."""
        return self.numbers([slot for slot in self.bound[name] if isinstance(slot, Edge)][-1])

    def weight(self, name: str) -> Tensor:
        """A parameter or buffer of this module, by its path below it."""
        label = f"{self.call.path}.{name}".lstrip(".")
        return self.numbers(next(each.id for each in self.trace.values if each.label == label))

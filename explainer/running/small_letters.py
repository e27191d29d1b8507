"""Letters for the sizes of a layer that was recorded alone: those of the same tensors in the whole tiny model."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from explainer.running.small_model import TinyModel
from explainer.tracing import Call, Trace, edges_in


@dataclass(frozen=True, eq=False)
class Letters:
    """The letters of `alone`, the record of the module at `path` of a tiny model by itself."""

    tiny: TinyModel
    path: str
    alone: Trace

    def text(self, value: int) -> str:
        """`(B, L, H, E)`, as the layer's forward has it or, deeper inside, the forward that made it; "" if unknown."""
        if value not in self._counterparts or self.tiny.axes.change is not None:
            return ""
        counterpart = self._counterparts[value]
        if self._given.count(value) > 1:
            # Queries and keys at once: of the forward's letters, L and S, neither would be wrong and neither right.
            return self.tiny.axes.text(counterpart)
        return self.tiny.axes.local_text(counterpart, self._call if value in self._own else None)

    @cached_property
    def _call(self) -> Call:
        return self.tiny.whole.call(self.path)

    @cached_property
    def _given(self) -> tuple[int, ...]:
        return edges_in(self.alone.root.arguments)

    @cached_property
    def _own(self) -> frozenset[int]:
        """What the layer was given, computed itself, or was returned by what it called."""
        root = self.alone.root
        steps = (step.outputs for step in self.alone.steps_in(root))
        results = (edges_in(call.outcome) for call in self.alone.calls if call.parent == root.id)
        return frozenset(chain(self._given, *steps, *results))

    @cached_property
    def _counterparts(self) -> Mapping[int, int]:
        """For each value its counterpart in the whole record: both have the same steps in the same order."""
        whole, call = self.tiny.whole, self._call
        if [step.op for step in whole.steps_in(call, inner=True)] != [step.op for step in self.alone.steps]:
            return {}
        return dict(zip(_places(self.alone, self.alone.root), _places(whole, call), strict=True))


def _places(trace: Trace, call: Call) -> Iterator[int]:
    """The value at every place of a call: its arguments, then what goes into and comes out of each of its steps."""
    yield from edges_in(call.arguments)
    for step in trace.steps_in(call, inner=True):
        yield from (*step.inputs, *step.outputs)

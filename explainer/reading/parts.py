"""The form operation → residual → norm, found by what was computed and not by how anything is called.

A residual is a sum of two values of which one was made from the other inside the layer. It counts where a norm is
given that sum: `forecast * std + mean`, in which forecast was made from mean, is no residual block.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from explainer.reading.items import Item
from explainer.tracing import Call, Trace

Role: TypeAlias = Literal["operation", "residual", "norm"]

_SUMS = frozenset({"add", "add_"})
_NORMS = frozenset({"layer_norm", "batch_norm", "group_norm", "instance_norm", "rms_norm"})
# A norm over channels stands between two of these where channels are not where it looks for them.
_LAYOUTS = frozenset({"transpose", "permute", "swapaxes", "mT", "T", "view", "reshape", "contiguous"})


@dataclass(frozen=True, eq=False)
class Part:
    """Items of a group that do one thing together. After the last norm there may be one more operation."""

    role: Role
    items: tuple[Item, ...]


class Ancestry:
    """Which values of a layer were made from which, through all that ran inside it."""

    def __init__(self, trace: Trace, call: Call, items: Sequence[Item]) -> None:
        self._trace = trace
        self._first = call.first_step
        # Through a module in which nothing could be heard, all that went in comes out.
        calls = [item for item in items if item.call is not None]
        self._unheard: Mapping[int, tuple[int, ...]] = {
            value: item.inputs for item in calls for value in item.outputs if trace.values[value].producer is None
        }

    def is_from(self, later: int, earlier: int) -> bool:
        """Whether `later` was made from `earlier`, and is not the same value."""
        seen, waiting = {later}, [later]
        while waiting:
            for source in self._sources(waiting.pop()):
                if source == earlier:
                    return later != earlier
                if source not in seen:
                    seen.add(source)
                    waiting.append(source)
        return False

    def _sources(self, number: int) -> tuple[int, ...]:
        value = self._trace.values[number]
        if value.producer is None:
            return self._unheard.get(number, ())
        if value.producer < self._first:
            return ()
        # Changed through another name, it is also made from what it was.
        before = (value.base,) if value.relation == "in place" and value.base is not None else ()
        return self._trace.steps[value.producer].inputs + before


def parts_of(trace: Trace, items: Sequence[Item], ancestry: Ancestry) -> tuple[Part, ...]:
    """The parts of one group, () where no residual in it is followed by its norm."""
    parts: list[Part] = []
    start = 0
    for place, item in enumerate(items):
        norm = _norm_after(trace, items, place) if place >= start and _is_residual(item, trace, ancestry) else None
        if norm is not None:
            ranges: list[tuple[Role, slice]] = [
                ("operation", slice(start, place)),
                ("residual", slice(place, place + 1)),
                ("norm", slice(place + 1, norm + 1)),
            ]
            parts += [Part(role, tuple(items[part])) for role, part in ranges]
            start = norm + 1
    rest = tuple(items[start:])
    return (*parts, Part("operation", rest)) if parts and rest else tuple(parts)


def _is_residual(item: Item, trace: Trace, ancestry: Ancestry) -> bool:
    if item.step is None or item.step.op not in _SUMS or len(item.inputs) != 2:
        return False
    one, other = item.inputs
    if "parameter" in {trace.values[one].origin, trace.values[other].origin}:
        return False
    return ancestry.is_from(one, other) or ancestry.is_from(other, one)


def _norm_after(trace: Trace, items: Sequence[Item], residual: int) -> int | None:
    """The place of the first norm that is given what the item at a place has made."""
    (summed, *_) = items[residual].outputs
    later = range(residual + 1, len(items))
    return next((place for place in later if summed in items[place].inputs and _is_norm(trace, items[place])), None)


def _is_norm(trace: Trace, item: Item) -> bool:
    if item.step is not None:
        return item.step.op in _NORMS
    if item.call is None:
        return False
    ops = {step.op for step in trace.steps_in(item.call, inner=True)}
    return "Norm" in item.call.class_name or (bool(ops & _NORMS) and ops <= _NORMS | _LAYOUTS)

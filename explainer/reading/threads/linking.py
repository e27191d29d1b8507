"""Which axis of an input became which axis of an output, step by step."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias
from weakref import WeakKeyDictionary

from explainer.reading.threads import computing, letters, moving, reshaping
from explainer.reading.threads.coordinates import tried
from explainer.reading.threads.labels import Pattern
from explainer.reading.threads.operations import (
    CREATED,
    FLIPPED,
    KEPT,
    MOVED,
    NORMALISED_BY_CHANNEL,
    POINTWISE,
    REARRANGED,
    REDUCED,
)
from explainer.reading.threads.seen import UNKNOWN, Dim, Found, Link, Seen
from explainer.tracing import Step, Trace

Rule: TypeAlias = Callable[[Seen], Pattern | Found | None]

_BY_KIND: tuple[tuple[Iterable[str], Rule], ...] = (
    (KEPT, moving.kept),
    (REARRANGED, moving.rearranged),
    (FLIPPED, moving.reversed_axes),
    (POINTWISE, computing.pointwise),
    (REDUCED, computing.reduced),
    (CREATED, computing.created),
    (NORMALISED_BY_CHANNEL, computing.normalised_by_channel),
    (("layer_norm", "rms_norm"), computing.normalised_last),
    (("view", "reshape", "view_as", "reshape_as"), reshaping.reshaped),
    (("flatten",), reshaping.flattened),
    (("unflatten",), reshaping.unflattened),
    (("getitem",), moving.indexed),
    (("setitem",), moving.written_over),
    (("squeeze",), moving.squeezed),
    (("unfold",), moving.windowed),
    (("select", "unbind", "iter"), moving.selected),
    (("narrow",), moving.narrowed),
    (("split", "chunk", "tensor_split"), moving.split_up),
    (("cat", "concat", "concatenate"), moving.joined),
    (("stack",), moving.stacked),
    (("expand", "expand_as", "broadcast_to", "repeat"), moving.repeated),
    (("linear",), computing.linear),
    (("matmul", "mm", "bmm", "mv", "dot", "rmatmul"), computing.product),
    (("addmm", "baddbmm"), computing.added_product),
    (("conv1d", "conv2d", "conv3d"), computing.convolution),
    (("conv_transpose1d", "conv_transpose2d", "conv_transpose3d"), computing.transposed_convolution),
    (("scaled_dot_product_attention",), computing.fused_attention),
    (("embedding",), computing.looked_up),
    (("einsum",), letters.equation),
)
_RULES: Mapping[str, Rule] = {op: rule for ops, rule in _BY_KIND for op in ops}


@dataclass(frozen=True)
class StepLinks:
    """The axes of one step.

    links    from an axis of an input to the axis of an output that it became, or became part of
    ended    input axes that are in no output: summed, indexed away, or of size 1 and repeated
    new      output axes that come from no data: the features that a Linear makes; weights may have links to them
    certain  False for an operation without a rule: these links are right, but there may be more, and fewer axes
             ended or are new; nothing is said of either then
    """

    links: tuple[Link, ...]
    ended: tuple[Dim, ...]
    new: tuple[Dim, ...]
    certain: bool


@dataclass(frozen=True, eq=False)
class Linked:
    """What is known about the axes of all steps of a record.

    steps    one for each step, by its number
    ones     axes of size 1 that were put in, by keepdim or unsqueeze, and along which nothing runs
    weights  values that come from parameters and constants alone
    """

    steps: tuple[Found, ...]
    ones: frozenset[Dim]
    weights: frozenset[int]


def step_links(trace: Trace, step: Step) -> StepLinks:
    """The axes of a step of `trace`: which became which, which ended, which are new."""
    linked = linked_axes(trace)
    found = linked.steps[step.id]
    if not found.certain:
        return StepLinks(found.links, (), (), certain=False)
    data = [value for value in step.inputs if value not in linked.weights] or list(step.inputs)
    sources = {link.source for link in found.links}
    reached = {link.target for link in found.links if link.source_value in data}
    ended = tuple(dim for dim in _dims(trace, step.inputs) if dim not in sources)
    new = tuple(dim for dim in _dims(trace, (*step.outputs, *step.changed)) if dim not in reached)
    return StepLinks(found.links, ended, new, certain=True)


def linked_axes(trace: Trace) -> Linked:
    """The axes of all steps, worked out once for each record."""
    known = _known.get(trace)
    if known is None:
        known = _known[trace] = _link(trace)
    return known


_known: WeakKeyDictionary[Trace, Linked] = WeakKeyDictionary()


def _link(trace: Trace) -> Linked:
    weights = {value.id for value in trace.values if value.origin == "parameter"}
    # An axis of size 1 of a parameter is there to be repeated: a bias (1, 1, D), a position table (1, n, D).
    ones = {(value, dim) for value in weights for dim, size in enumerate(trace.values[value].shape) if size == 1}
    found = []
    for step in trace.steps:
        seen = Seen(step, trace.values, ones)
        each = _found(seen)
        found.append(each)
        if weights.issuperset(step.inputs):
            weights.update(seen.outputs)
        ones |= each.ones | _inherited(seen, each, ones, weights)
    return Linked(tuple(found), frozenset(ones), frozenset(weights))


def _found(seen: Seen) -> Found:
    rule = _RULES.get(seen.op)
    if rule is None or _is_another(seen):
        return tried(seen) if seen.op in MOVED else UNKNOWN
    try:
        found = rule(seen)
        found = found.found(seen) if isinstance(found, Pattern) else found
    except (IndexError, KeyError, TypeError, ValueError, RuntimeError):  # called in a way that the rule does not know
        found = None
    if found is None:
        return tried(seen) if seen.op in MOVED else UNKNOWN
    return found


def _is_another(seen: Seen) -> bool:
    """Two functions are called unfold, and `view(dtype)` looks at bits; the rules are for the others."""
    if seen.op == "unfold":
        return seen.given(1, "dimension") is None or seen.given(3, "step") is None
    return not seen.outputs


def _inherited(seen: Seen, found: Found, ones: set[Dim], weights: set[int]) -> frozenset[Dim]:
    """Output axes of size 1 that come from nothing but axes of size 1 that were put in.

    A Linear with one output feature makes a real axis, which data runs along, though its weight's has size 1.
    """
    sources: dict[Dim, list[Dim]] = {}
    for link in found.links:
        sources.setdefault(link.target, []).append(link.source)
    only_weights = weights.issuperset(seen.inputs)
    return frozenset(
        (value, dim)
        for (value, dim), these in sources.items()
        if seen.shape(value)[dim] == 1
        and ones.issuperset(these)
        and (only_weights or any(source not in weights for source, _ in these))
    )


def _dims(trace: Trace, values: Iterable[int]) -> list[Dim]:
    return [(value, dim) for value in dict.fromkeys(values) for dim in range(len(trace.values[value].shape))]

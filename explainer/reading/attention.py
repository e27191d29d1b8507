"""Where tokens look at each other: every attention matrix of a pass, found by what was computed.

No flag of the model and no name is relied upon. Attention is a softmax whose input comes from the product
of two tensors and whose output weighs a third one, whatever the code around it calls them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import Literal, TypeAlias

from torch import Tensor

from explainer.tracing import Step, Trace

Stage: TypeAlias = Literal["raw", "scaled", "attention"]
STAGES: tuple[Stage, ...] = ("raw", "scaled", "attention")

_PRODUCTS = frozenset({"einsum", "matmul", "bmm", "__matmul__", "baddbmm"})
_SCALINGS = frozenset({"mul", "div", "__mul__", "__rmul__", "__truediv__"})
_MASKINGS = frozenset({"masked_fill", "masked_fill_", "add", "add_", "where"})
_PASSING = frozenset({"dropout", "contiguous"})


@dataclass(frozen=True, eq=False)
class AttentionMap:
    """The three stages of one attention matrix, each (batch, head, query token, key token).

    raw         dot products of queries and keys     scaled     what the softmax was given
    attention   what weighs the values; each row of the softmax sums to 1
    `path` and `nth` name the call in which the softmax ran; `scale` is the factor between the first two
    stages, None where the model does not scale.
    """

    path: str
    nth: int
    scale: float | None
    raw: Tensor
    scaled: Tensor
    attention: Tensor

    def stage(self, stage: Stage) -> Tensor:
        """The matrix at a stage, (batch, head, query token, key token)."""
        match stage:
            case "raw":
                return self.raw
            case "scaled":
                return self.scaled
            case "attention":
                return self.attention


def attention_maps(trace: Trace) -> tuple[AttentionMap, ...]:
    """Every attention matrix of a pass, in the order in which they were computed."""
    found = (_map_around(trace, step) for step in trace.steps if step.op == "softmax")
    return tuple(attention for attention in found if attention is not None)


def _map_around(trace: Trace, softmax: Step) -> AttentionMap | None:
    scaled = softmax.inputs[0]
    between = tuple(_upstream(trace, scaled))
    raw = between[-1].inputs[0] if between else scaled
    weights = _after_passing(trace, softmax)
    product = trace.producer(raw)
    if product is None or product.op not in _PRODUCTS or not _weighs_something(trace, weights):
        return None
    tensors = [trace.values[number].data for number in (raw, scaled, weights)]
    if any(tensor is None for tensor in tensors):
        return None
    call = trace.calls[softmax.call]
    maps = [tensor for tensor in tensors if tensor is not None]
    return AttentionMap(call.path, call.nth, _scale(between), *maps)


def _upstream(trace: Trace, value: int) -> Iterator[Step]:
    """The scalings and maskings between the dot products and the softmax, last one first."""
    step = trace.producer(value)
    while step is not None and step.op in _SCALINGS | _MASKINGS:
        yield step
        step = trace.producer(step.inputs[0])


def _scale(between: tuple[Step, ...]) -> float | None:
    """The product of all plain numbers that the dot products were multiplied by; None where there are none."""
    factors = [
        1.0 / constant if "div" in step.op else float(constant)
        for step in between
        if step.op in _SCALINGS
        for constant in step.constants.values()
        if isinstance(constant, (int, float))
    ]
    return prod(factors) if factors else None


def _after_passing(trace: Trace, softmax: Step) -> int:
    """What became of the softmax's output on the way to the values: dropout, in training mode."""
    value = softmax.outputs[0]
    for step in trace.steps[softmax.id + 1 :]:
        if step.op in _PASSING and step.inputs[0] == value:
            value = step.outputs[0]
    return value


def _weighs_something(trace: Trace, value: int) -> bool:
    return any(step.op in _PRODUCTS and value in step.inputs for step in trace.steps)

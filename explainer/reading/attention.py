"""Where tokens look at each other: the attention matrices of a pass, found by what was computed.

No flag of the model and no name is relied upon. Attention is a softmax over the last axis whose input comes from
the product of two tensors, neither of them a weight, and whose output goes into another product, whatever
the code around it calls them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import Literal, TypeAlias

from torch import Tensor

from explainer.tracing import Step, Trace

Stage: TypeAlias = Literal["raw", "scaled", "attention"]
STAGES: tuple[Stage, ...] = ("raw", "scaled", "attention")

_PRODUCTS = frozenset({"einsum", "matmul", "bmm", "baddbmm"})
_SCALINGS = frozenset({"mul", "mul_", "div", "div_", "true_divide"})
_MASKINGS = frozenset({"masked_fill", "masked_fill_", "add", "add_", "sub", "sub_", "where"})
# These change how numbers are laid out or stored, and none of the numbers.
_PASSING = frozenset(
    {"dropout", "contiguous", "view", "reshape", "unflatten", "flatten", "squeeze", "unsqueeze", "to", "float", "half"}
)


@dataclass(frozen=True, eq=False)
class AttentionMap:
    """The three stages of one attention matrix, each (batch, head, query token, key token).

    raw         dot products of queries and keys     scaled     what the softmax was given, masks included
    attention   what weighs the values; each row of the softmax sums to 1
    `path` and `nth` name the call in which the softmax ran; `scale` is the factor between the first two
    stages, None where the model does not scale. Where a model folds heads into the batch, head has size 1.
    `reconstruction_error` is None for what was executed. A fused kernel makes no matrix; what stands here then was
    reconstructed, not executed, and this is the largest difference between the output it leads to and the recorded one.
    """

    path: str
    nth: int
    scale: float | None
    raw: Tensor
    scaled: Tensor
    attention: Tensor
    reconstruction_error: float | None = None

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
    """The attention matrices of a pass whose numbers were kept, in the order in which they were computed."""
    found = (_map_of(trace, step) for step in trace.steps)
    return tuple(attention for attention in found if attention is not None)


def _map_of(trace: Trace, step: Step) -> AttentionMap | None:
    if _is_softmax_of_rows(trace, step):
        return _map_around(trace, step)
    fused = trace.reconstruct(step)
    if fused is None:
        return None
    call = trace.calls[step.call]
    raw, scaled, attention = map(_four_axes, (fused.raw, fused.scaled, fused.attention))
    return AttentionMap(call.path, call.nth, fused.scale, raw, scaled, attention, fused.error)


def _is_softmax_of_rows(trace: Trace, step: Step) -> bool:
    if step.op != "softmax" or not step.inputs:
        return False
    last = len(trace.values[step.inputs[0]].shape) - 1
    return step.constants.get("dim", step.constants.get("1")) in (-1, last)


def _map_around(trace: Trace, softmax: Step) -> AttentionMap | None:
    between = _way_to_product(trace, softmax.inputs[0], softmax.id)
    weights = _weights_after(trace, softmax)
    if between is None or weights is None:
        return None
    product, steps = between
    numbers = (product.outputs[0], softmax.inputs[0], weights)
    data = [trace.values[number].data for number in numbers]
    kept = [tensor for tensor in data if tensor is not None]
    if len(kept) < len(numbers) or kept[0].numel() != kept[1].numel():
        return None
    raw, scaled, attention = (_four_axes(tensor.reshape(kept[1].shape)) for tensor in kept)
    call = trace.calls[softmax.call]
    return AttentionMap(call.path, call.nth, _scale(trace, steps), raw, scaled, attention)


def _way_to_product(trace: Trace, value: int, before: int) -> tuple[Step, tuple[Step, ...]] | None:
    """The product that a value comes from, and the steps in between, last one first."""
    step = trace.producer(value)
    if step is None or step.id >= before:  # made by nothing, or changed in place since
        return None
    if step.op in _PRODUCTS:
        weights = (trace.values[number].origin == "parameter" for number in step.inputs)
        return None if any(weights) else (step, ())
    if step.op in _SCALINGS | _MASKINGS | _PASSING:
        for number in step.inputs:
            found = _way_to_product(trace, number, step.id)
            if found is not None:
                return found[0], (step, *found[1])
    return None


def _scale(trace: Trace, steps: tuple[Step, ...]) -> float | None:
    """The product of all single numbers that the dot products were multiplied by; None where there are none."""
    factors = [
        1.0 / number if "div" in step.op else number
        for step in steps
        if step.op in _SCALINGS
        for number in _single_numbers(trace, step)
        if number != 0
    ]
    return prod(factors) if factors else None


def _single_numbers(trace: Trace, step: Step) -> Iterator[float]:
    """Plain numbers among the arguments of a step, and tensors that hold just one."""
    for constant in step.constants.values():
        if isinstance(constant, int | float) and not isinstance(constant, bool):
            yield float(constant)
    for number in step.inputs:
        data = trace.values[number].data
        if data is not None and data.dim() == 0:
            yield float(data)


def _weights_after(trace: Trace, softmax: Step) -> int | None:
    """What the softmax's output is where it weighs something, after dropout in training; None where it never does."""
    value = softmax.outputs[0]
    for step in trace.steps[softmax.id + 1 :]:
        if step.op in _PRODUCTS and value in step.inputs:
            return value
        if step.op in _PASSING and step.inputs[:1] == (value,):
            value = step.outputs[0]
    return None


def _four_axes(matrix: Tensor) -> Tensor:
    """(batch, head, query, key), whatever the model left out."""
    if matrix.dim() == 3:
        return matrix.unsqueeze(1)
    return matrix.reshape(-1, *((1,) * max(0, 3 - matrix.dim())), *matrix.shape[-3:]) if matrix.dim() != 4 else matrix

"""How much a step computes: floating-point operations, counted by torch's own counter on tensors without data."""

from collections.abc import Sequence
from typing import Any

import torch
from torch.utils.flop_counter import FlopCounterMode

from explainer.tracing.record import Edge, Slot, Step, Value


def flops_of(step: Step, values: Sequence[Value]) -> int:
    """Floating-point operations of a step's products and convolutions; 0 for all other operations.

    A multiply-add counts as two. Source: torch.utils.flop_counter, which counts neither activations nor norms.
    """
    try:
        with FlopCounterMode(display=False) as counter, torch.no_grad():
            step.function(*_without_data(step.args, values), **_without_data(dict(step.kwargs), values))
    except Exception:  # what needs data to run, such as nonzero, multiplies nothing
        return 0
    return int(counter.get_total_flops())


def _without_data(slot: Slot, values: Sequence[Value]) -> Any:
    if isinstance(slot, Edge):
        value = values[slot.value]
        return torch.empty_strided(value.shape, value.strides, dtype=value.dtype, device="meta")
    if type(slot) in (tuple, list):
        return type(slot)(_without_data(part, values) for part in slot)
    if type(slot) is dict:
        return {name: _without_data(part, values) for name, part in slot.items()}
    return slot

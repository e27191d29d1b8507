"""Arguments as they were given, with tensors put back into them, so that a step can be run once more."""

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor

from explainer.tracing.record import Edge, Slot


def with_tensors(slot: Slot, tensors: Mapping[int, Tensor]) -> Any:
    """A slot with tensors in the place of its edges, by the number of the value; KeyError where one is missing.

    A generator of random numbers is copied: drawing from the one in the record would change the record.
    """
    if isinstance(slot, Edge):
        return tensors[slot.value]
    if type(slot) in (tuple, list):
        return type(slot)(with_tensors(part, tensors) for part in slot)
    if type(slot) is dict:
        return {name: with_tensors(part, tensors) for name, part in slot.items()}
    return slot.clone_state() if isinstance(slot, torch.Generator) else slot

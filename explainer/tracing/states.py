"""One state of one tensor: what the recorder knows a tensor by, from one change of its memory to the next."""

import weakref
from typing import Literal, TypeAlias

import torch
from torch import Tensor

Relation: TypeAlias = Literal["new", "view", "in place"]
OUTSIDE = -1


class State:
    """One state of one tensor; it also stands for the tensor in the arguments of a step.

    `step` is the step that made it, or OUTSIDE. `base` is what it is a view of, or was before it was changed.
    `tensor` is its data where it is kept, as a tensor that shares memory with the pass's or as a copy.
    """

    __slots__ = (
        "base",
        "device",
        "dtype",
        "number",
        "ref",
        "relation",
        "shape",
        "step",
        "storage",
        "strides",
        "tensor",
        "version",
    )

    number: int
    ref: weakref.ref[Tensor]
    version: int
    storage: int
    relation: Relation
    base: "State | None"
    step: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    dtype: torch.dtype
    device: torch.device
    tensor: Tensor | None

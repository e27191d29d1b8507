"""How much a step computes: floating-point operations, counted by torch's own counter on tensors without data."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import torch
from torch.utils.flop_counter import FlopCounterMode

from explainer.tracing.record import Edge, Slot, Step, Value

# Neither products nor convolutions, whatever they are given; asking the counter would take longer than the step did.
_WITHOUT_PRODUCTS = frozenset(
    """
    add add_ sub sub_ mul mul_ div div_ neg abs sqrt rsqrt exp log pow square relu gelu silu sigmoid tanh softmax
    log_softmax dropout layer_norm batch_norm mean var std sum max min argmax view reshape permute transpose flatten
    unflatten unfold squeeze unsqueeze expand repeat contiguous detach clone cat stack split chunk pad to float
    __getitem__ masked_fill masked_fill_ where ones zeros arange triu tril size
    """.split()  # noqa: SIM905 - as words they can be read
)


def flops_of(step: Step, values: Sequence[Value]) -> int:
    """Floating-point operations of a step's products and convolutions; 0 for all other operations.

    A multiply-add counts as two. Source: torch.utils.flop_counter, which counts neither activations nor norms.
    """
    if step.op in _WITHOUT_PRODUCTS:
        return 0
    # The layers of a model repeat each other, and so do the passes of a reader who moves a slider.
    described = _described((step.args, dict(step.kwargs)), values)
    try:
        return _counted(step.function, described)
    except TypeError:  # a constant that cannot be remembered by
        return _count(step.function, described)


@lru_cache(maxsize=4096)
def _counted(function: Callable[..., Any], described: Any) -> int:
    return _count(function, described)


def _count(function: Callable[..., Any], described: Any) -> int:
    args, kwargs = _without_data(described)
    try:
        with FlopCounterMode(display=False) as counter, torch.no_grad():
            function(*args, **kwargs)
    except Exception:  # what needs data to run, such as nonzero, multiplies nothing
        return 0
    return int(counter.get_total_flops())


class _Sizes(NamedTuple):
    """A tensor without its numbers."""

    shape: tuple[int, ...]
    strides: tuple[int, ...]
    dtype: torch.dtype


class _Parts(NamedTuple):
    """A tuple, list or dict of slots."""

    kind: type
    parts: tuple[Any, ...]


class _Constant(NamedTuple):
    """Anything else. 1, 1.0 and True are equal, but not the same to an operation."""

    kind: type
    thing: Any


def _described(slot: Slot, values: Sequence[Value]) -> Any:
    if isinstance(slot, Edge):
        value = values[slot.value]
        return _Sizes(value.shape, value.strides, value.dtype)
    if type(slot) in (tuple, list):
        return _Parts(type(slot), tuple(_described(part, values) for part in slot))
    if type(slot) is dict:
        return _Parts(dict, tuple((name, _described(part, values)) for name, part in slot.items()))
    return _Constant(type(slot), slot)


def _without_data(described: Any) -> Any:
    match described:
        case _Sizes(shape, strides, dtype):
            return torch.empty_strided(shape, strides, dtype=dtype, device="meta")
        case _Parts(kind, parts) if kind is dict:
            return {name: _without_data(part) for name, part in parts}
        case _Parts(kind, parts):
            return kind(_without_data(part) for part in parts)
    thing = described.thing
    # Drawing from the generator in the record would change the record.
    return thing.clone_state() if isinstance(thing, torch.Generator) else thing

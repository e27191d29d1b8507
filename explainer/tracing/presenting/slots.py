"""Arguments and outcomes as JSON. What JSON has no word for is a mapping with one key, which says what it is."""

from collections.abc import Mapping
from enum import Enum
from functools import singledispatch
from math import isfinite
from numbers import Complex, Integral, Real
from types import BuiltinFunctionType, EllipsisType, FunctionType, MethodType
from typing import Any

import torch

from explainer.tracing.record import Edge

# Beyond this, readers of JSON that keep numbers as doubles would change a whole number.
_EXACT = 2**53 - 1


@singledispatch
def plain(slot: Any) -> Any:
    """A slot as JSON.

    Of an unknown thing only the class is told: its repr could be long, could fail, and could change from run to run.
    """
    return {"object": _full_name(type(slot))}


@plain.register
def _(slot: Edge) -> Any:
    return {"value": slot.value}


@plain.register(type(None))
@plain.register(bool)
def _(slot: Any) -> Any:
    return slot


@plain.register
def _(slot: str) -> Any:
    return str.__str__(slot)


@plain.register
def _(slot: Integral) -> Any:
    return int(slot) if abs(int(slot)) <= _EXACT else {"integer": hex(int(slot))}


@plain.register
def _(slot: Real) -> Any:
    return float(slot) if isfinite(slot) else {"float": str(float(slot))}


@plain.register
def _(slot: Complex) -> Any:
    number = complex(slot)
    return {"complex": [plain(number.real), plain(number.imag)]}


@plain.register(tuple)
@plain.register(list)
def _(slot: Any) -> Any:
    return [plain(part) for part in slot]


@plain.register
def _(slot: torch.Size) -> Any:
    return {"size": [plain(length) for length in slot]}


@plain.register
def _(slot: Mapping) -> Any:  # type: ignore[type-arg]  # dispatch is by class
    return {"mapping": [[plain(key), plain(part)] for key, part in slot.items()]}


@plain.register
def _(slot: slice) -> Any:
    return {"slice": [plain(slot.start), plain(slot.stop), plain(slot.step)]}


@plain.register
def _(_slot: EllipsisType) -> Any:
    return {"ellipsis": "..."}


@plain.register
def _(slot: torch.dtype) -> Any:
    return {"dtype": torch_name(slot)}


@plain.register
def _(slot: torch.device) -> Any:
    return {"device": str(slot)}


@plain.register(torch.memory_format)
@plain.register(torch.layout)
def _(slot: Any) -> Any:
    return {"object": _full_name(type(slot)), "name": torch_name(slot)}


@plain.register
def _(slot: Enum) -> Any:
    return {"object": _full_name(type(slot)), "name": slot.name}


@plain.register(FunctionType)
@plain.register(BuiltinFunctionType)
@plain.register(MethodType)
def _(slot: Any) -> Any:
    return {"function": _full_name(slot)}


@plain.register
def _(slot: type) -> Any:
    return {"type": _full_name(slot)}


def _full_name(thing: Any) -> str:
    name = str(getattr(thing, "__qualname__", type(thing).__name__))
    module = getattr(thing, "__module__", None)
    return f"{module}.{name}" if module else name


def torch_name(thing: torch.dtype | torch.memory_format | torch.layout) -> str:
    """The name of a dtype or layout as it stands behind "torch.": "float32"."""
    return str(thing).removeprefix("torch.")

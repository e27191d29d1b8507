"""What is noted during a pass, before it is known what it means."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import FrameType
from typing import Any, NamedTuple, TypeAlias

import torch
from torch import Tensor, nn

from explainer.tracing.ledger import State
from explainer.tracing.places import Position

NOTHING: Mapping[str, Any] = {}
PLAIN = (int, float, str, type(None))
UNKNOWN = object()
# In the place of an attribute that is no plain thing, of which it matters only that it is there.
SOMETHING = object()
# Device types and the types that torch casts to there.
Autocast: TypeAlias = tuple[tuple[str, torch.dtype], ...]


class HeardStep(NamedTuple):
    """An operation as it was heard; written as a plain tuple during the pass."""

    function: Callable[..., Any]
    call: int
    chain: tuple[Position, ...]
    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]
    output: Any
    changed: tuple[State, ...]
    started: int
    ended: int


@dataclass(slots=True)
class HeardCall:
    """A module call as it was heard; what it returned is filled in when it returns."""

    module: nn.Module
    parent: int
    chain: tuple[Position, ...]
    args: tuple[Any, ...]
    first_step: int
    started: int
    training: bool
    frame: FrameType | None = None
    kwargs: Mapping[str, Any] | None = None
    output: Any = None
    last_step: int = -1
    ended: int = 0
    names: dict[str, Any] | None = None
    last_line: int | None = None
    # What was stored under the module's names, and of that, after the pass, what the pass has not changed.
    shelves: tuple[dict[str, Any], ...] = ()
    attributes: Mapping[str, Any] | None = None
    # The error by which it was left, and afterwards only whether there was one: an error keeps its frames alive.
    error: BaseException | None = None
    failed: bool = False
    entered_twice: bool = False
    hooks_to_come: bool = False


def shelves_of(module: nn.Module) -> tuple[dict[str, Any], ...]:
    """What is stored under a module's names at this moment: what was assigned, submodules, parameters, buffers."""
    return module.__dict__.copy(), module._modules.copy(), module._parameters.copy(), module._buffers.copy()


def steady_attributes(call: HeardCall, names: Iterable[str]) -> dict[str, Any]:
    """Attributes that are after the pass what they were when the call began: plain ones, and that others are there."""
    now = call.module.__dict__, call.module._modules, call.module._parameters, call.module._buffers
    found = ((name, _on(call.shelves, name), _on(now, name)) for name in names)
    return {
        name: before if isinstance(before, PLAIN) else SOMETHING
        for name, before, after in found
        if before is after and before is not UNKNOWN
    }


def _on(shelves: Iterable[Mapping[str, Any]], name: str) -> Any:
    return next((shelf[name] for shelf in shelves if name in shelf), UNKNOWN)


def autocast_now() -> Autocast:
    """The devices for which torch casts by itself at this moment, and to which type."""
    return tuple(
        (device, torch.get_autocast_dtype(device)) for device in ("cpu", "cuda") if torch.is_autocast_enabled(device)
    )


def causes_of(error: BaseException | None) -> Iterator[BaseException]:
    """An error and those from which it arose."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def tensors_in(something: object) -> Iterator[Tensor]:
    """Every tensor inside nested tuples, lists and dictionaries, in order."""
    if isinstance(something, Tensor):
        yield something
    elif isinstance(something, (tuple, list)):
        for part in something:
            yield from tensors_in(part)
    elif isinstance(something, dict):
        yield from tensors_in(tuple(something.values()))

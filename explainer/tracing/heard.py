"""What is noted during a pass, before it is known what it means."""

from collections.abc import Callable, Iterator, Mapping
from time import perf_counter_ns
from types import FrameType
from typing import Any, NamedTuple, TypeAlias

import torch
from torch import Tensor, nn

from explainer.tracing.places import Position
from explainer.tracing.states import State

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


class HeardCall:
    """A module call as it was heard; what it returned is filled in when it returns.

    Made once per call, so what most calls never change stands on the class.
    """

    frame: FrameType | None = None
    kwargs: Mapping[str, Any] | None = None
    output: Any = None
    last_step = -1
    ended = 0
    # What the local names of forward held at its end, and the line it returned on.
    names: Mapping[str, Any] | None = None
    last_line: int | None = None
    # Attributes that conditions ask for, as they were at the beginning; after the pass, those that it has not changed.
    watched: Mapping[str, Any] = NOTHING
    # The error by which it was left, and afterwards only whether there was one: an error keeps its frames alive.
    error: BaseException | None = None
    failed = False
    entered_twice = False
    hooks_to_come = False

    def __init__(
        self, module: nn.Module, parent: int, chain: tuple[Position, ...], args: tuple[Any, ...], first_step: int
    ) -> None:
        self.module = module
        self.parent = parent
        self.chain = chain
        self.args = args
        self.first_step = first_step
        self.training = module.training
        self.started = perf_counter_ns()


def stored(module: nn.Module, name: str) -> Any:
    """An attribute as it is stored, UNKNOWN where it is computed: looking must not run anything."""
    for shelf in (module.__dict__, module._modules, module._parameters, module._buffers):
        if name in shelf:
            return shelf[name]
    return UNKNOWN


def steady_attributes(call: HeardCall) -> dict[str, Any]:
    """Of the attributes that were watched, those that are after the pass what they were when the call began.

    Plain ones, and of others that they are there.
    """
    return {
        name: before if isinstance(before, PLAIN) else SOMETHING
        for name, before in call.watched.items()
        if before is not UNKNOWN and before is stored(call.module, name)
    }


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

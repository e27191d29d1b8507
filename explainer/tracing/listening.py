"""Torch's global hooks, shared by all recorders that run at the same time."""

import gc
import threading
from typing import Any, Protocol, runtime_checkable

from torch import nn
from torch.nn.modules.module import (
    _global_forward_hooks_with_kwargs,
    register_module_forward_hook,
    register_module_forward_pre_hook,
)
from torch.utils.hooks import RemovableHandle


@runtime_checkable
class Listener(Protocol):
    """Who hears of the module calls of a thread."""

    def enter(self, module: nn.Module, args: tuple[Any, ...]) -> None:
        """A module is called."""

    def leave(self, module: nn.Module, args: tuple[Any, ...], rest: tuple[Any, ...]) -> None:
        """A module's forward is over: `rest` is its keywords and what it returned, or one thing after an error."""


# The collector looks at all that a record holds again and again while it grows, and finds nothing to free.
_collects = False
# By thread. Torch's hooks are those of all threads, and its way of calling them after an error breaks when another
# thread adds one meanwhile: they are added for the first listener and taken away after the last.
_listening: dict[int, Listener] = {}
_hooks: list[RemovableHandle] = []
_door = threading.Lock()


def listen(listener: Listener) -> None:
    """From now on a listener hears of the module calls of this thread."""
    global _collects  # noqa: PLW0603 - one collector, one state
    with _door:
        if not _listening:
            _collects = gc.isenabled()
            gc.disable()
            _hooks.append(register_module_forward_pre_hook(_entered))
            _hooks.append(register_module_forward_hook(_left, with_kwargs=True, always_call=True))
        _listening[threading.get_ident()] = listener


def stop_listening() -> None:
    """Nobody hears of the module calls of this thread any more."""
    with _door:
        _listening.pop(threading.get_ident())
        while _hooks and not _listening:
            hook = _hooks.pop()
            hook.remove()
            _global_forward_hooks_with_kwargs.pop(hook.id, None)  # torch forgets to
        if not _listening and _collects:
            gc.enable()


def _entered(module: nn.Module, args: tuple[Any, ...]) -> None:
    listener = _listening.get(threading.get_ident())
    if listener is not None:
        listener.enter(module, args)


def _left(module: nn.Module, args: tuple[Any, ...], *rest: Any) -> None:
    listener = _listening.get(threading.get_ident())
    if listener is not None:
        listener.leave(module, args, rest)

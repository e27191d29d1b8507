"""Listening to a forward pass: hooks hear the modules, a function mode hears what happens between them.

During the pass as little as possible is done: one tuple per operation, one entry per module call. What it
all means is worked out afterwards. Each line of `__torch_function__` runs once per operation of the model.
"""

import inspect
import sys
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from time import perf_counter_ns
from typing import Any

import torch
from torch import Tensor, nn

from explainer.tracing.call_recorder import CallRecorder
from explainer.tracing.functions import (
    ASKS,
    CHANGES,
    MAY_CHANGE,
    OPENS,
    asked_in_place,
    changeable,
    draws,
    kind_of,
    may_draw,
    silently_changed,
    unguarded,
)
from explainer.tracing.heard import (
    NOTHING,
    Autocast,
    HeardCall,
    autocast_now,
    causes_of,
    steady_attributes,
    tensors_in,
)
from explainer.tracing.listening import listen, stop_listening
from explainer.tracing.states import State

_kinds: dict[Callable[..., Any], int] = {}
_drawing: set[Callable[..., Any]] = set()


class Recorder(CallRecorder):
    """Hears one forward pass of one model, in one thread."""

    def __init__(self, budget: int, pinned: Collection[str] = ()) -> None:
        super().__init__(budget, pinned)
        self.random_states: dict[int, Tensor] = {}
        self.autocasts: dict[int, Autocast] = {}
        self.error: BaseException | None = None
        self.open_calls: tuple[HeardCall, ...] = ()

    def run(self, model: nn.Module, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        """Run the model and hear everything. Nothing is left behind, whatever happens."""
        self._thread = threading.get_ident()
        listen(self)
        try:
            with self:
                return model(*args, **kwargs)
        except BaseException as error:
            self.error = error
            raise
        finally:
            stop_listening()
            self._settle()

    def _settle(self) -> None:
        """Let go of what is not needed for the record: frames, and errors that the model itself has dealt with."""
        causes = {id(cause) for cause in causes_of(self.error)}
        self.open_calls = tuple(call for call in self.calls if call.last_step < 0 or id(call.error) in causes)
        if self.failed is not None and id(self.failed[-1]) not in causes:
            self.failed = None
        for call in self.calls:
            call.frame = call.error = None
            call.watched = steady_attributes(call) if call.watched else NOTHING
        for hook in self._late_hooks.values():
            hook.remove()

    def __torch_function__(  # noqa: C901, PLR0915 - written out: a call saved here is saved once per operation
        self,
        func: Callable[..., Any],
        types: Sequence[type],
        args: tuple[Any, ...] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        kind = _kinds.get(func)
        if kind is None:
            kind = _learn(func)
        if kind == ASKS:
            return func(*args, **kwargs) if kwargs else func(*args)
        if kind == OPENS:
            with self:
                return unguarded(func)(*args, **(kwargs or {}))

        # What goes in is noted before the call, which may change it.
        slots = self._slots(args)
        options = self._options(kwargs) if kwargs else NOTHING
        changing = kind == CHANGES or (kind >= MAY_CHANGE and asked_in_place(kind, args, kwargs))
        if changing or (kwargs and "out" in kwargs):
            changing = True
        if changing:
            for tensor in changeable(func, args, kwargs or {}):
                self.ledger.protect(tensor)
        chain = self._fixed or self._chain(sys._getframe(1))
        if func in _drawing and draws(func, args, kwargs):
            self.random_states[len(self.steps)] = torch.get_rng_state()
        if torch._C._is_any_autocast_enabled():
            self.autocasts[len(self.steps)] = autocast_now()

        started = perf_counter_ns()
        try:
            result = func(*args, **kwargs) if kwargs else func(*args)
        except BaseException as error:
            self.failed = func, self._call, chain, slots, options, error
            raise
        ended = perf_counter_ns()

        step = len(self.steps)
        pinned = bool(self._pinned) and self._is_pinned(chain)
        inputs = slots if options is NOTHING else (*slots, *options.values())
        # Changed memory first: what was changed and then returned is known by its new state.
        changed = self._changed(func, args, kwargs, step, inputs, pinned) if changing else ()
        output = self._outcome(result, step, inputs, pinned)
        if output is not None or changed:
            self.steps.append((func, self._call, chain, slots, options, output, changed, started, ended))
        return result

    def _outcome(self, result: Any, step: int, inputs: tuple[Any, ...], pinned: bool) -> Any:
        """As `_slot`, for what a step returned; None where there is no tensor in it."""
        if isinstance(result, Tensor):
            return self.ledger.write(result, step, inputs, pinned)
        if isinstance(result, (tuple, list)):
            parts = [self._outcome(part, step, inputs, pinned) for part in result]
            return tuple(parts) if any(part is not None for part in parts) else None
        return None

    def _changed(
        self,
        func: Callable[..., Any],
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any] | None,
        step: int,
        inputs: tuple[Any, ...],
        pinned: bool,
    ) -> tuple[State, ...]:
        """The new states of arguments whose memory the step has changed."""
        silent = silently_changed(func, args, kwargs)
        if silent is not None:
            return tuple(self.ledger.overwrite(tensor, step, pinned) for tensor in silent)
        for tensor in changeable(func, args, kwargs or {}):
            # Such tensors do not count how often they are changed.
            if tensor.is_inference() and (func not in _drawing or draws(func, args, kwargs)):
                self.ledger.overwrite(tensor, step, pinned)
        present = [self.ledger.write(tensor, step, inputs, pinned) for tensor in tensors_in((args, kwargs or {}))]
        return tuple(state for state in dict.fromkeys(present) if state not in inputs)


# Shape checkers wrap all functions in one and the same code.
Recorder.outermost = inspect.unwrap(Recorder.run).__code__


def _learn(function: Callable[..., Any]) -> int:
    """Classify a function, once."""
    _kinds[function] = kind = kind_of(function)
    if may_draw(function):
        _drawing.add(function)
    return kind

"""Listening to a forward pass: hooks hear the modules, a function mode hears what happens between them.

During the pass as little as possible is done: one tuple per operation, one entry per module call. What it
all means is worked out afterwards. Each line of `__torch_function__` runs once per operation of the model.
"""

import inspect
import sys
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import fields, is_dataclass
from time import perf_counter_ns
from types import CodeType, FrameType
from typing import Any
from weakref import WeakKeyDictionary

import torch
from torch import Tensor, nn
from torch._C import DisableTorchFunction
from torch.nn import Parameter
from torch.overrides import TorchFunctionMode
from torch.utils.hooks import RemovableHandle

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
    PLAIN,
    UNKNOWN,
    Autocast,
    HeardCall,
    autocast_now,
    causes_of,
    steady_attributes,
    stored,
    tensors_in,
)
from explainer.tracing.ledger import Ledger, State
from explainer.tracing.listening import listen, stop_listening
from explainer.tracing.places import Position, chain_from, forward_code, library_position
from explainer.tracing.sources import names_given_at, watched_in

_kinds: dict[Callable[..., Any], int] = {}
_drawing: set[Callable[..., Any]] = set()
# Classes come and go in notebooks; what is known of them goes with them.
_forwards: WeakKeyDictionary[type[nn.Module], tuple[CodeType | None, tuple[str, ...]]] = WeakKeyDictionary()
# What most arguments are that are no tensors; nothing can be inside.
_ATOMS = frozenset({int, float, str, bool, type(None), torch.Size, torch.dtype, torch.device})


class Recorder(TorchFunctionMode):
    """Hears one forward pass of one model, in one thread."""

    def __init__(self, budget: int, pinned: Collection[str] = ()) -> None:
        super().__init__()
        self.calls: list[HeardCall] = []
        self.steps: list[tuple[Any, ...]] = []
        self.ledger = Ledger(budget)
        self.failed: tuple[Any, ...] | None = None
        self.random_states: dict[int, Tensor] = {}
        self.autocasts: dict[int, Autocast] = {}
        self.error: BaseException | None = None
        self.open_calls: tuple[HeardCall, ...] = ()
        self._pinned = frozenset(pinned)
        # Where the pass is: the open call, the nearest forward of the reader's and its call, and inside
        # torch's own modules the place from which they were called.
        self._call = -1
        self._stop: CodeType | None = None
        self._stop_call = -1
        self._fixed: tuple[Position, ...] = ()
        self._late_hooks: dict[int, RemovableHandle] = {}
        self._forwards: dict[type[nn.Module], tuple[CodeType | None, tuple[str, ...]]] = {}
        self._outer: list[tuple[int, CodeType | None, int, tuple[Position, ...]]] = []

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

    def _slots(self, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        """Arguments with states in the place of tensors."""
        read = self.ledger.read
        slots = []
        for argument in arguments:
            kind = type(argument)
            if kind is Tensor or kind is Parameter:
                slots.append(read(argument))
            elif kind in _ATOMS:
                slots.append(argument)
            else:
                slots.append(self._slot(argument))
        return tuple(slots)

    def _options(self, kwargs: Mapping[str, Any]) -> dict[str, Any]:
        return {name: value if type(value) in _ATOMS else self._slot(value) for name, value in kwargs.items()}

    def _slot(self, argument: Any) -> Any:
        if isinstance(argument, Tensor):
            return self.ledger.read(argument)
        if isinstance(argument, dict):
            return {key: self._slot(value) for key, value in argument.items()}
        if type(argument) is tuple:
            return tuple([self._slot(part) for part in argument])
        if isinstance(argument, list):
            return [self._slot(part) for part in argument]
        if is_dataclass(argument) and not isinstance(argument, type):
            return {each.name: self._slot(getattr(argument, each.name)) for each in fields(argument)}
        # Named tuples, such as what max(dim=…) returns, count as tuples; a torch.Size is a plain thing.
        if isinstance(argument, tuple) and any(isinstance(part, Tensor) for part in argument):
            return tuple(self._slot(part) for part in argument)
        # A generator goes on with every draw; noted is what it is now.
        return argument.clone_state() if isinstance(argument, torch.Generator) else argument

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

    def _is_pinned(self, chain: tuple[Position, ...]) -> bool:
        return bool(chain) and not self._pinned.isdisjoint(names_given_at(chain[0]))

    def _chain(self, frame: FrameType | None) -> tuple[Position, ...]:
        chain, home = chain_from(frame, self._stop, _OUTERMOST)
        if home is not None:
            call = self.calls[self._stop_call]
            call.entered_twice |= call.frame is not None and call.frame is not home
            call.frame = home
        elif self._stop is not None and self._outer:
            # In a hook of the module: its forward has not begun or is over, its caller's has not.
            chain, _ = chain_from(frame, self._outer[-1][1], _OUTERMOST)
        return chain or library_position(frame, _OUTERMOST)

    def enter(self, module: nn.Module, args: tuple[Any, ...]) -> None:
        """A module is called."""
        chain = self._fixed or self._chain(sys._getframe(2))
        with DisableTorchFunction():
            slots = self._slots(args)
        code, watched = self._forward_of(module)
        self._outer.append((self._call, self._stop, self._stop_call, self._fixed))
        self._call, parent = len(self.calls), self._call
        self.calls.append(HeardCall(module, parent, chain, slots, len(self.steps)))
        if code is not None:
            self._stop, self._stop_call, self._fixed = code, self._call, ()
            if watched:
                self.calls[-1].watched = {name: stored(module, name) for name in watched}
        elif not (module._forward_hooks or module._forward_pre_hooks):
            # All that happens in one of torch's own modules happens, for the reader, where it was called.
            self._fixed = chain if self._stop is not None else ()
        if module._forward_hooks and id(module) not in self._late_hooks:
            # They may return something else than forward did, and run after the recorder's.
            self._late_hooks[id(module)] = module.register_forward_hook(self._leave_late, always_call=True)

    def _forward_of(self, module: nn.Module) -> tuple[CodeType | None, tuple[str, ...]]:
        """The code of a module's forward, where it is the reader's, and the attributes that its conditions ask for."""
        if "forward" in module.__dict__:  # its own, and not its class's: that of a ScriptModule, for one
            return None, ()
        kind = type(module)
        known = self._forwards.get(kind)
        if known is None:
            known = self._forwards[kind] = _known_forward(kind)
        return known

    def leave(self, module: nn.Module, args: tuple[Any, ...], rest: tuple[Any, ...]) -> None:
        """A module's forward is over: `rest` is its keywords and what it returned, or one thing after an error."""
        call = self._unwound_to(module)
        call.ended = perf_counter_ns()
        call.last_step = len(self.steps)
        with DisableTorchFunction():
            if len(rest) == 2:
                kwargs, output = rest
                call.output = self._slot(output)
                call.kwargs = self._options(kwargs) if kwargs else NOTHING
                if self._pinned and self._is_pinned(call.chain):
                    for tensor in tensors_in(output):
                        self.ledger.pin(tensor)
                if module._forward_pre_hooks:  # they may have given forward something else
                    call.args = self._slots(args)
            else:  # as torch calls hooks after an error
                call.error, call.failed = sys.exc_info()[1], True
            if call.frame is not None:
                call.names = self._names_in(call.frame)
                call.last_line = call.frame.f_lineno
                call.frame = None
        if id(module) in self._late_hooks and not call.failed:
            call.hooks_to_come = True
        else:
            self._close()

    def _leave_late(self, module: nn.Module, _args: tuple[Any, ...], output: Any) -> None:
        """After the module's own hooks, which may have put something else in the place of what forward returned."""
        if threading.get_ident() != self._thread:
            return
        call = self.calls[self._call]
        if call.module is not module or not call.hooks_to_come:  # closed already, when forward failed
            return
        call.hooks_to_come = False
        call.last_step = len(self.steps)
        call.error = sys.exc_info()[1]
        with DisableTorchFunction():
            call.output = self._slot(output)
        self._close()

    def _unwound_to(self, module: nn.Module) -> HeardCall:
        """The open call of a module; calls inside it that are still open were left by an error that was caught."""
        while self.calls[self._call].module is not module and self._outer:
            self._close()
        return self.calls[self._call]

    def _close(self) -> None:
        self._call, self._stop, self._stop_call, self._fixed = self._outer.pop()

    def _names_in(self, frame: FrameType) -> dict[str, Any]:
        """What the local names of a finished forward held at its end: plain things as they are, tensors as edges."""
        names = {}
        for name, thing in frame.f_locals.items():
            part = thing if type(thing) in _ATOMS else self._known_part(thing)
            if part is not UNKNOWN:
                names[name] = part
        return names

    def _known_part(self, thing: Any) -> Any:
        if isinstance(thing, Tensor):
            return self.ledger.find(thing) or UNKNOWN
        if isinstance(thing, tuple):
            parts = tuple(map(self._known_part, thing))
            return UNKNOWN if UNKNOWN in parts else parts
        return thing if isinstance(thing, PLAIN) else UNKNOWN


# Shape checkers wrap all functions in one and the same code.
_OUTERMOST = inspect.unwrap(Recorder.run).__code__


def _known_forward(kind: type[nn.Module]) -> tuple[CodeType | None, tuple[str, ...]]:
    if kind not in _forwards:
        code = forward_code(kind)
        _forwards[kind] = code, watched_in(code) if code is not None else ()
    return _forwards[kind]


def _learn(function: Callable[..., Any]) -> int:
    """Classify a function, once."""
    _kinds[function] = kind = kind_of(function)
    if may_draw(function):
        _drawing.add(function)
    return kind

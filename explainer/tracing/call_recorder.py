"""Hearing the module calls of a pass: where each was made, what it was given, what it returned and held.

This is the half of the recorder that torch's hooks reach; it also knows where the pass stands, for both halves.
"""

import sys
import threading
from collections.abc import Collection, Mapping
from dataclasses import fields, is_dataclass
from time import perf_counter_ns
from types import CodeType, FrameType
from typing import Any, ClassVar

import torch
from torch import Tensor, nn
from torch._C import DisableTorchFunction
from torch.nn import Parameter
from torch.overrides import TorchFunctionMode
from torch.utils.hooks import RemovableHandle

from explainer.tracing.heard import NOTHING, PLAIN, UNKNOWN, HeardCall, stored, tensors_in
from explainer.tracing.ledger import Ledger
from explainer.tracing.places import Position, chain_from, library_position
from explainer.tracing.sources import known_forward, names_given_at

# What most arguments are that are no tensors; nothing can be inside.
_ATOMS = frozenset({int, float, str, bool, type(None), torch.Size, torch.dtype, torch.device})


class CallRecorder(TorchFunctionMode):
    """Hears the module calls of one pass, in one thread."""

    # The code below which everything belongs to the pass.
    outermost: ClassVar[CodeType]

    def __init__(self, budget: int, pinned: Collection[str] = ()) -> None:
        super().__init__()
        self.calls: list[HeardCall] = []
        self.steps: list[tuple[Any, ...]] = []
        self.ledger = Ledger(budget)
        self.failed: tuple[Any, ...] | None = None
        self._pinned = frozenset(pinned)
        self._thread = threading.get_ident()
        # Where the pass is: the open call, the nearest forward of the reader's and its call, and inside
        # torch's own modules the place from which they were called.
        self._call = -1
        self._stop: CodeType | None = None
        self._stop_call = -1
        self._fixed: tuple[Position, ...] = ()
        self._late_hooks: dict[int, RemovableHandle] = {}
        self._forwards: dict[type[nn.Module], tuple[CodeType | None, tuple[str, ...]]] = {}
        self._outer: list[tuple[int, CodeType | None, int, tuple[Position, ...]]] = []

    def _is_pinned(self, chain: tuple[Position, ...]) -> bool:
        return bool(chain) and not self._pinned.isdisjoint(names_given_at(chain[0]))

    def _chain(self, frame: FrameType | None) -> tuple[Position, ...]:
        chain, home = chain_from(frame, self._stop, self.outermost)
        if home is not None:
            call = self.calls[self._stop_call]
            call.entered_twice |= call.frame is not None and call.frame is not home
            call.frame = home
        elif self._stop is not None and self._outer:
            # In a hook of the module: its forward has not begun or is over, its caller's has not.
            chain, _ = chain_from(frame, self._outer[-1][1], self.outermost)
        return chain or library_position(frame, self.outermost)

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
            known = self._forwards[kind] = known_forward(kind)
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

"""Listening to a forward pass: hooks hear the modules, a function mode hears what happens between them.

During the pass as little as possible is done: one entry per operation, one per module call. What it
all means is worked out afterwards, in `assembling`.
"""

import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from torch import Tensor, nn
from torch.nn.modules.module import register_module_forward_hook, register_module_forward_pre_hook
from torch.overrides import TorchFunctionMode

from explainer.tracing.sources import Position


def _folder(package: str) -> str:
    spec = find_spec(package)
    return str(Path(spec.origin).parent) if spec and spec.origin else package


# Code between the reader's own and the operation: torch, this recorder, and shape checkers, which wrap
# functions in generated code ("<…>") of their own.
_MACHINERY = ("<", str(Path(__file__).parent), _folder("torch"), _folder("jaxtyping"))


@dataclass
class HeardCall:
    """A module call as it was heard; what it returned is filled in when it returns."""

    module: nn.Module
    parent: int | None
    position: Position | None
    first_step: int
    args: tuple[Any, ...]
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    output: Any = None
    last_step: int = 0


@dataclass
class HeardStep:
    """An operation as it was heard."""

    function: Callable[..., Any]
    call: int
    position: Position | None
    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]
    result: Any


@dataclass
class HeardTensor:
    """A tensor with the version of its memory when it was first met; holding it keeps its id from being reused."""

    tensor: Tensor
    shape: tuple[int, ...]
    version: int | None
    made_by_step: bool


class Recorder(TorchFunctionMode):
    """Hears one forward pass of one model, in one thread."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.calls: list[HeardCall] = []
        self.steps: list[HeardStep] = []
        self.tensors: dict[int, HeardTensor] = {}
        self._open: list[int] = []
        self._modules = {id(module) for module in model.modules()}
        self._thread = threading.get_ident()

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Everything that happens inside is heard. Nothing is left behind, whatever happens inside."""
        hooks = [
            register_module_forward_pre_hook(self._enter),
            register_module_forward_hook(self._leave, with_kwargs=True),
        ]
        try:
            with self:
                yield
        finally:
            for hook in hooks:
                hook.remove()

    def meet(self, tensor: Tensor, *, made_by_step: bool = False) -> None:
        """Remember a tensor as it is when it first comes by."""
        if id(tensor) not in self.tensors:
            version = None if tensor.is_inference() else tensor._version
            self.tensors[id(tensor)] = HeardTensor(tensor, tuple(tensor.shape), version, made_by_step)

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Sequence[type],
        args: tuple[Any, ...] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        options = kwargs or {}
        result = func(*args, **options)
        # Sizes, flags and numbers come by here as well; only what made or changed a tensor is a step.
        changed = args[0] if getattr(func, "__name__", "") == "__setitem__" else result
        if self._open and any(True for _ in tensors_in(changed)):
            self._note(func, args, options, changed)
        return result

    def _note(self, func: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any], result: Any) -> None:
        for tensor in tensors_in((args, tuple(kwargs.values()))):
            self.meet(tensor)
        for tensor in tensors_in(result):
            self.meet(tensor, made_by_step=True)
        self.steps.append(HeardStep(func, self._open[-1], _position(sys._getframe(2)), args, kwargs, result))

    def _enter(self, module: nn.Module, args: tuple[Any, ...]) -> None:
        if threading.get_ident() != self._thread or id(module) not in self._modules:
            return
        for tensor in tensors_in(args):
            self.meet(tensor)
        parent = self._open[-1] if self._open else None
        self._open.append(len(self.calls))
        self.calls.append(HeardCall(module, parent, _position(sys._getframe(1)), len(self.steps), args))

    def _leave(self, module: nn.Module, _args: tuple[Any, ...], kwargs: Mapping[str, Any], output: Any) -> None:
        if threading.get_ident() != self._thread or id(module) not in self._modules:
            return
        for tensor in tensors_in((tuple(kwargs.values()), output)):
            self.meet(tensor)
        call = self.calls[self._open.pop()]
        call.kwargs, call.output, call.last_step = kwargs, output, len(self.steps)


def tensors_in(something: object) -> Iterator[Tensor]:
    """Every tensor inside nested tuples, lists and dictionaries, in order."""
    if isinstance(something, Tensor):
        yield something
    elif isinstance(something, (tuple, list)):
        for part in something:
            yield from tensors_in(part)
    elif isinstance(something, dict):
        yield from tensors_in(tuple(something.values()))


def _position(frame: FrameType | None) -> Position | None:
    """Where the reader's code stands: the nearest frame that is neither torch nor the recorder."""
    while frame is not None and _is_machinery(frame.f_code):
        frame = frame.f_back
    return Position(frame.f_code, frame.f_lasti) if frame is not None else None


@lru_cache(maxsize=4096)
def _is_machinery(code: CodeType) -> bool:
    return code.co_filename.startswith(_MACHINERY)

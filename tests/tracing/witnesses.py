"""Witnesses that do not know the recorder: every name that is bound, every line that runs, every tensor as it was."""

import dis
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

_STORES = {"STORE_FAST", "STORE_DEREF"}


class Bound(NamedTuple):
    """A name in a function that got a tensor, and the numbers that the tensor had then."""

    function: str
    line: int
    name: str
    numbers: Tensor


class Watch:
    """What `watching` sees."""

    def __init__(self) -> None:
        self.bound: list[Bound] = []
        # What the names of a function held when it returned.
        self.held_last: list[Bound] = []
        # For each call of a function, in the order in which they began: where it is written, and the lines that ran.
        self.runs: list[tuple[CodeType, set[int]]] = []
        self._run_of: dict[FrameType, set[int]] = {}
        self._store: dict[FrameType, tuple[str, int]] = {}
        self._instructions: dict[CodeType, dict[int, dis.Instruction]] = {}

    def see(self, frame: FrameType, event: str, _arg: Any) -> Callable[..., Any]:
        if frame not in self._run_of:
            self._run_of[frame] = set()
            self.runs.append((frame.f_code, self._run_of[frame]))
            frame.f_trace_opcodes = True
        if frame in self._store and event != "exception":
            self._note(frame, *self._store.pop(frame))
        if event == "return":
            self._note_last(frame)
        elif event == "line":
            self._run_of[frame].add(frame.f_lineno)
        elif event == "opcode":
            instruction = self._instruction(frame.f_code, frame.f_lasti)
            if instruction.opname in _STORES:
                self._store[frame] = str(instruction.argval), frame.f_lineno
        return self.see

    def _note_last(self, frame: FrameType) -> None:
        for name, held in frame.f_locals.items():
            if isinstance(held, Tensor):
                self.held_last.append(Bound(frame.f_code.co_qualname, frame.f_lineno, name, copied(held)))

    def _note(self, frame: FrameType, name: str, line: int) -> None:
        held = frame.f_locals.get(name)
        if isinstance(held, Tensor):
            self.bound.append(Bound(frame.f_code.co_qualname, line, name, copied(held)))

    def _instruction(self, code: CodeType, offset: int) -> dis.Instruction:
        if code not in self._instructions:
            self._instructions[code] = {each.offset: each for each in dis.get_instructions(code)}
        return self._instructions[code][offset]


def copied(tensor: Tensor) -> Tensor:
    """The numbers of a tensor, on their own, without anybody hearing of it."""
    with torch._C.DisableTorchFunction(), torch.no_grad():
        try:
            return tensor.detach().clone()
        except RuntimeError:  # a tensor that lives inside vmap only
            return torch.empty(0)


@contextmanager
def watching(*folders_or_files: Path) -> Iterator[Watch]:
    """Watch the code of these files by `sys.settrace`."""
    watch = Watch()
    watched = tuple(map(str, folders_or_files))
    known: dict[str, bool] = defaultdict(bool, {})

    def enter(frame: FrameType, event: str, arg: Any) -> Callable[..., Any] | None:
        file = frame.f_code.co_filename
        if file not in known:
            known[file] = file.startswith(watched)
        return watch.see(frame, event, arg) if known[file] else None

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        yield watch
    finally:
        sys.settrace(before)


def same_numbers(one: Tensor | None, other: Tensor | None) -> bool:
    """Whether two tensors have the same shape and the same numbers, those that are no numbers included."""
    if one is None or other is None:
        return False
    if one.layout is not torch.strided or other.layout is not torch.strided:
        return one.layout == other.layout and same_numbers(one.to_dense(), other.to_dense())
    return one.dtype == other.dtype and one.shape == other.shape and bool(torch.equal(_bits(one), _bits(other)))


def _bits(tensor: Tensor) -> Tensor:
    return tensor.detach().resolve_conj().clone(memory_format=torch.contiguous_format).reshape(-1).view(torch.uint8)


def mode_of(model: nn.Module) -> dict[str, bool]:
    return {name: module.training for name, module in model.named_modules()}

"""Where the reader's code stands while an operation runs: a walk along the frames, past torch's own."""

import inspect
from importlib.util import find_spec
from os import sep
from pathlib import Path
from types import CodeType, FrameType
from typing import TypeAlias
from weakref import WeakKeyDictionary

from torch import nn

# An instruction of a code object, as a frame holds it while it runs.
Position: TypeAlias = tuple[CodeType, int]


def _folder(package: str) -> str:
    spec = find_spec(package)
    # With the slash: torchvision lies beside torch and is not part of it.
    return str(Path(spec.origin).parent) + sep if spec and spec.origin else package


# Code between the reader's own and the operation: torch, this recorder, and shape checkers, which wrap
# functions in generated code ("<…>") of their own.
_FOLDERS = ("<@beartype", "<__array", _folder("explainer.tracing"), _folder("torch"), _folder("jaxtyping"))
# By file and not by code: code objects of the same text are equal, also those of a copy of a file of torch.
_known: dict[str, bool] = {}
# Classes come and go in notebooks; what is known of them goes with them.
_forwards: WeakKeyDictionary[type[nn.Module], CodeType | None] = WeakKeyDictionary()


def is_machinery(code: CodeType) -> bool:
    """Whether code belongs to torch, to the recorder or to a shape checker."""
    file = code.co_filename
    known = _known.get(file)
    if known is None:
        known = _known[file] = file.startswith(_FOLDERS)
    return known


def chain_from(
    frame: FrameType | None, stop: CodeType | None, outermost: CodeType
) -> tuple[tuple[Position, ...], FrameType | None]:
    """The positions in the reader's code from an operation outwards to the forward it runs in, and its frame.

    The first is where the operation is written, the last stands in `stop`, the nearest forward of the reader's;
    there is more than one where forward calls a function that computes. Empty where all code is torch's own.
    """
    chain: list[Position] = []
    while frame is not None:
        code = frame.f_code
        if code is stop:
            return (*chain, (code, frame.f_lasti)), frame
        machinery = _known.get(code.co_filename)
        if machinery is None:
            machinery = is_machinery(code)
        if not machinery:
            chain.append((code, frame.f_lasti))
        elif code is outermost:
            break
        frame = frame.f_back
    return tuple(chain), None


def library_position(frame: FrameType | None, outermost: CodeType) -> tuple[Position, ...]:
    """Where torch's own modules are read: the nearest forward of theirs."""
    while frame is not None and frame.f_code is not outermost:
        if frame.f_code.co_name == "forward":
            return ((frame.f_code, frame.f_lasti),)
        frame = frame.f_back
    return ()


def forward_code(kind: type[nn.Module]) -> CodeType | None:
    """The code of a module class's forward, where it is the reader's and not torch's."""
    if kind not in _forwards:
        _forwards[kind] = _find_forward(kind)
    return _forwards[kind]


def _find_forward(kind: type[nn.Module]) -> CodeType | None:
    code = getattr(inspect.unwrap(kind.forward), "__code__", None)
    return code if code is not None and not is_machinery(code) else None

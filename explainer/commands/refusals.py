"""What the command line cannot do, as a sentence with the nearest thing that it can."""

import importlib
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from traceback import extract_tb

import torch

import explainer.tracing
from explainer.language import ExplainedError, Phrase, same_in_both
from explainer.tracing.presenting import visible

WRONG_USAGE, FAILED = 2, 1

# What runs the reader's code and is not it: torch, the recorder, these commands, the machinery of imports.
_MACHINERY = (
    str(Path(torch.__file__).parent),
    str(Path(explainer.tracing.__file__).parent),
    str(Path(__file__).parent),
    str(Path(importlib.__file__).parent),
    "<",
)

_NEAREST = Phrase("{sentence} The nearest: {names}.", "{sentence}最接近的是：{names}。")
_KNOWN = Phrase("{sentence} There are: {names}.", "{sentence}可用的有：{names}。")
_NONE = Phrase("{sentence} There are none.", "{sentence}这里一个也没有。")


class CommandError(ExplainedError):
    """The sentence for the reader, and the exit code."""

    def __init__(self, phrase: Phrase, code: int = WRONG_USAGE) -> None:
        super().__init__(phrase)
        self.code = code


def with_nearest(sentence: Phrase, asked: str, known: Iterable[str]) -> Phrase:
    """The sentence, and behind it the known names that look most like what was asked for, if any do."""
    near = get_close_matches(asked, list(known), n=3, cutoff=0.5)
    return _NEAREST.fill(sentence=sentence, names=_list(near)) if near else sentence


def with_known(sentence: Phrase, asked: str, known: Iterable[str]) -> Phrase:
    """The sentence, the nearest names, and all there are."""
    names = list(known)
    if not names:
        return _NONE.fill(sentence=sentence)
    return _KNOWN.fill(sentence=with_nearest(sentence, asked, names), names=_list(names))


def _list(names: list[str]) -> Phrase:
    return same_in_both(", ".join(names))


def told(error: BaseException) -> str:
    """An error in one line: its class and what it says; the class alone where it says nothing or cannot."""
    try:
        message = str(error)
    except Exception:  # the reader's own class of error, whose text is broken too
        message = ""
    lines = [visible(line) for line in message.splitlines() if line.strip()]
    return ": ".join([type(error).__name__, *(lines and ["\n    ".join(lines)])])


def place_of(error: BaseException) -> str:
    """Where in the reader's own code an error was raised, as "file:line: text"; "" where it was not raised there."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno}: {visible((error.text or '').strip())}"
    frames = [frame for frame in extract_tb(error.__traceback__) if not frame.filename.startswith(_MACHINERY)]
    return f"{frames[-1].filename}:{frames[-1].lineno}: {visible(frames[-1].line or '')}" if frames else ""

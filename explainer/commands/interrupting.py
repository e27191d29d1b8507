"""Ctrl-C as a wish: what runs ends well, with what it has."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType


@dataclass
class Interruption:
    """Whether the reader has pressed Ctrl-C."""

    wished: bool = False


@contextmanager
def interruptible() -> Iterator[Interruption]:
    """Within it the first Ctrl-C is noted only; the second does what it always does."""
    interruption = Interruption()
    # None where what handles it was not set from Python.
    before = signal.getsignal(signal.SIGINT) or signal.default_int_handler

    def note(_signal: int, _frame: FrameType | None) -> None:
        interruption.wished = True
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, note)
    try:
        yield interruption
    finally:
        signal.signal(signal.SIGINT, before)

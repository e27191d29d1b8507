"""The random numbers that a pass draws while it runs: what dropout drops in train mode.

Dropout has no generator of its own. It draws from that of the process, which all visitors share, so passes that
draw take turns, and none of them leaves a trace.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock

import torch

_turn = RLock()


@contextmanager
def drawing_from(seed: int) -> Iterator[None]:
    """Inside, torch draws on the CPU what it draws after `torch.manual_seed(seed)`; afterwards all is as it was."""
    with _turn, torch.random.fork_rng(devices=[]):
        torch.default_generator.manual_seed(seed)
        yield

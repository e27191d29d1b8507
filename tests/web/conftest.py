"""As on a warm server: one thread, and nothing that is loaded is looked through after every run of the page."""

import gc
from collections.abc import Iterator

import pytest
import torch

import tests.web.visits  # noqa: F401 - everything heavy is loaded before it is frozen


@pytest.fixture(scope="session", autouse=True)
def _warm() -> Iterator[None]:
    torch.set_num_threads(1)
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()

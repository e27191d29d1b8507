"""What the modules of a pass are given and return, heard by torch's own hooks in a second pass."""

from copy import deepcopy
from functools import cache
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from tests.lessons.layer_passes import made_with

LAYER = "encoder.attn_layers.0"
CORE = f"{LAYER}.attention.inner_attention"


@cache
def heard(name: str) -> dict[str, tuple[tuple[Any, ...], Any]]:
    """What every module of the model is given and returns when it runs once more; attention is returned as well."""
    made = made_with(name)
    model = deepcopy(made.model)
    seen: dict[str, tuple[tuple[Any, ...], Any]] = {}
    for path, module in model.named_modules():
        if path == CORE:
            module.output_attention = True

        def listen(_module: nn.Module, given: tuple[Any, ...], result: Any, path: str = path) -> None:
            seen[path] = (given, result)

        module.register_forward_hook(listen)
    with torch.no_grad():
        model(*made.inputs)
    return seen


def given(name: str, path: str) -> Tensor:
    tensor: Tensor = heard(name)[path][0][0]
    return tensor


def result(name: str, path: str) -> Tensor:
    found = heard(name)[path][1]
    tensor: Tensor = found[0] if isinstance(found, tuple) else found
    return tensor


def matrix(name: str) -> Tensor:
    tensor: Tensor = heard(name)[CORE][1][1]
    return tensor


def near(number: float) -> Any:
    return pytest.approx(number, rel=6e-3, abs=1e-9)

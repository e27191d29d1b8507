"""All foreign models in one table, and how to run one."""

import pytest
import torch
from torch import nn

from explainer.tracing import Edge, Trace, Tracer
from tests.tracing.foreign import STANDARD, Case, seeded
from tests.tracing.foreign_code import CODE
from tests.tracing.foreign_memory import MEMORY
from tests.tracing.foreign_torch import TORCH

CASES: dict[str, Case] = STANDARD | CODE | MEMORY | TORCH
every_case = pytest.mark.parametrize("case", CASES.values(), ids=CASES)


_passes: dict[tuple[int, bool], tuple[nn.Module, Trace]] = {}


def pass_of(case: Case, *, training: bool = False) -> tuple[nn.Module, Trace]:
    """The record of one pass, made once for all tests."""
    asked = id(case), training
    if asked not in _passes:
        _passes[asked] = fresh_pass_of(case, training=training)
    return _passes[asked]


def fresh_pass_of(case: Case, *, training: bool = False, tracer: Tracer | None = None) -> tuple[nn.Module, Trace]:
    """The record of one pass; gradients are on in training only, and the process draws from a known seed."""
    model = seeded(case.model).train(training)
    with torch.random.fork_rng(devices=[]), torch.set_grad_enabled(training):
        torch.manual_seed(11)
        return model, (tracer or Tracer()).trace(model, *case.inputs())


def held_last(record: Trace) -> dict[str, str]:
    """For each name in the forward of the model: the operation that made what it holds last."""
    made: dict[str, str] = {}
    for binding in record.bindings:
        if binding.call == 0 and isinstance(binding.slot, Edge):
            step = record.producer(binding.slot.value)
            made[binding.name] = step.op if step else ""
    return made

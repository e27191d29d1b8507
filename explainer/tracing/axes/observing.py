"""One run of a model of a family at one setting: all sizes and strides, and the whole numbers that locals held."""

import random
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from explainer.tracing.axes.families import Family, Setting
from explainer.tracing.axes.structures import Structure, structure_of, values_in
from explainer.tracing.trace import Trace
from explainer.tracing.tracing import Tracer


class Local(NamedTuple):
    """A local variable of a forward, in one call of a module."""

    path: str
    nth: int
    name: str


@dataclass(frozen=True, eq=False)
class Observation:
    """What one run showed.

    letters   the setting, derived letters included
    sizes     for each place of the structure, all its sizes and then all its strides, in elements
    """

    letters: Mapping[str, int]
    structure: Structure
    sizes: tuple[int, ...]
    trace: Trace

    @cached_property
    def locals(self) -> Mapping[Local, int]:
        """The whole numbers that local variables held; worked out when they are asked for."""
        return locals_in(self.trace)


def observe(
    family: Family, setting: Setting, *, training: bool = False, change: Callable[[Tensor], Tensor] | None = None
) -> Observation:
    """Build the model at a setting and run it once; `change` may give it other numbers of the same shape.

    Raises whatever the family's `build` raises, and FailedPass where the model does.
    """
    letters = family.complete(setting)
    model, inputs = family.build({letter: letters[letter] for letter in family.atoms})
    return observed(run(model.train(training), inputs, change), letters)


def observed(trace: Trace, letters: Mapping[str, int]) -> Observation:
    """What a record shows."""
    sizes: list[int] = []
    for value in values_in(trace):
        sizes += (*trace.values[value].shape, *trace.values[value].strides)
    return Observation(letters, structure_of(trace), tuple(sizes), trace)


def run(model: nn.Module, inputs: tuple[Any, ...], change: Callable[[Tensor], Tensor] | None = None) -> Trace:
    """The record of one pass, without values; random numbers that the pass draws are given back."""
    given = tuple(change(each) if change and isinstance(each, Tensor) else each for each in inputs)
    kept = torch.random.fork_rng(devices=[]) if model.training else nullcontext()
    with kept, torch.no_grad():
        return Tracer(budget=0).trace(model, *given)


def noise(seed: int, sign: int) -> Callable[[Tensor], Tensor]:
    """A change that puts random numbers, or with sign -1 their opposites, in the place of numbers with a point."""
    draw = torch.Generator().manual_seed(seed)

    def changed(tensor: Tensor) -> Tensor:
        if not tensor.is_floating_point():
            return tensor
        return sign * torch.randn(tensor.shape, generator=draw, dtype=tensor.dtype)

    return changed


def locals_in(trace: Trace) -> dict[Local, int]:
    """Every whole number that a local variable of a forward holds."""
    found = {}
    for binding in trace.bindings:
        if binding.how == "plain" and type(binding.slot) is int:
            call = trace.calls[binding.call]
            found[Local(call.path, call.nth, binding.name)] = binding.slot
    return found


def draw(family: Family, dice: random.Random, tries: int = 5) -> dict[str, int]:
    """A legal setting, if a few tries give one, with numbers that all differ: equal sizes are then no accident."""
    for _ in range(tries):
        setting = family.sample(dice)
        if len(set(setting.values())) == len(setting):
            break
    return setting

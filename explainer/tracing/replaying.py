"""The record proves itself: every step is run again from its recorded inputs and must give the same bits.

A second proof asks whether the recorded inputs are the true ones: when one of them is changed, so must the result.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import torch
from torch import Tensor

from explainer.tracing.record import Edge, Slot, Step, Value
from explainer.tracing.slots import with_tensors


@runtime_checkable
class Recorded(Protocol):
    """What of a trace is needed to run its steps again."""

    @property
    def steps(self) -> Sequence[Step]:
        """Every operation."""

    @property
    def values(self) -> Sequence[Value]:
        """Every state of every tensor."""


@dataclass(frozen=True)
class Replay:
    """What came of running every step again.

    equal      steps whose outputs had the same bits          different  steps whose outputs had not
    left_out   steps that could not be run again, since a value they need was not kept
    edges      how many inputs were changed, one at a time    dead       (step, value): a change that changed nothing
    """

    equal: tuple[int, ...]
    different: tuple[int, ...]
    left_out: tuple[int, ...]
    edges: int
    dead: tuple[tuple[int, int], ...]

    @property
    def proven(self) -> bool:
        """Whether every step was run again with the same bits, and every recorded input mattered."""
        return not (self.different or self.left_out or self.dead)


def replay(trace: Recorded) -> Replay:
    """Run every step of a trace again, alone, as it was recorded and with each of its inputs changed."""
    equal: list[int] = []
    different: list[int] = []
    left_out: list[int] = []
    dead: list[tuple[int, int]] = []
    edges = 0
    with torch.random.fork_rng(devices=[]):
        for step in trace.steps:
            if not _is_kept(step, trace.values):
                left_out.append(step.id)
                continue
            (equal if _gives_recorded(step, trace.values, {}) else different).append(step.id)
            for value, others in _perturbations(step, trace.values):
                edges += 1
                if all(_gives_recorded(step, trace.values, {value: other}) for other in others):
                    dead.append((step.id, value))
    return Replay(tuple(equal), tuple(different), tuple(left_out), edges, tuple(dead))


# What they return is memory as it happens to be.
_UNWRITTEN = frozenset({"empty", "empty_like", "empty_strided", "empty_permuted", "new_empty", "new_empty_strided"})


def gives_shape_only(op: str) -> bool:
    """Whether an operation looks at the shape of what it is given, and not at its numbers."""
    return op.endswith("_like") or op.startswith("new_")


def _is_kept(step: Step, values: Sequence[Value]) -> bool:
    return all(values[number].data is not None for number in (*step.inputs, *step.outputs, *step.changed))


def _gives_recorded(step: Step, values: Sequence[Value], instead: Mapping[int, Tensor]) -> bool:
    """Whether a step, with some inputs replaced, gives the bits that were recorded."""
    try:
        with _as_it_was(step, values):
            found = _run(step, values, instead)
    except Exception:  # what it was given cannot be computed with
        return False
    recorded = _recorded(step, values)
    if step.op in _UNWRITTEN:
        return [(each.shape, each.dtype) for each in found] == [(each.shape, each.dtype) for each in recorded]
    return _same_bits(found, recorded)


@contextmanager
def _as_it_was(step: Step, values: Sequence[Value]) -> Iterator[None]:
    """Torch's switches as they were: which kernel runs may depend on whether gradients are wanted."""
    wanted = any(kept is not None and kept.requires_grad for kept in (values[number].kept for number in step.outputs))
    with ExitStack() as switches:
        switches.enter_context(torch.set_grad_enabled(wanted))
        for device, dtype in step.autocast:
            switches.enter_context(torch.autocast(device, dtype=dtype, cache_enabled=False))
        yield


def _recorded(step: Step, values: Sequence[Value]) -> list[Tensor]:
    numbers = dict.fromkeys((*step.outputs, *step.changed))
    return [data for number in numbers if (data := values[number].data) is not None]


def _run(step: Step, values: Sequence[Value], instead: Mapping[int, Tensor]) -> list[Tensor]:
    """The outputs and the changed memory of a step, run on copies of its inputs where it changes memory."""
    # The very tensors of the pass: which kernel torch takes may depend on whether one requires a gradient.
    inputs = {number: instead.get(number, values[number].kept) for number in step.inputs}
    given = {number: data.clone() if step.changed else data for number, data in inputs.items() if data is not None}
    if step.random_state is not None:
        torch.set_rng_state(step.random_state)
    result = step.function(*with_tensors(step.args, given), **with_tensors(dict(step.kwargs), given))
    places = dict(zip(_numbers(step.outcome), _tensors(result), strict=True))
    for number in step.changed:
        base = values[number].base
        if number not in places and base in given:
            places[number] = given[base]
    return [places[number] for number in dict.fromkeys((*step.outputs, *step.changed)) if number in places]


def _perturbations(step: Step, values: Sequence[Value]) -> Iterator[tuple[int, list[Tensor]]]:
    """Each input of a step whose numbers matter, changed everywhere in several ways, of which one must show.

    Numbers get noise as large as they are, or become very large or small; truths are turned round. Whole numbers
    are often places in another tensor, where a changed one may not exist; they are left alone. So is memory that
    is written to, of which nothing may be left, and what gives only its shape.
    """
    written = {values[number].base for number in step.changed}
    if step.changed and step.op == "data":  # of what it was set on, nothing is left
        written.add(step.inputs[0])
    for number in dict.fromkeys(step.inputs):
        data = values[number].data
        if data is None or data.numel() == 0 or _has_no_numbers(data) or number in written or gives_shape_only(step.op):
            continue
        if data.dtype is torch.bool:
            yield number, [~data, torch.ones_like(data), torch.zeros_like(data)]
        elif data.is_floating_point() or data.is_complex():
            noise = torch.randn(data.shape, generator=torch.Generator().manual_seed(number)).to(data.dtype)
            louder = data + noise * (1 + data.abs().max().nan_to_num(posinf=1.0))
            yield number, [louder, torch.full_like(data, 1e30), torch.full_like(data, -1e30)]


def _has_no_numbers(tensor: Tensor) -> bool:
    return tensor.is_meta or tensor.layout is not torch.strided


def _same_bits(one: list[Tensor], other: list[Tensor]) -> bool:
    return len(one) == len(other) and all(
        a.shape == b.shape and a.dtype == b.dtype and torch.equal(_bits(a), _bits(b))
        for a, b in zip(one, other, strict=True)
    )


def _bits(tensor: Tensor) -> Tensor:
    if tensor.is_quantized:
        tensor = tensor.int_repr()
    if tensor.is_meta:
        return torch.empty(0)
    dense = tensor.detach() if tensor.layout is torch.strided else tensor.detach().to_dense()
    return dense.resolve_conj().resolve_neg().contiguous().reshape(-1).view(torch.uint8)


def _numbers(slot: Slot) -> Iterator[int | None]:
    """The value numbers of an outcome, None for a part that is no tensor, in order."""
    if isinstance(slot, tuple):
        for part in slot:
            yield from _numbers(part)
    elif isinstance(slot, Edge):
        yield slot.value


def _tensors(result: Any) -> Iterator[Tensor]:
    if isinstance(result, Tensor):
        yield result
    elif isinstance(result, (tuple, list)):
        for part in result:
            yield from _tensors(part)

"""A record as plain data for other programs: what `json.dumps` takes as it is, NaN and infinities included.

The form is described field by field in `schema.json`, a JSON Schema; a test holds the two together.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from explainer.language import Phrase
from explainer.tracing.presenting.rows import Axes, Record
from explainer.tracing.presenting.slots import plain, torch_name
from explainer.tracing.record import Binding, Call, Failure, Site, Slot, Step, Value

SCHEMA: dict[str, Any] = json.loads(Path(__file__).with_name("schema.json").read_text(encoding="utf-8"))
VERSION: int = SCHEMA["properties"]["schema"]["const"]

# How many numbers a tensor may hold to be written out.
SMALL = 1024


def to_json(record: Record, *, axes: Axes | None = None, data: bool = False) -> dict[str, Any]:
    """The whole record, as `SCHEMA` describes it.

    With `axes` also the shape of every value in named sizes; with `data=True` also the numbers of every kept
    tensor of at most `SMALL` numbers.
    """
    return {
        "schema": VERSION,
        "model": record.model_class,
        "training": record.training,
        "calls": [_call(call) for call in record.calls],
        "steps": [_step(step, flops) for step, flops in zip(record.steps, record.flops, strict=True)],
        "values": [_value(record, value) | _wanted(value, axes, data) for value in record.values],
        "bindings": [_binding(binding) for binding in record.bindings],
        "skips": [dict(vars(skip)) for skip in record.skips],
        "failure": _failure(record.failure),
        "notes": [_note(note) for note in record.notes],
    }


def _call(call: Call) -> dict[str, Any]:
    return {
        "id": call.id,
        "path": call.path,
        "class": call.class_name,
        "nth": call.nth,
        "parent": call.parent,
        "site": _site(call.site),
        "arguments": _by_name(call.arguments),
        "outcome": plain(call.outcome),
        "training": call.training,
        "first_step": call.first_step,
        "last_step": call.last_step,
        "nanoseconds": call.nanoseconds,
    }


def _step(step: Step, flops: int) -> dict[str, Any]:
    return {
        "id": step.id,
        "op": step.op,
        "call": step.call,
        "site": _site(step.site),
        "chain": [_site(site) for site in step.chain],
        "args": [plain(slot) for slot in step.args],
        "kwargs": _by_name(step.kwargs),
        "constants": _by_name(step.constants),
        "outcome": plain(step.outcome),
        "inputs": list(step.inputs),
        "outputs": list(step.outputs),
        "changed": list(step.changed),
        "flops": flops,
        "nanoseconds": step.nanoseconds,
    }


def _value(record: Record, value: Value) -> dict[str, Any]:
    return {
        "id": value.id,
        "shape": list(value.shape),
        "strides": list(value.strides),
        "dtype": torch_name(value.dtype),
        "device": str(value.device),
        "storage": value.storage,
        "relation": value.relation,
        "base": value.base,
        "producer": value.producer,
        "origin": value.origin,
        "label": value.label,
        "names": list(record.names_of(value.id)),
        "state": value.state,
    }


def _wanted(value: Value, axes: Axes | None, data: bool) -> dict[str, Any]:
    named = {"axes": axes.text(value.id)} if axes is not None else {}
    return named | ({"data": _numbers(value)} if data else {})


def _numbers(value: Value) -> Any:
    tensor = value.data
    if tensor is None or tensor.numel() > SMALL:
        return None
    try:
        return plain(tensor.tolist())
    except (RuntimeError, NotImplementedError):  # tensors without memory of their own, sparse ones
        return None


def _binding(binding: Binding) -> dict[str, Any]:
    return vars(binding) | {"slot": plain(binding.slot)}


def _failure(failure: Failure | None) -> dict[str, Any] | None:
    if failure is None:
        return None
    shapes = [list(shape) for shape in failure.shapes]
    return vars(failure) | {"site": _site(failure.site), "shapes": shapes, "modules": list(failure.modules)}


def _site(site: Site | None) -> dict[str, Any] | None:
    return None if site is None else dict(vars(site))


def _note(note: Phrase) -> dict[str, str]:
    return {"en": note.en, "zh": note.zh}


def _by_name(slots: Mapping[str, Slot]) -> dict[str, Any]:
    return {name: plain(slot) for name, slot in slots.items()}

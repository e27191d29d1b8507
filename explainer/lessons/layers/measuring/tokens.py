"""Layers that make tokens, cut them, and read them: embeddings, padding, projections, the head."""

from math import prod

import torch
from torch import Tensor
from torch.nn import functional

from explainer.lessons.layers.figures import Figure, at_most
from explainer.lessons.layers.subject import Subject
from explainer.tracing import edges_in


def axes_moved(subject: Subject) -> dict[str, object]:
    """Whether turning the axes copied numbers."""
    step = subject.step("permute")
    before, after = (subject.trace.values[value].storage for value in (*step.inputs, *step.outputs))
    return {"permute_copies": before != after}


def loudness(subject: Subject) -> dict[str, object]:
    """The size of values and marks as they come in, and the length of their tokens as they go out."""
    tokens = subject.numbers(subject.call.outcome)
    variates = subject.run.settings.n_variates
    lengths = tokens.norm(dim=-1)
    told: dict[str, object] = {
        "values_rms": _rms(subject.numbers(subject.call.arguments["x"])),
        "variate_length": _mean(lengths[:, :variates]),
    }
    if lengths.shape[1] == variates:
        return told
    marks = subject.numbers(subject.call.arguments["x_mark"])
    return told | {"marks_rms": _rms(marks), "mark_length": _mean(lengths[:, variates:])}


def _rms(tensor: Tensor) -> Figure:
    return Figure(tensor.square().mean().sqrt())


def _mean(tensor: Tensor) -> Figure:
    return Figure(tensor.mean())


def patches(subject: Subject) -> dict[str, object]:
    """What becomes of the padded window: how much of it is in the last patch, in two patches, and in none."""
    seq_len, patch_len, stride = _sizes(subject)
    padded = subject.trace.values[edges_in(subject.child("padding_patch_layer").outcome)[0]].shape[-1]
    cut = subject.step("unfold")
    n_patches = subject.trace.values[cut.outputs[0]].shape[-2]
    end = (n_patches - 1) * stride + patch_len
    folded = subject.step("flatten")
    return {
        "padded": padded,
        "last_start": end - patch_len,
        "last_padding": min(patch_len, max(0, end - seq_len)),
        "last_values": patch_len - min(patch_len, max(0, end - seq_len)),
        "unused": padded - end,
        "overlap": patch_len - stride,
        "unfold_copies": not _same_memory(subject, cut.inputs[0], cut.outputs[0]),
        "flatten_copies": not _same_memory(subject, folded.inputs[0], folded.outputs[0]),
        "parameters_of_one": patch_len * subject.run.settings.d_model,
    }


def _sizes(subject: Subject) -> tuple[int, int, int]:
    """Window, patch and stride, in time steps."""
    module = subject.run.model.get_submodule(subject.call.path)
    return subject.run.settings.seq_len, int(str(module.patch_len)), int(str(module.stride))


def _same_memory(subject: Subject, first: int, second: int) -> bool:
    return subject.trace.values[first].storage == subject.trace.values[second].storage


def position_and_value(subject: Subject) -> dict[str, object]:
    """How large what a patch holds and where it stands are, as they are added."""
    names = ("value_embedding", "position_embedding")
    value, position = (subject.numbers(subject.child(name).outcome) for name in names)
    return {"value_rms": _rms(value), "position_rms": _rms(position)}


def table(subject: Subject) -> dict[str, object]:
    """Rows of the position table, used and in all."""
    rows = next(each.shape[1] for each in subject.trace.values if each.label == f"{subject.call.path}.pe")
    (step,) = subject.steps
    return {"table_rows": rows, "view_copies": not _same_memory(subject, step.inputs[0], step.outputs[0])}


def padding(subject: Subject) -> dict[str, object]:
    """How far the window grew."""
    given, found = (subject.trace.values[_value(slot)].shape[-1] for slot in _ends(subject))
    return {"window": given, "padded": found, "repeats": found - given}


def _ends(subject: Subject) -> tuple[object, object]:
    return subject.call.arguments["input"], subject.call.outcome


def _value(slot: object) -> int:
    return edges_in(slot)[0]


def repeated(subject: Subject) -> dict[str, object]:
    """Whether all that was added is the last value of the window."""
    given, found = (subject.numbers(slot) for slot in _ends(subject))
    added = found[..., given.shape[-1] :]
    return {"all_last": bool((added == given[..., -1:]).all()), "last_value": Figure(given[0, 0, -1])}


def flattening(subject: Subject) -> dict[str, object]:
    """How many numbers of one variate stand behind each other."""
    given = subject.trace.values[_value(tuple(subject.call.arguments.values()))].shape
    return {"width": given[-1] * given[-2], "n_features": given[-2], "n_last": given[-1]}


def order(subject: Subject) -> dict[str, object]:
    """Whether flat place d·n + patch holds feature d of a patch: all patches of feature 0 first."""
    given = subject.numbers(tuple(subject.call.arguments.values()))
    step = subject.child("flatten").outcome if subject.call.class_name == "FlattenHead" else subject.call.outcome
    flat, n_patches = subject.numbers(step), given.shape[-1]
    places = torch.arange(flat.shape[-1])
    return {"feature_major": bool((flat == given[..., places // n_patches, places % n_patches]).all())}


def linear(subject: Subject) -> dict[str, object]:
    """Widths, and at how many places the same weights are used."""
    given, found = (subject.trace.values[_value(slot)].shape for slot in _ends(subject))
    module = subject.run.model.get_submodule(subject.call.path)
    return {
        "width_in": given[-1],
        "width_out": found[-1],
        "places": prod(found[:-1]),
        "has_bias": module.bias is not None,
    }


def convolution(subject: Subject) -> dict[str, object]:
    """Channels, positions, and how many positions the kernel spans."""
    given, found = (subject.trace.values[_value(slot)].shape for slot in _ends(subject))
    kernel = next(each.shape[-1] for each in subject.trace.values if each.label == f"{subject.call.path}.weight")
    return {"channels_in": given[1], "channels_out": found[1], "positions": found[2], "kernel": kernel}


def equal_linear(subject: Subject) -> dict[str, object]:
    """The convolution beside a Linear with the same weights."""
    given, found = (subject.numbers(slot) for slot in _ends(subject))
    by_linear = functional.linear(given.transpose(1, 2), subject.weight("weight")[..., 0], subject.weight("bias"))
    return {"conv_error": at_most(float((by_linear.transpose(1, 2) - found).abs().max()))}


def transposed(subject: Subject) -> dict[str, object]:
    """Whether swapping the axes copied numbers."""
    step = subject.step("transpose")
    return {"view_copies": not _same_memory(subject, step.inputs[0], step.outputs[0])}

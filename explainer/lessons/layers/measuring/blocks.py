"""EncoderLayer and AttentionLayer: parts, names, increments, and what is linear in what."""

from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn import functional

from explainer.lessons.layers.figures import Figure, at_most, percent
from explainer.lessons.layers.measuring.norms import acted
from explainer.lessons.layers.subject import NotKept, Subject
from explainer.tracing import edges_in


def heads(subject: Subject) -> dict[str, object]:
    """How the width is shared out, whether the three inputs are one, and whether a view copies."""
    projected = subject.child("query_projection").outcome
    cut = subject.step("view")
    storages = [subject.trace.values[value].storage for value in (*edges_in(projected), *cut.outputs)]
    given = [subject.call.arguments[name] for name in ("queries", "keys", "values")]
    config = subject.run.settings.config()
    return {
        "self_attention": given[0] == given[1] == given[2],
        "inner_width": config.n_heads * config.d_keys,
        "rest": config.d_model - config.n_heads * config.d_keys,
        "view_copies": storages[0] != storages[1],
    }


def names_and_parts(subject: Subject) -> dict[str, object]:
    """Whether x and y were one tensor after norm1 and x was left alone; how the parameters are shared out."""
    normed = edges_in(subject.child("norm1").outcome)[0]
    held = {name: [number for slot in slots for number in edges_in(slot)] for name, slots in subject.bound.items()}
    inside = subject.trace.steps_in(subject.call, inner=True)
    module = subject.run.model.get_submodule(subject.call.path)
    parts = {name: sum(weight.numel() for weight in part.parameters()) for name, part in module.named_children()}
    return {
        "one_tensor": normed in held["x"] and normed in held["y"],
        "x_untouched": held["x"][-1] == normed
        and not any(normed in _changed_bases(subject, step.changed) for step in inside),
        "attention_parameters": parts["attention"],
        "ffn_parameters": parts["conv1"] + parts["conv2"],
        "widening": Figure(subject.run.settings.d_ff / subject.run.settings.d_model),
    } | acted(subject, subject.child("dropout"))


def _changed_bases(subject: Subject, changed: tuple[int, ...]) -> set[int | None]:
    """The values whose memory was written over."""
    return {subject.trace.values[value].base for value in changed}


def increments(subject: Subject) -> dict[str, object]:
    """How long what is added is, beside what it is added to; and what a norm leaves."""
    first, second = subject.step("add"), subject.step("add", 1)
    normed = subject.numbers(subject.child("norm1").outcome)
    bare = (normed - subject.weight("norm1.bias")) / subject.weight("norm1.weight")
    return {
        "attention_ratio": _ratio(subject, first.inputs),
        "ffn_ratio": _ratio(subject, second.inputs),
        "largest_mean": at_most(float(bare.mean(-1).abs().max())),
        "variance_error": at_most(float((bare.var(-1, correction=0) - 1).abs().max())),
        "negative_share": percent(float((subject.numbers(subject.child("conv1").outcome) < 0).float().mean())),
    }


def _ratio(subject: Subject, inputs: tuple[int, ...]) -> Figure:
    kept, added = (subject.numbers(value) for value in inputs)
    return Figure(added.norm() / kept.norm())


def convolution(subject: Subject) -> dict[str, object]:
    """conv1 beside a Linear with the same weights, at every token."""
    call = subject.child("conv1")
    given, found = subject.numbers(call.arguments["input"]), subject.numbers(call.outcome)
    linear = functional.linear(
        given.transpose(1, 2), subject.weight("conv1.weight")[..., 0], subject.weight("conv1.bias")
    )
    return {"conv_error": at_most(float((linear.transpose(1, 2) - found).abs().max()))}


def bends(subject: Subject) -> dict[str, object]:
    """How far attention is from a linear map of x: with the recorded matrix, and with that which x itself leads to.

    For f(x) = a + bx, f(2x) − 2f(x) + f(0) is nothing; told is its largest entry in hundredths of the largest of f(2x).
    """
    x = subject.numbers(subject.call.arguments["x"]).double()
    path = f"{subject.call.path}.attention.inner_attention"
    matrix = subject.trace.value("A", path).data
    if matrix is None:
        raise NotKept
    frozen = matrix.double()
    return {
        "bend_frozen": at_most(_bend(lambda given: _attended(subject, given, frozen), x)),
        "bend_free": percent(_bend(lambda given: _attended(subject, given, None), x)),
    }


def _bend(function: Callable[[Tensor], Tensor], x: Tensor) -> float:
    doubled = function(2 * x)
    return float((doubled - 2 * function(x) + function(torch.zeros_like(x))).abs().max() / doubled.abs().max())


def _attended(subject: Subject, x: Tensor, matrix: Tensor | None) -> Tensor:
    """The attention layer from its weights, in double precision: with a given matrix, or with x's own."""
    queries, keys, values = (_headed(subject, name, x) for name in ("query", "key", "value"))
    if matrix is None:
        scale = subject.run.settings.config().d_keys ** -0.5
        matrix = torch.softmax(scale * queries @ keys.transpose(-2, -1), dim=-1)
    return _projected(subject, "out", (matrix @ values).transpose(1, 2).flatten(-2))


def _headed(subject: Subject, name: str, x: Tensor) -> Tensor:
    """A projection of x, (batch, head, token, feature)."""
    batch, tokens, _ = x.shape
    return _projected(subject, name, x).view(batch, tokens, subject.run.settings.n_heads, -1).transpose(1, 2)


def _projected(subject: Subject, name: str, x: Tensor) -> Tensor:
    weight, bias = (subject.weight(f"attention.{name}_projection.{part}").double() for part in ("weight", "bias"))
    return functional.linear(x, weight, bias)

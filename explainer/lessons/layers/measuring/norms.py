"""Layers that keep the shape: the norms, and dropout."""

from math import prod

from torch import Tensor

from explainer.lessons.layers.figures import Figure, at_most, percent
from explainer.lessons.layers.subject import Subject
from explainer.tracing import Call, edges_in


def normalised_over(subject: Subject) -> dict[str, object]:
    """At how many positions a token stands, how wide it is, and the constant under the root."""
    shape = subject.trace.values[edges_in(tuple(subject.call.arguments.values()))[0]].shape
    module = subject.run.model.get_submodule(subject.call.path)
    eps = next(float(str(part.eps)) for part in module.modules() if hasattr(part, "eps"))
    tokens = prod(shape) // subject.run.settings.d_model
    return {"positions": tokens, "eps": Figure(eps), "width": subject.run.settings.d_model}


def change(subject: Subject) -> dict[str, object]:
    """How far the numbers move in the norm: the norm of the whole encoder, where the call is the encoder's."""
    call = subject.child("norm") if subject.call.class_name == "Encoder" else subject.call
    before, after = (subject.numbers(slot) for slot in (tuple(call.arguments.values()), call.outcome))
    return {
        "change": at_most(float((after - before).abs().max())),
        "relative_change": percent(_relative(before, after)),
    }


def _relative(before: Tensor, after: Tensor) -> float:
    return float((after - before).norm() / before.norm().clamp_min(1e-30))


def per_token(subject: Subject) -> dict[str, object]:
    """Mean and variance of each token, before the norm's own weights."""
    return _spread(_bare(subject, subject.numbers(subject.call.outcome)))


def per_feature(subject: Subject) -> dict[str, object]:
    """Mean and variance of each feature over all positions of all sequences, before the norm's own weights."""
    found = subject.numbers(subject.call.outcome).transpose(1, 2)
    return _spread(_bare(subject, found).flatten(end_dim=1).transpose(0, 1))


def _bare(subject: Subject, found: Tensor) -> Tensor:
    return (found - subject.weight("bias")) / subject.weight("weight")


def _spread(bare: Tensor) -> dict[str, object]:
    variances = bare.var(-1, correction=0)
    return {
        "largest_mean": at_most(float(bare.mean(-1).abs().max())),
        "variance_error": at_most(float((variances - 1).abs().max())),
        "smallest_variance": Figure(variances.min()),
        "largest_variance": Figure(variances.max()),
    }


def dropout_acted(subject: Subject) -> dict[str, object]:
    """What this dropout did, and by how much it raises what it leaves."""
    return {"raised": Figure(1 / (1 - subject.run.settings.dropout))} | acted(subject, subject.call)


def acted(subject: Subject, dropout: Call) -> dict[str, object]:
    """Whether a dropout changed anything: it returned another tensor, and its rate is not zero."""
    rate = subject.run.settings.dropout
    returned_another = dropout.outcome != dropout.arguments["input"]
    return {"dropout_acted": returned_another and rate > 0, "dropout_rate": Figure(rate)}


def dropped(subject: Subject) -> dict[str, object]:
    """The share of numbers that are zero after it."""
    return {"zeros": percent(float((subject.numbers(subject.call.outcome) == 0).float().mean()))}

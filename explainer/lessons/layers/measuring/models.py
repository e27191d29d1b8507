"""The two models: what normalising a window does, whose weights they are, and who moves whom."""

import torch

from explainer.lessons.layers.figures import Figure, at_most
from explainer.lessons.layers.subject import Subject


def what_ran(subject: Subject) -> dict[str, object]:
    """The constant under the root."""
    return {"eps": Figure(next(step for step in subject.steps if step.op == "add").constants["1"])}


def shared_weights(subject: Subject) -> dict[str, object]:
    """Whether the number of variates stands in the shape of any weight; unknown where sizes have no names."""
    axes = subject.axes
    weights = [each.id for each in subject.trace.values if each.origin == "parameter"]
    known = axes is not None and axes.change is None
    sizes = [axis for value in weights for axis in axes.of(value)] if axes is not None and known else []
    return {
        "n_free": bool(sizes) and all(axis.status != "unsolved" and "N" not in axis.text for axis in sizes),
        "n_weights": len({subject.trace.values[value].label for value in weights}),
    }


def windows(subject: Subject) -> dict[str, object]:
    """What was taken from the windows, and what is left: mean, deviation, and the size of the marks."""
    x, mean, std = subject.named("x"), subject.named("mean"), subject.named("std")
    marks = subject.run.inputs[1]
    return {
        "first_mean": Figure(mean[0, 0, 0]),
        "first_std": Figure(std[0, 0, 0]),
        "largest_mean": at_most(float(x.mean(1).abs().max())),
        "smallest_variance": Figure(x.var(1, correction=0).min()),
        "variance_error": at_most(float((x.var(1, correction=0) - 1).abs().max())),
        "values_rms": Figure(x.square().mean().sqrt()),
        "marks_rms": Figure(0 if marks is None else marks.square().mean().sqrt()),
        "first_forecast": Figure(subject.named("forecast")[0, 0, 0]),
        "first_result": Figure(subject.numbers(subject.call.outcome)[0, 0, 0]),
        "unit": subject.run.series.units.get(subject.run.windows.variates[0], ""),
    }


def influence(subject: Subject) -> dict[str, object]:
    """How far the other forecasts move when the last step of the last variate does, by one deviation.

    The model runs twice more; not in training, where every pass is another.
    """
    x, marks = subject.run.inputs
    if subject.trace.training or subject.run.model.training or x.shape[-1] < 2:
        return {"influence_known": False}
    moved = x.clone()
    moved[:, -1, -1] += x[..., -1].std(correction=0)
    with torch.no_grad():
        shift = (subject.run.model(moved, marks) - subject.run.model(x, marks)).abs()
    return {
        "influence_known": True,
        "own_shift": Figure(shift[..., -1].max()),
        "others_shift": Figure(shift[..., :-1].max()),
    }

"""Normalisations: over the features of a token, or over all tokens of a feature."""

from collections.abc import Callable, Mapping
from itertools import product
from typing import NamedTuple

import torch

from explainer.language import Phrase
from explainer.reading.arithmetic.asking import Index, Question
from explainer.reading.arithmetic.binding import Bound
from explainer.reading.arithmetic.moments import MEAN, VARIANCE, moments, standardised
from explainer.reading.arithmetic.numerals import bracketed, plus, times
from explainer.reading.arithmetic.parts import Cell, Factor, Line, Term, Written, term
from explainer.tracing import Edge
from explainer.tracing.record import Slot

_LAYER = Phrase(
    "The features of one token are brought to mean 0 and variance 1, "
    "then scaled by the learned weight and shifted by the learned bias.",
    "把一个 token 的各个特征归一化为均值 0、方差 1，再用学到的权重和偏置缩放、平移。",
)
_BATCH = Phrase(
    "One feature of all tokens in the batch is brought to mean 0 and variance 1, then scaled and shifted.",
    "把批次中所有 token 的同一特征归一化为均值 0、方差 1，再缩放、平移。",
)
_RUNNING = Phrase(
    "One feature is normalised by the running mean and variance from training, then scaled and shifted.",
    "用训练时累计的滑动均值和滑动方差对该特征归一化，再缩放、平移。",
)
_UPDATE = Phrase(
    "The running statistic moves towards that of this batch, by the share {momentum}.",
    "滑动统计量按比例 {momentum} 向当前批次的统计量靠近。",
)
_WEIGHT, _BIAS = Phrase("times the weight", "乘以权重"), Phrase("plus the bias", "加上偏置")
_KEPT, _TAKEN = Phrase("kept of the old", "保留的旧值"), Phrase("taken of the new", "取自新值")

_LAYER_FORMULA = r"y_i = \frac{x_i - \mu}{\sqrt{\sigma^2 + \epsilon}} \, \gamma_i + \beta_i"
_BATCH_FORMULA = r"y_c = \frac{x_c - \mu_c}{\sqrt{\sigma_c^2 + \epsilon}} \, \gamma_c + \beta_c"
_UPDATE_FORMULA = r"r \leftarrow (1 - m) \, r + m \, s"


class _Scaled(NamedTuple):
    result: float
    terms: tuple[Term, ...]
    lines: tuple[Line, ...]


def _layer_norm(question: Question) -> Written:
    given = question.arguments("input normalized_shape weight bias eps")
    shape, axes = question.shape(given["input"]), _count(given["normalized_shape"])
    before, own = question.index[:-axes], question.index[-axes:]
    row = question.cells(given["input"], ((*before, *at) for at in product(*map(range, shape[-axes:]))))
    found = moments([cell.number for cell in row])
    number = question.cell(given["input"], question.index).number
    normal, lines = standardised(number, found.mean, found.variance, given.number("eps", 1e-5))
    scaled = _scaled(question, given, normal, own)
    lines = (*found.lines, *lines, *scaled.lines)
    return Written("layer_norm", _LAYER, _LAYER_FORMULA, scaled.result, scaled.terms, lines, row)


def _count(shape: Slot) -> int:
    return 1 if isinstance(shape, int) else len(shape)


def _scaled(question: Question, given: Bound, normal: float, own: Index) -> _Scaled:
    """normal × weight + bias, as far as there are any."""
    weight, bias = (None if given.get(name) is None else question.cell(given[name], own) for name in ("weight", "bias"))
    factors: tuple[Factor, ...] = (normal,) if weight is None else (normal, weight)
    terms, lines, result = [term(*factors)], [], normal
    if weight is not None:
        lines.append(Line(_WEIGHT, times(normal, weight.number), result := normal * weight.number))
    if bias is not None:
        terms.append(term(bias))
        lines.append(Line(_BIAS, plus(result, bias.number), result := result + bias.number))
    return _Scaled(result, tuple(terms), tuple(lines))


def _batch_norm(question: Question) -> Written:
    # torch has it twice, with its arguments in two orders.
    inner = question.step.function is torch.batch_norm
    order = "weight bias running_mean running_var" if inner else "running_mean running_var weight bias"
    return _normalise(question, question.arguments(f"input {order} training momentum eps"))


def _normalise(question: Question, given: Bound) -> Written:
    base = question.trace.values[question.value].base
    for name, which in (("running_mean", MEAN), ("running_var", VARIANCE)):
        if question.value in question.step.changed and given.get(name) == Edge(-1 if base is None else base):
            return _update(question, given, name, which)
    own = question.index[1:2]
    cell = question.cell(given["input"], question.index)
    if given.get("training") or given.get("running_mean") is None:
        reads = _channel(question, given, own)
        found = moments([each.number for each in reads])
        mean, variance, rule, lines = found.mean, found.variance, _BATCH, found.lines
    else:
        reads = (cell, *(question.cell(given[name], own) for name in ("running_mean", "running_var")))
        mean, variance, rule, lines = reads[1].number, reads[2].number, _RUNNING, ()
    normal, steps = standardised(cell.number, mean, variance, given.number("eps", 1e-5))
    scaled = _scaled(question, given, normal, own)
    lines = (*lines, *steps, *scaled.lines)
    return Written("batch_norm", rule, _BATCH_FORMULA, scaled.result, scaled.terms, lines, reads)


def _channel(question: Question, given: Bound, own: Index) -> tuple[Cell, ...]:
    """All cells of one channel: it stands on the second axis."""
    batch, _, *places = question.shape(given["input"])
    return question.cells(given["input"], ((at[0], *own, *at[1:]) for at in product(*map(range, (batch, *places)))))


def _update(question: Question, given: Bound, name: str, which: Phrase) -> Written:
    """A running statistic after the batch: (1 − momentum) of the old, momentum of the batch's own."""
    share = given.number("momentum", 0.1)
    reads = _channel(question, given, question.index)
    # The variance that is remembered is the unbiased one.
    found = moments([cell.number for cell in reads], correction=0.0 if which is MEAN else 1.0)
    new = found.mean if which is MEAN else found.variance
    old = question.cell(given[name], question.index)
    terms = term(1 - share, old), term(share, new)
    lines = found.lines[: 1 if which is MEAN else 2]
    steps = (
        Line(_KEPT, times(1 - share, old.number), terms[0].product),
        Line(_TAKEN, times(share, new), terms[1].product),
    )
    result = terms[0].product + terms[1].product
    rule = _UPDATE.fill(momentum=bracketed(share))
    return Written("batch_norm", rule, _UPDATE_FORMULA, result, terms, (*lines, *steps), reads)


NORMS: Mapping[str, Callable[[Question], Written]] = {"layer_norm": _layer_norm, "batch_norm": _batch_norm}

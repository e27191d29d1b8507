"""One operand, cell by cell: roots, exponentials, activations."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from math import pi, sqrt

import torch
from torch import Tensor

from explainer.language import Phrase
from explainer.reading.arithmetic.asking import NotWrittenError, Question
from explainer.reading.arithmetic.numerals import bracketed, numeral
from explainer.reading.arithmetic.parts import Cell, Factor, Line, Written, cells_among, number_of, term
from explainer.reading.arithmetic.reckoning import reckon

_CELL_BY_CELL = Phrase("{name} of one number, cell by cell.", "逐个单元格，对一个数求 {name}。")
_NEG = Phrase("Cell by cell, the sign is turned.", "逐个单元格，取相反数。")
_GELU = Phrase(
    "The number times the share of a standard normal distribution that lies below it.",
    "该数乘以标准正态分布中小于它的比例。",
)
_GELU_TANH = Phrase(
    "The number times the share of a standard normal distribution that lies below it, approximated by tanh.",
    "该数乘以标准正态分布中小于它的比例，该比例用 tanh 近似。",
)
_SILU = Phrase("The number times its own sigmoid.", "该数乘以它自身的 sigmoid。")
_LEAKY = Phrase(
    "A positive number stays as it is; a negative one is multiplied by {slope}.", "正数保持不变，负数乘以 {slope}。"
)
_CLAMP = Phrase("A number beyond a limit becomes that limit.", "超出界限的数取该界限值。")
_BITS = Phrase("Turning the bits of a number is not written out.", "按位取反这里不逐项写出。")
_VALUE, _SHARE = Phrase("value", "函数值"), Phrase("share that lies below", "小于它的比例")
_INSIDE, _LIMITED = Phrase("inside the tanh", "tanh 的自变量"), Phrase("limited", "截断")


@dataclass(frozen=True)
class _Function:
    """A function of torch; its text has `{x}` for the number, and `{b}` for the number in brackets if need be."""

    reckoned: Callable[..., Tensor]
    text: str
    formula: str


_FUNCTIONS: Mapping[str, _Function] = {
    "sqrt": _Function(torch.sqrt, "√{b}", r"\sqrt{x}"),
    "rsqrt": _Function(torch.rsqrt, "1 ÷ √{b}", r"\frac{1}{\sqrt{x}}"),
    "square": _Function(torch.square, "{b}²", "x^2"),
    "reciprocal": _Function(torch.reciprocal, "1 ÷ {b}", r"\frac{1}{x}"),
    "exp": _Function(torch.exp, "exp({x})", "e^x"),
    "log": _Function(torch.log, "ln({x})", r"\ln x"),
    "log1p": _Function(torch.log1p, "ln(1 + {b})", r"\ln(1 + x)"),
    "abs": _Function(torch.abs, "|{x}|", "|x|"),
    "sin": _Function(torch.sin, "sin({x})", r"\sin x"),
    "cos": _Function(torch.cos, "cos({x})", r"\cos x"),
    "tanh": _Function(torch.tanh, "tanh({x})", r"\tanh x"),
    "sigmoid": _Function(torch.sigmoid, "1 ÷ (1 + exp(−{b}))", r"\frac{1}{1 + e^{-x}}"),
    "erf": _Function(torch.erf, "erf({x})", r"\operatorname{erf} x"),
    "relu": _Function(torch.relu, "max(0, {x})", r"\max(0, x)"),
    "floor": _Function(torch.floor, "floor({x})", r"\lfloor x \rfloor"),
    "ceil": _Function(torch.ceil, "ceil({x})", r"\lceil x \rceil"),
    "logical_not": _Function(torch.logical_not, "not {x}", r"\neg x"),
}


def _own(question: Question) -> Cell:
    """The one cell that is read."""
    slot = question.arguments("input")["input"]
    return question.cell(slot, question.index)


def _function(name: str, question: Question) -> Written:
    each, cell = _FUNCTIONS[name], _own(question)
    text = each.text.format(x=numeral(cell.number), b=bracketed(cell.number))
    line = Line(_VALUE, text, reckon(each.reckoned, cell.number))
    rule = _CELL_BY_CELL.fill(name=name)
    return Written(name, rule, f"y = {each.formula}", line.number, (), (line,), (cell,))


def _not(question: Question) -> Written:
    if not question.gives_truths:
        raise NotWrittenError(_BITS)
    return _function("logical_not", question)


def _neg(question: Question) -> Written:
    only = term(-1.0, _own(question))
    return Written("neg", _NEG, "y = -x", only.product, (only,))


def _gelu(question: Question) -> Written:
    cell = _own(question)
    tanh = question.arguments("input").get("approximate", "none") == "tanh"
    lines = _share_by_tanh(cell.number) if tanh else (_share_by_erf(cell.number),)
    only = term(cell, lines[-1].number)
    formula = r"y = x \cdot \tfrac{1}{2}\left(1 + \operatorname{erf}\tfrac{x}{\sqrt{2}}\right)"
    if tanh:
        formula = r"y = x \cdot \tfrac{1}{2}\left(1 + \tanh\left(\sqrt{\tfrac{2}{\pi}} (x + 0.044715 x^3)\right)\right)"
    return Written("gelu", _GELU_TANH if tanh else _GELU, formula, only.product, (only,), lines)


def _share_by_erf(x: float) -> Line:
    return Line(_SHARE, f"0.5 · (1 + erf({bracketed(x)} ÷ √2))", 0.5 * (1 + reckon(torch.erf, x / sqrt(2))))


def _share_by_tanh(x: float) -> tuple[Line, Line]:
    inside = sqrt(2 / pi) * (x + 0.044715 * x * x * x)
    written = f"√(2 ÷ π) · ({numeral(x)} + 0.044715 · {bracketed(x)}³)"
    share = 0.5 * (1 + reckon(torch.tanh, inside))
    return Line(_INSIDE, written, inside), Line(_SHARE, f"0.5 · (1 + tanh({numeral(inside)}))", share)


def _silu(question: Question) -> Written:
    cell = _own(question)
    line = Line(_VALUE, f"1 ÷ (1 + exp(−{bracketed(cell.number)}))", reckon(torch.sigmoid, cell.number))
    only = term(cell, line.number)
    return Written("silu", _SILU, r"y = x \cdot \frac{1}{1 + e^{-x}}", only.product, (only,), (line,))


def _leaky_relu(question: Question) -> Written:
    slope = question.arguments("input negative_slope").number("negative_slope", 0.01)
    cell = _own(question)
    only = term(cell) if cell.number > 0 else term(slope, cell)
    rule = _LEAKY.fill(slope=numeral(slope))
    return Written("leaky_relu", rule, r"y = \max(0, x) + s \min(0, x)", only.product, (only,))


def _clamp(question: Question) -> Written:
    given = question.arguments("input min max")
    cell = _own(question)
    read, text, result = [cell], numeral(cell.number), cell.number
    for name, limit in (("max", given.get("min")), ("min", given.get("max"))):
        if limit is not None:
            bound: Factor = question.factor(limit)
            read.extend(cells_among(bound))
            text = f"{name}({numeral(number_of(bound))}, {text})"
            result = reckon(torch.maximum if name == "max" else torch.minimum, number_of(bound), result)
    line = Line(_LIMITED, text, result)
    return Written("clamp", _CLAMP, r"y = \min(b, \max(a, x))", result, (), (line,), tuple(read))


FUNCTIONS: Mapping[str, Callable[[Question], Written]] = {
    **{name: partial(_function, name) for name in _FUNCTIONS},
    "absolute": partial(_function, "abs"),
    "__abs__": partial(_function, "abs"),
    "__invert__": _not,
    "neg": _neg,
    "negative": _neg,
    "__neg__": _neg,
    "gelu": _gelu,
    "silu": _silu,
    "leaky_relu": _leaky_relu,
    "clamp": _clamp,
    "clip": _clamp,
}

"""Two operands, cell by cell: + − × ÷, powers, comparisons; operands of other shapes are broadcast."""

from collections.abc import Callable, Mapping
from functools import partial

import torch
from torch import Tensor

from explainer.language import Phrase, same_in_both
from explainer.reading.arithmetic.asking import NotWrittenError, Question
from explainer.reading.arithmetic.binding import operation
from explainer.reading.arithmetic.numerals import bracketed, numeral, over, raised
from explainer.reading.arithmetic.parts import Cell, Factor, Line, Written, cells_among, number_of, term
from explainer.reading.arithmetic.reckoning import divided, reckon

Pair = tuple[Factor, Factor]

_ADD = Phrase("Cell by cell, the two numbers are added.", "逐个单元格，把两个数相加。")
_SUB = Phrase("Cell by cell, the second number is taken off the first.", "逐个单元格，用第一个数减去第二个数。")
_MUL = Phrase("Cell by cell, the two numbers are multiplied.", "逐个单元格，把两个数相乘。")
_DIV = Phrase("Cell by cell, the first number is divided by the second.", "逐个单元格，用第一个数除以第二个数。")
_ROUNDED = Phrase("Cell by cell, divided and rounded to a whole number.", "逐个单元格相除，再取整。")
_REMAINDER = Phrase("Cell by cell, what is left of the division.", "逐个单元格，取相除的余数。")
_POW = Phrase(
    "Cell by cell, the first number to the power of the second.", "逐个单元格，以第一个数为底、第二个数为指数求幂。"
)
_COMPARED = Phrase(
    "Cell by cell: 1 where the first number {sign} the second, else 0.",
    "逐个单元格：第一个数 {sign} 第二个数时为 1，否则为 0。",
)
_TRUTHS = Phrase("{op} of truths is no sum of numbers.", "布尔值之间的 {op} 不是数的求和。")
_BITS = Phrase(
    "{op} works on the bits of numbers, which is not written out.", "{op} 作用于数的二进制位，这里不逐项写出。"
)
_LARGER = Phrase("Cell by cell, the larger of the two numbers.", "逐个单元格，取两个数中较大的一个。")
_SMALLER = Phrase("Cell by cell, the smaller of the two numbers.", "逐个单元格，取两个数中较小的一个。")
_QUOTIENT, _WHOLE, _REST = Phrase("quotient", "商"), Phrase("rounded", "取整"), Phrase("remainder", "余数")
_POWER, _TRUTH, _CHOSEN = Phrase("power", "幂"), Phrase("comparison", "比较"), Phrase("choice", "取值")


def _operands(question: Question) -> Pair:
    """The two numbers in the order of the formula; for 1 − x torch asks the second operand, with the first behind."""
    given = question.arguments("input other")
    names = ("other", "exponent", "divisor")
    first, second = given["input"], next(given[name] for name in names if name in given)
    pair = question.factor(first), question.factor(second)
    return (pair[1], pair[0]) if operation(question.step) in _TURNED else pair


def _alpha(question: Question, sign: float) -> tuple[float, ...]:
    """What the second operand is multiplied with, as factors: none for 1."""
    alpha = sign * float(question.step.kwargs.get("alpha", 1.0))
    return () if alpha == 1.0 else (alpha,)


def _add(question: Question) -> Written:
    return _sum(question, "add", 1.0, _ADD, "y = a + b")


def _sub(question: Question) -> Written:
    return _sum(question, "sub", -1.0, _SUB, "y = a - b")


def _sum(question: Question, kind: str, sign: float, rule: Phrase, formula: str) -> Written:
    if question.gives_truths:
        raise NotWrittenError(_TRUTHS.fill(op=question.step.op))
    first, second = _operands(question)
    alpha = _alpha(question, sign)
    terms = term(first), term(*alpha, second)
    formula = formula if alpha in ((), (-1.0,)) else formula.replace("b", r"\alpha b")
    return Written(kind, rule, formula, terms[0].product + terms[1].product, terms)


def _mul(question: Question) -> Written:
    only = term(*_operands(question))
    return Written("mul", _MUL, r"y = a \cdot b", only.product, (only,))


def _div(question: Question) -> Written:
    rounding = "floor" if "floor" in question.step.op else question.step.kwargs.get("rounding_mode")
    pair = _operands(question)
    first, second = map(number_of, pair)
    quotient = divided(first, second)
    line = Line(_QUOTIENT, over(first, second), quotient)
    if rounding is None:
        return Written("div", _DIV, r"y = \frac{a}{b}", quotient, (), (line,), cells_among(*pair))
    whole = reckon(partial(torch.div, rounding_mode=rounding), first, second)
    lines = line, Line(_WHOLE, f"{rounding}({over(first, second)})", whole)
    return Written("div", _ROUNDED, r"y = \lfloor a / b \rfloor", whole, (), lines, cells_among(*pair))


def _pow(question: Question) -> Written:
    base, power = map(number_of, pair := _operands(question))
    result = reckon(torch.pow, base, power)
    return _one_line("pow", _POW, "y = a^b", pair, Line(_POWER, raised(base, power), result))


def _remainder(question: Question) -> Written:
    first, second = map(number_of, pair := _operands(question))
    # The quotient is rounded down, or by fmod towards 0.
    fmod = operation(question.step) == "fmod"
    rounded = f"{'trunc' if fmod else 'floor'}({over(first, second)})"
    result = reckon(torch.fmod if fmod else torch.remainder, first, second)
    line = Line(_REST, f"{numeral(first)} − {rounded} × {bracketed(second)}", result)
    return _one_line("remainder", _REMAINDER, r"y = a - b \lfloor a / b \rfloor", pair, line)


def _bitwise(name: str, question: Question) -> Written:
    """Signs that stand for logic between truths, and for their bits between numbers."""
    if not question.gives_truths:
        raise NotWrittenError(_BITS.fill(op=question.step.op))
    return _COMPARISONS[name](question)


def _one_line(kind: str, rule: Phrase, formula: str, read: Pair, line: Line) -> Written:
    return Written(kind, rule, formula, line.number, (), (line,), cells_among(*read))


def _compared(sign: str, compare: Callable[..., Tensor], question: Question) -> Written:
    first, second = map(number_of, pair := _operands(question))
    line = Line(_TRUTH, f"{numeral(first)} {sign} {numeral(second)}", reckon(compare, first, second))
    return _one_line("comparison", _COMPARED.fill(sign=same_in_both(sign)), rf"y = [a {sign} b]", pair, line)


def choose_of_two(question: Question) -> Written:
    """The larger or the smaller of two numbers."""
    largest = "max" in question.step.op
    pair = _operands(question)
    first, second = map(number_of, pair)
    result = reckon(torch.maximum if largest else torch.minimum, first, second)
    name = "max" if largest else "min"
    line = Line(_CHOSEN, f"{name}({numeral(first)}, {numeral(second)})", result)
    chosen = pair[0] if result == first else pair[1]
    source = chosen if isinstance(chosen, Cell) and chosen.number == result else None
    rule = _LARGER if largest else _SMALLER
    return Written(name, rule, rf"y = \{name}(a, b)", result, (), (line,), cells_among(*pair), source)


_SIGNS: Mapping[str, tuple[str, Callable[..., Tensor]]] = {
    "gt": (">", torch.gt),
    "lt": ("<", torch.lt),
    "ge": ("≥", torch.ge),
    "le": ("≤", torch.le),
    "eq": ("=", torch.eq),
    "ne": ("≠", torch.ne),
    "logical_and": ("and", torch.logical_and),
    "logical_or": ("or", torch.logical_or),
    "logical_xor": ("xor", torch.logical_xor),
}
_TURNED = frozenset({"__rsub__", "rsub", "__rdiv__", "__rtruediv__", "__rfloordiv__", "__rpow__", "__rmod__"})
_COMPARISONS = {name: partial(_compared, *each) for name, each in _SIGNS.items()}

OPERATORS: Mapping[str, Callable[[Question], Written]] = {
    **dict.fromkeys(("add", "__add__", "__radd__"), _add),
    **dict.fromkeys(("sub", "subtract", "rsub", "__sub__", "__rsub__"), _sub),
    **dict.fromkeys(("mul", "multiply", "__mul__", "__rmul__"), _mul),
    **dict.fromkeys(("div", "divide", "true_divide", "__truediv__", "__rdiv__", "__rtruediv__"), _div),
    **dict.fromkeys(("floor_divide", "__floordiv__", "__rfloordiv__"), _div),
    **dict.fromkeys(("remainder", "fmod", "__mod__", "__rmod__"), _remainder),
    **dict.fromkeys(("pow", "float_power", "__pow__", "__rpow__"), _pow),
    **dict.fromkeys(("maximum", "minimum", "fmax", "fmin"), choose_of_two),
    **_COMPARISONS,
    **{f"__{name}__": partial(_bitwise, f"logical_{name}") for name in ("and", "or", "xor")},
    **{f"__{name}__": _COMPARISONS[name] for name in ("gt", "lt", "ge", "le", "eq", "ne")},
}

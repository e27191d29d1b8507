"""Sums of products: einsum, matrix products, linear layers."""

from collections.abc import Callable, Mapping
from itertools import product

from explainer.language import Phrase
from explainer.reading.arithmetic.asking import NotWrittenError, Question, aligned
from explainer.reading.arithmetic.equations import Equation, equation_of
from explainer.reading.arithmetic.parts import Term, Written, term
from explainer.reading.arithmetic.reckoning import total
from explainer.tracing.record import Slot

_EINSUM = Phrase(
    "The letters {output} stay as they are; over {summed} the products are summed.",
    "字母 {output} 保留不变；对 {summed} 把乘积逐项求和。",
)
_EINSUM_ALL_KEPT = Phrase("No letter is summed over: one product per cell.", "没有字母被求和：每个单元格就是一个乘积。")
_EINSUM_NUMBER = Phrase(
    "Over {summed} the products are summed to one number.", "对 {summed} 把乘积全部求和，得到一个数。"
)
_UNREADABLE = Phrase(
    "The equation of this einsum cannot be taken apart letter by letter.", "无法逐个字母拆解这个 einsum 的公式。"
)
_MATMUL = Phrase(
    "A row of the first matrix times a column of the second, number by number, summed.",
    "第一个矩阵的一行与第二个矩阵的一列逐项相乘再求和。",
)
_ADDMM = Phrase(
    "A row of the first matrix times a column of the second, summed, plus the number of the tensor that is added.",
    "第一个矩阵的一行与第二个矩阵的一列逐项相乘再求和，然后加上被加张量中的数。",
)
_LINEAR = Phrase(
    "The features of one token times one row of the weight, summed{bias}.",
    "一个 token 的各个特征与权重的一行逐项相乘再求和{bias}。",
)
_BIAS = Phrase(", plus the bias", "，再加上偏置")
_NO_BIAS = Phrase("", "")


def _einsum(question: Question) -> Written:
    equation = equation_of(question.step, question.trace.values)
    if equation is None:
        raise NotWrittenError(_UNREADABLE)
    kept = dict(zip(equation.output, question.index, strict=True))
    ways = [
        kept | dict(zip(equation.summed, at, strict=True))
        for at in product(*(range(equation.sizes[letter]) for letter in equation.summed))
    ]
    rows = [
        question.cells(slot, (aligned(question.shape(slot), tuple(way[letter] for letter in letters)) for way in ways))
        for slot, letters in zip(equation.slots, equation.operands, strict=True)
    ]
    return _summed(
        "einsum", _einsum_rule(equation), equation.latex, [term(*cells) for cells in zip(*rows, strict=True)]
    )


def _einsum_rule(equation: Equation) -> Phrase:
    output, summed = (", ".join(letters) for letters in (equation.output, equation.summed))
    if not summed:
        return _EINSUM_ALL_KEPT
    return (_EINSUM if output else _EINSUM_NUMBER).fill(output=output, summed=summed)


def _matmul(question: Question) -> Written:
    given = question.arguments("input other")
    terms = _rows_times_columns(question, given["input"], _second(given))
    return _summed("matmul", _MATMUL, r"Y_{ij} = \sum_k A_{ik} B_{kj}", terms)


def _reversed_matmul(question: Question) -> Written:
    given = question.arguments("other input")
    terms = _rows_times_columns(question, given["input"], given["other"])
    return _summed("matmul", _MATMUL, r"Y_{ij} = \sum_k A_{ik} B_{kj}", terms)


def _second(given: Mapping[str, Slot]) -> Slot:
    return next(given[name] for name in ("other", "mat2", "vec2", "vec", "tensor") if name in given)


def _rows_times_columns(question: Question, left: Slot, right: Slot, scale: float = 1.0) -> list[Term]:
    """The products of one cell of `left @ right`, for all that matmul takes: vectors, matrices, batches of them."""
    shapes = question.shape(left), question.shape(right)
    rest = list(question.index)
    column = (rest.pop(),) if len(shapes[1]) > 1 else ()
    row = (rest.pop(),) if len(shapes[0]) > 1 else ()
    batch = tuple(rest)
    before = aligned(shapes[0][:-2], batch), aligned(shapes[1][:-2], batch)
    count = range(shapes[0][-1])
    lefts = question.cells(left, ((*before[0], *row, k) for k in count))
    rights = question.cells(right, ((*before[1], k, *column) for k in count))
    factors = () if scale == 1.0 else (scale,)
    return [term(*factors, *pair) for pair in zip(lefts, rights, strict=True)]


def _addmm(question: Question) -> Written:
    given = question.arguments("input batch1 batch2")
    left, right = (given.get(f"mat{place}", given.get(f"batch{place}")) for place in (1, 2))
    terms = _rows_times_columns(question, left, right, given.number("alpha", 1.0))
    beta = given.number("beta", 1.0)
    if beta:
        terms.append(term(*(() if beta == 1.0 else (beta,)), question.factor(given["input"])))
    return _summed("addmm", _ADDMM, r"Y_{ij} = \alpha \sum_k A_{ik} B_{kj} + \beta C_{ij}", terms)


def _linear(question: Question) -> Written:
    given = question.arguments("input weight bias")
    weight, bias = given["weight"], given.get("bias")
    # A weight of one axis gives one number for all features.
    before, out = (
        (question.index[:-1], question.index[-1:]) if len(question.shape(weight)) > 1 else (question.index, ())
    )
    count = range(question.shape(weight)[-1])
    features = question.cells(given["input"], ((*before, k) for k in count))
    weights = question.cells(weight, ((*out, k) for k in count))
    terms = [term(*pair) for pair in zip(features, weights, strict=True)]
    if bias is None:
        return _summed("linear", _LINEAR.fill(bias=_NO_BIAS), r"y_j = \sum_k x_k W_{jk}", terms)
    terms.append(term(question.cell(bias, out)))
    return _summed("linear", _LINEAR.fill(bias=_BIAS), r"y_j = \sum_k x_k W_{jk} + b_j", terms)


def _summed(kind: str, rule: Phrase, formula: str, terms: list[Term]) -> Written:
    return Written(kind, rule, formula, total(each.product for each in terms), tuple(terms))


PRODUCTS: Mapping[str, Callable[[Question], Written]] = {
    "einsum": _einsum,
    "matmul": _matmul,
    "__matmul__": _matmul,
    "__rmatmul__": _reversed_matmul,
    "mm": _matmul,
    "mv": _matmul,
    "bmm": _matmul,
    "dot": _matmul,
    "addmm": _addmm,
    "baddbmm": _addmm,
    "linear": _linear,
}

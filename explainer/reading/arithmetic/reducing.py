"""Many numbers become one: sums, means, variances, extremes."""

from collections.abc import Callable, Mapping
from itertools import product
from math import isnan

from explainer.language import Phrase
from explainer.reading.arithmetic.asking import Index, Question
from explainer.reading.arithmetic.binding import Bound
from explainer.reading.arithmetic.moments import mean_line, moments, root_line
from explainer.reading.arithmetic.numerals import listed, numeral
from explainer.reading.arithmetic.operators import choose_of_two
from explainer.reading.arithmetic.parts import Cell, Line, Written, term
from explainer.reading.arithmetic.reckoning import divided, total
from explainer.tracing import edges_in
from explainer.tracing.record import Slot

_SUM = Phrase("All {count} numbers along the axes that go are added up.", "沿被消去的轴，把 {count} 个数相加。")
_MEAN = Phrase(
    "The {count} numbers along the axes that go are added up and divided by their count.",
    "沿被消去的轴，把 {count} 个数相加，再除以个数。",
)
_VAR = Phrase(
    "The mean of the {count} numbers is taken off each; the squares are added up and divided by {divisor}.",
    "{count} 个数各自减去均值，平方后求和，再除以 {divisor}。",
)
_STD = Phrase(
    "The square root of the variance: the mean of the {count} numbers is taken off each, "
    "the squares are added up and divided by {divisor}.",
    "方差的平方根：{count} 个数与均值之差平方后求和，除以 {divisor}，再开方。",
)
_PRODUCT = Phrase("All {count} numbers are multiplied.", "把 {count} 个数全部相乘。")
_LARGEST = Phrase("The largest of {count} numbers.", "{count} 个数中的最大值。")
_SMALLEST = Phrase("The smallest of {count} numbers.", "{count} 个数中的最小值。")
_WHERE = Phrase(
    "The place of the extreme among {count} numbers, counted from 0.", "最值在 {count} 个数中的位置，从 0 开始计数。"
)
_RUNNING_SUM = Phrase("All {count} numbers up to this place are added up.", "把到这个位置为止的 {count} 个数相加。")
_EXTREME = Phrase("extreme", "最值")


def _sum(question: Question) -> Written:
    cells = _reduced(question, question.arguments("input dim keepdim"))
    terms = tuple(term(cell) for cell in cells)
    rule = _SUM.fill(count=len(cells))
    return Written("sum", rule, r"y = \sum_i x_i", total(each.product for each in terms), terms)


def _mean(question: Question) -> Written:
    cells = _reduced(question, question.arguments("input dim keepdim"))
    numbers = [cell.number for cell in cells]
    mean = divided(total(numbers), len(numbers))
    terms = tuple(term(cell, 1 / len(cells)) for cell in cells)
    rule = _MEAN.fill(count=len(cells))
    return Written("mean", rule, r"y = \frac{1}{n} \sum_i x_i", mean, terms, (mean_line(numbers, mean),))


def _spread(question: Question) -> Written:
    """Variance or standard deviation; `var_mean` has the mean as its second result."""
    if question.place == 1:
        return _mean(question)
    given = _var_arguments(question)
    cells = _reduced(question, given)
    found = moments([cell.number for cell in cells], _correction(given))
    facts = {"count": len(cells), "divisor": numeral(found.divisor)}
    if question.step.op.startswith("std"):
        root = root_line(found.variance)
        formula = r"y = \sqrt{\frac{1}{n - c} \sum_i (x_i - \mu)^2}"
        return Written("std", _STD.fill(**facts), formula, root.number, (), (*found.lines, root), cells)
    share = divided(1.0, found.divisor)
    terms = tuple(term(cell.number - found.mean, cell.number - found.mean, share) for cell in cells)
    formula = r"y = \frac{1}{n - c} \sum_i (x_i - \mu)^2"
    return Written("var", _VAR.fill(**facts), formula, found.variance, terms, found.lines, cells)


def _var_arguments(question: Question) -> Bound:
    """`x.var(False)` says something else than `x.var(1, False)`."""
    second = question.step.args[1] if len(question.step.args) > 1 else None
    return question.arguments("input unbiased" if isinstance(second, bool) else "input dim unbiased keepdim")


def _correction(given: Bound) -> float:
    if given.get("unbiased") is not None:
        return float(bool(given["unbiased"]))
    return given.number("correction", 1.0)


def _prod(question: Question) -> Written:
    cells = _reduced(question, question.arguments("input dim keepdim"))
    whole = term(*cells)
    return Written("prod", _PRODUCT.fill(count=len(cells)), r"y = \prod_i x_i", whole.product, (whole,))


def _extreme(question: Question) -> Written:
    """The cell with the largest or smallest number, or its place among the others; of two tensors, cell by cell."""
    if len(edges_in(question.step.args)) > 1:
        return choose_of_two(question)
    cells = _reduced(question, question.arguments("input dim keepdim"))
    numbers = [cell.number for cell in cells]
    largest = "max" in question.step.op
    choose, name = (max, "max") if largest else (min, "min")
    at = next((at for at, number in enumerate(numbers) if isnan(number)), numbers.index(choose(numbers)))
    line = Line(_EXTREME, f"{name}({listed(map(numeral, numbers), ', ')})", numbers[at])
    if question.step.op.startswith("arg") or question.place == 1:
        rule, formula = _WHERE.fill(count=len(cells)), rf"y = \arg\{name}_i x_i"
        return Written(f"arg{name}", rule, formula, float(at), (), (line,), cells)
    rule = (_LARGEST if largest else _SMALLEST).fill(count=len(cells))
    return Written(name, rule, rf"y = \{name}_i x_i", numbers[at], (term(cells[at]),), (line,), cells, cells[at])


def _cumsum(question: Question) -> Written:
    given = question.arguments("input dim")
    axis = given["dim"] % max(1, len(question.index))
    before, own, after = question.index[:axis], question.index[axis : axis + 1], question.index[axis + 1 :]
    upto = ((*before, at, *after) for at in range(own[0] + 1)) if own else ((),)
    terms = tuple(term(cell) for cell in question.cells(given["input"], upto))
    rule = _RUNNING_SUM.fill(count=len(terms))
    return Written("cumsum", rule, r"y_i = \sum_{j \le i} x_j", total(each.product for each in terms), terms)


def _reduced(question: Question, given: Bound) -> tuple[Cell, ...]:
    """The cells that became the one that is asked about."""
    shape = question.shape(given["input"])
    gone = _gone(given.get("dim"), len(shape))
    kept = iter(_without_ones(question.index, gone, len(shape)))
    ranges = [range(size) if axis in gone else (next(kept),) for axis, size in enumerate(shape)]
    return question.cells(given["input"], product(*ranges))


def _gone(dim: Slot, axes: int) -> frozenset[int]:
    """The axes that are reduced, all of them where none was given."""
    if dim is None or dim in ((), []):
        return frozenset(range(axes))
    return frozenset(axis % max(1, axes) for axis in (dim if isinstance(dim, (tuple, list)) else (dim,)))


def _without_ones(index: Index, gone: frozenset[int], axes: int) -> Index:
    """The index without the axes of size 1 that `keepdim` leaves."""
    if len(index) < axes:
        return index
    return tuple(at for axis, at in enumerate(index) if axis not in gone)


REDUCTIONS: Mapping[str, Callable[[Question], Written]] = {
    "sum": _sum,
    "mean": _mean,
    "prod": _prod,
    "cumsum": _cumsum,
    **dict.fromkeys(("var", "std", "var_mean", "std_mean"), _spread),
    **dict.fromkeys(("max", "min", "amax", "amin", "argmax", "argmin"), _extreme),
}

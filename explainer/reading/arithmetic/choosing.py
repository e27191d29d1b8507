"""Operations that take one number or another: masks, `where`, dropout; and those that only change the type."""

from collections.abc import Callable, Mapping

import torch

from explainer.language import Phrase
from explainer.reading.arithmetic.asking import Question
from explainer.reading.arithmetic.numerals import numeral, over
from explainer.reading.arithmetic.parts import Cell, Factor, Line, Written, cells_among, number_of, term
from explainer.reading.arithmetic.reckoning import divided
from explainer.tracing.record import Slot

_FILLED = Phrase(
    "The mask is true here, so the number is replaced by {number}.", "这里的掩码为真，因此该数被替换为 {number}。"
)
_NOT_FILLED = Phrase("The mask is false here, so the number stays as it is.", "这里的掩码为假，因此该数保持不变。")
_FIRST = Phrase("The condition is true here, so the first number is taken.", "这里的条件为真，因此取第一个数。")
_SECOND = Phrase("The condition is false here, so the second number is taken.", "这里的条件为假，因此取第二个数。")
_DROPPED = Phrase(
    "Dropped at random in training: a share p = {p} of all numbers becomes 0.",
    "训练时被随机丢弃：有 p = {p} 的比例的数变为 0。",
)
_SPARED = Phrase(
    "Kept in training, and divided by 1 − p to make up for those that are dropped; p = {p}.",
    "训练时被保留，并除以 1 − p，以补偿被丢弃的数；p = {p}。",
)
_CAST = Phrase("The number is stored as {dtype}.", "该数以 {dtype} 类型存储。")
_CONDITION, _FACTOR, _STORED = Phrase("condition", "条件"), Phrase("factor", "系数"), Phrase("stored", "存储为")


def _masked_fill(question: Question) -> Written:
    given = question.arguments("input mask value")
    mask = question.factor(given["mask"])
    hidden = bool(number_of(mask))
    chosen = question.factor(given["value" if hidden else "input"])
    rule = _FILLED.fill(number=numeral(number_of(chosen))) if hidden else _NOT_FILLED
    return _chosen(
        "masked_fill", rule, r"y = \begin{cases} v & \text{mask} \\ x & \text{else} \end{cases}", mask, chosen
    )


def _where(question: Question) -> Written:
    # As a method it is asked of the first number, and the condition stands behind.
    function = question.step.function is torch.where
    given = question.arguments("condition input other" if function else "input condition other")
    condition = question.factor(given["condition"])
    true = bool(number_of(condition))
    chosen = question.factor(given["input" if true else "other"])
    formula = r"y = \begin{cases} a & \text{condition} \\ b & \text{else} \end{cases}"
    return _chosen("where", _FIRST if true else _SECOND, formula, condition, chosen)


def _chosen(kind: str, rule: Phrase, formula: str, condition: Factor, chosen: Factor) -> Written:
    line = Line(_CONDITION, numeral(number_of(condition)), number_of(condition))
    only = term(chosen)
    source = chosen if isinstance(chosen, Cell) else None
    return Written(kind, rule, formula, only.product, (only,), (line,), cells_among(condition), source)


def _dropout(question: Question) -> Written:
    """Which numbers were dropped is not computed but read from what was recorded: a dropped one is 0."""
    p = question.arguments("input p").number("p", 0.5) if _in_training(question) else 0.0
    cell = question.cell(question.arguments("input p")["input"], question.index)
    formula = r"y = \frac{m}{1 - p} x, \quad m \in \{0, 1\}"
    if p and question.recorded == 0:
        only = term(0.0, cell)
        return Written("dropout", _DROPPED.fill(p=numeral(p)), formula, only.product, (only,))
    factor = divided(1.0, 1.0 - p)
    only, line = term(factor, cell), Line(_FACTOR, over(1, 1 - p), factor)
    return Written("dropout", _SPARED.fill(p=numeral(p)), formula, only.product, (only,), (line,))


def _in_training(question: Question) -> bool:
    given = question.arguments("input p training")
    asked: Slot = given.get("training", given.get("train", True))
    return bool(asked)


def _cast(question: Question) -> Written:
    dtype = question.trace.values[question.value].dtype
    cell = question.cell(question.arguments("input")["input"], question.index)
    source = question.trace.values[cell.value].dtype
    stored = float(torch.tensor(cell.number, dtype=source).to(dtype))
    name = str(dtype).removeprefix("torch.")
    line = Line(_STORED, f"{name}({numeral(cell.number)})", stored)
    return Written(
        "cast",
        _CAST.fill(dtype=name),
        r"y \approx x",
        stored,
        (),
        (line,),
        (cell,),
        cell if stored == cell.number else None,
    )


_CASTS = ("to", "float", "double", "half", "bfloat16", "int", "long", "short", "bool", "type", "type_as", "cpu", "cuda")

CHOICES: Mapping[str, Callable[[Question], Written]] = {
    "masked_fill": _masked_fill,
    "where": _where,
    **dict.fromkeys(("dropout", "dropout1d", "dropout2d", "dropout3d"), _dropout),
    **dict.fromkeys(_CASTS, _cast),
}

"""Attention in one kernel: its weights never existed; they are computed here from the recorded queries and keys."""

from collections.abc import Callable, Mapping

from explainer.language import Phrase
from explainer.reading.arithmetic.asking import NotWrittenError, Question, aligned
from explainer.reading.arithmetic.parts import Written, term
from explainer.reading.arithmetic.reckoning import total

_ATTENTION = Phrase(
    "The values of all keys, weighted by the softmax of the scaled dot products. The weights were not recorded, since "
    "one kernel computed it all; they were computed here from the recorded queries and keys.",
    "对所有 key 的 V 按缩放点积的 softmax 权重求和。整个计算在一个融合算子内完成，权重没有记录；"
    "这里的权重由记录的 Q 和 K 重新算出。",
)
_CLOSED = Phrase(
    "The attention inside this fused operation cannot be computed again, because of dropout or for want of numbers.",
    "无法重新计算这个融合算子内部的注意力：它使用了 dropout，或缺少数值。",
)


def _attention(question: Question) -> Written:
    inside = question.trace.reconstruct(question.step)
    if inside is None:
        raise NotWrittenError(_CLOSED)
    *before, query, feature = question.index
    slot = question.arguments("query key value")["value"]
    weights = inside.attention[(*before, query)].tolist()
    batch = question.shape(slot)[:-2]
    # With grouped queries, several query heads share one head of values.
    if batch and before:
        before[-1] //= max(1, inside.attention.shape[len(before) - 1] // batch[-1])
    own = aligned(batch, tuple(before))
    cells = question.cells(slot, ((*own, key, feature) for key in range(len(weights))))
    terms = tuple(term(weight, cell) for weight, cell in zip(weights, cells, strict=True))
    formula = r"y = \sum_s \operatorname{softmax}_s\!\left(\frac{q \cdot k_s}{\sqrt{E}}\right) v_s"
    return Written("attention", _ATTENTION, formula, total(each.product for each in terms), terms)


FUSED: Mapping[str, Callable[[Question], Written]] = {"scaled_dot_product_attention": _attention}

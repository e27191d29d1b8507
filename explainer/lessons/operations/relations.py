"""How a tensor that came out of a step stands to what went in: new memory, the same memory, or the very same tensor."""

from explainer.language import Phrase
from explainer.tracing import Step, Trace

NEW = Phrase("a new tensor", "新的张量")
VIEW = Phrase("a view: same memory, other shape or order", "视图：同一块内存，形状或顺序不同")
SAME_VIEW = Phrase("a view: same memory, same shape and order", "视图：同一块内存，形状和顺序都相同")
SAME = Phrase("the very same tensor", "就是原来的张量")
IN_PLACE = Phrase("changed in place: same memory, other numbers", "原地修改：同一块内存，数变了")
COPIED = Phrase("a copy was made", "做了一次复制")
NOT_COPIED = Phrase("no copy was needed: the very same tensor", "无需复制：就是原来的张量")

# These return what they are given, or a view of it, unless they have to copy.
_COPYING = frozenset({
    "contiguous", "clone", "reshape", "flatten", "to", "type", "type_as", "float", "double", "half", "bfloat16", "int",
    "long", "bool", "cpu", "cuda",
})  # fmt: skip


def relation_words(trace: Trace, step: Step, value: int) -> Phrase:
    """How the output `value` of `step` stands to the inputs of that step."""
    may_copy = step.op in _COPYING
    if value in step.inputs:
        return NOT_COPIED if may_copy else SAME
    made = trace.values[value]
    if made.relation == "in place":
        return IN_PLACE
    if made.relation == "view":
        base = None if made.base is None else trace.values[made.base]
        alike = base is not None and (base.shape, base.strides) == (made.shape, made.strides)
        return SAME_VIEW if alike else VIEW
    return COPIED if may_copy else NEW

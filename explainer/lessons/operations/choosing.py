"""Operations that choose between numbers, or replace some of them."""

from collections.abc import Mapping

from explainer.lessons.operations.words import OperationWords, computes

CHOOSING: Mapping[str, OperationWords] = {
    "clamp": computes(
        "Clamp",
        "截断",
        "Numbers beyond the bounds are put on the bounds.",
        "超出上下界的数取为边界值。",
        r"y = \min(\max(x, a), b)",
    ),
    "maximum": computes(
        "Larger of two",
        "逐元素取大",
        "Place by place, the larger of the two.",
        "逐元素取较大者。",
        r"y = \max(a, b)",
    ),
    "minimum": computes(
        "Smaller of two",
        "逐元素取小",
        "Place by place, the smaller of the two.",
        "逐元素取较小者。",
        r"y = \min(a, b)",
    ),
    "masked_fill": computes(
        "Fill where a mask says so",
        "按掩码填充",
        "Where the mask is true, the number is replaced; elsewhere it stays. Filled with minus infinity, a score "
        "becomes a weight of zero in the softmax.",
        "掩码为真的位置替换为给定的值，其余不变。用负无穷填充的得分，经过 softmax 后权重为零。",
        r"y = \begin{cases} v & m \\ x & \text{otherwise} \end{cases}",
    ),
    "where": computes(
        "Choose by a condition",
        "按条件选择",
        "Where the condition is true, the first is taken, elsewhere the second.",
        "条件为真处取第一个，否则取第二个。",
        r"y = \begin{cases} a & c \\ b & \text{otherwise} \end{cases}",
    ),
    "compare": computes(
        "Compare",
        "比较",
        "Place by place, whether the comparison holds: true or false.",
        "逐元素比较，得到真或假。",
    ),
    "logic": computes(
        "Combine truths",
        "逻辑运算",
        "Place by place, truths are combined.",
        "对真假值逐元素做逻辑运算。",
    ),
    "triu": computes(
        "Upper triangle",
        "上三角",
        "What stands below a diagonal of the last two axes becomes zero, or false; the rest stays.",
        "最后两维构成的矩阵中，对角线以下变为零（或假），其余不变。",
        r"y_{ij} = \begin{cases} x_{ij} & j - i \ge k \\ 0 & \text{otherwise} \end{cases}",
    ),
    "tril": computes(
        "Lower triangle",
        "下三角",
        "What stands above a diagonal of the last two axes becomes zero, or false; the rest stays.",
        "最后两维构成的矩阵中，对角线以上变为零（或假），其余不变。",
        r"y_{ij} = \begin{cases} x_{ij} & j - i \le k \\ 0 & \text{otherwise} \end{cases}",
    ),
}

CHOOSING_ALIASES: Mapping[str, str] = {
    "clip": "clamp", "clamp_min": "clamp", "clamp_max": "clamp", "eq": "compare", "ne": "compare", "lt": "compare",
    "le": "compare", "gt": "compare", "ge": "compare", "logical_and": "logic", "logical_or": "logic",
    "logical_not": "logic", "and": "logic", "or": "logic", "invert": "logic", "bitwise_not": "logic",
}  # fmt: skip

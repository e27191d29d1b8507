"""Operations that take numbers out of a tensor, copy them, or add to its ends."""

from collections.abc import Mapping

from explainer.lessons.operations.words import OperationWords, moves

MOVING: Mapping[str, OperationWords] = {
    "chunk": moves(
        "Cut into equal parts",
        "均分",
        "One axis is cut into a number of parts, each a view.",
        "把一个维度切成若干份，每份都是视图。",
    ),
    "split": moves(
        "Cut into parts of a length",
        "按长度切分",
        "One axis is cut into parts of the given lengths, each a view.",
        "按给定的长度切分一个维度，每份都是视图。",
    ),
    "unbind": moves(
        "Take an axis apart",
        "沿维度拆开",
        "One tensor for every index of an axis, which is gone.",
        "沿一个维度逐个取出，每个下标得到一个张量，该维度消失。",
    ),
    "getitem": moves(
        "Take a part by indices",
        "按下标取一部分",
        "What stands in the square brackets is picked out: a slice keeps its axis, a single index drops it.",
        "取出方括号所指的部分：切片保留该维度，单个下标则去掉该维度。",
    ),
    "select": moves(
        "Take one index of an axis",
        "取某一维的一个下标",
        "One index of an axis is picked out, and the axis is gone.",
        "在一个维度上取出一个下标，该维度随之消失。",
    ),
    "narrow": moves(
        "Take a stretch of an axis",
        "截取一段",
        "A stretch of one axis is kept, as a slice does.",
        "保留一个维度上连续的一段，与切片相同。",
    ),
    "gather": moves(
        "Pick by a tensor of indices",
        "按下标张量取数",
        "For each place, the number at the index that stands there is taken.",
        "在每个位置上，按那里写的下标取数。",
    ),
    "flip": moves(
        "Turn an axis round",
        "翻转",
        "The order along an axis is turned round.",
        "把一个维度上的顺序倒过来。",
    ),
    "roll": moves(
        "Shift round",
        "循环移位",
        "Numbers are shifted along an axis; what falls off comes in at the other end.",
        "沿维度移位，移出的数从另一端补回来。",
    ),
    "pad": moves(
        "Pad",
        "填充",
        "An axis is made longer at its ends. What stands there depends on the mode: a constant, or the value at "
        "the edge, repeated.",
        "在维度的两端补长。补什么取决于模式：常数，或重复边缘上的值。",
    ),
    "contiguous": moves(
        "Lay out in order",
        "整理为连续内存",
        "The numbers are copied so that memory runs in the order of the axes. Where it does already, the tensor "
        "itself is returned.",
        "把数复制成与维度顺序一致的连续内存；若本来就是连续的，则直接返回原张量。",
    ),
    "clone": moves(
        "Copy",
        "复制",
        "The same numbers in memory of their own.",
        "同样的数，存放在另一块独立的内存里。",
    ),
    "detach": moves(
        "Cut off from the gradient",
        "切断梯度",
        "The same numbers in the same memory, but no gradient flows back through them.",
        "同样的数、同一块内存，但梯度不会经过它反向传播。",
    ),
    "to": moves(
        "Change type or device",
        "转换类型或设备",
        "The numbers are stored in another type or on another device; where both are as wanted, the tensor "
        "itself is returned.",
        "把数换成另一种类型，或搬到另一个设备；若都已符合要求，则直接返回原张量。",
    ),
}

MOVING_ALIASES: Mapping[str, str] = {
    "iter": "unbind", "tensor_split": "chunk", "index_select": "gather", "type": "to", "type_as": "to", "float": "to",
    "double": "to", "half": "to", "bfloat16": "to", "int": "to", "long": "to", "bool": "to", "cpu": "to",
    "cuda": "to", "alias": "detach",
}  # fmt: skip

"""Operations that give a tensor another shape, or its axes another order."""

from collections.abc import Mapping

from explainer.lessons.operations.words import OperationWords, moves

SHAPING: Mapping[str, OperationWords] = {
    "permute": moves(
        "Reorder the axes",
        "重排维度",
        "The axes come in another order. No number moves in memory: only the strides, by which memory is read, change.",
        "按新的顺序排列各个维度。内存中的数没有移动，变的只是读取内存所用的步长（stride）。",
    ),
    "transpose": moves(
        "Swap two axes",
        "交换两个维度",
        "Two axes change places. No number moves in memory: only the strides change.",
        "交换两个维度的位置。内存中的数没有移动，变的只是步长（stride）。",
        r"y_{\ldots j \ldots i \ldots} = x_{\ldots i \ldots j \ldots}",
    ),
    "T": moves(
        "Transpose",
        "转置",
        "Rows become columns, and columns rows; the memory is the same.",
        "行变成列，列变成行；内存不变。",
        r"y_{ji} = x_{ij}",
    ),
    "movedim": moves(
        "Move an axis",
        "移动维度",
        "An axis is taken out and put in at another place; the others keep their order.",
        "把一个维度取出，插到另一个位置；其余维度的顺序不变。",
    ),
    "view": moves(
        "Read in another shape",
        "按新形状查看",
        "The same numbers in the same order are read in another shape: an axis is cut into several, or several "
        "become one. Nothing is copied, so the memory must lie in that order already.",
        "同样的数、同样的顺序，换一种形状来读：一个维度拆成几个，或几个维度合成一个。不做复制，因此内存必须本来就"
        "是这个顺序。",
    ),
    "reshape": moves(
        "Change the shape",
        "改变形状",
        "The same numbers in the same order get another shape. It is a view where the memory allows it, and a "
        "copy where it does not.",
        "同样的数、同样的顺序，换一种形状。内存布局允许时是视图，不允许时会复制。",
    ),
    "flatten": moves(
        "Fold axes into one",
        "把几个维度合成一个",
        "Neighbouring axes become one, the last of them running fastest.",
        "把相邻的几个维度合成一个，其中最后一个维度变化最快。",
        r"y_{\ldots (i \cdot n_j + j) \ldots} = x_{\ldots i\, j \ldots}",
    ),
    "unflatten": moves(
        "Cut an axis into several",
        "把一个维度拆成几个",
        "One axis is cut into several, the last of them running fastest: what flatten did is undone.",
        "把一个维度拆成几个，其中最后一个变化最快：正好是 flatten 的逆操作。",
        r"y_{\ldots i\, j \ldots} = x_{\ldots (i \cdot n_j + j) \ldots}",
    ),
    "squeeze": moves(
        "Drop axes of size one",
        "去掉大小为一的维度",
        "Axes along which there is but one number are left out.",
        "去掉只有一个元素的维度。",
    ),
    "unsqueeze": moves(
        "Put in an axis of size one",
        "插入大小为一的维度",
        "An axis of size one is put in, so that the tensor lines up with others.",
        "插入一个大小为一的维度，使张量能与其他张量对齐。",
    ),
    "expand": moves(
        "Repeat without copying",
        "不复制的扩展",
        "Axes of size one are read again and again, as if their numbers were there many times.",
        "大小为一的维度被反复读取，就像那些数存了很多份一样，实际上没有复制。",
    ),
    "repeat": moves(
        "Repeat by copying",
        "复制重复",
        "The tensor is laid side by side with copies of itself.",
        "把张量的多份副本依次排列起来。",
    ),
    "unfold": moves(
        "Cut windows",
        "滑动切片",
        "Windows of equal length are cut along an axis, one every stride. They lie along the old axis, and the "
        "places within a window along a new last one. Overlapping windows share memory.",
        "沿一个维度按固定步长切出等长的窗口：原维度变成窗口的编号，窗口内的位置成为新的最后一维。重叠的窗口共用同"
        "一块内存。",
        r"y_{\ldots i\, p} = x_{\ldots (i \cdot s + p)}",
    ),
    "cat": moves(
        "Join end to end",
        "首尾拼接",
        "The tensors are laid one after the other along an axis that all of them have.",
        "沿一个共有的维度，把几个张量首尾相接。",
        r"y = [\,x^{(1)} ;\, x^{(2)} ;\, \ldots\,]",
    ),
    "stack": moves(
        "Stack along a new axis",
        "沿新维度堆叠",
        "Tensors of equal shape are laid beside each other along an axis that did not exist before.",
        "把形状相同的张量沿一个新维度并排放在一起。",
    ),
}

SHAPING_ALIASES: Mapping[str, str] = {
    "swapaxes": "transpose", "swapdims": "transpose", "mT": "transpose", "t": "T", "moveaxis": "movedim",
    "concat": "cat", "concatenate": "cat", "broadcast_to": "expand", "expand_as": "expand", "view_as": "view",
    "reshape_as": "reshape", "ravel": "flatten", "tile": "repeat",
}  # fmt: skip

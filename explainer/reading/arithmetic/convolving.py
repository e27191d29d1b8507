"""Convolutions over one, two or three axes."""

from collections.abc import Callable, Iterator, Mapping
from itertools import product

from explainer.language import Phrase
from explainer.reading.arithmetic.asking import Index, Question
from explainer.reading.arithmetic.binding import Bound
from explainer.reading.arithmetic.parts import Written, term
from explainer.reading.arithmetic.reckoning import total
from explainer.tracing.record import Slot

_CONV = Phrase(
    "The window under the kernel times the kernel, over all channels and places, summed{bias}. "
    "Where the window reaches beyond the edge there are zeros, which add nothing.",
    "卷积核覆盖的窗口与卷积核在所有通道和位置上逐项相乘再求和{bias}。窗口超出边界的部分补零，对结果没有贡献。",
)
_POINTWISE = Phrase(
    "A kernel of width 1: the channels at one place times one row of the weight, summed{bias}.",
    "宽度为 1 的卷积核：同一位置的各通道与权重的一行逐项相乘再求和{bias}。",
)
_BIAS = Phrase(", plus the bias of the channel", "，再加上该通道的偏置")
_NO_BIAS = Phrase("", "")


def _conv(question: Question) -> Written:
    given = question.arguments("input weight bias stride padding dilation groups")
    weight, bias = given["weight"], given.get("bias")
    kernel = question.shape(weight)[2:]
    *batch, channel = question.index[: -len(kernel)]
    pairs = list(_window(question, given, kernel))
    first = channel // (question.shape(weight)[0] // int(given.number("groups", 1))) * question.shape(weight)[1]
    channels = range(question.shape(weight)[1])
    inputs = question.cells(given["input"], ((*batch, first + c, *at) for c in channels for _, at in pairs))
    weights = question.cells(weight, ((channel, c, *tap) for c in channels for tap, _ in pairs))
    terms = [term(*pair) for pair in zip(inputs, weights, strict=True)]
    if bias is not None:
        terms.append(term(question.cell(bias, (channel,))))
    rule = (_POINTWISE if set(kernel) == {1} else _CONV).fill(bias=_NO_BIAS if bias is None else _BIAS)
    formula = r"y_{o,t} = \sum_{c,k} W_{o,c,k} \, x_{c,\, s t + d k - p}" + ("" if bias is None else " + b_o")
    return Written(question.step.op, rule, formula, total(each.product for each in terms), tuple(terms))


def _window(question: Question, given: Bound, kernel: Index) -> Iterator[tuple[Index, Index]]:
    """Places in the kernel with the places of the input that they meet, those beyond the edge left out."""
    axes = len(kernel)
    stride, dilation = (_per_axis(given.get(name), axes, 1) for name in ("stride", "dilation"))
    padding = _padding(given.get("padding"), kernel, dilation)
    sizes = question.shape(given["input"])[-axes:]
    out = question.index[-axes:]
    for tap in product(*map(range, kernel)):
        at = tuple(out[axis] * stride[axis] + tap[axis] * dilation[axis] - padding[axis] for axis in range(axes))
        if all(0 <= place < size for place, size in zip(at, sizes, strict=True)):
            yield tap, at


def _per_axis(given: Slot, axes: int, default: int) -> Index:
    """One number for all axes, or one for each."""
    numbers = default if given is None else given
    every = tuple(numbers) if isinstance(numbers, (tuple, list)) else (numbers,)
    return every * axes if len(every) == 1 else every


def _padding(given: Slot, kernel: Index, dilation: Index) -> Index:
    """How many zeros stand before the first number; "same" puts the odd one behind."""
    if given == "same":
        return tuple(step * (size - 1) // 2 for size, step in zip(kernel, dilation, strict=True))
    return _per_axis(0 if given == "valid" else given, len(kernel), 0)


CONVOLUTIONS: Mapping[str, Callable[[Question], Written]] = {"conv1d": _conv, "conv2d": _conv, "conv3d": _conv}

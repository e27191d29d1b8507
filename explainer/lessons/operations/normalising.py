"""Operations that rescale by what stands beside a number, drop numbers by chance, or make tensors from nothing."""

from collections.abc import Mapping

from explainer.lessons.operations.words import OperationWords, computes

NORMALISING: Mapping[str, OperationWords] = {
    "softmax": computes(
        "Softmax",
        "softmax",
        "Along one axis, numbers become weights: positive, and together one. A larger number gets a larger weight.",
        "沿一个维度把数变成权重：全部为正，总和为一；数越大，权重越大。",
        r"y_{i} = \frac{e^{x_{i}}}{\sum_{j} e^{x_{j}}}",
    ),
    "log_softmax": computes(
        "Logarithm of the softmax",
        "log-softmax",
        "The logarithms of the weights that a softmax gives.",
        "softmax 所得权重的对数。",
        r"y_{i} = x_{i} - \ln \sum_{j} e^{x_{j}}",
    ),
    "layer_norm": computes(
        "LayerNorm",
        "LayerNorm",
        "Each token on its own: its features are brought to mean zero and variance one, then scaled and shifted "
        "by learned weights.",
        "每个 token 单独处理：把它的特征化为均值为零、方差为一，再用学到的权重缩放和平移。",
        r"y = \gamma \cdot \frac{x - \bar{x}}{\sqrt{\sigma^{2} + \varepsilon}} + \beta",
    ),
    "rms_norm": computes(
        "RMSNorm",
        "RMSNorm",
        "Each token on its own: its features are divided by their root mean square and scaled by learned weights.",
        "每个 token 单独处理：特征除以其均方根，再用学到的权重缩放。",
        r"y = \gamma \cdot \frac{x}{\sqrt{\overline{x^{2}} + \varepsilon}}",
    ),
    "batch_norm": computes(
        "BatchNorm",
        "BatchNorm",
        "Each channel on its own: with the mean and the variance of the batch in training, with those remembered "
        "from training afterwards; then scaled and shifted by learned weights.",
        "每个通道单独处理：训练时用当前批次的均值和方差，推理时用训练中累计的统计量，再用学到的权重缩放和平移。",
        r"y = \gamma \cdot \frac{x - \mu}{\sqrt{\sigma^{2} + \varepsilon}} + \beta",
    ),
    "group_norm": computes(
        "GroupNorm",
        "GroupNorm",
        "Channels in groups: each group is brought to mean zero and variance one, then scaled and shifted.",
        "通道分组：每组化为均值为零、方差为一，再缩放和平移。",
        r"y = \gamma \cdot \frac{x - \bar{x}}{\sqrt{\sigma^{2} + \varepsilon}} + \beta",
    ),
    "normalize": computes(
        "Bring to length one",
        "归一化为单位长度",
        "The vectors along an axis are divided by their length.",
        "沿一个维度，把向量除以它的长度。",
        r"y = \frac{x}{\lVert x \rVert}",
    ),
    "dropout": computes(
        "Dropout",
        "dropout",
        "In training, numbers are set to zero by chance and the others grow, so that the average stays. "
        "Otherwise the tensor itself is returned.",
        "训练时随机把一部分数置零，其余按比例放大以保持期望不变；推理时直接返回原张量。",
        r"y = \frac{m}{1 - p} \cdot x, \quad m \sim \operatorname{Bernoulli}(1 - p)",
    ),
    "interpolate": computes(
        "Resample",
        "重采样",
        "The last axes are read at more or fewer places, with values in between.",
        "在更多或更少的位置上重新取值，中间的值由插值得到。",
    ),
    "ones": computes(
        "All ones",
        "全一张量",
        "A new tensor in which every number is one, or true.",
        "新建一个全为一（或全为真）的张量。",
    ),
    "zeros": computes(
        "All zeros",
        "全零张量",
        "A new tensor in which every number is zero, or false.",
        "新建一个全为零（或全为假）的张量。",
    ),
    "full": computes(
        "All one value",
        "常数张量",
        "A new tensor filled with one value.",
        "新建一个填满同一个值的张量。",
    ),
    "empty": computes(
        "Memory as it is",
        "未初始化的张量",
        "New memory, with whatever numbers happen to be in it.",
        "新分配的内存，里面的数是任意的。",
    ),
    "arange": computes(
        "Count",
        "等差序列",
        "Numbers from a start in equal steps.",
        "从起点开始、间隔相等的一串数。",
        r"y_{i} = a + i \cdot s",
    ),
    "eye": computes(
        "Identity matrix",
        "单位矩阵",
        "Ones on the diagonal, zeros elsewhere.",
        "对角线上为一，其余为零。",
    ),
    "rand": computes(
        "Uniform random numbers",
        "均匀随机数",
        "Random numbers between zero and one.",
        "零与一之间的随机数。",
    ),
    "randn": computes(
        "Normal random numbers",
        "正态随机数",
        "Random numbers from a standard normal distribution.",
        "取自标准正态分布的随机数。",
    ),
    "tensor": computes(
        "A tensor from numbers",
        "由数字新建张量",
        "Plain numbers become a tensor.",
        "把普通的数变成张量。",
    ),
}

NORMALISING_ALIASES: Mapping[str, str] = {
    "instance_norm": "group_norm", "ones_like": "ones", "zeros_like": "zeros", "full_like": "full",
    "new_zeros": "zeros", "new_ones": "ones", "new_full": "full", "empty_like": "empty", "rand_like": "rand",
    "randn_like": "randn", "linspace": "arange", "as_tensor": "tensor", "alpha_dropout": "dropout",
    "dropout1d": "dropout", "dropout2d": "dropout", "zero": "zeros", "fill": "full",
}  # fmt: skip

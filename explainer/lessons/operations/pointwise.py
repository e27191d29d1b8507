"""Operations that compute each number from the numbers at the same place."""

from collections.abc import Mapping

from explainer.lessons.operations.words import OperationWords, computes

POINTWISE: Mapping[str, OperationWords] = {
    "add": computes(
        "Add",
        "加",
        "Place by place, the two are added. An axis of size one is repeated along the other's.",
        "逐元素相加；大小为一的维度会沿对方的维度广播。",
        r"y = a + b",
    ),
    "sub": computes(
        "Subtract",
        "减",
        "Place by place, the second is taken from the first. An axis of size one is repeated along the other's.",
        "逐元素相减；大小为一的维度会沿对方的维度广播。",
        r"y = a - b",
    ),
    "rsub": computes(
        "Subtract from",
        "被减",
        "Place by place, the tensor is taken from the number on its left.",
        "逐元素地用左边的数减去该张量。",
        r"y = b - a",
    ),
    "mul": computes(
        "Multiply",
        "乘",
        "Place by place, the two are multiplied; nothing is summed. An axis of size one is repeated along the other's.",
        "逐元素相乘，不求和；大小为一的维度会沿对方的维度广播。",
        r"y = a \cdot b",
    ),
    "div": computes(
        "Divide",
        "除",
        "Place by place, the first is divided by the second. An axis of size one is repeated along the other's.",
        "逐元素相除；大小为一的维度会沿对方的维度广播。",
        r"y = \frac{a}{b}",
    ),
    "rdiv": computes(
        "Divide into",
        "被除",
        "Place by place, the number on its left is divided by the tensor.",
        "逐元素地用左边的数除以该张量。",
        r"y = \frac{b}{a}",
    ),
    "neg": computes(
        "Negate",
        "取负",
        "Every number changes its sign.",
        "每个数变号。",
        r"y = -x",
    ),
    "abs": computes(
        "Absolute value",
        "绝对值",
        "Every number loses its sign.",
        "每个数去掉符号。",
        r"y = \lvert x \rvert",
    ),
    "sqrt": computes(
        "Square root",
        "平方根",
        "The square root of every number.",
        "对每个数开平方。",
        r"y = \sqrt{x}",
    ),
    "rsqrt": computes(
        "Reciprocal square root",
        "平方根的倒数",
        "One over the square root of every number.",
        "每个数的平方根的倒数。",
        r"y = \frac{1}{\sqrt{x}}",
    ),
    "pow": computes(
        "Power",
        "乘方",
        "Every number is raised to a power.",
        "对每个数做乘方。",
        r"y = x^{p}",
    ),
    "exp": computes(
        "Exponential",
        "指数",
        "e to the power of every number; the result is positive.",
        "以 e 为底、每个数为指数求幂，结果恒为正。",
        r"y = e^{x}",
    ),
    "log": computes(
        "Natural logarithm",
        "自然对数",
        "The natural logarithm of every number.",
        "对每个数取自然对数。",
        r"y = \ln x",
    ),
    "sin": computes(
        "Sine",
        "正弦",
        "The sine of every number.",
        "对每个数取正弦。",
        r"y = \sin x",
    ),
    "cos": computes(
        "Cosine",
        "余弦",
        "The cosine of every number.",
        "对每个数取余弦。",
        r"y = \cos x",
    ),
    "sigmoid": computes(
        "Sigmoid",
        "sigmoid",
        "Every number is squeezed between zero and one.",
        "把每个数压到零与一之间。",
        r"y = \frac{1}{1 + e^{-x}}",
    ),
    "tanh": computes(
        "Hyperbolic tangent",
        "双曲正切",
        "Every number is squeezed between minus one and one.",
        "把每个数压到负一与一之间。",
        r"y = \tanh x",
    ),
    "relu": computes(
        "ReLU",
        "ReLU",
        "Negative numbers become zero; the others stay as they are.",
        "负数变为零，其余保持不变。",
        r"y = \max(0, x)",
    ),
    "leaky_relu": computes(
        "Leaky ReLU",
        "Leaky ReLU",
        "Negative numbers are made small; the others stay as they are.",
        "负数乘以一个很小的系数，其余保持不变。",
        r"y = \max(0, x) + \alpha \min(0, x)",
    ),
    "gelu": computes(
        "GELU",
        "GELU",
        "Every number is weighed by how likely a standard normal draw is to be below it: a ReLU with a soft bend.",
        "每个数乘以“标准正态变量小于它”的概率：相当于拐角平滑的 ReLU。",
        r"y = x \cdot \Phi(x) = \frac{x}{2} \left( 1 + \operatorname{erf} \frac{x}{\sqrt{2}} \right)",
    ),
    "silu": computes(
        "SiLU",
        "SiLU",
        "Every number is weighed by its own sigmoid.",
        "每个数乘以它自己的 sigmoid。",
        r"y = \frac{x}{1 + e^{-x}}",
    ),
    "softplus": computes(
        "Softplus",
        "softplus",
        "A smooth ReLU; the result is always positive.",
        "平滑的 ReLU，结果恒为正。",
        r"y = \ln(1 + e^{x})",
    ),
}

POINTWISE_ALIASES: Mapping[str, str] = {
    "iadd": "add", "radd": "add", "isub": "sub", "imul": "mul", "rmul": "mul", "idiv": "div", "itruediv": "div",
    "truediv": "div", "true_divide": "div", "rtruediv": "rdiv", "square": "pow", "ipow": "pow",
}  # fmt: skip

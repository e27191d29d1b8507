"""Operations that sum, search, or multiply matrices: along some axes numbers meet, and the axes are gone."""

from collections.abc import Mapping

from explainer.lessons.operations.words import OperationWords, computes

SUMMING: Mapping[str, OperationWords] = {
    "mean": computes(
        "Mean",
        "求均值",
        "The average along the named axes, which are gone, or kept at size one.",
        "沿指定的维度求平均；这些维度消失，或以大小为一保留。",
        r"y = \frac{1}{n} \sum_{i} x_{i}",
    ),
    "sum": computes(
        "Sum",
        "求和",
        "The sum along the named axes, which are gone, or kept at size one.",
        "沿指定的维度求和；这些维度消失，或以大小为一保留。",
        r"y = \sum_{i} x_{i}",
    ),
    "prod": computes(
        "Product",
        "求积",
        "All numbers along an axis are multiplied.",
        "沿一个维度把所有的数相乘。",
        r"y = \prod_{i} x_{i}",
    ),
    "var": computes(
        "Variance",
        "求方差",
        "The mean squared distance from the mean along the named axes. Unbiased, it is divided by one less than "
        "their length.",
        "沿指定维度求与均值之差的平方的平均。无偏估计时，除数比元素个数少一。",
        r"y = \frac{1}{n - \delta} \sum_{i} (x_{i} - \bar{x})^{2}",
    ),
    "std": computes(
        "Standard deviation",
        "求标准差",
        "The square root of the variance along the named axes.",
        "沿指定维度求方差，再开平方。",
        r"y = \sqrt{\frac{1}{n - \delta} \sum_{i} (x_{i} - \bar{x})^{2}}",
    ),
    "max": computes(
        "Largest",
        "取最大",
        "The largest number along an axis, and where asked for its place; of two tensors, the larger, place by place.",
        "沿一个维度取最大的数，需要时同时给出位置；给定两个张量时则逐元素取大。",
        r"y = \max_{i} x_{i}",
    ),
    "min": computes(
        "Smallest",
        "取最小",
        "The smallest number along an axis, and where asked for its place; of two tensors, the smaller, place by "
        "place.",
        "沿一个维度取最小的数，需要时同时给出位置；给定两个张量时则逐元素取小。",
        r"y = \min_{i} x_{i}",
    ),
    "argmax": computes(
        "Place of the largest",
        "最大值的位置",
        "Not the largest number along an axis but its index.",
        "给出的不是最大的数，而是它的下标。",
        r"y = \operatorname*{arg\,max}_{i} x_{i}",
    ),
    "argmin": computes(
        "Place of the smallest",
        "最小值的位置",
        "Not the smallest number along an axis but its index.",
        "给出的不是最小的数，而是它的下标。",
        r"y = \operatorname*{arg\,min}_{i} x_{i}",
    ),
    "topk": computes(
        "The largest few",
        "取前几大",
        "The largest numbers along an axis, in falling order, and their places.",
        "沿一个维度取最大的若干个数（降序）及其位置。",
    ),
    "sort": computes(
        "Sort",
        "排序",
        "The numbers along an axis in order, and where they came from.",
        "沿一个维度排序，并给出原来的位置。",
    ),
    "cumsum": computes(
        "Running sum",
        "累加",
        "At every place, the sum of all numbers up to there.",
        "每个位置上，是到该处为止所有数之和。",
        r"y_{j} = \sum_{i \le j} x_{i}",
    ),
    "norm": computes(
        "Norm",
        "范数",
        "The length of the vectors along an axis.",
        "沿一个维度求向量的长度。",
        r"y = \lVert x \rVert_{p}",
    ),
    "matmul": computes(
        "Matrix product",
        "矩阵乘法",
        "Rows of the first meet columns of the second: products are summed over the axis they share. Axes in "
        "front are batches, each on its own.",
        "第一个的行与第二个的列相遇：沿共有的维度相乘再求和。前面的维度是批次，各算各的。",
        r"y_{ij} = \sum_{k} a_{ik} b_{kj}",
    ),
    "addmm": computes(
        "Matrix product, added",
        "矩阵乘法再相加",
        "The product of two matrices, and a third tensor added to it.",
        "两个矩阵相乘，再加上第三个张量。",
        r"y_{ij} = c_{ij} + \sum_{k} a_{ik} b_{kj}",
    ),
    "dot": computes(
        "Dot product",
        "点积",
        "Products place by place, summed to one number.",
        "逐元素相乘再求和，得到一个数。",
        r"y = \sum_{k} a_{k} b_{k}",
    ),
    "einsum": computes(
        "Sum of products by letters",
        "按字母求乘积之和",
        "Each axis has a letter. Where letters are equal, the operands are multiplied; letters that are missing "
        "behind the arrow are summed away.",
        "每个维度对应一个字母：字母相同处相乘，箭头右边没有的字母被求和消去。",
    ),
    "linear": computes(
        "Linear",
        "线性变换",
        "The last axis is multiplied with a matrix of weights and summed away; every output feature is a "
        "weighted sum of all input features, plus a bias if there is one. All other axes are left alone.",
        "最后一维与权重矩阵相乘并求和：每个输出特征都是全部输入特征的加权和，有偏置时再加偏置；其余维度不受影响。",
        r"y = x W^{\top} + b",
    ),
    "conv1d": computes(
        "Convolution along one axis",
        "一维卷积",
        "A kernel slides along the last axis; at each place it sums over all channels and its own width. With a "
        "kernel of width one it is a Linear at every place.",
        "卷积核沿最后一维滑动，在每个位置对所有通道和核宽求加权和。核宽为一时，等价于在每个位置上做一次 Linear。",
        r"y_{c\,l} = b_{c} + \sum_{d} \sum_{k} W_{c\,d\,k}\, x_{d\,(l + k)}",
    ),
    "conv2d": computes(
        "Convolution over a plane",
        "二维卷积",
        "A kernel slides over the last two axes; at each place it sums over all channels and its own area.",
        "卷积核在最后两维上滑动，在每个位置对所有通道和核的范围求加权和。",
        r"y_{c\,u\,v} = b_{c} + \sum_{d} \sum_{i} \sum_{j} W_{c\,d\,i\,j}\, x_{d\,(u + i)\,(v + j)}",
    ),
    "max_pool": computes(
        "Largest of each window",
        "最大池化",
        "Of every window, the largest number stays.",
        "每个窗口只留下最大的数。",
    ),
    "avg_pool": computes(
        "Mean of each window",
        "平均池化",
        "Of every window, the average stays.",
        "每个窗口只留下平均值。",
    ),
    "scaled_dot_product_attention": computes(
        "Attention in one operation",
        "一步完成的注意力",
        "Queries meet keys, the scaled scores go through a softmax, and the values are averaged with its "
        "weights; the matrix of weights is never returned.",
        "query 与 key 做点积，缩放后经 softmax 得到权重，再对 value 加权求和；权重矩阵不会返回。",
        r"y = \operatorname{softmax}\!\left( \frac{Q K^{\top}}{\sqrt{E}} \right) V",
    ),
    "embedding": computes(
        "Look up rows",
        "查表",
        "Every whole number is replaced by the row of the table that it points to.",
        "每个整数换成表中它所指的那一行。",
        r"y_{\ldots d} = W_{x_{\ldots}\, d}",
    ),
}

SUMMING_ALIASES: Mapping[str, str] = {
    "bmm": "matmul", "mm": "matmul", "mv": "matmul", "rmatmul": "matmul", "baddbmm": "addmm", "amax": "max",
    "amin": "min", "max_pool1d": "max_pool", "max_pool2d": "max_pool", "max_pool3d": "max_pool",
    "adaptive_max_pool1d": "max_pool", "adaptive_max_pool2d": "max_pool", "avg_pool1d": "avg_pool",
    "avg_pool2d": "avg_pool", "adaptive_avg_pool1d": "avg_pool", "adaptive_avg_pool2d": "avg_pool",
}  # fmt: skip

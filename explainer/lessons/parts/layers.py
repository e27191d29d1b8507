"""Torch's own modules by their class names, for models that are not ours."""

from collections.abc import Mapping

from explainer.lessons.parts.words import ModuleWords, module

_CONVOLUTION = module(
    "Convolution",
    "卷积",
    "Slides a learned kernel along time or space and sums over all channels at each place.",
    "用学到的卷积核沿时间或空间滑动，在每个位置对所有通道加权求和。",
)
_BATCH_NORM = module(
    "BatchNorm",
    "BatchNorm",
    "Normalises each channel over the batch in training, and by remembered statistics otherwise.",
    "训练时在批次上对每个通道归一化，推理时用累计的统计量。",
)
_DROPOUT = module(
    "Dropout",
    "dropout",
    "In training, sets numbers to zero by chance; otherwise it does nothing.",
    "训练时随机把一部分数置零；推理时什么也不做。",
)
_PADDING = module("Padding", "填充", "Makes axes longer at their ends.", "在维度的两端补长。")
_MAX_POOL = module("Max pooling", "最大池化", "Keeps the largest number of each window.", "每个窗口只保留最大的数。")
_AVG_POOL = module("Average pooling", "平均池化", "Keeps the average of each window.", "每个窗口只保留平均值。")
_RECURRENT = module(
    "Recurrent network",
    "循环网络",
    "Reads a sequence step by step and carries a hidden state along.",
    "逐步读入序列，并携带一个隐状态向前传递。",
)
_ACTIVATION = module(
    "Activation",
    "激活函数",
    "Bends every number by the same curve; without it, layers of linear maps would be one linear map.",
    "用同一条曲线变换每个数；没有它，多层线性变换叠加后仍只是一个线性变换。",
)
_CONTAINER = module(
    "Container", "容器", "Holds modules for the forward of another to call.", "保存若干子模块，由外层的 forward 调用。"
)
_ENCODER_LAYER = module(
    "Transformer layer",
    "Transformer 层",
    "Lets tokens look at each other, then works on each token alone; residuals and norms hold both together.",
    "先让 token 互相关注，再对每个 token 单独加工，用残差连接和归一化把两部分连起来。",
)
_STACK = module(
    "Transformer stack",
    "Transformer 堆叠",
    "Runs layers of the same form one after the other.",
    "依次运行若干形式相同的层。",
)

LAYERS: Mapping[str, ModuleWords] = {
    "Linear": module(
        "Linear",
        "Linear",
        "Makes each output feature a weighted sum of all input features, the same at every place.",
        "每个输出特征都是全部输入特征的加权和，各个位置共用同一套权重。",
    ),
    "LayerNorm": module(
        "LayerNorm",
        "LayerNorm",
        "Brings the features of each token to mean zero and variance one, then scales and shifts them.",
        "把每个 token 的特征化为均值为零、方差为一，再缩放和平移。",
    ),
    "RMSNorm": module(
        "RMSNorm",
        "RMSNorm",
        "Divides the features of each token by their root mean square, then scales them.",
        "用均方根去除每个 token 的特征，再缩放。",
    ),
    "GroupNorm": module(
        "GroupNorm",
        "GroupNorm",
        "Normalises channels in groups, each example on its own.",
        "对通道分组归一化，每个样本单独处理。",
    ),
    "Sequential": module(
        "Sequence of modules",
        "顺序模块",
        "Hands its input through its modules, one after the other.",
        "让输入依次经过其中的各个模块。",
    ),
    "Flatten": module("Flatten", "展平", "Folds neighbouring axes into one.", "把相邻的几个维度合成一个。"),
    "Unflatten": module("Unflatten", "拆分维度", "Cuts one axis into several.", "把一个维度拆成几个。"),
    "Embedding": module(
        "Embedding",
        "嵌入表",
        "Replaces each whole number by the row of a learned table.",
        "把每个整数换成一张可学习的表中的一行。",
    ),
    "Identity": module("Identity", "恒等", "Returns what it is given.", "原样返回输入。"),
    "Softmax": module(
        "Softmax",
        "softmax",
        "Makes numbers along one axis weights that sum to one.",
        "沿一个维度把数变成总和为一的权重。",
    ),
    "MultiheadAttention": module(
        "Multi-head attention",
        "多头注意力",
        "Lets every query take a weighted average of the values, in several heads side by side.",
        "让每个 query 对 value 做加权平均，多个注意力头并行进行。",
    ),
    "Upsample": module("Upsampling", "上采样", "Reads time or space at more places.", "在更多的位置上取值。"),
    **dict.fromkeys(["TransformerEncoderLayer", "TransformerDecoderLayer"], _ENCODER_LAYER),
    **dict.fromkeys(["TransformerEncoder", "TransformerDecoder", "Transformer"], _STACK),
    **dict.fromkeys([f"{kind}{axes}d" for kind in ("Conv", "ConvTranspose") for axes in (1, 2, 3)], _CONVOLUTION),
    **dict.fromkeys([f"BatchNorm{axes}d" for axes in (1, 2, 3)], _BATCH_NORM),
    **dict.fromkeys(["Dropout", "Dropout1d", "Dropout2d", "Dropout3d", "AlphaDropout"], _DROPOUT),
    **dict.fromkeys(
        [
            f"{kind}Pad{axes}d"
            for kind in ("Replication", "Reflection", "Constant", "Zero", "Circular")
            for axes in (1, 2, 3)
        ],
        _PADDING,
    ),
    **dict.fromkeys([f"{kind}MaxPool{axes}d" for kind in ("", "Adaptive") for axes in (1, 2, 3)], _MAX_POOL),
    **dict.fromkeys([f"{kind}AvgPool{axes}d" for kind in ("", "Adaptive") for axes in (1, 2, 3)], _AVG_POOL),
    **dict.fromkeys(["LSTM", "GRU", "RNN", "LSTMCell", "GRUCell", "RNNCell"], _RECURRENT),
    **dict.fromkeys(
        ["ReLU", "GELU", "SiLU", "ELU", "LeakyReLU", "Sigmoid", "Tanh", "Softplus", "Mish", "Hardswish"], _ACTIVATION
    ),
    **dict.fromkeys(["ModuleList", "ModuleDict"], _CONTAINER),
}

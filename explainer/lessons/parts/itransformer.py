"""The modules of iTransformer, in which a token is the whole window of one variate."""

from collections.abc import Mapping

from explainer.language import Phrase
from explainer.lessons.parts.encoder import encoder_modules
from explainer.lessons.parts.encoder_interface import encoder_interfaces
from explainer.lessons.parts.words import Interface, ModuleWords, module, one_tensor

_TOKENS = Phrase("variates", "变量")
_NO_MARKS = Phrase(
    "No time marks were given, so there are tokens of variates alone.", "没有给时间标记，因此只有变量对应的 token。"
)
_MARKS = Phrase(
    "Calendar features of the same time steps, such as the hour; each becomes a token too.",
    "同一段时间的日历特征（如小时）；每一种也会成为一个 token。",
)

MODULES: Mapping[str, ModuleWords] = {
    **encoder_modules(_TOKENS),
    "": module(
        "iTransformer",
        "iTransformer",
        "Forecasts every variate from its look-back window; attention runs between variates.",
        "由历史窗口预测每个变量的未来；注意力在变量之间进行。",
    ),
    "enc_embedding": module(
        "Inverted embedding",
        "倒置嵌入",
        "Makes one token of the whole window of each variate, and one of each time mark.",
        "把每个变量的整个历史窗口变成一个 token，每个时间标记也变成一个 token。",
    ),
    "enc_embedding.value_embedding": module(
        "Linear over the window",
        "作用于整个窗口的 Linear",
        "Reads all time steps of one series at once and writes the features of its token; all series share the "
        "weights.",
        "一次读入一条序列的全部时间步，写出其 token 的特征；所有序列共用一套权重。",
    ),
    "enc_embedding.dropout": module(
        "Dropout of the embedding",
        "嵌入的 dropout",
        "In training, drops features of tokens by chance; otherwise it does nothing.",
        "训练时随机丢弃 token 的一部分特征；推理时什么也不做。",
    ),
    "encoder.norm": module(
        "Final norm",
        "最后的归一化",
        "Normalises each token once more, as the reference does, though the last layer has normalised it already.",
        "再对每个 token 做一次归一化：最后一层其实已经归一化过，这里与参考实现保持一致。",
    ),
    "projection": module(
        "Projection to the horizon",
        "映射到预测步长",
        "Lets each token tell its own future: from its features to all steps of the horizon at once.",
        "让每个 token 说出自己的未来：由它的特征一次得到所有预测步。",
    ),
}

INTERFACES: Mapping[str, Interface] = {
    **encoder_interfaces(_TOKENS),
    "": Interface(
        {
            "x": Phrase(
                "The look-back windows: the latest time steps of every variate, in its own units.",
                "历史窗口：每个变量最近的若干时间步，采用各自的单位。",
            ),
            "x_mark": _MARKS,
        },
        {
            "": Phrase(
                "The forecast of every variate over the horizon, in the units of x.",
                "每个变量在预测步长内的预测值，单位与 x 相同。",
            )
        },
        {"x_mark": _NO_MARKS},
    ),
    "enc_embedding": Interface(
        {
            "x": Phrase(
                "The windows, each variate brought to mean zero and variance one.",
                "历史窗口，每个变量已化为均值为零、方差为一。",
            ),
            "x_mark": _MARKS,
        },
        {
            "": Phrase(
                "One token per variate, and behind them one per time mark.",
                "每个变量一个 token，后面是每个时间标记一个 token。",
            )
        },
        {"x_mark": _NO_MARKS},
    ),
    "enc_embedding.value_embedding": one_tensor(
        Phrase("Every series, its time steps last.", "每一条序列，时间步在最后一维。"),
        Phrase("One token per series.", "每条序列一个 token。"),
    ),
    "enc_embedding.dropout": one_tensor(
        Phrase("The tokens as the Linear made them.", "Linear 得到的 token。"),
        Phrase("The same; in training some numbers are zero.", "原样返回；训练时其中一部分数为零。"),
    ),
    "encoder.norm": one_tensor(
        Phrase("The tokens as the last layer left them.", "最后一层给出的 token。"),
        Phrase("The same, normalised token by token.", "逐个 token 归一化后的结果。"),
    ),
    "projection": one_tensor(
        Phrase(
            "All tokens after the encoder, those of time marks included.",
            "编码器给出的所有 token，包括时间标记的 token。",
        ),
        Phrase(
            "The horizon of every token, still normalised; those of the marks are dropped afterwards.",
            "每个 token 对应的各个预测步，仍是归一化后的值；时间标记的部分随后会被去掉。",
        ),
    ),
}

"""The modules of the encoder that both models share. What meets in its attention differs: variates, or patches."""

from collections.abc import Mapping

from explainer.language import Phrase
from explainer.lessons.parts.words import ModuleWords, module

_LAYER = "encoder.attn_layers.*"
_ATTENTION = f"{_LAYER}.attention"


def encoder_modules(tokens: Phrase) -> Mapping[str, ModuleWords]:
    """The words on the encoder's modules by their paths; `tokens` says what it is that looks at each other."""
    return {**_between_tokens(tokens), **_PROJECTIONS, **_WITHIN_TOKENS}


def _between_tokens(tokens: Phrase) -> Mapping[str, ModuleWords]:
    return {
        "encoder": module(
            "Encoder",
            "编码器",
            "Runs the encoder layers one after the other, so that {tokens} look at each other again and again, and "
            "ends with a norm.",
            "依次运行各个编码层，让{tokens}一次次地互相关注，最后再做一次归一化。",
            tokens=tokens,
        ),
        "encoder.attn_layers": module(
            "Encoder layers",
            "编码层列表",
            "Holds the encoder layers, all of the same form, each with weights of its own.",
            "保存各个编码层：形式相同，权重各自独立。",
        ),
        _LAYER: module(
            "Encoder layer",
            "编码层",
            "Lets {tokens} look at each other, then works on each token alone; both halves end with a residual and a "
            "norm.",
            "先让{tokens}互相关注，再对每个 token 单独加工；两半都以残差连接和归一化收尾。",
            tokens=tokens,
        ),
        _ATTENTION: module(
            "Attention layer",
            "注意力层",
            "Makes queries, keys and values of the tokens, cuts them into heads, lets {tokens} meet, and mixes the "
            "heads again.",
            "由 token 得到 query、key、value，切分成多个注意力头，让{tokens}相互作用，再把各个头混合起来。",
            tokens=tokens,
        ),
        f"{_ATTENTION}.inner_attention": module(
            "Attention core",
            "注意力计算核",
            "Compares every query with every key and averages the values by what it found: the only place where "
            "{tokens} meet.",
            "把每个 query 与每个 key 比较，按结果对 value 加权平均：这是{tokens}唯一相互作用的地方。",
            tokens=tokens,
        ),
    }


_PROJECTIONS: Mapping[str, ModuleWords] = {
    f"{_ATTENTION}.inner_attention.dropout": module(
        "Dropout of the attention weights",
        "注意力权重的 dropout",
        "In training, drops weights by chance, so that no token leans on a single other one; otherwise it does "
        "nothing.",
        "训练时随机丢弃一部分注意力权重，避免 token 过度依赖某一个对象；推理时什么也不做。",
    ),
    f"{_ATTENTION}.query_projection": module(
        "Query projection",
        "query 投影",
        "Makes of each token what it seeks in the others.",
        "由每个 token 得到它的 query：它想在其他 token 中找什么。",
    ),
    f"{_ATTENTION}.key_projection": module(
        "Key projection",
        "key 投影",
        "Makes of each token what it offers, for queries to find.",
        "由每个 token 得到它的 key：它拿什么供 query 来匹配。",
    ),
    f"{_ATTENTION}.value_projection": module(
        "Value projection",
        "value 投影",
        "Makes of each token what it gives to those that look at it.",
        "由每个 token 得到它的 value：被关注时它给出什么。",
    ),
    f"{_ATTENTION}.out_projection": module(
        "Output projection",
        "输出投影",
        "Mixes the heads, laid side by side, into one token of the model's width.",
        "把并排放好的各个注意力头混合，变回宽度为 d_model 的 token。",
    ),
}

_WITHIN_TOKENS: Mapping[str, ModuleWords] = {
    f"{_LAYER}.conv1": module(
        "Widening of the feed-forward part",
        "前馈部分的升维",
        "Widens each token on its own from d_model to d_ff features; with a kernel of width one it is a Linear at "
        "every token.",
        "对每个 token 单独升维，从 d_model 到 d_ff；核宽为一，等价于在每个 token 上做一次 Linear。",
    ),
    f"{_LAYER}.conv2": module(
        "Narrowing of the feed-forward part",
        "前馈部分的降维",
        "Narrows each token on its own from d_ff back to d_model features.",
        "对每个 token 单独降维，从 d_ff 回到 d_model。",
    ),
    f"{_LAYER}.norm1": module(
        "Norm after attention",
        "注意力之后的归一化",
        "Normalises the features of each token once what attention found has been added to them.",
        "加上注意力的结果之后，对每个 token 的特征做归一化。",
    ),
    f"{_LAYER}.norm2": module(
        "Norm after the feed-forward part",
        "前馈之后的归一化",
        "Normalises the features of each token once what the feed-forward part made has been added to them.",
        "加上前馈部分的结果之后，对每个 token 的特征做归一化。",
    ),
    f"{_LAYER}.dropout": module(
        "Dropout of the layer",
        "编码层的 dropout",
        "In training, drops features by chance: behind the attention, and within and behind the feed-forward part.",
        "训练时随机丢弃特征：用在注意力之后，以及前馈部分的中间和之后；推理时什么也不做。",
    ),
}

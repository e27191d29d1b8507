"""What goes in and comes out of the modules of the encoder that both models share."""

from collections.abc import Mapping

from explainer.language import Phrase
from explainer.lessons.parts.words import NO_MASK, NO_WEIGHTS, Interface, one_tensor

_LAYER = "encoder.attn_layers.*"
_ATTENTION = f"{_LAYER}.attention"

_MASK = Phrase("Which keys each query must not look at.", "每个 query 不允许看哪些 key。")
_WEIGHTS = Phrase(
    "The attention weights: in each head, how much each token takes from each other.",
    "注意力权重：在每个头里，每个 token 从其他各个 token 取多少。",
)
_NOTHING = {"attn_mask": NO_MASK, "attn": NO_WEIGHTS, "A": NO_WEIGHTS}
_SAME_WIDTH = Phrase("The tokens as they came out of the layer's norm.", "刚经过本层归一化的 token。")
_HEADS_SIDE_BY_SIDE = Phrase("The heads of every token, laid side by side.", "每个 token 的各个注意力头并排放在一起。")


def encoder_interfaces(tokens: Phrase) -> Mapping[str, Interface]:
    """What the encoder's modules are given and return, by their paths; `tokens` says what looks at each other."""
    return {**_between_tokens(tokens), **_PROJECTIONS, **_WITHIN_TOKENS}


def _between_tokens(tokens: Phrase) -> Mapping[str, Interface]:
    returned = Phrase(
        "The tokens after both halves: what {tokens} told each other is in them.",
        "经过两半加工的 token：其中已包含{tokens}相互交换的信息。",
    ).fill(tokens=tokens)
    attended = Phrase(
        "What each token took from the others: what {tokens} have told each other.",
        "每个 token 从其他 token 取得的内容，即{tokens}相互交换的信息。",
    ).fill(tokens=tokens)
    mixed = Phrase(
        "In each head, the values averaged by the weights of each query.",
        "在每个头里，按各个 query 的权重对 value 加权平均的结果。",
    )
    return {
        "encoder": Interface(
            {"x": Phrase("The tokens from the embedding.", "来自嵌入层的 token。")},
            {
                "": Phrase(
                    "The tokens after all layers, normalised once more.", "经过所有编码层并再次归一化的 token。"
                ),
                "attns": Phrase(
                    "The attention weights of every layer, one entry each; None where they are not handed out.",
                    "每一层的注意力权重，一层一项；没有返回权重的层为 None。",
                ),
            },
            {"attns": NO_WEIGHTS},
        ),
        _LAYER: Interface(
            {
                "x": Phrase(
                    "The tokens as the layer below, or the embedding, left them.", "上一层（或嵌入层）给出的 token。"
                ),
                "attn_mask": _MASK,
            },
            {"": returned, "attn": _WEIGHTS},
            _NOTHING,
        ),
        _ATTENTION: Interface(
            {
                "queries": Phrase(
                    "The tokens that look. In self-attention all three are the same tensor.",
                    "主动去看的 token。自注意力中，三者是同一个张量。",
                ),
                "keys": Phrase("The tokens that are looked at, as they are found.", "被看的 token，用来匹配。"),
                "values": Phrase("The tokens that are looked at, as they give.", "被看的 token，用来取值。"),
                "attn_mask": _MASK,
            },
            {"": attended, "attn": _WEIGHTS},
            _NOTHING,
        ),
        f"{_ATTENTION}.inner_attention": Interface(
            {
                "queries": Phrase("What each token seeks, cut into heads.", "每个 token 的 query，已切分成多个头。"),
                "keys": Phrase(
                    "What each token offers to be found by, cut into heads.", "每个 token 的 key，已切分成多个头。"
                ),
                "values": Phrase("What each token gives, cut into heads.", "每个 token 的 value，已切分成多个头。"),
                "attn_mask": _MASK,
            },
            {"": mixed, "attn": _WEIGHTS, "A": _WEIGHTS},
            _NOTHING,
        ),
    }


_PROJECTIONS: Mapping[str, Interface] = {
    f"{_ATTENTION}.inner_attention.dropout": one_tensor(
        Phrase("The attention weights; each row sums to one.", "注意力权重，每一行的和为一。"),
        Phrase(
            "The weights that the values are averaged with; changed in training only.",
            "用来对 value 加权的权重；只有训练时才会改变。",
        ),
    ),
    f"{_ATTENTION}.query_projection": one_tensor(
        Phrase("The tokens that look.", "主动去看的 token。"),
        Phrase("Their queries, all heads side by side.", "它们的 query，各个头并排。"),
    ),
    f"{_ATTENTION}.key_projection": one_tensor(
        Phrase("The tokens that are looked at.", "被看的 token。"),
        Phrase("Their keys, all heads side by side.", "它们的 key，各个头并排。"),
    ),
    f"{_ATTENTION}.value_projection": one_tensor(
        Phrase("The tokens that are looked at.", "被看的 token。"),
        Phrase("Their values, all heads side by side.", "它们的 value，各个头并排。"),
    ),
    f"{_ATTENTION}.out_projection": one_tensor(
        _HEADS_SIDE_BY_SIDE,
        Phrase("The heads mixed into one token of width d_model.", "各个头混合成宽度为 d_model 的 token。"),
    ),
}

_WITHIN_TOKENS: Mapping[str, Interface] = {
    f"{_LAYER}.conv1": one_tensor(
        Phrase(
            "The tokens, features in the middle, where a convolution looks for channels.",
            "token，特征维在中间，即卷积的通道维。",
        ),
        Phrase("The tokens widened to d_ff features.", "升到 d_ff 个特征的 token。"),
    ),
    f"{_LAYER}.conv2": one_tensor(
        Phrase(
            "The widened tokens after the activation, features in the middle.",
            "经过激活函数的高维 token，特征维在中间。",
        ),
        Phrase("The tokens narrowed to d_model features again.", "降回 d_model 个特征的 token。"),
    ),
    f"{_LAYER}.norm1": one_tensor(
        Phrase("The tokens plus what attention found.", "token 加上注意力的结果。"),
        Phrase("The same, normalised token by token.", "逐个 token 归一化后的结果。"),
    ),
    f"{_LAYER}.norm2": one_tensor(
        Phrase("The tokens plus what the feed-forward part made of them.", "token 加上前馈部分的结果。"),
        Phrase("The same, normalised token by token.", "逐个 token 归一化后的结果。"),
    ),
    f"{_LAYER}.dropout": one_tensor(
        Phrase(
            "What attention found; or what the feed-forward part holds, in its middle or at its end.",
            "注意力的结果；或前馈部分中间、末尾的结果。",
        ),
        Phrase("The same; in training some numbers are zero.", "原样返回；训练时其中一部分数为零。"),
    ),
}

"""Small diagrams of every kind, as the golden files have them: what FullAttention and EncoderLayer look like."""

from collections.abc import Iterator
from typing import TypeAlias

from explainer.drawing import Arrow, AxisChip, Block, Lane, Sequence, Span, Text, Threads, plain, spans_of
from explainer.drawing.sequence.model import Kind

# Axes and sizes.
Shape: TypeAlias = tuple[str, str]
Tree: TypeAlias = dict[str, "Tree"]

CORE = "attention.inner_attention"
HEADS = ("(B, L, H, E)", "(3, 9, 4, 2)")
MIXED = ("(B, L, H, D)", "(3, 9, 4, 2)")
SCORES = ("(B, H, L, S)", "(3, 4, 9, 9)")
TOKENS = ("(B, N+T, D)", "(3, 9, 8)")
TURNED = ("(B, D, N+T)", "(3, 8, 9)")
WIDENED = ("(B, F, N+T)", "(3, 32, 9)")


def sized(axes: str, numbers: str) -> Text:
    return (*spans_of(axes), Span(f" = {numbers}"))


def named(name: str, axes: str) -> Text:
    return (Span(f"{name} "), *spans_of(axes))


def arrow(
    key: str, kind: Kind, source: str, target: str, label: str, axes: str = "", numbers: str = "", level: int = 1
) -> Arrow:
    size = sized(axes, numbers) if axes else ()
    return Arrow(key, kind, source, target, label, size, f"{kind} {label}", level)


def full_attention() -> Sequence:
    """Three lanes, nine messages."""
    dropout = f"{CORE}.dropout"
    lanes = (
        Lane("^", "AttentionLayer", "attention"),
        Lane(CORE, "inner_attention", "FullAttention"),
        Lane(dropout, "dropout", "Dropout", open=dropout),
    )

    def step(op: str, code: str, shape: Shape) -> Arrow:
        return arrow(f"{CORE}:{op}", "step", CORE, CORE, code, *shape)

    arrows = (
        arrow(CORE, "call", "^", CORE, "inner_attention(queries, keys, values)", *HEADS, level=0),
        step("einsum", 'scores = torch.einsum("blhe,bshe->bhls", queries, keys)', SCORES),
        step("mul", "scaled_scores = scale * scores", SCORES),
        step("softmax", "torch.softmax(scaled_scores, dim=-1)", SCORES),
        arrow(dropout, "call", CORE, dropout, "dropout(softmax)", *SCORES),
        arrow(f"{dropout}>", "return", dropout, CORE, "A", *SCORES),
        step("einsum.2", 'V = torch.einsum("bhls,bshd->blhd", A, values)', MIXED),
        step("contiguous", "V.contiguous()", MIXED),
        arrow(f"{CORE}>", "return", CORE, "^", "V, None", *MIXED, level=0),
    )
    return Sequence(lanes, arrows)


_CLASSES = {
    "attention": "AttentionLayer",
    "norm1": "LayerNorm",
    "conv1": "Conv1d",
    "activation": "gelu",
    "conv2": "Conv1d",
    "dropout": "Dropout",
    "norm2": "LayerNorm",
}
# Module or operation, its code, what comes back under which name, what it is given and gives.
_FLOW: tuple[tuple[str, str, str, Shape, Shape], ...] = (
    ("attention", "attention(x, x, x, attn_mask)", "attended, None", TOKENS, TOKENS),
    ("dropout", "dropout(attended)", "", TOKENS, TOKENS),
    (":add", "x + self.dropout(attended)", "", TOKENS, TOKENS),
    ("norm1", "norm1(x + …)", "x, y", TOKENS, TOKENS),
    (":transpose", "y.transpose(-1, 1)", "", TURNED, TURNED),
    ("conv1", "conv1(y.transpose(-1, 1))", "", TURNED, WIDENED),
    ("activation", "activation(…)", "", WIDENED, WIDENED),
    ("dropout", "dropout(…)", "y", WIDENED, WIDENED),
    ("conv2", "conv2(y)", "", WIDENED, TURNED),
    (":transpose", "self.conv2(y).transpose(-1, 1)", "", TOKENS, TOKENS),
    ("dropout", "dropout(…)", "y", TOKENS, TOKENS),
    (":add", "x + y", "", TOKENS, TOKENS),
    ("norm2", "norm2(x + y)", "", TOKENS, TOKENS),
)


def encoder_layer(chinese: bool = False) -> Sequence:
    """Nine lanes; the dropout is called three times."""
    lanes = (
        Lane("^", "编码器" if chinese else "Encoder", "encoder"),
        Lane("0", "attn_layers.0", "编码器层 EncoderLayer" if chinese else "EncoderLayer"),
        *(Lane(name, name, class_name, open=name) for name, class_name in _CLASSES.items()),
    )
    arrows = [arrow("0", "call", "^", "0", "attn_layer(x)", *TOKENS, level=0)]
    for place, (name, code, result, given, got) in enumerate(_FLOW):
        if name.startswith(":"):
            label = f"残差相加：{code}" if chinese and name == ":add" else code
            arrows.append(arrow(f"0{name}@{place}", "step", "0", "0", label, *got))
        else:
            arrows.append(arrow(f"{name}@{place}", "call", "0", name, code, *given))
            arrows.append(arrow(f"{name}@{place}>", "return", name, "0", result, *got))
    return Sequence(lanes, (*arrows, arrow("0>", "return", "0", "^", "x, None", *TOKENS, level=0)))


_PROJECTIONS: Tree = {"query_projection": {}, "key_projection": {}, "value_projection": {}}
_LAYER: Tree = {
    "attention": {**_PROJECTIONS, "inner_attention": {"dropout": {}}, "out_projection": {}},
    "norm1": {},
    "conv1": {},
    "conv2": {},
    "norm2": {},
}


def nested(layers: int) -> Sequence:
    """Every inner call of an encoder opened: modules in modules in modules, 36 arrows for each layer."""
    lanes, arrows = [Lane("^", "iTransformer", "model")], []
    for layer in range(layers):
        for lane, made in _opened("^", f"encoder.attn_layers.{layer}", _LAYER, 0):
            lanes += [lane] if lane else []
            arrows.append(made)
    return Sequence(tuple(lanes), tuple(arrows), nested=True)


def _opened(caller: str, path: str, inside: Tree, level: int) -> Iterator[tuple[Lane | None, Arrow]]:
    name = path.rpartition(".")[2]
    code = f"y = functional.linear(x, self.{name}.weight)"
    lane = Lane(path, name, _CLASSES.get(name, "Linear"), open=path)
    yield lane, arrow(path, "call", caller, path, f"self.{name}(x)", *TOKENS, level=level)
    yield None, arrow(f"{path}:linear", "step", path, path, code, *HEADS, level=level + 1)
    for child, deeper in inside.items():
        yield from _opened(path, f"{path}.{child}", deeper, level + 1)
    yield None, arrow(f"{path}>", "return", path, caller, f"y_{name}", *SCORES, level=level)


_PARAGRAPHS = (
    (
        "The letters of the einsum strings get their sizes; 1/√E unless another scale was given.",
        "解包形状：einsum 下标对应的字母取得各自的大小；未指定 scale 时取 1/√E。",
    ),
    (
        "Every query meets every key: the sum over e leaves one number per pair of tokens.",
        "每个 query 与每个 key 相遇：对 e 求和后，每一对词元只剩一个数。",
    ),
    (
        "A decoder must not look ahead. An encoder over one window has nothing ahead to hide.",
        "解码器不能看到未来；编码器面对一个完整窗口，没有需要遮住的未来。",
    ),
    (
        "Dot products grow with √E; scaled back, the softmax of a row stays soft. Each row sums to 1.",
        "点积随 √E 增大；缩放之后，每行的 softmax 保持平缓，行和为 1。",
    ),
    (
        "A query leaves with the average of all values, weighted by its own row of A.",
        "每个 query 带走所有 value 的加权平均，权重就是 A 中属于它的那一行。",
    ),
)
_FLOWS = (
    (plain("scale = 0.707"),),
    (named("scores", SCORES[0]),),
    (),
    (named("A", SCORES[0]), named("values", "(B, S, H, D)")),
    (named("V", MIXED[0]),),
)
_OPERATIONS = ((), ("einsum",), (), ("mul", "softmax", "dropout"), ("einsum.2", "contiguous"))
TAKES = (named("queries", "(B, L, H, E)"), named("keys", "(B, S, H, E)"), named("values", "(B, S, H, D)"))
GIVES = (named("V", "(B, L, H, D)"), plain("None"))


def attention_blocks(chinese: bool = False) -> tuple[Block, ...]:
    """The paragraphs of FullAttention; the mask is skipped."""
    subtitles = (spans_of("B, L, H, E, S, D"), sized(*SCORES), (), sized(*SCORES), sized(*MIXED))
    note = "未执行：self.mask_flag 为 False" if chinese else "not run: self.mask_flag is False"
    return tuple(
        Block(
            f"group:{number + 1}",
            titles[chinese],
            subtitles[number],
            state="skipped" if number == 2 else "ran",
            note=note if number == 2 else "",
            flows=_FLOWS[number],
            children=tuple(Block(f"{CORE}:{op}", op, spoken=op) for op in _OPERATIONS[number]),
            spoken=titles[chinese],
        )
        for number, titles in enumerate(_PARAGRAPHS)
    )


_HALVES = (
    (
        "Between tokens: what attention found is added to what each token was, then normalised.",
        "词元之间：注意力的结果加回原词元，再做归一化。",
    ),
    (
        "Within each token: widen, bend, narrow. A convolution of width 1 is a Linear at every token.",
        "词元内部：先升维，再激活，再降维。",
    ),
)


def halves(chinese: bool = False) -> tuple[Block, ...]:
    """The two halves of EncoderLayer: operation, residual, norm."""
    words = ("自注意力", "前馈网络", "残差相加") if chinese else ("Self-attention", "Feed-forward", "Residual sum")
    first = (
        _part(1, "operation", words[0], plain("attention(x, x, x)"), ("attention", "dropout")),
        _part(1, "residual", words[2], plain("x + dropout(attended)")),
        _part(1, "norm", "LayerNorm", plain("norm1")),
    )
    second = (
        _part(2, "operation", words[1], spans_of("D → F → D"), ("conv1", "gelu", "dropout@1", "conv2", "dropout@2")),
        _part(2, "residual", words[2], plain("x + y")),
        _part(2, "norm", "LayerNorm", plain("norm2")),
    )
    one, two = _HALVES[0][chinese], _HALVES[1][chinese]
    handed_on = (named("x", TOKENS[0]),)
    return (
        Block("group:1", one, sized(*TOKENS), flows=handed_on, children=first, spoken=one),
        Block("group:2", two, sized(*TOKENS), children=second, spoken=two),
    )


def _part(half: int, role: str, title: str, subtitle: Text, children: tuple[str, ...] = ()) -> Block:
    inside = tuple(Block(f"0.{name}", name, spoken=name) for name in children)
    return Block(f"group:{half}:{role}", title, subtitle, children=inside, role=role, spoken=title)


def _chips(axes: str, sizes: tuple[int, ...], ended: str = "", new: str = "") -> tuple[AxisChip, ...]:
    return tuple(
        AxisChip(spans_of(axis), size, ended=axis in ended.split(), new=axis in new.split())
        for axis, size in zip(axes.split(), sizes, strict=True)
    )


def einsum_threads() -> Threads:
    """Queries and keys meet: e is summed away on both sides."""
    rows = (
        ("queries", _chips("B L H E", (3, 9, 4, 2), ended="E")),
        ("keys", _chips("B S H E", (3, 9, 4, 2), ended="E")),
        ("scores", _chips("B H L S", (3, 4, 9, 9))),
    )
    links = (((0, 0), (2, 0)), ((0, 1), (2, 2)), ((0, 2), (2, 1)), ((1, 0), (2, 0)), ((1, 1), (2, 3)), ((1, 2), (2, 1)))
    return Threads(rows, links)


def patch_threads() -> Threads:
    """Variates join the batch; the values of a patch become features."""
    rows = (("x", _chips("B N n P", (2, 7, 12, 16), ended="P")), ("tokens", _chips("B*N n D", (14, 12, 32), new="D")))
    return Threads(rows, (((0, 0), (1, 0)), ((0, 1), (1, 0)), ((0, 2), (1, 1))))

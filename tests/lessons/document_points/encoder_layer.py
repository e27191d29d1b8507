"""What the document on EncoderLayer says, section by section."""

from functools import partial

from tests.lessons.document_points.point import Point

_ATTENTION = "attended, attn = self.attention"
_FORWARD = "y = self.dropout(self.activation"


def _of(section: str, id: str, source: str, **more: tuple[str, ...]) -> Point:  # noqa: A002 - the name of the field
    return Point(id, source, "encoder_layer", section, **more)


_first, _second = partial(_of, _ATTENTION), partial(_of, _FORWARD)

ENCODER_LAYER = (
    _of(
        "place",
        "E01",
        "§1 loop",
        en=(r"`for attn_layer in self\.attn_layers`", r"`x, attn = attn_layer\(x\)`"),
        zh=(r"`for attn_layer in self\.attn_layers`", r"`x, attn = attn_layer\(x\)`"),
        facts=("count.layers",),
    ),
    _of(
        "place",
        "E02",
        "§1 parts",
        en=(r"`attention`", r"`conv1`, the activation .* and `conv2`"),
        zh=(r"`attention`", r"`conv1`、激活函数.*`conv2`"),
        facts=("activation",),
    ),
    _of(
        "inputs",
        "E03",
        "§2 x",
        en=(r"as the embedding or the layer before left them",),
        zh=(r"嵌入层或上一层留下的 token",),
        facts=("given.x.shape", "given.x.axes"),
    ),
    _of(
        "inputs",
        "E04",
        "§2 B·C",
        en=(r"B·N, windows times variates",),
        zh=(r"B·N，即窗口数乘变量数",),
        models=("patchtst",),
    ),
    _of(
        "inputs",
        "E05",
        "§2 same shape",
        en=(r"the shape that went in",),
        zh=(r"与输入形状相同",),
        facts=("result.shape",),
    ),
    _of(
        "inputs",
        "E06",
        "§2 attn",
        en=(r"`None`, as long as `output_attention` is off",),
        zh=(r"`output_attention` 关着，就是 `None`",),
    ),
    _of(
        "inputs",
        "E07",
        "§2 passed on",
        en=(r"`attn_mask` is `None` and is passed on", r"`tau` and `delta`"),
        zh=(r"`attn_mask` 为 `None`，原样往下传", r"`tau` 和 `delta`"),
    ),
    _of("sequence", "E08", "§3", en=(r"attention once, dropout three times",), zh=(r"注意力一次、dropout 三次",)),
    _of(
        "groups",
        "E09",
        "§4",
        en=(r"operation → residual → LayerNorm", r"post-norm"),
        zh=(r"操作 → 残差 → LayerNorm", r"post-norm"),
    ),
    _first(
        "E10",
        "§5.1 purpose",
        en=(r"does not take their place", r"plus an increment"),
        zh=(r"而不是取而代之", r"加上一份增量"),
    ),
    _first(
        "E11",
        "§5.1 increment (E9)",
        en=(r"measured, not promised",),
        zh=(r"量出来的，不是保证",),
        facts=("attention_ratio", "weights"),
    ),
    _first(
        "E12",
        "§5.1 step 1",
        en=(r"### Step one", r"the same tensor three times"),
        zh=(r"### 步骤一", r"同一个张量传三次"),
    ),
    _first(
        "E13",
        "§5.1 Q=K=V",
        en=(r"`queries`, `keys` and `values`", r"\*\*self\*\*"),
        zh=(r"`queries`、`keys`、`values`", r"\*\*自\*\*注意力"),
    ),
    _first(
        "E14",
        "§5.1 no decoder",
        en=(r"no decoder", r"its own (variate's )?window"),
        zh=(r"没有解码器", r"自己.*窗口里的"),
    ),
    _first(
        "E15",
        "§5.1 returns",
        en=(r"Back comes `attended`", r"`attn`, which is `None`"),
        zh=(r"返回 `attended`", r"它是 `None`"),
        facts=("inner.attention.result.shape",),
    ),
    _first(
        "E16",
        "§5.1 step 2",
        en=(r"### Step two: residual and norm1", r"residual connection"),
        zh=(r"### 步骤二：残差与 norm1", r"残差连接"),
        facts=("made.add.shape", "dropout_rate"),
    ),
    _first("E17", "§5.1 two names", en=(r"one line, two names", r"same tensor"), zh=(r"一行，两个名字", r"同一个张量")),
    _first(
        "E18",
        "§5.1 references",
        en=(r"hangs the name y on another", r"x still holds the result of norm1"),
        zh=(r"让名字 y 指向另一个张量", r"x 确实还是 norm1 的结果"),
    ),
    _first("E19", "§5.1 two lines", en=(r"then `y = x` would be the same",), zh=(r"再 `y = x`，效果完全一样",)),
    _first(
        "E20",
        "§5.1 shapes",
        en=(r"shapes along the way: x .*→ sum .*→ x and y",),
        zh=(r"形状流水线：x .*→ 相加 .*→ x 与 y",),
        facts=("given.x.shape", "inner.norm1.result.shape"),
    ),
    _first(
        "E21",
        "E10: mean and variance",
        en=(r"mean zero and variance one",),
        zh=(r"均值为零、方差为一",),
        facts=("largest_mean", "variance_error"),
    ),
    _second(
        "E22",
        "§5.2 step 3",
        en=(r"### Step three", r"The chain: y .*`conv1`"),
        zh=(r"### 步骤三", r"形状变换链：y .*`conv1`"),
        facts=("made.transpose.shape", "inner.conv1.result.shape", "activation"),
    ),
    _second(
        "E23",
        "§5.2 Conv1d's axes",
        en=(r"`Conv1d` wants \(batch, channels, length\)",),
        zh=(r"`Conv1d` 要求 \(batch, channels, length\)",),
    ),
    _second(
        "E24",
        "§5.2 k=1",
        en=(r"sees one token at a time", r"position-wise"),
        zh=(r"一次只看一个 token", r"逐位置前馈网络"),
        facts=("conv_error",),
    ),
    _second(
        "E25",
        "§5.2 why widen",
        en=(r"Why widen", r"more hidden units"),
        zh=(r"为什么先升维", r"隐藏单元更多"),
        facts=("F", "D"),
    ),
    _second("E26", "§5.2 averages only", en=(r"attention only averages values",), zh=(r"只是对 value 求加权平均",)),
    _second(
        "E27",
        "§5.2 all non-linearity (E7)",
        en=(r"said too strongly", r"attention bends too"),
        zh=(r"说得过头", r"注意力同样是非线性的"),
        facts=("bend_frozen", "bend_free"),
    ),
    _second(
        "E28",
        "§5.2 selective",
        en=(r"negative before the activation",),
        zh=(r"激活之前有 .*为负",),
        facts=("negative_share",),
    ),
    _second("E29", "§5.2 compress", en=(r"combined into D features again",), zh=(r"再组合回 D 个特征",)),
    _second(
        "E30",
        "§5.2 ratio 4 (E8)",
        en=(r"not a law", r"one run proves nothing", r"Vaswani et al\..*2017"),
        zh=(r"不是定律", r"跑一次也证明不了什么", r"Vaswani 等.*2017"),
        facts=("widening",),
    ),
    _second(
        "E31",
        "§5.2 step 4",
        en=(r"### Step four", r"brings F back to D", r"order in which they came"),
        zh=(r"### 步骤四", r"把 F 压回 D", r"还原成来时的样子"),
        facts=("inner.conv2.result.shape", "made.transpose_2.shape"),
    ),
    _second(
        "E32",
        "§5.2 step 5",
        en=(r"### Step five: residual and norm2", r"untouched by the feed-forward part"),
        zh=(r"### 步骤五：残差与 norm2", r"没有被前馈改动"),
        facts=("ffn_ratio", "result.shape"),
    ),
    _of(
        "next",
        "E33",
        "§6",
        en=(r"`AttentionLayer`.*makes Q, K and V and delegates to `FullAttention`",),
        zh=(r"`AttentionLayer`.*做出 Q、K、V，再委托给 `FullAttention`",),
    ),
)

"""What the document on FullAttention says, section by section. Where it is wrong, the measured truth is looked for."""

from functools import partial

from tests.lessons.document_points.point import Point

_IT = ("itransformer",)
_PT = ("patchtst",)
_SIZES = "B, L, H, E = queries.shape"
_SCORES = "scores = torch.einsum"
_MASK = "if self.mask_flag"
_SOFTMAX = "scaled_scores = scale"
_SUM = "V = torch.einsum"
_RETURN = "if self.output_attention"


def _of(section: str, id: str, source: str, **more: tuple[str, ...]) -> Point:  # noqa: A002 - the name of the field
    return Point(id, source, "full_attention", section, **more)


_place, _inputs, _map = partial(_of, "place"), partial(_of, "inputs"), partial(_of, "map")
_sizes, _scores, _mask = partial(_of, _SIZES), partial(_of, _SCORES), partial(_of, _MASK)
_softmax, _sum, _return = partial(_of, _SOFTMAX), partial(_of, _SUM), partial(_of, _RETURN)

FULL_ATTENTION = (
    _place("F01", "§0", en=(r"innermost", r"`self\.inner_attention\("), zh=(r"最内层", r"`self\.inner_attention\(")),
    _place("F02", "§0", en=(r"\\mathrm{softmax}.*QK\^\\top.*V\$\$",), zh=(r"\\mathrm{softmax}.*QK\^\\top.*V\$\$",)),
    _place(
        "F03",
        "§1",
        en=(r"In go queries, keys and values", r"second result, `None`"),
        zh=(r"输入是 queries、keys、values", r"第二个返回值是 `None`"),
        facts=("given.queries.shape", "result.shape"),
    ),
    _inputs("F04", "§2 B", en=(r"\*\*B\*\* = ",), zh=(r"\*\*B\*\* = ",), facts=("here.B",)),
    _inputs("F05", "§2 L", en=(r"query tokens\. Outside",), zh=(r"query token 的个数",), facts=("here.L",)),
    _inputs("F06", "§2 H", en=(r"heads\. Each works",), zh=(r"注意力头数",), facts=("here.H",)),
    _inputs("F07", "§2 E", en=(r"query or key.*`d_keys`",), zh=(r"query 或 key.*`d_keys`",), facts=("here.E",)),
    _inputs("F08", "§2 S", en=(r"key tokens.*same as L",), zh=(r"key token 的个数.*与 L 相同",), facts=("here.S",)),
    _inputs(
        "F09", "§2 D", en=(r"`d_values`\), the same as E",), zh=(r"`d_values`），这里与 E 相同",), facts=("here.D",)
    ),
    _inputs("F10", "§2 mask", en=(r"`attn_mask` is `None`",), zh=(r"`attn_mask` 为 `None`",)),
    _inputs(
        "F11",
        "§2 out",
        en=(r"shape of the queries again", r"`None`, because `output_attention` is off"),
        zh=(r"又回到 queries 的形状", r"`None`，因为 `output_attention` 是关着的"),
        facts=("result.shape",),
    ),
    _inputs("F12", "§5.0 tau", en=(r"`tau` and `delta`", r"left out"), zh=(r"`tau` 和 `delta`", r"省去")),
    _of(
        "sequence",
        "F13",
        "§3",
        en=(r"product, scale, softmax, dropout, product",),
        zh=(r"乘积、缩放、softmax、dropout、乘积",),
    ),
    _of("groups", "F14", "§4", en=(r"scores.*softmax.*weighted sum",), zh=(r"得分.*softmax.*加权求和",)),
    _of("groups", "F15", "§0 flags", en=(r"neither branch runs",), zh=(r"两个分支都没有执行",)),
    _of(
        "example",
        "F16",
        "§5.1 ①–⑤",
        en=(r"one sequence of", r"sum to one", r"brings the result back"),
        zh=(r"只有一条序列", r"和为一", r"带回"),
        facts=("example.n_tokens", "example.H", "example.E", "example.made.einsum.shape", "example.result.shape"),
    ),
    _of("example", "F17", "§5.1 ①", en=(r"scale is \$1/\\sqrt",), zh=(r"缩放因子为 \$1/\\sqrt",), facts=("example.E",)),
    _of("example", "F18", "§5.1 ②", en=(r"for each head a product",), zh=(r"对每个头，.*乘",)),
    _scores(
        "F19",
        "§5.1 scores[b,h,i,j]",
        en=(r"`scores\[b, h, i, j\]`.*similarity",),
        zh=(r"`scores\[b, h, i, j\]`.*相似度",),
    ),
    _softmax("F20", "§5.1 A[b,h,i,:]", en=(r"becomes a distribution",), zh=(r"变成一个概率分布",), facts=("here.S",)),
    _sum("F21", "§5.1 V_out", en=(r"\\sum_{s=0}\^{S-1} A_{bhls}",), zh=(r"\\sum_{s=0}\^{S-1} A_{bhls}",)),
    _sum(
        "F22",
        "§5.1 dependence",
        en=(r"cross-variate dependence",),
        zh=(r"跨变量依赖",),
        facts=("first_variate",),
        models=_IT,
    ),
    _sum(
        "F23", "§5.1 time tokens", en=(r"every time mark",), zh=(r"每个时间标记",), facts=("first.marks",), models=_IT
    ),
    _map(
        "F24",
        "§5.1 O(token_count²)",
        en=(r"cells per head and sequence", r"O\(\\mathrm{tokens}\^2\)"),
        zh=(r"每条序列、每个头的矩阵有", r"O\(\\mathrm{tokens}\^2\)"),
        facts=("entries", "step_entries"),
    ),
    _map(
        "F25",
        "§5.1 336² and 11²",
        en=(r"instead of", r"factor of"),
        zh=(r"而不是", r"分之一"),
        facts=("long.L", "long.N", "long.entries", "long.step_entries", "long.ratio"),
    ),
    _map(
        "F26",
        "§5.1 when it reverses",
        en=(r"times as many", r"Cells are not the bill"),
        zh=(r"约.*倍", r"格子数并不是账单"),
        facts=("wide.N", "wide.entries", "wide.step_entries", "attention_share"),
    ),
    _sizes(
        "F27",
        "§5.2 unpacking",
        en=(r"Two shapes are taken apart",),
        zh=(r"先把两个形状拆开",),
        facts=("here.B", "here.L", "here.S"),
    ),
    _sizes(
        "F28",
        "§5.2 formula",
        en=(r"\\mathrm{scale}=\\frac\{1\}\{\\sqrt\{E\}\}",),
        zh=(r"\\mathrm{scale}=\\frac\{1\}\{\\sqrt\{E\}\}",),
    ),
    _sizes(
        "F29",
        "§5.2 fallback",
        en=(r"`self\.scale` is `None`.*right side",),
        zh=(r"`self\.scale` 默认是 `None`.*取右边",),
        facts=("scale",),
    ),
    _sizes("F30", "§5.2 Vaswani", en=(r"Vaswani et al\..*2017",), zh=(r"Vaswani 等.*2017",)),
    _sizes(
        "F31",
        "§5.2 growth",
        en=(r"spread grows like \$\\sqrt{E}\$",),
        zh=(r"离散程度就按 \$\\sqrt{E}\$ 增长",),
        facts=("raw_spread", "scaled_spread"),
    ),
    _sizes(
        "F32",
        "§5.2 one-hot",
        en=(r"nearly all weight on one token", r"rows turn one-hot"),
        zh=(r"几乎把全部权重压在一个 token 上", r"变成 one-hot"),
    ),
    _sizes(
        "F33",
        "§5.2 gradient",
        en=(r"derivative of the softmax itself", r"can even grow"),
        zh=(r"softmax 自身的导数", r"甚至可能变大"),
    ),
    _sizes("F34", "F3: an explicit 0", en=(r"explicit scale of `0`.*falls back",), zh=(r"显式传入 `0`.*退回",)),
    _scores(
        "F35",
        "§5.3 letters",
        en=(r"`l` comes from the queries only, `s` from the keys",),
        zh=(r"`l` 只来自 queries，`s` 只来自 keys",),
    ),
    _scores("F36", "§5.3 e", en=(r"`e` stands.*summed away",), zh=(r"`e` .*求和消去",)),
    _scores(
        "F37",
        "§5.3 matrix product",
        en=(r"plain matrix product.*\\mathbb{R}", r"batched matrix product"),
        zh=(r"普通的矩阵乘法.*\\mathbb{R}", r"批量矩阵乘法"),
    ),
    _scores("F38", "§5.3 output", en=(r"All together",), zh=(r"合在一起",), facts=("scores.shape", "scores.letters")),
    _scores(
        "F39",
        "§5.3 toy numbers",
        en=(r"`scores\[0, 0, 0, 0\]`",),
        zh=(r"`scores\[0, 0, 0, 0\]`",),
        facts=("first.score", "first.name"),
    ),
    _scores(
        "F40",
        "§5.3 inner product",
        en=(r"dot product of .* per cell",),
        zh=(r"每一格是对 .*的点积",),
        facts=("count.head_features",),
    ),
    _mask("F41", "§5.4", en=(r"do not run: `mask_flag` is `False`",), zh=(r"没有执行：`mask_flag` 为 `False`",)),
    _mask("F42", "§5.4 why a mask", en=(r"In a decoder", r"read the answer"), zh=(r"在解码器里", r"偷看答案")),
    _mask(
        "F43",
        "§5.4 no order",
        en=(r"no before and after", r"same window"),
        zh=(r"没有先后", r"同一段历史窗口"),
        models=_IT,
    ),
    _mask("F44", "§5.4 no future", en=(r"no future inside the input",), zh=(r"没有未来可以泄漏",), models=_IT),
    _mask("F45", "§5.4 mutual", en=(r"looking is mutual",), zh=(r"关注是相互的",), facts=("asymmetry",)),
    _mask(
        "F46",
        "§5.4 a mask would hide",
        en=(r"would (only )?forbid",),
        zh=(r"禁掉",),
        facts=("above_diagonal", "entries"),
    ),
    _softmax(
        "F47", "§5.5 formula", en=(r"\\mathrm{softmax}\\left\(\\frac{",), zh=(r"\\mathrm{softmax}\\left\(\\frac{",)
    ),
    _softmax("F48", "§5.5 dim", en=(r"`dim=-1` is the key axis",), zh=(r"`dim=-1` 是 key 轴",)),
    _softmax(
        "F49",
        "§5.5 dropout",
        en=(r"In training it would zero", r"eval mode"),
        zh=(r"训练时它会把", r"推理模式"),
        facts=("dropout_rate",),
    ),
    _softmax("F50", "§5.5 rows", en=(r"summing to one",), zh=(r"行和为一",), facts=("A.shape", "row_error")),
    _softmax(
        "F51",
        "§5.5 toy numbers",
        en=(r"becomes the weight",),
        zh=(r"变成权重",),
        facts=("first.score", "first.scaled", "first.weight", "first.last"),
    ),
    _softmax(
        "F52",
        "§5.5 most relevant",
        en=(r"looks most at", r"does not say that this token matters most"),
        zh=(r"最关注", r"并不说明该 token 对预测最重要"),
        facts=("first.most",),
    ),
    _sum("F53", "§5.6 letters", en=(r"`s`: .*sum over all tokens", r"`d`: kept"), zh=(r"`s`：.*求和", r"`d`：保留")),
    _sum(
        "F54",
        "§5.6 matrix product",
        en=(r"\(L\\times S\)", r"matrix product from the recorded"),
        zh=(r"\(L\\times S\)", r"重新做矩阵乘法"),
    ),
    _sum(
        "F55",
        "§5.6 output",
        en=(r"the shape of the queries",),
        zh=(r"与 queries 形状相同",),
        facts=("V.shape", "V.letters"),
    ),
    _sum(
        "F56",
        "§5.6 first row",
        en=(r"its own value times the first weight",),
        zh=(r"自己的 value 乘第一个权重",),
        facts=("first.elsewhere",),
    ),
    _return(
        "F57",
        "§5.7",
        en=(r"`output_attention` is `False`", r"second result is `None`"),
        zh=(r"`output_attention` 为 `False`", r"第二个返回值为 `None`"),
    ),
    _return(
        "F58",
        "§5.7 contiguous",
        en=(r"memory in the order of the axes", r"copied"),
        zh=(r"内存按轴的顺序", r"复制"),
        facts=("product_strides", "result_strides"),
    ),
    _map(
        "F59",
        "§6 axes",
        en=(r"Rows are queries", r"columns are keys"),
        zh=(r"行是 query", r"列是 key"),
        facts=("count.tokens",),
    ),
    _map(
        "F60",
        "§6 variates, then marks",
        en=(r", then",),
        zh=(r"接着是",),
        facts=("count.variates", "count.marks", "mark_names"),
        models=_IT,
    ),
    _map(
        "F61",
        "§6 diagonal",
        en=(r"diagonal strongest\?", r"blind chance"),
        zh=(r"对角线最强吗", r"完全随机"),
        facts=("diagonal_rows", "all_rows", "diagonal_share", "chance", "weights"),
    ),
    _map(
        "F62",
        "§6 rows of time marks",
        en=(r"time marks even\?", r"no such rule"),
        zh=(r"时间标记的行均匀吗", r"没有这条规律"),
        facts=("variate_evenness", "mark_evenness"),
        models=_IT,
    ),
    _map(
        "F63",
        "§6 against PatchTST",
        en=(r"In PatchTST the map looks the same",),
        zh=(r"PatchTST 的图看起来一样",),
        models=_IT,
    ),
    _map(
        "F64",
        "§6 against iTransformer",
        en=(r"In iTransformer the map looks the same",),
        zh=(r"iTransformer 的图看起来一样",),
        models=_PT,
    ),
    _of("next", "F65", "§7", en=(r"page of the attention map",), zh=(r"注意力图页面",)),
)

"""The texts of the page on what a map can tell, in both languages."""

from explainer.language import Phrase

EVIDENCE_PAGE = Phrase("Evidence", "可信度")
EVIDENCE_TITLE = Phrase("What to make of it", "这张图能说明什么")

# What was read, and what is looked at
READ_ALL = Phrase(
    "This page reads **{windows}** spread evenly from {first} to {last}, in eval mode: one window may show "
    "a whim, many show a habit.",
    "本页在 eval 模式下读取 **{windows}**，均匀分布在 {first} 至 {last} 之间："
    "单个窗口可能只是偶然，多个窗口才看得出规律。",
)
READ_UNSEEN = Phrase(
    "This page reads **{windows}** of the test part, spread evenly from {first} to {last}, in eval mode: the model was "
    "neither fitted to what follows them nor chosen by it.",
    "本页在 eval 模式下读取测试部分的 **{windows}**，均匀分布在 {first} 至 {last} 之间："
    "这些窗口之后的数值既没有用于训练，也没有用于挑选权重。",
)
ROW = Phrase("row {number}", "第 {number} 行")
WINDOW = Phrase("Window", "窗口")
MEAN_OF_HEADS = Phrase("mean", "平均")
MEAN_OF_WINDOWS = Phrase("mean of all {count}", "全部 {count} 个的平均")
FROM_TIME = Phrase("{number} · from {time}", "{number} · 起于 {time}")
FROM_ROW = Phrase("{number} · from row {time}", "{number} · 起于第 {time} 行")
ORDER = Phrase("Order of the variates", "变量顺序")
CLUSTERED = Phrase("clustered", "聚类")
AS_IN_THE_FILE = Phrase("as in the file", "按文件")
PATCH_OF_STEPS = Phrase("steps {first}–{last}", "第 {first}–{last} 步")
PATCH_OF_ROWS = Phrase("rows {rows}", "第 {rows} 行")
PATCH_PADDED = Phrase("{patch} + pad", "{patch} + 填充")
PATCH_OF_PADDING = Phrase("patch {number}, all padding", "patch {number}，全为填充")

# The map
THE_MAP = Phrase("The map", "注意力图")
MAP_LEAD = Phrase(
    "The strongest cell: **{query}** looks at **{key}** with {value}. If all {n} keys were alike, each would get "
    "{chance}; a token gives itself {own} on average.",
    "最强的一格：**{query}** 看 **{key}**，注意力为 {value}。若 {n} 个 key 毫无差别，每格都是 {chance}；"
    "token 给自己的注意力平均为 {own}。",
)
FITTING_MOVED = Phrase(
    "Fitting moved {distance} of each row's attention to other keys; the row entropy went from {before} to {after}.",
    "训练使每行有 {distance} 的注意力转移到了别的 key；行熵由 {before} 变为 {after}。",
)
TOKENS_DRAWN = Phrase(
    "A row is a query, a column a key. Time marks stand behind the line.",
    "行是 query，列是 key；时间标记在分界线之后。",
)
PATCHES_DRAWN = Phrase(
    "A row is a query, a column a key. Along the sides: the look-back of the variate, and the steps of each patch.",
    "行是 query，列是 key；两侧为该变量的历史窗口，以及每个 patch 覆盖的时间步。",
)
SHADES_GO = Phrase("Shades go", "颜色范围")
SHADES = {
    "weakest": Phrase("from the weakest cell to the strongest", "从最弱到最强的一格"),
    "zero": Phrase("from 0", "从 0 开始"),
}
MAP_TITLE = Phrase("Layer {layer}, {head}, {over}", "第 {layer} 层，{head}，{over}")
ONE_HEAD = Phrase("head {head}", "头 {head}")
ALL_HEADS = Phrase("mean of all heads", "所有头的平均")
OVER_WINDOWS = Phrase("mean of {count} windows", "{count} 个窗口的平均")
ONE_WINDOW = Phrase("window {number}", "窗口 {number}")
OF_VARIATE = Phrase("{title}, variate {variate}", "{title}，变量 {variate}")
ATTENTION = Phrase("attention", "注意力")
DEVIATION = Phrase("standard deviation over windows", "各窗口间的标准差")
CHANGE = Phrase("change of attention", "注意力的变化")
ZOOM = Phrase("Drag a box over a map to zoom in, double-click to come back.", "在图上拖出方框即可放大，双击还原。")
BESIDE_IT = Phrase("Beside it", "旁边显示")
BESIDE = {
    "spread": Phrase("Spread over windows", "各窗口间的差异"),
    "before": Phrase("Before fitting", "训练前"),
    "change": Phrase("After minus before", "训练后减训练前"),
}

# Sums and entropy
SUMS = Phrase("Who is looked at, and how decidedly", "谁被关注，关注得有多集中")
SUMS_LEAD = Phrase(
    "**{most}** is given most ({high} in all), **{least}** least ({low}); each query gives {given} in total. The row "
    "entropy is {entropy} on average, where 1 is undecided and 0 a single key.",
    "**{most}** 得到的注意力最多（合计 {high}），**{least}** 最少（{low}）；每个 query 总共给出 {given}。"
    "行熵平均为 {entropy}：1 表示毫无偏好，0 表示只看一个 key。",
)
BARS = {
    "key sums": Phrase(
        "what each key is given, beyond the 1 of an indifferent map", "每个 key 得到的注意力之和，减去毫无偏好时的 1"
    ),
    "entropies": Phrase(
        "entropy of each query's row, minus the 1 of an indifferent map", "每个 query 的行熵，减去毫无偏好时的 1"
    ),
}
WHISKERS = Phrase("Whiskers: one standard deviation over windows.", "误差线：各窗口间的一个标准差。")
ONLY_SOME_BARS = Phrase(
    "Of {all} tokens, the {shown} farthest from 1 are drawn.", "{all} 个 token 中只画出离 1 最远的 {shown} 个。"
)

# Downloads
DOWNLOADS = Phrase("Take it along", "下载")
DOWNLOADS_LEAD = Phrase(
    "The numbers, and a figure for a paper: vectors, with fonts embedded or outlined.",
    "数值，以及可用于论文的矢量图（字体已嵌入或转为轮廓）。",
)
SAVED = Phrase("Which map", "哪一张图")

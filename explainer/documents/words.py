"""The short texts of the documents, in both languages."""

from explainer.language import Phrase

# Where one is
WHERE = Phrase("Where this layer stands", "当前层的位置")
ALL_MODULES = Phrase("All modules of this model", "模型的全部模块")
NTH_CALL = Phrase("call {nth} of this module", "本模块的第 {nth} 次调用")

# The sections
PLACE = Phrase("Place in the parent", "在父层中的位置")
IN_PARENT = Phrase("Called in", "调用处：")
CALLED_BY = Phrase("Called by", "调用者：")
OUTERMOST = Phrase("This is the model itself; whoever uses it calls it.", "这就是模型本身，由使用者直接调用。")
INPUTS = Phrase("Inputs and outputs", "输入与输出")
SEQUENCE = Phrase("Sequence", "顺序图")
GROUPS = Phrase("Semantic groups", "语义分组")
GROUPS_NOTE = Phrase(
    "The index of this page: choose a group to go to its lines.", "本页的索引：点击一个分组，跳到对应的代码行。"
)
LINES_TITLE = Phrase("Line by line", "逐行精读")
EXAMPLE = Phrase("The small example", "小例子")
NEXT = Phrase("Next", "接下来读什么")

# Inputs and outputs
INTO = Phrase("in", "输入")
OUT_OF = Phrase("out", "输出")
NAME = Phrase("Name", "名称")
AXES = Phrase("Axes", "各轴")
LIVE_SIZE = Phrase("Size now", "当前尺寸")
MEANING = Phrase("Meaning", "含义")
HERE = Phrase("in this forward:", "本 forward 中记作：")

# The diagrams
CALLER = Phrase("caller", "调用者")
SEQUENCE_OF = Phrase("Sequence diagram of {layer}", "{layer} 的顺序图")
GROUPS_OF = Phrase("Semantic groups of {layer}", "{layer} 的语义分组")
DEPTH = Phrase("Depth", "深度")
DEPTHS = {
    "calls": Phrase("Modules it calls", "调用的模块"),
    "operations": Phrase("Its operations too", "加上本层运算"),
    "everything": Phrase("Everything inside", "展开全部"),
}
ROLES = {
    "operation": Phrase("operation", "运算"),
    "residual": Phrase("residual", "残差"),
    "norm": Phrase("norm", "归一化"),
}
LINES = Phrase("lines {first} to {last}", "第 {first}–{last} 行")

# The listing
NOT_RUN = Phrase("not run: {condition} was {was}", "未执行：{condition} 为 {was}")
UNKNOWN = "?"
NO_SOURCE = Phrase("The source of this forward cannot be read.", "无法读取这个 forward 的源码。")

# The card
OPEN_LAYER = Phrase("Open this layer", "打开这一层")
RESULT = Phrase("Result", "结果")
MEMORY = Phrase("Memory", "内存")
STRIDES = Phrase("Strides", "步幅")
TYPE = Phrase("Type", "类型")
FLOPS = Phrase("FLOPs", "FLOPs")
CONSTANTS = Phrase("Constants", "常量参数")
STEPS_INSIDE = Phrase("Operations inside", "内部运算数")
EINSUM = Phrase("The einsum, letter by letter", "逐字母拆解 einsum")
LETTER = Phrase("Letter", "下标")
AXIS = Phrase("Axis", "轴")
SIZE = Phrase("Size", "大小")
FATE = Phrase("Fate", "去向")
FOUND_IN = Phrase("In", "出现于")
KEPT = Phrase("kept", "保留")
SUMMED = Phrase("summed away", "求和消去")
EQUAL_PRODUCT = Phrase("The same as a matrix product:", "等价的矩阵乘法：")
EQUAL_LOOPS = Phrase("The same as loops:", "等价的循环：")
THREADS = Phrase("Which axis became which", "轴的去向")
UNNAMED = Phrase("unnamed", "未命名")
NO_NUMBERS = Phrase("The numbers of this tensor were not kept.", "这个张量的数值没有保留。")
NO_CELLS = Phrase("This tensor is empty: one of its sizes is 0.", "这是空张量：它有一个轴的长度为 0。")
TOO_MANY_CELLS = Phrase("{count} numbers are too many to spread out here.", "共 {count} 个数，太多了，这里不展开。")
NO_REAL_NUMBERS = Phrase("Numbers of type {dtype} are not spread out here.", "类型为 {dtype} 的数值不在这里展开。")
CLICK_A_CELL = Phrase("Click a cell to see how its number came about.", "点击任意一格，查看这个数是怎样算出来的。")
NOT_SHOWN = Phrase("{rows} more rows and {columns} more columns are not shown.", "另有 {rows} 行、{columns} 列未显示。")
WINDOW_NUMBER = Phrase("window {window}", "窗口 {window}")

# Cell arithmetic
SAME_CELL = Phrase("It is the cell", "它就是")
MORE_TERMS = Phrase("{count} more terms, together {total}", "其余 {count} 项，合计 {total}")
RECOMPUTED = Phrase("recomputed", "重新计算")
RECORDED = Phrase("recorded", "记录值")

# Next
NOTHING_BELOW = Phrase("This layer calls no other module.", "这一层不再调用其他模块。")
BACK_TO = Phrase("back to", "返回")

# The small example
EXAMPLE_NOTE = Phrase(
    "The same module, really run, with numbers small enough to check by hand. Change any input:",
    "同一个模块，真实运行，数字小到可以手算。任意改动输入：",
)
EXAMPLE_RESET = Phrase("Back to the first numbers", "恢复最初的数字")
EXAMPLE_WEIGHTS = Phrase("Its weights, in round numbers", "取整后的权重")

# Walking through the steps
WALK = Phrase("Walk through the steps", "逐步浏览")
STEP_BACK = Phrase("One step back", "上一步")
STEP_ON = Phrase("One step on", "下一步")
PLAY = Phrase("Play", "播放")

# After a change
MOVED = Phrase(
    "Only this moved: {moves}. In this layer {moved} of {all} sizes follow.",
    "只有这些改变了：{moves}。本层 {all} 个尺寸中有 {moved} 个随之改变。",
)
MOVED_ALONE = Phrase("Only this moved: {moves}.", "只有这些改变了：{moves}。")
SAME_SIZES = Phrase("Every size of this layer is what it was.", "本层所有尺寸都没有变化。")

# The map
PANORAMA = Phrase(
    "The chosen head, token by token; the strongest cell of each row is framed.",
    "所选注意力头的完整矩阵；每行最大的一格加框。",
)
QUERY_KEY = Phrase("query ↓ key →", "query ↓ key →")
TOO_MANY_TOKENS = Phrase(
    "{count} tokens are too many for a table with names; the heatmap shows them.",
    "{count} 个 token 太多，不再逐一列表，请看热力图。",
)
MAP = Phrase("Map", "注意力图")
HEAD = Phrase("Head {head}", "头 {head}")
FIRST_MAP = Phrase(
    "All heads of the first window, in the same shades; below them the first head whole. The app shows the others.",
    "第一个窗口的全部注意力头，同一色标；下面是第一个头的完整矩阵。其余请在应用中查看。",
)

# The saved file
MADE_FROM = Phrase(
    "{model}, one forward pass over {series}, {weights}; {sizes}",
    "{model} 在 {series} 上的一次前向，{weights}；{sizes}",
)

# The letters of the axes
LETTERS = {
    "B": Phrase("windows (batch)", "窗口（batch）"),
    "N": Phrase("variates", "变量"),
    "T": Phrase("time marks", "时间标记"),
    "L": Phrase("look-back steps", "历史窗口步数"),
    "S": Phrase("horizon steps", "预测步数"),
    "D": Phrase("d_model", "d_model（token 维度）"),
    "H": Phrase("heads", "注意力头"),
    "E": Phrase("features of a head", "每个头的特征"),
    "F": Phrase("d_ff", "d_ff（前馈层宽度）"),
    "P": Phrase("patch length", "patch 长度"),
    "s": Phrase("stride", "步幅 stride"),
    "n": Phrase("patches", "patch 数"),
}
SAVE_LAYER = Phrase("Save this layer as HTML", "把这一层存为 HTML")

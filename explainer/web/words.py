"""The short texts of the interface, in both languages."""

from explainer.language import Phrase

PRODUCT = Phrase("Tracebook", "Tracebook")

# Pages
MENU = Phrase("Pages", "页面")
ATTENTION_PAGE = Phrase("Attention", "注意力")
ATTENTION_TITLE = Phrase("What attends to what", "谁在关注谁")
RECORD_PAGE = Phrase("Record", "前向记录")
RECORD_TITLE = Phrase("Everything that ran", "这次前向都做了什么")

# What the page was made from
PASS_LINE = Phrase(
    "{model}, {forward} over **{series}**: {windows} of {steps}, {variates} + {marks} = **{tokens}**",
    "{model} 在 **{series}** 上的{forward}：{windows}，每个 {steps}，{variates} + {marks} = **{tokens}**",
)
PASS_LINE_BY_VARIATE = Phrase(
    "{model}, {forward} over **{series}**: {windows} of {steps} × {variates} = {sequences} of **{tokens}** each, "
    "patches of {patch}, a new one every {stride}",
    "{model} 在 **{series}** 上的{forward}：{windows}（每个 {steps}）× {variates} = {sequences}，"
    "每条 **{tokens}**（patch 长 {patch}，步幅 {stride}）",
)
FORWARD = Phrase("one forward pass", "一次前向")
FORWARD_IN_TRAIN_MODE = Phrase(
    "one forward pass in **train mode** (dropout {dropout})", "一次 **train 模式**前向（dropout {dropout}）"
)
SEQUENCE = Phrase("sequence", "条序列")
WINDOW_COUNTED = Phrase("window", "个窗口")
VARIATE = Phrase("variate", "个变量")
MARK = Phrase("time mark", "个时间标记")
TOKEN = Phrase("token", "个 token")
ROWS_ITEM = Phrase("rows {start} to {end}", "第 {start} 至 {end} 行")
STEP_OF = {
    "second": Phrase("second", "秒"),
    "minute": Phrase("minute", "分钟"),
    "hour": Phrase("hour", "小时"),
    "day": Phrase("day", "天"),
    "week": Phrase("week", "周"),
    "month": Phrase("month", "个月"),
    "quarter": Phrase("quarter", "个季度"),
    "year": Phrase("year", "年"),
    "row": Phrase("row", "行"),
}
LAST_GOOD = Phrase("The page still shows the last settings that worked.", "页面仍显示上一次可用的设置。")
DEFAULTS_SHOWN = Phrase("The page shows the default settings.", "页面显示的是默认设置。")
NOT_IN_ADDRESS = Phrase(
    "{setting} in the address is {asked}; choose a whole number from {low} to {high}.",
    "网址中的 {setting} 为 {asked}；请取 {low} 到 {high} 之间的整数。",
)
NOT_AN_OPTION = Phrase(
    "{setting} in the address is {asked}; choose one of {known}.",
    "网址中的 {setting} 为 {asked}；可选值：{known}。",
)
TOO_MANY_PATCHES = Phrase(
    "stride is {stride} and cuts {patches} patches; a map shows up to {most}, so choose a stride of at least {least}, "
    "or a shorter seq_len.",
    "stride 为 {stride}，会切出 {patches} 个 patch，而注意力图最多显示 {most} 个；"
    "请把 stride 设为至少 {least}，或缩短 seq_len。",
)
NOT_A_SWITCH = Phrase(
    "{setting} in the address is {asked}; choose true or false.",
    "网址中的 {setting} 为 {asked}；请取 true 或 false。",
)
NOT_IN_FIELD = Phrase(
    "{setting} cannot be {asked}; choose a whole number from {low} to {high}.",
    "“{setting}”不能为 {asked}；请取 {low} 到 {high} 之间的整数。",
)
EMPTY_FIELD = Phrase(
    "{setting} cannot be empty; choose a whole number from {low} to {high}.",
    "“{setting}”不能为空；请取 {low} 到 {high} 之间的整数。",
)

# Controls
WHICH_MODEL = Phrase("Which model", "选择模型")
MODE = Phrase("Mode", "运行模式")
MODES = {
    "false": Phrase("eval", "eval（推理）"),
    "true": Phrase("train", "train（训练）"),
}
MODE_HELP = Phrase(
    "In train mode dropout is on: what it drops is drawn from the seed, so the same settings drop the same values.",
    "train 模式下 dropout 生效：丢弃哪些值由随机种子决定，相同的设置总是丢弃相同的值。",
)
NO_TIME_MARKS = Phrase("T · PatchTST does not use time marks.", "T · PatchTST 不使用时间标记。")
WHAT_IS_READ = Phrase("What is read", "读入的数据")
THE_MODEL = Phrase("The model", "模型")
THE_WEIGHTS = Phrase("The weights", "权重")
RANDOM_WEIGHTS = Phrase("random", "随机")
SIZES_OF_THE_FIT = Phrase(
    "The sizes are those of the fitted model. Choose random weights to move them.",
    "各项尺寸取自训练好的模型；要调整尺寸，请选择随机权重。",
)
LANGUAGE = Phrase("Language", "语言")
LAYER = Phrase("Layer", "层")
HEAD = Phrase("Head", "注意力头")
STAGE = Phrase("Stage", "阶段")
WINDOW = Phrase("Window (batch item)", "窗口（batch 中的样本）")
VARIATE_CHOICE = Phrase("Variate (read on its own)", "变量（各自独立读入）")
WINDOW_ITEM = Phrase("{start} to {end}", "{start} 至 {end}")
QUERY = Phrase("Query (looks)", "query（在看）")
KEY = Phrase("Key (is looked at)", "key（被看）")
STAGES = {
    "raw": Phrase("Raw score", "原始得分"),
    "scaled": Phrase("Scaled score", "缩放得分"),
    "attention": Phrase("Attention", "注意力"),
}

# The map
VARIATES = Phrase("variates", "变量")
MARKS = Phrase("time marks", "时间标记")
PATCHES = Phrase("patches of {variate}", "{variate}的 patch")
MAP_SPOKEN = Phrase(
    "{stage} of head {head} in layer {layer}, {tokens} by {tokens} tokens; "
    "the strongest cell is {query} on {key}, {value}",
    "第 {layer} 层第 {head} 个注意力头的{stage}，{tokens} × {tokens} 个 token；最大的一格是 {query} 对 {key}，{value}",
)
MAP_CAPTION = Phrase(
    "{stage} · layer {layer} · head {head} · window {window}. Click a cell for its row.",
    "{stage} · 第 {layer} 层 · 头 {head} · 窗口 {window}。点击任意一格查看所在的行。",
)
ZOOM_CAPTION = Phrase(
    "{stage} · layer {layer} · head {head} · window {window}. Drag to zoom in, double-click to zoom out; choose a cell "
    "by its query and key.",
    "{stage} · 第 {layer} 层 · 头 {head} · 窗口 {window}。拖动可放大，双击可还原；请按 query 和 key 选择格子。",
)
HEAD_NUMBER = Phrase("Head {head}", "头 {head}")
ALL_HEADS = Phrase("Every head of this layer ({heads}), in the same shades", "本层全部 {heads} 个注意力头，同一色标")
CELL_TITLE = Phrase("{query} looks at {key}", "{query} 看 {key}")
CELL_SCALED = Phrase(
    "raw score **{raw}** × {scale} = scaled score **{scaled}**; softmax over the row → attention **{attention}**",
    "原始得分 **{raw}** × {scale} = 缩放得分 **{scaled}**；对整行做 softmax → 注意力 **{attention}**",
)
CELL_DROPPED_OUT = Phrase(
    "raw score **{raw}** × {scale} = scaled score **{scaled}**; softmax over the row, then dropout → "
    "attention **{attention}**",
    "原始得分 **{raw}** × {scale} = 缩放得分 **{scaled}**；对整行做 softmax，再做 dropout → 注意力 **{attention}**",
)
ROW_SUM = Phrase("The attention of this row sums to {total}.", "这一行的注意力之和为 {total}。")
KEY_TOKEN = Phrase("Key token", "key token")
NO_ATTENTION = Phrase("No attention was computed in this pass.", "这次前向没有计算注意力。")

# The record
RECORD_COUNTS = Phrase(
    "{calls} module calls, {steps} operations, {names} names, recorded while the model ran.",
    "{calls} 次模块调用、{steps} 个运算、{names} 个变量名，均在模型运行时记录。",
)
OPERATIONS = Phrase("Operations, in the order in which they ran", "运算（按执行顺序）")
SKIPPED = Phrase("Lines that did not run, and the condition that decided", "未执行的行及其判断条件")
MODULES = Phrase("Modules, their shapes and their weights", "模块及其形状与参数量")
COLUMNS = {
    "step": Phrase("#", "#"),
    "module": Phrase("Module", "模块"),
    "line": Phrase("Line", "行号"),
    "expression": Phrase("Expression", "表达式"),
    "operation": Phrase("Operation", "运算"),
    "names": Phrase("Names", "变量名"),
    "axes": Phrase("Axes", "各轴尺寸"),
    "condition": Phrase("Condition", "条件"),
    "condition_was": Phrase("Value", "取值"),
    "shapes_in": Phrase("Shapes in", "输入形状"),
    "shapes_out": Phrase("Shapes out", "输出形状"),
    "class": Phrase("Class", "类"),
    "parameters": Phrase("Parameters", "参数量"),
}

# The layer page
LAYER_PAGE = Phrase("Layers", "逐层精读")
LAYER_TITLE = Phrase("Layer by layer", "逐层精读")
NO_SUCH_MODULE = Phrase(
    "There is no module {module} in {model}; the model itself is shown.",
    "{model} 中没有名为 {module} 的模块；下面显示的是模型本身。",
)
MAP_KIND = Phrase("Shown as", "显示方式")
MAP_KINDS = {
    "names": Phrase("Names and numbers", "名称与数值"),
    "heatmap": Phrase("Heatmap, cell by cell", "热力图与逐格解读"),
}

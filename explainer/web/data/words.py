"""The texts of the page of the reader's own data, in both languages."""

from explainer.language import Phrase

DATA_PAGE = Phrase("Your data", "你的数据")
DATA_TITLE = Phrase("Your data", "你的数据")
INTRODUCTION = Phrase(
    "Bring a table of numbers over time. It is read, you see what was understood, a small model is fitted to it here, "
    "and every page of this app is then about your series. The file stays in this visit and is not kept.",
    "上传一张随时间变化的数值表：先看读取结果，再在这里训练一个小模型，之后整个应用都围绕你的序列展开。"
    "文件只在本次访问期间使用，不会被保存。",
)
UPLOAD = Phrase("A table as text (CSV, TSV …), up to {size} MB", "文本表格（CSV、TSV 等），不超过 {size} MB")
SAMPLE_IN_USE = Phrase(
    "No file yet: the pages are about the sample, **{series}**, {rows} rows of {variates}.",
    "尚未上传文件：各页面使用示例序列 **{series}**，共 {rows} 行、{variates}。",
)
BACK_TO_SAMPLE = Phrase("Back to the sample", "改用示例序列")

# What was read
WHAT_WAS_READ = Phrase("What was read", "读取结果")
SHAPE = Phrase("**{rows} rows** of **{variates}**", "**{rows} 行**、**{variates}**")
ONE_STEP = Phrase(", a row every {step}, from {first} to {last}", "，每{step}一行，从 {first} 到 {last}")
STEPS = Phrase(", a row every {step}, from {first} to {last}", "，每 {step}一行，从 {first} 到 {last}")
STEPS_UNDATED = Phrase(", without dates", "，没有日期")
UNDERSTOOD = Phrase(
    "{encoding} text, cells separated by {separator}, decimal mark {decimal}",
    "{encoding} 文本，分隔符为{separator}，小数点为{decimal}",
)
HEADER_ON = Phrase("; column names on line {line}", "；列名在第 {line} 行")
NO_HEADER = Phrase("; no line of column names", "；没有列名行")
TIMES_FROM = Phrase("; times from “{column}” ({format})", "；时间取自“{column}”列（{format}）")
SEPARATORS = {
    ",": Phrase("commas", "逗号"),
    ";": Phrase("semicolons", "分号"),
    "\t": Phrase("tabs", "制表符"),
    "|": Phrase("bars |", "竖线 |"),
}
DECIMALS = {".": Phrase("point", "点"), ",": Phrase("comma", "逗号")}
NOTICED = Phrase("Noticed and repaired", "发现与处理")
NOTHING_NOTICED = Phrase("Nothing had to be repaired.", "没有需要处理的问题。")
FIRST_ROWS = Phrase("First rows", "前几行")
SERIES_DRAWN = Phrase("The series, drawn", "序列曲线")
SPARKLINES_SPOKEN = Phrase(
    "{variates} of {series}, each drawn over its whole time", "{series} 的 {variates}，各自的完整曲线"
)
MORE_VARIATES = Phrase("and {count} more", "另有 {count} 个")
CONSTANT = Phrase("constant", "恒定")

# What the reader may change
CHANGE = Phrase("Change how it is read", "调整读取方式")
TIME_COLUMN = Phrase("Column of the times", "时间列")
AS_FOUND = Phrase("as found", "自动识别")
NO_TIMES = Phrase("none: rows without dates", "无：不使用日期")
COLUMNS = Phrase("Columns to keep (none chosen: all)", "保留的列（不选则全部保留）")
FREQUENCY = Phrase("Step from row to row", "行间隔")
FREQUENCY_HELP = Phrase(
    "A word or a number with one: hour, 15min, day, month. Empty: as found.",
    "单位或数字加单位：hour、15min、day、month。留空则自动识别。",
)
DAY_ORDER = Phrase("01/02/2020 is", "01/02/2020 表示")
DAY_ORDERS = {
    "found": AS_FOUND,
    "day": Phrase("1 February", "2 月 1 日"),
    "month": Phrase("2 January", "1 月 2 日"),
}
FILL = Phrase("Missing values are filled with", "缺失值填补方式")
FILLS = {
    "linear": Phrase("a line between neighbours", "线性插值"),
    "previous": Phrase("the value before", "前一个值"),
    "mean": Phrase("the mean of the column", "列均值"),
    "zero": Phrase("zero", "零"),
}
DECIMAL = Phrase("Decimal mark", "小数点")
MISSING = Phrase("Words that mean “missing”, separated by blanks", "表示缺失的写法，用空格分隔")
ENCODING = Phrase("Encoding", "编码")
ENCODING_HELP = Phrase("As utf-8, gb18030, cp1252. Empty: as found.", "例如 utf-8、gb18030、cp1252；留空则自动识别。")
SEPARATOR = Phrase("Character between two cells", "单元格分隔符")
TOO_SHORT = Phrase(
    "“{series}” has {rows} rows; the models read {window} and forecast {horizon}, so give at least {least}.",
    "“{series}” 只有 {rows} 行；模型读取 {window} 行并预测 {horizon} 行，请提供至少 {least} 行。",
)

# Fitting
FITTING = Phrase("Fit a model to it", "训练一个小模型")
FITTING_TOLD = Phrase(
    "The oldest rows train, later ones choose the best weights, the latest judge. Everything is scaled by the training "
    "rows only.",
    "较早的行用于训练，其后的用于选出最好的权重，最近的用于评估；缩放只依据训练部分。",
)
FIELDS = {
    "seq_len": Phrase("L · look-back, steps", "L · 历史窗口（步）"),
    "pred_len": Phrase("S · horizon, steps", "S · 预测步长（步）"),
    "patch_len": Phrase("P · patch length", "P · patch 长度"),
    "stride": Phrase("s · stride", "s · 步幅"),
    "d_model": Phrase("D · width (d_model)", "D · 维度（d_model）"),
    "n_heads": Phrase("H · heads", "H · 注意力头数"),
    "e_layers": Phrase("Encoder layers", "编码器层数"),
    "d_ff": Phrase("F · inner width (d_ff)", "F · 前馈层宽度（d_ff）"),
    "most_epochs": Phrase("Epochs, at most", "最多轮数"),
    "batch_size": Phrase("Windows per step", "每步窗口数"),
    "budget_seconds": Phrase("Time, at most (s)", "时间上限（秒）"),
    "seed": Phrase("Seed", "随机种子"),
}
LEARNING_RATE = Phrase("Learning rate", "学习率")
SCHEDULE = Phrase("Schedule", "训练计划")
BORDERS = Phrase("Rows for training, validation, test", "训练、验证、测试的行数")
BORDERS_HELP = Phrase(
    "Three whole numbers, as 8640,2880,2880. Empty: 70, 10 and 20 % of the rows.",
    "三个整数，例如 8640,2880,2880；留空则按 70%、10%、20% 划分。",
)
NOT_BORDERS = Phrase(
    "“{asked}” are no borders; give three whole numbers, as 8640,2880,2880, or nothing.",
    "“{asked}” 不是有效的划分；请给出三个整数，例如 8640,2880,2880，或留空。",
)
PLAN = Phrase(
    "{parameters} parameters; {train} training, {validation} validation and {test} test windows; up to {epochs}, "
    "about **{seconds} s** here and {megabytes} MB.",
    "{parameters} 个参数；训练、验证、测试窗口分别为 {train}、{validation}、{test} 个；最多 {epochs}，"
    "在这台机器上约需 **{seconds} 秒**、{megabytes} MB。",
)
EPOCH = Phrase("epoch", "轮")
START = Phrase("Fit", "开始训练")
STOP = Phrase("Stop and keep the best so far", "停止，保留目前最好的权重")
WAITING = Phrase(
    "In the queue: number {place}. It starts by itself; the other pages can be used meanwhile.",
    "正在排队：第 {place} 位。轮到时会自动开始，期间可以使用其他页面。",
)
RUNNING = Phrase(
    "{phase}: epoch {epoch} of up to {epochs}, {spent} s spent, about {left} s left",
    "{phase}：第 {epoch} 轮（最多 {epochs} 轮），已用 {spent} 秒，约剩 {left} 秒",
)
BEGINNING = Phrase("The fit begins …", "训练即将开始……")
SCHEDULES_DRAWN = Phrase("Both schedules, at this learning rate", "两种训练计划（当前学习率）")
SHARE_OF_STEPS = Phrase("share of all steps", "训练进度")
RATE = Phrase("learning rate", "学习率")
DROPOUT = Phrase("dropout", "dropout")
WEIGHT_DECAY = Phrase("weight decay", "权重衰减")
CLIPPED = Phrase(
    "{schedule}: from {phase} on, gradients are clipped to a norm of {clip}.",
    "{schedule}：从{phase}起，梯度按范数 {clip} 裁剪。",
)
LOSSES = Phrase("Loss by epoch", "每轮损失")
LOSS = Phrase("mean squared error, scaled", "均方误差（缩放后）")
TRAIN_LOSS = Phrase("training", "训练")
VALIDATION_LOSS = Phrase("validation", "验证")
VALIDATION_OF = Phrase("validation of fit {number}", "训练 {number} 的验证")

# What came of it
RESULTS = Phrase("What the fits are worth", "训练结果")
RESULT_COLUMNS = {
    "fit": Phrase("Fit", "训练"),
    "mse": Phrase("Test MSE", "测试 MSE"),
    "mae": Phrase("Test MAE", "测试 MAE"),
    "naive": Phrase("MSE of the last value", "“最后一个值”的 MSE"),
    "seasonal": Phrase("MSE of a season ago", "“上一周期”的 MSE"),
    "epochs": Phrase("Best epoch", "最佳轮次"),
    "ending": Phrase("Ended because", "结束原因"),
    "seconds": Phrase("Seconds", "秒"),
}
BY_VARIATE = Phrase("By variate, scaled and in the units of the file", "按变量：缩放后与原始单位")
VARIATE_COLUMNS = {
    "variate": Phrase("Variate", "变量"),
    "mse": Phrase("MSE, scaled", "MSE（缩放后）"),
    "naive": Phrase("… of the last value", "“最后一个值”"),
    "seasonal": Phrase("… of a season ago", "“上一周期”"),
    "mae_units": Phrase("MAE, in its unit", "MAE（原始单位）"),
    "mse_units": Phrase("MSE, in its unit²", "MSE（原始单位²）"),
    "unit": Phrase("Unit", "单位"),
}
BETTER = Phrase(
    "On {windows} test windows the model's squared error is {share} of that of the last value.",
    "在 {windows} 个测试窗口上，模型的平方误差是“最后一个值”的 {share}。",
)
WORSE = Phrase(
    "On {windows} test windows the model is no better than repeating the last value ({share} of its squared error): "
    "its attention is not worth reading yet.",
    "在 {windows} 个测试窗口上，模型并不比重复最后一个值更好（平方误差为其 {share}）：它的注意力还不值得解读。",
)
SHOWN_FIT = Phrase("Fit", "训练")
FORECAST = Phrase("Forecast against truth", "预测与真实值")
FORECAST_VARIATE = Phrase("Variate", "变量")
FORECAST_WINDOW = Phrase("Test window", "测试窗口")
PAST, TRUTH, FORECASTED = Phrase("look-back", "历史"), Phrase("truth", "真实值"), Phrase("forecast", "预测")
FORECAST_SPOKEN = Phrase(
    "{variate}: the look-back, what followed, and the forecast from {start} on",
    "{variate}：历史、真实值，以及自 {start} 起的预测",
)
SAVE_WEIGHTS = Phrase("Weights and settings (safetensors)", "权重与设置（safetensors）")
LOAD_WEIGHTS = Phrase("Or bring a fit saved here before (.safetensors)", "或上传此前保存的训练结果（.safetensors）")
READ_ON = Phrase(
    "All pages now show the weights of this fit: see Attention and Layers above.",
    "现在各页面显示的都是这次训练的权重，请从上方进入“注意力”或“逐层精读”。",
)

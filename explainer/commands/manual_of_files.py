"""The help of the commands that read a table: `inspect` and `fit`."""

from explainer.commands.fit_options import CONFIGS, DEFAULTS
from explainer.fitting import SCHEDULES, FitSettings
from explainer.language import Phrase
from explainer.models import PatchTSTConfig
from explainer.series import Limits

_MANUAL = Phrase(
    """Read a table of numbers over time, and fit a model to it.

    python -m explainer inspect FILE [READING]... [--json] [--lang en|zh]
    python -m explainer fit FILE --model MODEL [READING]... [SIZE]... [FITTING]...
                            [--save OUT] [--json] [--lang en|zh]

inspect prints how FILE was understood: its encoding and separator, its times, each of its columns, and whatever was
noticed or repaired. fit prints what it will take before it starts, a line for each epoch, and then the errors on the
test part, the latest rows, beside forecasts that need no model. Ctrl-C stops it and keeps the best weights so far.

FILE is a CSV file or another text table; MODEL is one of: {models}.

Reading, where what was found is not what is meant:
    --time-column NAME       the column of the times; --no-time-column: there is none
    --columns A,B,C          the columns to keep, in this order; a name with a comma in quotation marks
    --frequency STEP         the step from row to row, such as h or 15min
    --day-first              01/02/2020 is the first of February; --month-first: the second of January
    --fill METHOD            what missing values become: linear (the default), previous, mean or zero
    --missing WORD           a word or number that stands for a missing value, such as -9999; may be repeated
    --decimal MARK           the decimal mark, . or ,
    --separator CHARACTER    the character between cells; tab and space are understood as words
    --encoding NAME          such as gb18030
    --limit-bytes, --limit-rows, --limit-columns NUMBER
                             the most that is read: {limits.bytes} bytes, {limits.rows} rows, {limits.columns} columns

Sizes of the model:
    --seq-len, --pred-len    look-back and horizon, in rows: {config.seq_len}, {config.pred_len}
    --d-model, --n-heads, --d-ff, --e-layers
                             {widths[d_model]}, {widths[n_heads]}, {widths[d_ff]}, {config.e_layers}
    --dropout, --activation  {config.dropout}, {config.activation}
    --patch-len, --stride    PatchTST only: {config.patch_len}, {config.stride}

Fitting:
    --borders A,B,C          rows for training, validation and test, from the first row on; else 70, 10 and 20 %
    --learning-rate          the highest rate: {fit.learning_rate}
    --batch-size             windows per step: {fit.batch_size}
    --epochs                 at most: {fit.most_epochs}
    --patience               epochs without a better validation loss before it ends: {fit.patience}
    --seed                   {fit.seed}
    --schedule               {schedules}; the default is {fit.schedule}
    --budget SECONDS         for everything, the scores included: {fit.budget_seconds:g}
    --memory BYTES           the most that the fit may take: {fit.most_bytes}
    --windows-per-epoch      so many windows at random instead of all
    --no-time-marks          iTransformer does not read time marks

    --save OUT               write the weights as safetensors, with all settings and scores in the header
    --json                   print one JSON document instead of text; the waiting is told on the error output
    --lang en|zh             the language; the default follows LC_ALL and LANG
    --help                   this text

Exit codes: 0 for a result, also after Ctrl-C, 1 for what broke, 2 for what cannot be asked or read.""",
    """读取随时间变化的数据表，并在其上训练模型。

    python -m explainer inspect FILE [读取选项]... [--json] [--lang en|zh]
    python -m explainer fit FILE --model MODEL [读取选项]... [模型尺寸]... [训练选项]...
                            [--save OUT] [--json] [--lang en|zh]

inspect 打印文件是如何被理解的：编码与分隔符、时间、每一列，以及发现或修复的问题。fit 在开始前先给出所需的时间与内存，
每轮打印一行，最后给出测试部分（最新的若干行）上的误差，并与不需要模型的预测对比。
按 Ctrl-C 可提前停止，保留目前最好的权重。

FILE 是 CSV 或其他文本表格；MODEL 可以是：{models}。

读取选项，在识别结果不符合原意时使用：
    --time-column NAME       时间列；--no-time-column 表示没有时间列
    --columns A,B,C          要保留的列及其顺序；含逗号的列名要加引号
    --frequency STEP         相邻两行的时间间隔，例如 h 或 15min
    --day-first              01/02/2020 是 2 月 1 日；--month-first 表示 1 月 2 日
    --fill METHOD            缺失值的填补方法：linear（线性插值，默认）、previous（前一个值）、mean（均值）或 zero（0）
    --missing WORD           表示缺失的词或数，例如 -9999；可重复使用
    --decimal MARK           小数点，. 或 ,
    --separator CHARACTER    单元格之间的分隔符；可写 tab 或 space
    --encoding NAME          例如 gb18030
    --limit-bytes、--limit-rows、--limit-columns NUMBER
                             读取上限：{limits.bytes} 字节、{limits.rows} 行、{limits.columns} 列

模型尺寸：
    --seq-len、--pred-len    历史窗口与预测步长（行数）：{config.seq_len}、{config.pred_len}
    --d-model、--n-heads、--d-ff、--e-layers
                             {widths[d_model]}、{widths[n_heads]}、{widths[d_ff]}、{config.e_layers}
    --dropout、--activation  {config.dropout}、{config.activation}
    --patch-len、--stride    仅用于 PatchTST：{config.patch_len}、{config.stride}

训练选项：
    --borders A,B,C          训练、验证、测试部分的行数，从第一行算起；默认按 70%、10%、20% 划分
    --learning-rate          最高学习率：{fit.learning_rate}
    --batch-size             每步的窗口数：{fit.batch_size}
    --epochs                 最多轮数：{fit.most_epochs}
    --patience               验证损失连续多少轮没有下降就提前停止：{fit.patience}
    --seed                   随机种子：{fit.seed}
    --schedule               训练计划：{schedules}；默认为 {fit.schedule}
    --budget SECONDS         总时间预算（秒），包括评估：{fit.budget_seconds:g}
    --memory BYTES           训练最多占用的内存（字节）：{fit.most_bytes}
    --windows-per-epoch      每轮随机抽取的窗口数，而不是全部
    --no-time-marks          iTransformer 不读取时间标记

    --save OUT               把权重写成 safetensors 文件，文件头中包含全部设置与评估结果
    --json                   打印单个 JSON 文档；训练进度写到标准错误输出
    --lang en|zh             语言；默认依据 LC_ALL 和 LANG
    --help                   显示本说明

退出码：0 表示有结果（包括按 Ctrl-C 提前停止），1 表示运行出错，2 表示用法有误或文件无法读取。""",
)


def manual_of_files() -> Phrase:
    """The help text, with the defaults that hold."""
    return _MANUAL.fill(
        models=", ".join(CONFIGS),
        limits=Limits(),
        config=PatchTSTConfig(),
        widths=DEFAULTS,
        fit=FitSettings(),
        schedules=" | ".join(SCHEDULES),
    )

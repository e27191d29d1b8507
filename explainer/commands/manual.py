"""The help of `trace` and `layer`, and of the command line as a whole."""

from dataclasses import fields

from explainer.language import Phrase, same_in_both
from explainer.running import MODELS

_MANUAL = Phrase(
    """Run a model once and show what it did; read a table, and fit a model to it.

    python -m explainer trace MODEL [--set NAME=VALUE]... [--json [--data]] [--lang en|zh]
    python -m explainer layer MODEL [PATH] [--set NAME=VALUE]... [--depth DEPTH] [--out FILE] [--lang en|zh]
    python -m explainer inspect FILE [OPTION]...
    python -m explainer fit FILE --model MODEL [OPTION]...

inspect and fit have a help of their own: python -m explainer fit --help.

trace prints every operation, step by step. layer writes the document of one module as one HTML file: its inputs
and outputs, its sequence diagram, its code line by line with live sizes, and a card for every step.

MODEL is one of
{models}
    path/to/file.py:factory       a model of your own: the function factory in that file
    package.module:factory        or in that module returns (model, inputs)

inputs is a tensor, a tuple of positional inputs, or a dictionary of keyword inputs.

PATH is the path of a module in the model, such as encoder.norm; encoder.norm@1 is the second call of a module.
Without it the document is that of the model itself.

    --set NAME=VALUE   change a setting; may be repeated. For a model of your own: a parameter of the factory
    --json             trace: print the whole record as JSON; its schema is explainer.tracing.presenting.SCHEMA
    --data             with --json, the numbers of small tensors too
    --depth DEPTH      layer: how deep the sequence diagram opens: calls, operations (the default) or everything
    --out FILE         layer: write the document to this file instead of the output
    --lang en|zh       the language; the default follows LC_ALL and LANG
    --help             this text

The settings and their defaults:
{settings}

Exit codes: 0 for a pass that went through, 1 for a model that failed, 2 for what cannot be asked.""",
    """把模型运行一次，并展示它做了什么；读取数据表，并在其上训练模型。

    python -m explainer trace MODEL [--set NAME=VALUE]... [--json [--data]] [--lang en|zh]
    python -m explainer layer MODEL [PATH] [--set NAME=VALUE]... [--depth DEPTH] [--out FILE] [--lang en|zh]
    python -m explainer inspect FILE [OPTION]...
    python -m explainer fit FILE --model MODEL [OPTION]...

inspect 和 fit 另有说明：python -m explainer fit --help。

trace 逐步打印每个运算。layer 把一个模块的文档写成单个 HTML 文件：输入与输出、顺序图、带实际尺寸的逐行代码，
以及每一步的卡片。

MODEL 可以是
{models}
    path/to/file.py:factory       自己的模型：该文件中的函数 factory
    package.module:factory        或该模块中的函数 factory 返回 (model, inputs)

inputs 是一个张量、位置参数组成的元组，或关键字参数组成的字典。

PATH 是模块在模型中的路径，例如 encoder.norm；encoder.norm@1 表示该模块的第二次调用。
省略时，文档讲的是模型本身。

    --set NAME=VALUE   修改一项设置，可重复使用；对自己的模型，则是 factory 的参数
    --json             用于 trace：以 JSON 打印完整记录，其 schema 见 explainer.tracing.presenting.SCHEMA
    --data             与 --json 合用，同时写出小张量的数值
    --depth DEPTH      用于 layer：顺序图初始展开的深度，calls、operations（默认）或 everything
    --out FILE         用于 layer：把文档写入该文件，而不是标准输出
    --lang en|zh       语言；默认依据 LC_ALL 和 LANG
    --help             显示本说明

设置及其默认值：
{settings}

退出码：0 表示前向顺利完成，1 表示模型出错，2 表示用法有误。""",
)


def manual() -> Phrase:
    """The help text: everything that can be typed."""
    models = "\n".join(f"    {name}" for name in MODELS)
    return _MANUAL.fill(models=same_in_both(models), settings=same_in_both("\n".join(map(_settings_of, MODELS))))


def _settings_of(name: str) -> str:
    pairs = [f"{each.name}={each.default}" for each in fields(MODELS[name])]
    half = (len(pairs) + 1) // 2
    return f"    {name:<14}{' '.join(pairs[:half])}\n{' ' * 18}{' '.join(pairs[half:])}"

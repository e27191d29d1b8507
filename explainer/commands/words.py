"""The texts of the command line: a sentence for everything that can be mistyped."""

import click

from explainer.commands.refusals import with_known
from explainer.language import Phrase
from explainer.running import MODELS

WRITTEN = Phrase("The document is in {file} ({size} kB).", "文档已写入 {file}（{size} kB）。")
SAVED = Phrase("The weights are in {file} ({size} kB).", "权重已写入 {file}（{size} kB）。")
NOT_WRITTEN = Phrase("The output could not be written: {reason}.", "无法写出结果：{reason}。")
_NO_COMMAND = Phrase("There is no command “{name}”.", "没有命令“{name}”。")
_NO_OPTION = Phrase("There is no option {name}.", "没有选项 {name}。")
_NO_MODEL = Phrase("Which model?", "要运行哪个模型？")
_NO_FILE = Phrase("Which file?", "要读取哪个文件？")
_CHOICES = Phrase("{option} must be one of: {choices}.", "{option} 只能是以下之一：{choices}。")
_NO_VALUE = Phrase("{option} needs a value behind it.", "{option} 后面需要一个值。")
_NO_VALUE_TAKEN = Phrase("{option} takes no value.", "{option} 不接受取值。")
_TOO_MUCH = Phrase(
    "There is more on the line than one model; a setting needs --set before it. See --help.",
    "命令中除了一个模型之外还有多余的内容；设置前面要写 --set。参见 --help。",
)
_TOO_MUCH_FOR_LAYER = Phrase(
    "There is more on the line than one model and the path of one module; a setting needs --set before it. See --help.",
    "命令中除了一个模型和一个模块路径之外还有多余的内容；设置前面要写 --set。参见 --help。",
)
_TOO_MUCH_FOR_FILES = Phrase(
    "There is more on the line than one file and options; a name with spaces needs quotation marks. See --help.",
    "命令中除了一个文件和选项之外还有多余的内容；含空格的名称要加引号。参见 --help。",
)
_FILE_COMMANDS = ("inspect", "fit")


def usage(error: click.UsageError) -> Phrase:
    """The sentence for what click could not make sense of."""
    match error:
        case click.exceptions.NoSuchCommand(command_name=name):
            return with_known(_NO_COMMAND.fill(name=name), name, _commands(error.ctx))
        case click.NoSuchOption(option_name=name):
            return with_known(_NO_OPTION.fill(name=name), name, _options(error.ctx))
        case click.MissingParameter(param=click.Parameter(name="file")):
            return _NO_FILE
        case click.MissingParameter():
            return with_known(_NO_MODEL, "", MODELS)
        case click.BadParameter(param=click.Parameter(type=click.Choice(choices=choices), opts=[option, *_])):
            return _CHOICES.fill(option=option, choices=", ".join(map(str, choices)))
        case click.BadOptionUsage(option_name=name):
            return (_NO_VALUE if "requires" in error.message else _NO_VALUE_TAKEN).fill(option=name)
    command = error.ctx.info_name if error.ctx is not None else None
    if command in _FILE_COMMANDS:
        return _TOO_MUCH_FOR_FILES
    return _TOO_MUCH_FOR_LAYER if command == "layer" else _TOO_MUCH


def _commands(ctx: click.Context | None) -> list[str]:
    return list(ctx.command.commands) if ctx is not None and isinstance(ctx.command, click.Group) else []


def _options(ctx: click.Context | None) -> list[str]:
    parameters = ctx.command.get_params(ctx) if ctx is not None else []
    options = [each for each in parameters if isinstance(each, click.Option)]
    return [name for each in options for name in (*each.opts, *each.secondary_opts)]

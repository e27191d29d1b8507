"""Options as a reader types them, and as the fields of our dataclasses have them."""

import csv
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from explainer.commands.refusals import CommandError
from explainer.commands.settings import read_value
from explainer.language import ExplainedError, Phrase

_Command = TypeVar("_Command", bound=Callable[..., Any])

_NO_BORDERS = Phrase(
    "{option} is “{text}”; give three whole numbers of rows, for training, validation and test, such as "
    "8640,2880,2880.",
    "{option} 为“{text}”；请给出三个整数，依次是训练、验证、测试部分的行数，例如 8640,2880,2880。",
)
_WITH_OPTION = Phrase("{sentence} On this command line: {options}.", "{sentence}对应的命令行选项：{options}。")


class Typed(click.ParamType[Any]):
    """A value of a Python type, refused in our words."""

    name = "value"

    def __init__(self, kind: type) -> None:
        self.kind = kind

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The value, which is no text where it is a default."""
        del ctx
        return read_value(_name_of(param), value, self.kind) if isinstance(value, str) else value


class Names(click.ParamType[tuple[str, ...]]):
    """Names with commas between them, as in a CSV file: one that holds a comma stands in quotation marks."""

    name = "names"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        """The names, without the blanks around them."""
        del param, ctx
        return tuple(name.strip() for row in csv.reader([value], skipinitialspace=True) for name in row)


class Borders(click.ParamType[tuple[int, int, int]]):
    """Three numbers of rows with commas between them."""

    name = "rows"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int, int]:
        """The rows of training, validation and test."""
        del ctx
        try:
            train, validation, test = map(int, value.split(","))
        except ValueError:
            raise CommandError(_NO_BORDERS.fill(option=_name_of(param), text=value)) from None
        return train, validation, test


def _name_of(param: click.Parameter | None) -> str:
    return param.opts[0] if param is not None else ""


def with_options(options: Sequence[Callable[[_Command], _Command]]) -> Callable[[_Command], _Command]:
    """All of the options, as one decorator of a command."""

    def decorate(command: _Command) -> _Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


@contextmanager
def naming_options() -> Iterator[None]:
    """Within it, a refusal that names a setting names the options for it too: the two are not always called alike."""
    try:
        yield
    except ExplainedError as error:
        options = ", ".join(_options_for(error.setting)) if error.setting is not None else ""
        if not options:
            raise
        raise CommandError(_WITH_OPTION.fill(sentence=error.phrase, options=options)) from None


def _options_for(setting: str) -> Iterator[str]:
    """The options of the running command that set something; there are several where a flag has a counterpart."""
    for each in click.get_current_context().command.params:
        # `limits` is one field with several numbers.
        if each.name == setting or (setting == "limits" and str(each.name).startswith("limit_")):
            yield from (each.opts[0], *each.secondary_opts[:1])

"""What a reader may change in how a file is read: the fields of `ReadingOptions` as options."""

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

import click

from explainer.commands.options import Names, Typed, with_options
from explainer.commands.refusals import CommandError
from explainer.language import Phrase
from explainer.series import NO_TIME_COLUMN, Fill, Limits, ReadingOptions, Series, read_series

# A shell makes it hard to type these.
_SEPARATORS = {"tab": "\t", "\\t": "\t", "space": " "}

_TIMES_AND_NONE = Phrase(
    "--time-column and --no-time-column exclude each other; leave one out.",
    "--time-column 与 --no-time-column 不能同时使用；请去掉其中一个。",
)

reading_options = with_options(
    [
        click.option("--time-column", metavar="NAME"),
        click.option("--no-time-column", is_flag=True),
        click.option("--columns", type=Names()),
        click.option("--frequency"),
        click.option("--day-first/--month-first", default=None),
        click.option("--fill", type=click.Choice(get_args(Fill)), default="linear"),
        click.option("--decimal", type=click.Choice([".", ","])),
        click.option("--missing", multiple=True),
        click.option("--separator"),
        click.option("--encoding"),
        *(click.option(f"--limit-{each.name}", type=Typed(int), default=each.default) for each in fields(Limits)),
    ]
)
"""Gives a command all options for reading; it hands what it was given to `read`."""


def read(file: str, given: Mapping[str, Any]) -> Series:
    """The series in a file, read as the options say; raises SeriesError, and CommandError for what excludes itself."""
    return read_series(Path(file), options=_options(given))


def _options(given: Mapping[str, Any]) -> ReadingOptions:
    chosen = {each.name: given[each.name] for each in fields(ReadingOptions) if each.name in given}
    if given["no_time_column"] and given["time_column"] is not None:
        raise CommandError(_TIMES_AND_NONE)
    if given["no_time_column"]:
        chosen["time_column"] = NO_TIME_COLUMN
    chosen["separator"] = _SEPARATORS.get(given["separator"], given["separator"])
    chosen["limits"] = Limits(**{each.name: given[f"limit_{each.name}"] for each in fields(Limits)})
    return ReadingOptions(**chosen)

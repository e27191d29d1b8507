"""The command line itself: what can be typed, and in which language it answers.

All texts, those for mistakes included, are ours, in the language of the reader. No mistake of a reader's ends in a
traceback: it ends in a sentence and an exit code, 2 for what cannot be asked and 1 for what broke.
"""

import json
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import click

from explainer.commands import words
from explainer.commands.fitting import fit_command
from explainer.commands.helping import LANG, Helpful
from explainer.commands.inspecting import inspect_command
from explainer.commands.layers import layer_html
from explainer.commands.refusals import FAILED, WRONG_USAGE, CommandError
from explainer.commands.reporting import failure, report
from explainer.commands.table import terminal_width
from explainer.commands.tracing import Traced, traced
from explainer.language import ExplainedError, Language, Phrase, preferred_language
from explainer.reading import DEPTHS
from explainer.tracing.presenting import to_json, visible


class CommandLine(Helpful, click.Group):
    """All commands. Run with `main`, which finds out the language and tells every mistake in it."""

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, **_extra: Any) -> Any:  # type: ignore[override]
        """Run a command and leave with its exit code."""
        given = list(sys.argv[1:] if args is None else args)
        language = language_of(given, os.environ)
        for stream in filter(None, (sys.stdout, sys.stderr)):  # a stream that was closed is None
            stream.reconfigure(errors="backslashreplace")  # for letters that a terminal lacks
        try:
            code = super().main(given, prog_name, standalone_mode=False, obj=language)
        except click.Abort:
            sys.exit(130)
        except click.exceptions.NoArgsIsHelpError as nothing:
            click.echo(self.get_help(nothing.ctx), err=True)
            sys.exit(WRONG_USAGE)
        except (click.UsageError, ExplainedError) as error:
            lines = _sentence(error).in_language(language).splitlines()
            click.echo("\n".join(map(visible, lines)), err=True)
            sys.exit(error.code if isinstance(error, CommandError) else WRONG_USAGE)
        except OSError as error:  # the output has nowhere to go
            click.echo(words.NOT_WRITTEN.fill(reason=error.strerror).in_language(language), err=True)
            sys.exit(FAILED)
        sys.exit(code)


def language_of(args: Sequence[str], environment: Mapping[str, str]) -> Language:
    """What `--lang` says, else what the environment says, the first variable that is set as POSIX has it."""
    locales = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    language = preferred_language(next(filter(None, locales), None))
    for place, argument in enumerate(args):
        option, _, value = argument.partition("=")
        chosen = value or next(iter(args[place + 1 :]), "")
        if option == "--lang" and chosen in set(Language):
            language = Language(chosen)
    return language


def _sentence(error: click.UsageError | ExplainedError) -> Phrase:
    return error.phrase if isinstance(error, ExplainedError) else words.usage(error)


_SET = click.option("--set", "settings", multiple=True, metavar="NAME=VALUE")


@click.group(cls=CommandLine)
@LANG
def command_line() -> None:
    """Explain Transformer code by running it."""


@command_line.command("trace", cls=Helpful)
@click.argument("model")
@_SET
@click.option("--json", "as_json", is_flag=True)
@click.option("--data", is_flag=True)
@LANG
@click.pass_obj
def trace_command(language: Language, model: str, settings: tuple[str, ...], as_json: bool, data: bool) -> int:
    """Run a model once and print what it did, step by step; returns the exit code."""
    # What the reader's own code prints must not end up inside a table or inside JSON.
    with redirect_stdout(sys.stderr):
        made = traced(model, settings)
    if as_json:
        click.echo(json.dumps(to_json(made.trace, axes=made.axes, data=data), allow_nan=False))
    else:
        head, *lines = report(made, language, terminal_width())
        click.echo("\n".join([click.style(head, bold=True), *lines]))
    return _tell_failure(made, language)


@command_line.command("layer", cls=Helpful)
@click.argument("model")
@click.argument("path", default="")
@_SET
@click.option("--depth", type=click.Choice(DEPTHS), default="operations")
@click.option("--out", metavar="FILE")
@LANG
@click.pass_obj
def layer_command(
    language: Language, model: str, path: str, settings: tuple[str, ...], depth: str, out: str | None
) -> int:
    """Run a model once and write the document of one of its modules as HTML; returns the exit code."""
    with redirect_stdout(sys.stderr):
        made = traced(model, settings)
    try:
        with redirect_stdout(sys.stderr):
            html = layer_html(made, path, depth, language)
        _put(html, out, language)
    finally:  # a module may be missing because the pass broke off before it
        code = _tell_failure(made, language)
    return code


def _put(html: bytes, out: str | None, language: Language) -> None:
    """Write the document to a file and say so, or to the output."""
    if out is None:
        click.echo(html, nl=False)
        return
    Path(out).write_bytes(html)
    click.echo(words.WRITTEN.fill(file=visible(out), size=f"{len(html) / 1000:,.0f}").in_language(language))


def _tell_failure(made: Traced, language: Language) -> int:
    """Say where a pass broke off, if it did; the exit code."""
    broken = failure(made, language)
    if not broken:
        return 0
    if sys.stdout:
        sys.stdout.flush()
    click.echo("\n" + click.style("\n".join(broken), fg="red"), err=True)
    return FAILED


command_line.add_command(inspect_command)
command_line.add_command(fit_command)

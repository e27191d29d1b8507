"""`fit`: a model fitted to a table, its errors on rows that it never saw, and its weights as a file."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from explainer.commands import words
from explainer.commands.fit_options import CONFIGS, config_of, fit_options, settings_of
from explainer.commands.helping import LANG, Helpful
from explainer.commands.interrupting import interruptible
from explainer.commands.manual_of_files import manual_of_files
from explainer.commands.options import naming_options
from explainer.commands.reading_options import read, reading_options
from explainer.commands.refusals import FAILED, CommandError, told
from explainer.commands.results import result_document, result_report
from explainer.commands.watching import Watcher, told_plan
from explainer.fitting import Fit, fit, plan, save
from explainer.language import ExplainedError, Language, Phrase
from explainer.running import MODELS
from explainer.tracing.presenting import visible

_BROKE_OFF = Phrase("{model} cannot be fitted with these settings. {error}", "{model} 无法用这些设置训练。{error}")
_ONTO_ITSELF = Phrase(
    "--save would write over {file}, which is the table itself; choose another name.",
    "--save 会覆盖数据文件 {file} 本身；请换一个文件名。",
)


@click.command("fit", cls=Helpful, told=manual_of_files)
@click.argument("file")
@click.option("--model", type=click.Choice(list(CONFIGS)), required=True)
@reading_options
@fit_options
@click.option("--save", "out", metavar="FILE")
@click.option("--json", "as_json", is_flag=True)
@LANG
@click.pass_obj
def fit_command(language: Language, /, file: str, model: str, out: str | None, as_json: bool, **given: Any) -> None:
    """Fit a model to a table and print how good it is; what happens meanwhile is told on the error output."""

    def say(phrase: Phrase) -> None:
        click.echo(visible(phrase.in_language(language)), err=True)

    title = MODELS[model].title
    with naming_options(), _telling_what_broke(title):
        config, settings = config_of(model, given), settings_of(given)
        _check_out(out, file)
        series = read(file, given)
        planned = plan(config, series, settings)
        for phrase in (*series.notes, *told_plan(title, config, series, settings, planned)):
            say(phrase)
        with interruptible() as interruption:
            fitted = fit(config, series, settings, watch=Watcher(say, interruption))
    if as_json:
        click.echo(json.dumps(result_document(model, fitted, series, planned), allow_nan=False))
    else:
        click.echo("\n".join(result_report(title, fitted, language)))
    if out is not None:
        say(_saved(fitted, out))


@contextmanager
def _telling_what_broke(title: str) -> Iterator[None]:
    try:
        yield
    except (ExplainedError, OSError):
        raise
    except Exception as error:  # sizes beyond what fits into memory or into a number of torch
        # Behind its first line torch tells of its own insides.
        what = told(error).splitlines()[0]
        raise CommandError(_BROKE_OFF.fill(model=title, error=what), FAILED) from None


def _check_out(out: str | None, file: str) -> None:
    """Refuse what cannot be written, or must not be, before the time for a fit is spent."""
    if out is None:
        return
    path = Path(out)
    existed = path.exists()
    if existed and Path(file).exists() and path.samefile(file):
        raise CommandError(_ONTO_ITSELF.fill(file=visible(file)))
    with path.open("ab"):  # for the sake of its errors: nothing is written, and nothing left behind
        pass
    if not existed:
        path.unlink()


def _saved(fitted: Fit, out: str) -> Phrase:
    """Write the file; what happened, in a sentence."""
    data = save(fitted)
    Path(out).write_bytes(data)
    return words.SAVED.fill(file=visible(out), size=f"{len(data) / 1000:,.0f}")

"""What all commands have: a help that is written by hand in both languages, and the choice between the two."""

from collections.abc import Callable
from typing import Any

import click

from explainer.commands.manual import manual
from explainer.language import Language, Phrase

LANG = click.option("--lang", type=click.Choice([language.value for language in Language]), expose_value=False)


class Helpful(click.Command):
    """A command with a help text of ours; `told` gives it when it is asked for."""

    def __init__(self, *args: Any, told: Callable[[], Phrase] = manual, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.told = told

    def get_help(self, ctx: click.Context) -> str:
        """The text in the reader's language."""
        return self.told().in_language(ctx.find_object(Language) or Language.EN)

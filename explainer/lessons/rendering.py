"""From a lesson's Markdown and the facts of a run to the text on the page."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context

from explainer.language import Language, Phrase

LESSONS = Path(__file__).parent
_MARKUP = re.compile(r"([!-/:-@\[-`{-~])")
# Renderers make links of addresses, escaped or not; a word joiner, which nobody sees, keeps them from it.
_LINKS = re.compile(r"https?|www|@", re.IGNORECASE)


def lesson(name: str, language: Language, facts: dict[str, object]) -> str:
    """The lesson `name` in `language` as Markdown. A fact that the lesson needs and does not get is an error."""
    return render(f"{name}/lesson.{language}.md", language, facts)


def render(file: str, language: Language, facts: Mapping[str, object]) -> str:
    """The words of a file below the folder of the lessons, filled with facts; a fact may be a phrase."""
    return _library().get_template(file).render({**facts, "language": language})


def plain(text: object) -> str:
    """Text that Markdown shows as it is: names from a reader's file never become markup."""
    if isinstance(text, int | float):
        return str(text)  # no markup, and inside a formula a backslash would be seen
    return _LINKS.sub("\\g<0>\u2060", _MARKUP.sub(r"\\\1", str(text)))


@pass_context
def _in_words(context: Context, fact: object) -> str:
    """A fact as it stands in a sentence of the language that is being written."""
    return plain(fact.in_language(context["language"]) if isinstance(fact, Phrase) else fact)


@cache
def _library() -> Environment:
    return Environment(
        loader=FileSystemLoader(LESSONS),
        undefined=StrictUndefined,
        finalize=_in_words,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,  # noqa: S701 - the target is Markdown, not HTML; `plain` does the escaping
    )

"""From a lesson's Markdown and the facts of a run to the text on the page."""

import re
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from explainer.language import Language

LESSONS = Path(__file__).parent
_MARKUP = re.compile(r"([!-/:-@\[-`{-~])")
# Renderers make links of addresses, escaped or not; a word joiner, which nobody sees, keeps them from it.
_LINKS = re.compile(r"https?|www|@", re.IGNORECASE)


def lesson(name: str, language: Language, facts: dict[str, object]) -> str:
    """The lesson `name` in `language` as Markdown. A fact that the lesson needs and does not get is an error."""
    return _library().get_template(f"{name}/lesson.{language}.md").render(facts)


def plain(text: object) -> str:
    """Text that Markdown shows as it is: names from a reader's file never become markup."""
    return _LINKS.sub("\\g<0>\u2060", _MARKUP.sub(r"\\\1", str(text)))


@cache
def _library() -> Environment:
    return Environment(
        loader=FileSystemLoader(LESSONS),
        undefined=StrictUndefined,
        finalize=plain,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,  # noqa: S701 - the target is Markdown, not HTML; `plain` does the escaping
    )

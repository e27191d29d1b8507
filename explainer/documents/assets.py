"""The script and the style that the app's page and a saved file share."""

from functools import cache
from pathlib import Path

from markupsafe import Markup

from explainer.documents import words
from explainer.documents.markup import template
from explainer.drawing import palette_css, svg_style
from explainer.language import Language, Phrase

_ASSETS = Path(__file__).parent / "assets"

SCRIPT = (_ASSETS / "page.js").read_text(encoding="utf-8")
# Drawings bring their own rules; the page's come last and win.
STYLE = "\n".join([palette_css(), svg_style(), (_ASSETS / "page.css").read_text(encoding="utf-8")])


@cache
def skeleton(language: Language, closing: bool) -> Markup:
    """The empty page, with a place for each section; `closing` is the part that stands below the map."""

    def say(phrase: Phrase) -> str:
        return phrase.in_language(language)

    return template("skeleton", say=say, words=words, closing=closing, export_style=f"{palette_css()}\n{svg_style()}")

"""From words and formulas to HTML: Markdown by markdown-it, LaTeX by latex2mathml, templates by Jinja, escaping on."""

from functools import cache, lru_cache
from html import escape, unescape
from pathlib import Path
from xml.etree.ElementTree import Element, tostring

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from latex2mathml.converter import convert_to_element
from markdown_it import MarkdownIt
from markupsafe import Markup
from mdit_py_plugins.dollarmath import dollarmath_plugin

from explainer.drawing import Span, Text, axis_class

_TEMPLATES = Path(__file__).parent / "templates"
# What LaTeX can say that is no mathematics: `\\href` makes a link, others reach for the page's own style.
_NO_MATHS = frozenset({"href", "style", "class", "id"})


def template(name: str, **facts: object) -> Markup:
    """The template `name` filled in; everything that is not Markup already is escaped."""
    return Markup(_library().get_template(f"{name}.html").render(facts))  # noqa: S704 - the template escapes


@lru_cache(maxsize=512)
def markdown(text: str) -> Markup:
    """Markdown with formulas between dollar signs as HTML; HTML inside it is shown as text."""
    return Markup(_reader().render(text))  # noqa: S704 - raw HTML is switched off


@lru_cache(maxsize=1024)
def formula(latex: str, *, display: bool = False) -> Markup:
    """LaTeX as MathML, which browsers draw by themselves; LaTeX that cannot be read is shown as it was written."""
    try:
        tree = convert_to_element(latex, display="block" if display else "inline")
    except Exception:  # errors of its own, but StopIteration and others too
        return Markup("<code>{}</code>").format(latex)
    for each in tree.iter():
        _make_harmless(each)
    return Markup(tostring(tree, encoding="unicode"))  # noqa: S704 - escaped here, which the converter itself undoes


def _make_harmless(element: Element) -> None:
    """Nothing but mathematics; symbols, which stand as references in the text, become the characters they mean."""
    element.text = unescape(element.text) if element.text else None
    for name in _NO_MATHS & element.attrib.keys():
        del element.attrib[name]


@lru_cache(maxsize=4096)
def spans(text: Text) -> Markup:
    """A text whose axis letters have their colours."""
    return Markup("").join(_span(span) for span in text)


def _span(span: Span) -> Markup:
    if span.axis is None:
        return Markup(escape(span.text))  # noqa: S704
    threads = Markup(' data-threads="{}"').format(span.threads) if span.threads else ""
    frame = Markup('<span class="{}" data-axis="{}"{}>{}</span>')
    return frame.format(axis_class(span.axis), span.axis, threads, span.text)


@cache
def _library() -> Environment:
    library = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        undefined=StrictUndefined,
        autoescape=True,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    library.globals |= {"spans": spans, "formula": formula}
    return library


@cache
def _reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    return reader.use(dollarmath_plugin, renderer=_drawn, allow_digits=True)


def _drawn(latex: str, options: dict[str, bool]) -> str:
    return str(formula(latex, display=options.get("display_mode", False)))

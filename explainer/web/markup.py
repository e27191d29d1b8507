"""Templates of the interface, filled in by Jinja with escaping on: names may come from a visitor's file."""

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

COMPONENT = Path(__file__).parent / "component"
"""What runs in the browser, and the templates of it."""


def script(*names: str) -> str:
    """Some scripts of the components as one; components cannot import."""
    return "\n".join((COMPONENT / f"{name}.js").read_text(encoding="utf-8") for name in names)


def filled(name: str, **facts: object) -> str:
    """The template `name` with its facts; everything that is not Markup already is escaped."""
    return _library().get_template(f"{name}.html").render(facts)


@cache
def _library() -> Environment:
    return Environment(
        loader=FileSystemLoader(COMPONENT),
        undefined=StrictUndefined,
        autoescape=True,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )

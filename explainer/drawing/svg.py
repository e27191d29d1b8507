"""SVG as text: elements, clickable parts, marks. Whatever is written into one is escaped here, and nowhere else."""

from collections.abc import Iterable
from functools import cache, lru_cache
from html import escape

from explainer.drawing.palette import AXES, axis_class
from explainer.drawing.text import Font, Span, Text, cleaned, plain, width_of, written

NARROW = 358.0


def element(name: str, content: str = "", **attributes: str | float | None) -> str:
    """One element. `data_key` is written `data-key` and `class_` `class`; None leaves an attribute out.

    `content` is markup already; attributes are escaped.
    """
    given = "".join(f' {_attribute(key)}="{_value(value)}"' for key, value in attributes.items() if value is not None)
    return f"<{name}{given}>{content}</{name}>" if content else f"<{name}{given}/>"


def group(parts: Iterable[str], **attributes: str | float | None) -> str:
    """Parts drawn together."""
    return element("g", "".join(parts), **attributes)


def part(drawn: Iterable[str], *, spoken: str, key: str | None = None, opens: str | None = None, css: str = "") -> str:
    """What a reader can click or reach by keyboard: it chooses `key`, or opens the page of `opens`."""
    return group(
        drawn,
        class_=f"tb-part {css}".strip(),
        role="button",
        tabindex="0",
        aria_label=spoken,
        data_key=key,
        data_open=opens,
    )


def text(shown: Text | str, x: float, y: float, font: Font, *, css: str = "", anchor: str | None = None) -> str:
    """One line whose baseline begins at (x, y), or has its middle or end there; axis letters in their colours."""
    content = _spans(shown)
    return element("text", content, x=x, y=y, class_=f"{font.css} {css}".strip(), text_anchor=anchor) if content else ""


def title_and_more(title: Text, font: Font, more: Text, small: Font, x: float, y: float) -> str:
    """A title with smaller, paler words behind it, 8 pixels apart in whatever font there is."""
    behind = element("tspan", _spans(more), dx=8.0, class_=f"{small.css} tb-muted") if more else ""
    return element("text", _spans(title) + behind, x=x, y=y, class_=font.css)


def full_text(*texts: Text | str) -> str:
    """What a pointer that rests on a part reads: its texts in full."""
    words = [written(each) for each in texts if each]
    return element("title", _markup("\n".join(words))) if words else ""


def rect(x: float, y: float, width: float, height: float, css: str, radius: float = 8) -> str:
    """A rounded box."""
    return element("rect", x=x, y=y, width=width, height=height, rx=radius, class_=css)


def path(d: str, css: str) -> str:
    """A line or a filled shape."""
    return element("path", d=d, class_=css)


def points(*numbers: float) -> str:
    """Numbers as they stand in a path."""
    return " ".join(f"{number:g}" for number in numbers)


def tip(x: float, y: float, direction: str, *, filled: bool = True) -> str:
    """The head of an arrow that ends at (x, y), pointing "right", "left" or "down"."""
    back, side = 8.0, 4.0
    if direction == "down":
        corners = (x - side, y - back, x, y, x + side, y - back)
    else:
        tail = x - back if direction == "right" else x + back
        corners = (tail, y - side, x, y, tail, y + side)
    line = f"M{points(*corners[:2])}L{points(*corners[2:4])}L{points(*corners[4:])}"
    return path(f"{line}Z", "tb-tip") if filled else path(line, "tb-open-tip")


def opening(x: float, y: float) -> str:
    """The mark of what has a page of its own: a small arrow to the upper right, 8 pixels wide, (x, y) its corner."""
    return path(f"M{points(x - 8, y + 8)}L{points(x, y)}M{points(x - 6, y)}H{x:g}V{y + 6:g}", "tb-opens")


def document(drawn: Iterable[str], width: float, height: float, *, title: str, language: str, css: str = "") -> str:
    """The whole picture at its natural size, which it is never shown below: where it is wide, the page scrolls."""
    size = f"width:{width:g}px;min-width:{width:g}px;height:{height:g}px"
    return element(
        "svg",
        "\n" + "\n".join(each for each in drawn if each) + "\n",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {height:g}",
        width=width,
        height=height,
        class_=f"tb-svg {css}".strip(),
        role="group",
        lang=language,
        aria_label=title,
        style=size,
    )


def text_right(shown: Text | str, x: float, font: Font) -> float:
    """Where a text that begins at `x` ends."""
    return x + width_of(shown, font)


# The texts of a drawing are mostly those of the drawing before it.
@lru_cache(maxsize=8192)
def _spans(shown: Text | str) -> str:
    spans = plain(shown) if isinstance(shown, str) else shown
    return "".join(_span(span) for span in spans)


def _span(span: Span) -> str:
    if span.axis not in AXES:
        return _markup(span.text)
    threads = span.threads or None
    return element("tspan", _markup(span.text), class_=axis_class(span.axis), data_axis=span.axis, data_threads=threads)


@lru_cache(maxsize=8192)
def _markup(words: str) -> str:
    return escape(cleaned(words))


@cache
def _attribute(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def _value(value: str | float) -> str:
    return _markup(value) if isinstance(value, str) else f"{value:g}"

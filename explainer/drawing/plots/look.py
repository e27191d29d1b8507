"""How plots look. A plot carries its style with it: it stands in pages, in components and in files of its own alike."""

import re
from dataclasses import dataclass
from typing import Literal

from explainer.drawing.faces import SANS
from explainer.drawing.palette import THEME

Role = Literal["train", "validation", "truth", "forecast", "plain", "phased", "past"]


@dataclass(frozen=True)
class _Stroke:
    """How a line of one role is drawn: no two alike in both colour and dash."""

    colour: str
    dash: str = "none"
    width: float = 1.75

    @property
    def css(self) -> str:
        return f"color:{self.colour};stroke-width:{self.width:g};stroke-dasharray:{self.dash}"


# Each colour has a contrast of 3 to a white and to a dark page, so that one serves both.
_STROKES: dict[Role, _Stroke] = {
    "train": _Stroke("#3b82f6"),
    "validation": _Stroke("#d9700a", "7 3"),
    "truth": _Stroke("{text}"),
    "forecast": _Stroke("#c0479b", "5 3", 2.0),
    "plain": _Stroke("#0d9488"),
    "phased": _Stroke("#8b5cf6", "9 3 2 3"),
    "past": _Stroke("{muted}", width=1.25),
}

_RULES = """
.tb-plot{display:block}
.tb-plot .tb-label{fill:{text};font:400 12px {sans};text-anchor:start}
.tb-plot .tb-label-title{font-weight:600;font-size:13px}
.tb-plot .tb-label-muted{fill:{muted}}
.tb-plot .tb-label-middle{text-anchor:middle}
.tb-plot .tb-label-end{text-anchor:end}
.tb-plot .tb-gridline{fill:none;stroke:{hairline}}
.tb-plot .tb-axis-line{fill:none;stroke:{line}}
.tb-plot .tb-axis-mark{fill:none;stroke:{line};stroke-width:1.25;stroke-dasharray:3 3}
.tb-plot .tb-band{fill:{muted};fill-opacity:.07}
.tb-plot .tb-band-odd{fill-opacity:.15}
.tb-plot .tb-series{fill:none;stroke:currentColor;stroke-linejoin:round;stroke-linecap:butt}
.tb-plot .tb-dot{fill:currentColor;stroke:none}
.tb-plot .tb-filled{fill:none;stroke:#d9700a;stroke-width:3}
.tb-plot .tb-cells{image-rendering:pixelated}
.tb-plot .tb-frame-line{fill:none;stroke:{hairline}}
.tb-plot .tb-border-line{fill:none;stroke:#808080;stroke-width:1.5}
.tb-plot .tb-range{fill:none;stroke:{line};stroke-width:2}
.tb-plot .tb-more{fill:#3b82f6;fill-opacity:.8}
.tb-plot .tb-less{fill:#ea800c;fill-opacity:.8}
.tb-plot .tb-whisker{fill:none;stroke:{text};stroke-width:1.25}
""".strip()

# Streamlit's variables stand first: inside its components there are no others.
_ON_PAGE = {
    "text": "var(--st-text-color, var(--tb-text, {light}))",
    "muted": "color-mix(in srgb, var(--st-text-color, var(--tb-text, #1f2937)) 70%, transparent)",
    "hairline": "color-mix(in srgb, var(--st-text-color, var(--tb-text, #1f2937)) 15%, transparent)",
    "line": "color-mix(in srgb, var(--st-text-color, var(--tb-text, #1f2937)) 45%, transparent)",
}


def _rules() -> str:
    strokes = [f".tb-plot .tb-role-{role}{{{stroke.css}}}" for role, stroke in _STROKES.items()]
    return "\n".join([_RULES, *strokes, ".tb-plot .tb-thin{stroke-width:1}"])


def _page_css() -> str:
    colours = {name: css.replace("{light}", THEME[name].light) for name, css in _ON_PAGE.items()}
    return _filled(colours | {"sans": f"var(--st-font, {SANS})"})


def file_css(*, dark: bool) -> str:
    """The style with the colours of one theme, for viewers that know no variables."""
    colours = {name: THEME[name].dark if dark else THEME[name].light for name in _ON_PAGE}
    return _filled(colours | {"sans": SANS})


def _filled(values: dict[str, str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda name: values[name[1]], _rules())


# The free edge around a plot in a file, in pixels.
_EDGE = 12
PAGE_STYLE = f"<style>{_page_css()}</style>"


def in_a_file(svg: str, *, dark: bool) -> str:
    """A plot as it stands in a file: in the colours of one theme, clear of the edges. Other drawings are kept."""
    # No label can hold a "<", so what is found is the style itself.
    head, found, drawn = svg.partition(PAGE_STYLE)
    if not found:
        return svg
    style = f"<style>{file_css(dark=dark)}</style>"
    inside = drawn.removesuffix("</svg>")
    return f'{_with_edges(head)}{style}<g transform="translate({_EDGE} {_EDGE})">{inside}</g></svg>'


def _with_edges(head: str) -> str:
    size = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)" width="[\d.]+" height="[\d.]+"', head)
    if size is None:
        return head
    width, height = (f"{float(side) + 2 * _EDGE:g}" for side in size.groups())
    return head.replace(size[0], f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"', 1)

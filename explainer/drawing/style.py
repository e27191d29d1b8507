"""How drawings look, once for a page; and a drawing that carries its looks with it, for a file of its own."""

import re

from explainer.drawing.faces import MONO, SANS
from explainer.drawing.palette import axis_rules, colour, concrete
from explainer.drawing.plots.look import in_a_file
from explainer.drawing.svg import element
from explainer.drawing.text import FONTS

_RULES = """
.tb-svg{display:block}
.tb-svg text{fill:{text};font-family:{sans}}
.tb-svg .tb-code,.tb-svg .tb-sizes{font-family:{mono}}
.tb-svg .tb-title,.tb-svg .tb-heading{font-weight:600}
.tb-svg .tb-small{font-weight:400}
.tb-svg .tb-muted,.tb-svg .tb-sizes{fill:{muted}}
.tb-svg .tb-note{font-style:italic}
.tb-svg tspan.tb-axis{font-weight:700}
.tb-ground{fill:{ground}}
.tb-box{fill:{panel};stroke:{hairline}}
.tb-card{fill:{ground};stroke:{line}}
.tb-hit{fill:none;stroke:none;pointer-events:all}
.tb-lifeline{fill:none;stroke:{line};stroke-dasharray:3 4}
.tb-guide{fill:none;stroke:{hairline}}
.tb-bar{fill:{panel};stroke:{line}}
.tb-wire{fill:none;stroke:{ink};stroke-width:1.25}
.tb-wire.tb-return{stroke-dasharray:5 4}
.tb-tip{fill:{ink};stroke:none}
.tb-open-tip{fill:none;stroke:{ink};stroke-width:1.25}
.tb-opens{fill:none;stroke:{muted};stroke-width:1.25}
.tb-mark{fill:none;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.tb-mark-call{stroke:{call}}
.tb-mark-return{stroke:{return}}
.tb-mark-step{stroke:{step}}
.tb-badge{fill:{ink};stroke:none}
.tb-svg .tb-badge-number{fill:{ground};font-weight:600}
.tb-skipped>rect.tb-box,.tb-skipped>rect.tb-card{fill:none;stroke-dasharray:5 4}
.tb-svg .tb-skipped text,.tb-svg .tb-skipped tspan{fill:{muted}}
.tb-skipped .tb-badge{fill:{ground};stroke:{line}}
.tb-svg .tb-skipped .tb-badge-number{fill:{muted}}
.tb-hatch{fill:none;stroke:{hairline};stroke-opacity:.6}
.tb-sum{fill:{ground};stroke:{ink};stroke-width:1.25}
.tb-dot{fill:{ink};stroke:none}
path.tb-thread{fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round}
rect.tb-chip-axis{fill:{ground};stroke:currentColor;stroke-width:1.25}
""".strip()

# What only a page has: a pointer, a keyboard, and parts that were chosen.
_LIVE = """
.tb-part{cursor:pointer;outline:none}
.tb-part:hover>.tb-hit{fill:{accent};fill-opacity:.07}
.tb-part:hover>.tb-box,.tb-part:hover>.tb-card,.tb-part:hover>.tb-opens{stroke:{accent}}
.tb-part.tb-chosen>.tb-hit{fill:{accent};fill-opacity:.13;stroke:{accent}}
.tb-part.tb-chosen>.tb-box,.tb-part.tb-chosen>.tb-card{stroke:{accent};stroke-width:2}
.tb-part.tb-chosen>.tb-wire,.tb-part.tb-chosen>.tb-open-tip{stroke:{accent};stroke-width:1.75}
.tb-part.tb-chosen>.tb-tip,.tb-part.tb-chosen>.tb-badge{fill:{accent}}
.tb-part:focus-visible>.tb-hit,.tb-part:focus-visible>.tb-box,.tb-part:focus-visible>.tb-card{stroke:{accent};stroke-width:2}
""".strip()


def svg_style() -> str:
    """The CSS of all drawings, to stand once on a page beside `palette_css`."""
    return "\n".join([*_still(), _filled(_LIVE)])


def standalone_svg(svg: str, *, dark: bool = False) -> str:
    """A drawing of this package as a file: with its style, in the colours of one theme, on its own ground.

    Viewers other than browsers know no CSS variables, so the colours are concrete. Nothing is left to click.
    """
    # Texts cannot hold a quotation mark, so what is found here is an attribute.
    silent = in_a_file(svg, dark=dark).replace(' role="button" tabindex="0"', ' role="img"')
    style = element("style", concrete("\n".join(_still()), dark=dark))
    ground = element("rect", width="100%", height="100%", class_="tb-ground")
    return re.sub(r"^<svg[^>]*>", lambda head: f"{_still_head(head[0])}\n{style}\n{ground}", silent)


def _still() -> list[str]:
    fonts = [f".tb-svg .{font.css}{{font-size:{font.size:g}px}}" for font in FONTS]
    return [_filled(_RULES), *fonts, *axis_rules()]


def _still_head(head: str) -> str:
    return re.sub(r' style="[^"]*"', "", head)


def _filled(rules: str) -> str:
    rules = rules.replace("{sans}", SANS).replace("{mono}", MONO)
    return re.sub(r"\{(\w+)\}", lambda name: colour(name[1]), rules)

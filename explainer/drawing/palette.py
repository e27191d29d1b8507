"""One colour per axis, everywhere: in a diagram, in code, in a table and in a sentence; for light and dark pages."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Shade:
    """One colour on a light and on a dark page, as #rrggbb."""

    light: str
    dark: str


@dataclass(frozen=True)
class Axis:
    """An axis letter: its name in CSS variables, the ending of its class, and its colour.

    Classes that differ by case only would be one class in some documents, so s and n are spelt out.
    """

    variable: str
    suffix: str
    shade: Shade


# Hues far apart, and lightness too: twelve hues alone are more than an eye tells apart.
AXES = {
    "B": Axis("batch", "B", Shade("#886116", "#c78b09")),
    "N": Axis("variate", "N", Shade("#320bb8", "#3a9bfd")),
    "T": Axis("mark", "T", Shade("#054b7a", "#14d3f7")),
    "L": Axis("look-back", "L", Shade("#057918", "#31e685")),
    "S": Axis("horizon", "S", Shade("#b813a0", "#fd50b7")),
    "D": Axis("d-model", "D", Shade("#744f99", "#be76ff")),
    "H": Axis("head", "H", Shade("#cc103d", "#fe8b85")),
    "E": Axis("d-head", "E", Shade("#356e70", "#1daa8d")),
    "F": Axis("d-ff", "F", Shade("#4057f1", "#d0b2fc")),
    "P": Axis("patch-len", "P", Shade("#474503", "#d7d209")),
    "s": Axis("stride", "stride", Shade("#892504", "#fec48a")),
    "n": Axis("patch", "patch", Shade("#64006d", "#ab8cae")),
}

# All other colours of a drawing. Only `accent` is for what a reader has chosen.
THEME = {
    "ground": Shade("#ffffff", "#0e1117"),
    "panel": Shade("#f4f6f9", "#1a202c"),
    "text": Shade("#1f2937", "#e5e7eb"),
    "muted": Shade("#5b6472", "#9aa4b5"),
    "hairline": Shade("#d5dae2", "#333c4d"),
    "line": Shade("#8a94a6", "#6b7689"),
    "ink": Shade("#475569", "#b3bdcc"),
    "accent": Shade("#2563eb", "#6ea8fe"),
    "call": Shade("#1d4ed8", "#7cb0ff"),
    "return": Shade("#0f766e", "#4fd1c0"),
    "step": Shade("#a1480c", "#f0a35e"),
}


def axis_class(letter: str) -> str:
    """The classes of a letter, `tb-axis tb-axis-B`; empty for a letter that is no axis."""
    return f"tb-axis tb-axis-{AXES[letter].suffix}" if letter in AXES else ""


def palette_css() -> str:
    """All colours as CSS variables, light by default and dark inside `.tb-dark`, and a rule for every axis."""
    names = _shades()
    light = "".join(f"{name}:{shade.light};" for name, shade in names.items())
    dark = "".join(f"{name}:{shade.dark};" for name, shade in names.items())
    return "\n".join([f":root,:host{{{light}}}", f".tb-dark,:host(.tb-dark){{{dark}}}", *axis_rules()])


def axis_rules() -> list[str]:
    """One rule per axis, with the light colour where the variables are not known."""
    return [f".tb-axis-{axis.suffix}{{color:{ink};fill:{ink}}}" for axis in AXES.values() for ink in [_ink(axis)]]


def colour(name: str) -> str:
    """A colour of the theme as CSS: the variable, and the light colour where it is not known."""
    return f"var(--tb-{name}, {THEME[name].light})"


def concrete(css: str, *, dark: bool) -> str:
    """CSS with the colours of one theme in the place of variables, for viewers that know no variables."""
    for name, shade in _shades().items():
        css = css.replace(f"var({name}, {shade.light})", shade.dark if dark else shade.light)
    return css


def _shades() -> dict[str, Shade]:
    axes = {f"--tb-axis-{axis.variable}": axis.shade for axis in AXES.values()}
    return axes | {f"--tb-{name}": shade for name, shade in THEME.items()}


def _ink(axis: Axis) -> str:
    return f"var(--tb-axis-{axis.variable}, {axis.shade.light})"

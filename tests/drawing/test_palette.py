"""Axis colours: readable as text, told apart, and never given to what is no axis."""

import re
from itertools import combinations
from math import dist

import pytest

from explainer.drawing import Span, axis_class, palette_css, spans_of, written
from explainer.drawing.palette import AXES, THEME

LETTERS = "BNTLSDHEFPsn"
GROUNDS = {"light": ("#ffffff", THEME["panel"].light), "dark": ("#0e1117", THEME["panel"].dark)}


def linear(colour: str) -> tuple[float, float, float]:
    """sRGB without its gamma, as WCAG 2.1 has it."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return red, green, blue


def contrast(one: str, other: str) -> float:
    luminances = [0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in (linear(one), linear(other))]
    return (max(luminances) + 0.05) / (min(luminances) + 0.05)


def oklab(colour: str) -> tuple[float, float, float]:
    """Björn Ottosson's space, in which equal distances look about equal."""
    r, g, b = linear(colour)
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    medium = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def test_the_contrast_formula_knows_black_on_white() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


def test_there_is_a_colour_for_every_letter_and_no_other() -> None:
    assert set(AXES) == set(LETTERS)


@pytest.mark.parametrize("theme", GROUNDS)
@pytest.mark.parametrize("letter", LETTERS)
def test_an_axis_letter_can_be_read_as_text(letter: str, theme: str) -> None:
    for ground in GROUNDS[theme]:
        assert contrast(getattr(AXES[letter].shade, theme), ground) >= 4.5


@pytest.mark.parametrize("theme", GROUNDS)
@pytest.mark.parametrize("name", ["text", "muted", "ink", "accent", "call", "return", "step"])
def test_everything_else_that_carries_meaning_can_be_read_too(name: str, theme: str) -> None:
    for ground in GROUNDS[theme]:
        assert contrast(getattr(THEME[name], theme), ground) >= 4.5


@pytest.mark.parametrize("theme", GROUNDS)
def test_no_two_axes_look_alike_and_none_looks_like_plain_text(theme: str) -> None:
    shades = [getattr(axis.shade, theme) for axis in AXES.values()] + [getattr(THEME["text"], theme)]
    # 0.02 is about the least difference that is seen side by side.
    assert min(dist(oklab(one), oklab(other)) for one, other in combinations(shades, 2)) > 0.12


def test_classes_differ_by_more_than_case() -> None:
    found = [axis_class(letter).casefold() for letter in LETTERS]
    assert len(set(found)) == len(LETTERS)
    assert (axis_class("s"), axis_class("n")) == ("tb-axis tb-axis-stride", "tb-axis tb-axis-patch")
    assert axis_class("B") == "tb-axis tb-axis-B"


@pytest.mark.parametrize("letter", ["", "x", "b", "BN", "<"])
def test_what_is_no_axis_has_no_class(letter: str) -> None:
    assert axis_class(letter) == ""


def test_the_css_has_both_colours_of_every_axis_and_a_rule_that_uses_them() -> None:
    light, dark, *rules = palette_css().splitlines()
    assert dark.startswith(".tb-dark")
    for axis in AXES.values():
        assert f"--tb-axis-{axis.variable}:{axis.shade.light};" in light
        assert f"--tb-axis-{axis.variable}:{axis.shade.dark};" in dark
        ink = f"var(--tb-axis-{axis.variable}, {axis.shade.light})"
        assert f".tb-axis-{axis.suffix}{{color:{ink};fill:{ink}}}" in rules
    assert "--tb-axis-batch:" in light
    assert not re.search(r"[^\w-]tb-axis-[sn]\b", palette_css())


@pytest.mark.parametrize(
    ("text", "shown", "axes"),
    [
        ("(B, H, N+T, N+T)", "(B, H, N+T, N+T)", "BHNTNT"),
        ("B*N", "B·N", "BN"),
        ("D * n", "D·n", "Dn"),
        ("L+s", "L+s", "Ls"),
        ("(L-P)//s + 2", "(L-P)//s + 2", "LPs"),
        ("x ** 2", "x ** 2", ""),
        ("LayerNorm", "LayerNorm", ""),
        ("x.T", "x.T", ""),
        ("n个 patch", "n个 patch", ""),
        ("N 个变量", "N 个变量", "N"),
        ("scores (B, S)", "scores (B, S)", "BS"),
        ("(3, 4)", "(3, 4)", ""),
        ("", "", ""),
    ],
)
def test_an_expression_is_split_into_letters_with_and_without_colour(text: str, shown: str, axes: str) -> None:
    spans = spans_of(text)
    assert written(spans) == shown
    assert "".join(span.axis for span in spans if span.axis) == axes
    assert all(span.text == span.axis for span in spans if span.axis)


def test_neighbours_without_colour_are_one_span() -> None:
    assert spans_of("(B, 3, H)") == (Span("("), Span("B", "B"), Span(", 3, "), Span("H", "H"), Span(")"))

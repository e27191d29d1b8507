"""The style knows every class that is drawn, and a drawing alone has its colours with it."""

import re

import pytest

from explainer.drawing import palette_css, sequence_svg, standalone_svg, svg_style
from explainer.drawing.palette import AXES, THEME
from tests.drawing import samples
from tests.drawing.checks import SVG, all_of, classes, parsed
from tests.drawing.pictures import PICTURES

# Names for scripts and tests; how these parts look, other classes say.
NAMES = {
    "tb-arrow", "tb-block", "tb-chip", "tb-head", "tb-blocks", "tb-sequence", "tb-sequence-list", "tb-nested",
    "tb-threads", "tb-pill", "tb-bypass", "tb-call-arrow", "tb-return-arrow", "tb-step-arrow",
}  # fmt: skip


def test_every_class_that_is_drawn_has_a_rule() -> None:
    drawn = {name for svg in PICTURES.values() for part in parsed(svg).iter() for name in classes(part)}
    ruled = set(re.findall(r"\.(tb-[\w-]+)", svg_style()))
    assert drawn - ruled == NAMES


def test_every_colour_of_the_style_is_a_variable_with_a_fallback() -> None:
    outside = re.sub(r"var\(--tb-[\w-]+, #[0-9a-f]{6}\)", "", svg_style())
    assert "#" not in outside
    assert "var(" not in outside
    assert "{text}" not in svg_style()


def test_every_variable_of_the_style_is_in_the_palette() -> None:
    used = set(re.findall(r"var\((--tb-[\w-]+)", svg_style()))
    light, dark, *_ = palette_css().splitlines()
    assert used <= set(re.findall(r"(--tb-[\w-]+):", light))
    assert used <= set(re.findall(r"(--tb-[\w-]+):", dark))


def test_braces_of_the_style_are_balanced() -> None:
    for css in (svg_style(), palette_css()):
        assert all(re.fullmatch(r"[^{}]+\{[^{}]*\}", line) for line in css.splitlines())


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("name", PICTURES)
def test_a_drawing_alone_carries_concrete_colours_and_nothing_to_click(name: str, dark: bool) -> None:
    svg = standalone_svg(PICTURES[name], dark=dark)
    root = parsed(svg)
    style, ground = list(root)[:2]
    assert style.tag == f"{SVG}style"
    assert "var(" not in svg
    assert classes(ground) == {"tb-ground"}
    ink = THEME["ground"].dark if dark else THEME["ground"].light
    assert f".tb-ground{{fill:{ink}}}" in (style.text or "")
    assert f".tb-axis-B{{color:{AXES['B'].shade.dark if dark else AXES['B'].shade.light}" in (style.text or "")
    assert not [part for part in root.iter() if part.get("role") == "button" or part.get("tabindex")]
    assert "Noto Sans CJK SC" in (style.text or "")


def test_what_looks_like_an_attribute_in_a_text_stays_a_text() -> None:
    label = ' role="button" tabindex="0" <svg style="x">'
    sequence = samples.full_attention()
    arrows = tuple(samples.arrow("k", "call", "^", samples.CORE, label) for _ in range(1))
    alone = standalone_svg(sequence_svg(type(sequence)(sequence.lanes, arrows), narrow=False, title=label))
    assert parsed(alone).get("aria-label") == label
    assert label in ["".join(text.itertext()) for text in all_of(parsed(alone), "text")]

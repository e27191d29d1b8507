"""Every kind of plot as it was last looked at and found good.

After a change that is meant: UPDATE_GOLDEN=1 python -m pytest tests/drawing/test_plots_golden.py, then look at the
pictures in tests/drawing/golden_plots.
"""

import os
import re
from pathlib import Path

import pytest

from explainer.drawing import standalone_svg
from tests.drawing.checks import SVG, all_of, classes, parsed, viewed, words
from tests.drawing.plot_pictures import PLOTS

GOLDEN = Path(__file__).parent / "golden_plots"


@pytest.mark.parametrize("name", PLOTS)
def test_a_plot_is_what_it_was(name: str) -> None:
    file = GOLDEN / f"{name}.svg"
    drawn = standalone_svg(PLOTS[name]) + "\n"
    if os.environ.get("UPDATE_GOLDEN"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(drawn, encoding="utf-8")
    assert drawn == file.read_text(encoding="utf-8")


def test_no_golden_file_is_left_over() -> None:
    assert {file.stem for file in GOLDEN.iterdir()} == set(PLOTS)


@pytest.mark.parametrize("name", PLOTS)
def test_a_plot_is_read_aloud_and_holds_nothing_live(name: str) -> None:
    root = parsed(PLOTS[name])
    assert root.get("role") == "img"
    assert root.get("aria-label")
    assert root.get("lang") == "en"
    allowed = {"svg", "style", "g", "rect", "path", "circle", "text", "tspan", "title"}
    assert {part.tag.removeprefix(SVG) for part in root.iter()} <= allowed
    assert not [part for part in root.iter() if {"id", "onclick", "href"} & set(part.attrib)]


@pytest.mark.parametrize("name", PLOTS)
def test_every_class_of_a_plot_has_a_rule_in_the_style_it_carries(name: str) -> None:
    root = parsed(PLOTS[name])
    (style,) = all_of(root, "style")
    ruled = set(re.findall(r"\.(tb-[\w-]+)", words(style)))
    assert {each for part in root.iter() for each in classes(part)} <= ruled


@pytest.mark.parametrize("name", PLOTS)
def test_no_label_leaves_the_picture(name: str) -> None:
    root = parsed(PLOTS[name])
    width, height = viewed(root)
    for text in all_of(root, "text"):
        if text.get("transform") is not None:
            continue
        shown = words(next(iter(text))) if len(text) else words(text)
        wide = sum(12 if ord(char) > 0x2E7F else 7.2 for char in shown)
        anchor = next((part for part in ("middle", "end") if f"tb-label-{part}" in classes(text)), "start")
        start = float(text.get("x", "nan")) - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
        assert start >= -1, shown
        assert start + wide <= width + 4, shown
        assert 8 < float(text.get("y", "nan")) < height, shown


@pytest.mark.parametrize("name", [name for name in PLOTS if name.endswith("_narrow")])
def test_a_narrow_plot_is_as_wide_as_a_phone(name: str) -> None:
    assert viewed(parsed(PLOTS[name]))[0] == 358


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("name", PLOTS)
def test_a_plot_in_a_file_knows_no_variables_and_is_clear_of_the_edges(name: str, dark: bool) -> None:
    file = standalone_svg(PLOTS[name], dark=dark)
    assert "var(" not in file
    assert "color-mix" not in file
    wide, high = viewed(parsed(PLOTS[name]))
    assert viewed(parsed(file)) == pytest.approx((wide + 24, high + 24), abs=0.1)

"""The small maps: one button per head, and every cell as strong as its number."""

import re
from typing import NamedTuple
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from explainer.drawing import Range, SmallMap, range_of, small_maps_svg
from explainer.drawing.shades import LESS, MORE

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = ["<b>x</b>", "<script>alert(1)</script>", "a & b", '"quoted"', "it's", "]]>", "<!--"]
_CELL = re.compile(r"M(\d+) (\d+)h1v1h-1z")

squares = (
    st.integers(1, 6)
    .flatmap(lambda n: arrays(np.float64, (n, n), elements=st.floats(-100, 100) | st.just(float("nan"))))
    .filter(lambda matrix: not np.isnan(matrix).all())
)


class Cell(NamedTuple):
    """One drawn cell, and its shade from -1 to 1."""

    query: int
    key: int
    shade: float


def svg_of(
    *matrices: np.ndarray, border: int = 0, chosen: str = "1", columns: int = 4, shades: Range | None = None
) -> ET.Element:
    maps = [
        SmallMap(str(number), f"Head {number}", f"head {number} aloud", m) for number, m in enumerate(matrices, start=1)
    ]
    shared = shades or range_of(np.concatenate([matrix.ravel() for matrix in matrices]))
    return ET.fromstring(small_maps_svg(maps, border=border, shades=shared, chosen=chosen, columns=columns))  # noqa: S314


def svg_named(name: str) -> ET.Element:
    small = SmallMap(name, name, name, np.eye(2))
    svg = small_maps_svg([small], border=1, shades=range_of(small.matrix), chosen=name, columns=4)
    return ET.fromstring(svg)  # noqa: S314


def buttons(svg: ET.Element) -> list[ET.Element]:
    return svg.findall(f".//{SVG}g[@role='button']")


def cells(button: ET.Element) -> list[Cell]:
    inks = {f"rgb{MORE}": 1, f"rgb{LESS}": -1}
    return [
        Cell(int(query), int(key), inks[path.attrib["fill"]] * float(path.attrib["fill-opacity"]))
        for path in button.iter(f"{SVG}path")
        if "fill" in path.attrib
        for key, query in _CELL.findall(path.attrib["d"])
    ]


def shades_of(matrix: np.ndarray) -> np.ndarray:
    """From the words alone: from the lowest to the highest, or, with negative numbers, on both sides of zero."""
    low, high = np.nanmin(matrix), np.nanmax(matrix)
    start, span = (0.0, max(-low, abs(high))) if low < 0 else (low, high - low)
    return (matrix - start) / span if span > 0 else np.zeros_like(matrix)


def test_each_map_is_a_button_that_says_what_it_chooses() -> None:
    found = buttons(svg_of(*[np.eye(3)] * 5, chosen="4"))
    assert [button.attrib["data-choice"] for button in found] == ["1", "2", "3", "4", "5"]
    assert [button.attrib["aria-label"] for button in found] == [f"head {n} aloud" for n in range(1, 6)]
    assert [button.findtext(f"{SVG}text") for button in found] == [f"Head {n}" for n in range(1, 6)]
    assert {button.attrib["tabindex"] for button in found} == {"0"}


def test_only_the_chosen_one_is_pressed() -> None:
    found = buttons(svg_of(*[np.eye(3)] * 3, chosen="2"))
    assert [button.attrib["aria-pressed"] for button in found] == ["false", "true", "false"]
    assert ["tb-chosen" in button.attrib["class"] for button in found] == [False, True, False]


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_text_and_never_markup(name: str) -> None:
    svg = svg_named(name)
    (button,) = buttons(svg)
    assert button.attrib["data-choice"] == button.attrib["aria-label"] == button.findtext(f"{SVG}text") == name
    assert {element.tag.removeprefix(SVG) for element in svg.iter()} == {"svg", "g", "rect", "text", "path"}


@given(squares)
def test_every_cell_has_the_shade_of_its_number(matrix: np.ndarray) -> None:
    wanted = shades_of(matrix)
    shades = Range(float(np.nanmin(matrix)), float(np.nanmax(matrix)))
    drawn = cells(buttons(svg_of(matrix, shades=shades))[0])
    for cell in drawn:
        assert cell.shade == pytest.approx(wanted[cell.query, cell.key], abs=1 / 48)
    covered = {(cell.query, cell.key) for cell in drawn}
    assert len(covered) == len(drawn), "a cell is drawn twice"
    left_out = {place for place in np.ndindex(matrix.shape) if place not in covered}
    assert all(np.isnan(matrix[place]) or abs(wanted[place]) < 1 / 48 for place in left_out)


def test_the_area_of_the_drawn_cells_is_that_of_all_cells_with_a_shade() -> None:
    matrix = np.array([[0.0, 0.5, 1.0], [np.nan, 0.0, 0.25], [np.inf, 1.0, 0.0]])
    drawn = cells(buttons(svg_of(matrix))[0])
    assert len(drawn) == 4
    assert {(cell.query, cell.key) for cell in drawn} == {(0, 1), (0, 2), (1, 2), (2, 1)}


def test_equal_numbers_look_equal_in_all_maps() -> None:
    weak, strong = buttons(svg_of(np.array([[0.0, 1.0]] * 2), np.array([[1.0, 4.0]] * 2)))
    assert {cell.shade for cell in cells(weak)} == {0.25}
    assert {cell.shade for cell in cells(strong)} == {0.25, 1.0}


def test_cells_of_one_shade_share_one_path() -> None:
    paths = [path for path in svg_of(np.eye(9)).iter(f"{SVG}path") if "fill" in path.attrib]
    assert len(paths) == 1


@pytest.mark.parametrize(("border", "lines"), [(0, []), (2, ["M2 0V5M0 2H5"]), (5, [])])
def test_a_border_is_drawn_where_both_kinds_are(border: int, lines: list[str]) -> None:
    svg = svg_of(np.eye(5), border=border)
    assert [path.attrib["d"] for path in svg.iter(f"{SVG}path") if path.get("class") == "tb-border"] == lines


@pytest.mark.parametrize(("count", "columns"), [(1, 1), (3, 3), (4, 4), (16, 4)])
def test_maps_stand_in_rows_inside_the_picture_and_none_on_another(count: int, columns: int) -> None:
    svg = svg_of(*[np.eye(2)] * count)
    width, height = map(float, svg.attrib["viewBox"].split()[2:])
    places = [tuple(map(float, re.findall(r"[\d.]+", button.attrib["transform"]))) for button in buttons(svg)]
    assert len(set(places)) == count
    assert len({x for x, _ in places}) == columns
    assert places == sorted(places, key=lambda place: (place[1], place[0]))
    for x, y in places:
        assert 0 <= x <= width - 100
        assert 0 <= y <= height - 100


def test_one_token_fills_its_map() -> None:
    (button,) = buttons(svg_of(np.array([[-3.0]])))
    assert cells(button) == [Cell(0, 0, -1.0)]
    inner = button.find(f"{SVG}g")
    assert inner is not None
    assert inner.attrib["transform"] == "scale(100)"

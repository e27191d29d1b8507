"""What a plot shows is what it was given: no spike lost, no gap bridged, no name taken for markup."""

import re
import time
from base64 import b64decode
from io import BytesIO
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from explainer.drawing import (
    Bar,
    Line,
    Margin,
    Range,
    Role,
    Sparkline,
    bars_svg,
    line_plot_svg,
    matrix_svg,
    range_of,
    sparklines_svg,
    standalone_svg,
)
from explainer.drawing.plots import cells_png
from explainer.drawing.plots.marks import thinned
from explainer.drawing.shades import LESS, MORE
from tests.drawing.checks import SVG, all_of, classes, numbers_of, parsed, texts, words

HOSTILE = [
    "<script>alert(1)</script>", '" onload="x', "a & b]]>", "<!--", "\u202eevil", "مرحبا", "😀", "\x00\ud800", "{0}",
    "</style><b>", "名" * 5000, "é" + "\u0301" * 9000, " role=\"button\" tabindex=\"0\"", "var(--st-text-color)",
]  # fmt: skip
ROLES: tuple[Role, ...] = ("train", "validation", "truth", "forecast", "plain", "phased", "past")


def line_svg(*lines: Line, log_y: bool = False) -> str:
    return line_plot_svg(lines, x_title="x", y_title="y", spoken="s", log_y=log_y)


def sparks_svg(*rows: Sparkline, most: int = 40) -> str:
    return sparklines_svg(rows, spoken="s", constant="constant", rest=lambda count: f"{count} more", most=most)


def map_svg(matrix: np.ndarray, names: list[str] | None = None, shades: Range | None = None, border: int = 0) -> str:
    queries = names or [f"q{place}" for place in range(matrix.shape[0])]
    keys = names or [f"k{place}" for place in range(matrix.shape[1])]
    return matrix_svg(
        matrix, queries, keys, shades=shades or range_of(matrix), title="t", value_title="v", border=border
    )


def drawn_lines(svg: str) -> list[list[float]]:
    """The numbers of the paths that are lines of data, legend left out."""
    paths = [path for path in all_of(parsed(svg), "path") if "tb-series" in classes(path)]
    return [numbers_of(path) for path in paths if "H" not in path.get("d", "")]


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_text_and_never_markup(name: str) -> None:
    eye = np.eye(2)
    drawn = [
        line_plot_svg([Line(name, [0, 1], [1, 2])], x_title=name, y_title=name, spoken=name, x_labels=[name, name]),
        sparklines_svg([Sparkline(name, np.arange(3.0))] * 2, spoken=name, constant=name, rest=lambda _: name, most=1),
        matrix_svg(eye, [name] * 2, [name] * 2, shades=range_of(eye), title=name, value_title=name),
        bars_svg([Bar(name, 1.0)], value_title=name, spoken=name),
    ]
    for svg in drawn:
        for shown in (svg, standalone_svg(svg), standalone_svg(svg, dark=True)):
            root = parsed(shown)
            tags = {part.tag.removeprefix(SVG) for part in root.iter()}
            assert tags <= {"svg", "style", "g", "rect", "path", "circle", "text", "tspan", "title"}
            assert len(shown) < 200_000
        assert any(words(text) for text in all_of(parsed(svg), "text"))


def test_a_shortened_name_is_read_in_full_by_a_resting_pointer() -> None:
    name = "a name that is much too long for its column, by far"
    (text,) = [text for text in all_of(parsed(sparks_svg(Sparkline(name, np.arange(3.0)))), "text") if len(text)]
    shown, full = list(text)
    assert "…" in words(shown)
    assert words(full) == name


@pytest.mark.parametrize("where", [0, 1, 49_999, 50_000, 99_999])
def test_no_spike_is_lost_among_a_hundred_thousand_rows(where: int) -> None:
    values = np.zeros(100_000)
    values[where] = 7.0
    for svg in (sparks_svg(Sparkline("a", values)), line_svg(Line("a", np.arange(100_000.0), values))):
        (path,) = drawn_lines(svg)
        heights = np.array(path[1::2])
        # Upwards is a smaller number.
        assert heights.min() < heights.max() - 20
        assert (heights < heights.max() - 1).sum() == 1
        assert len(path) < 6000


@given(st.integers(0, 2**32 - 1), st.integers(5000, 20_000))
@settings(max_examples=20, deadline=None)
def test_the_envelope_has_the_lowest_and_the_highest_number_of_every_column(seed: int, count: int) -> None:
    numbers = np.random.default_rng(seed).standard_normal(count)
    numbers[:: count // 50] = np.nan
    x = np.linspace(0, 300, count)
    columns, ends = thinned(x, numbers)
    for column in range(300):
        inside = numbers[(x >= column) & ((x < column + 1) | (column == 299))]
        known = inside[~np.isnan(inside)]
        if known.size:
            assert sorted(ends[columns == column + 0.5]) == [known.min(), known.max()]
        else:
            assert np.isnan(ends[columns == column + 0.5]).all()


def test_a_gap_is_not_bridged_and_a_lonely_point_is_a_dot() -> None:
    svg = line_svg(Line("a", [0, 1, 2, 3, 4, 5, 6], [1, 2, np.nan, 5, np.inf, 3, 4]))
    (path,) = [
        each for each in all_of(parsed(svg), "path") if "tb-series" in classes(each) and "H" not in each.get("d", "")
    ]
    assert path.get("d", "").count("M") == 2
    assert len(all_of(parsed(svg), "circle")) == 1


def test_a_wide_gap_stays_open_in_a_long_series() -> None:
    values = np.sin(np.arange(100_000) / 500)
    values[40_000:60_000] = np.nan
    svg = sparks_svg(Sparkline("a", values, np.isnan(values)))
    (path,) = [each for each in all_of(parsed(svg), "path") if "tb-series" in classes(each)]
    assert path.get("d", "").count("M") == 2
    (marks,) = [each for each in all_of(parsed(svg), "path") if "tb-filled" in classes(each)]
    start, _, end = numbers_of(marks)
    assert (end - start) / (max(numbers_of(path)[::2]) - min(numbers_of(path)[::2])) == pytest.approx(0.2, abs=0.01)


def test_one_missing_number_among_many_is_marked() -> None:
    missing = np.zeros(100_000, dtype=bool)
    missing[77_777] = True
    assert "tb-filled" in sparks_svg(Sparkline("a", np.zeros(100_000), missing)).partition("</style>")[2]


@pytest.mark.parametrize("numbers", [[], [3.0], [3.0, 4.0], [3.0, 3.0, 3.0], [np.nan], [1e308, -1e308], [5e-324, 0.0]])
@pytest.mark.parametrize("log_y", [False, True])
def test_few_numbers_and_strange_ones_are_drawn_without_a_word(numbers: list[float], log_y: bool) -> None:
    values = np.array(numbers, dtype=np.float64)
    for svg in (line_svg(Line("a", np.arange(len(values)), values), log_y=log_y), sparks_svg(Sparkline("a", values))):
        parsed(svg)
        assert "nan" not in svg
        assert "inf" not in svg.partition("</style>")[2]


def test_a_constant_is_said_to_be_one_and_a_single_number_is_not() -> None:
    assert "2.5 · constant" in texts(parsed(sparks_svg(Sparkline("a", np.full(9, 2.5)))))
    assert "2.5" in texts(parsed(sparks_svg(Sparkline("a", np.array([2.5])))))


def test_what_is_left_out_is_counted() -> None:
    rows = [Sparkline(f"v{place}", np.arange(3.0)) for place in range(400)]
    shown = texts(parsed(sparks_svg(*rows, most=30)))
    assert shown[-1] == "370 more"
    assert [text for text in shown if text.startswith("v")] == [f"v{place}" for place in range(30)]
    assert "more" not in "".join(texts(parsed(sparks_svg(*rows[:30], most=30))))


def test_a_hundred_thousand_rows_are_drawn_in_50_milliseconds() -> None:
    values = np.random.default_rng(0).standard_normal(100_000)
    rows = [Sparkline("a", values, values > 3)] * 10
    start = time.process_time()
    sparks_svg(*rows)
    assert (time.process_time() - start) / 10 < 0.05


def test_roles_are_told_apart_without_colour() -> None:
    style = line_svg().partition("<style>")[2]
    looks = {role: re.findall(rf"tb-role-{role}\{{color:(.*?);(stroke-width.*?)\}}", style)[0] for role in ROLES}
    assert len({colour for colour, _ in looks.values()}) == len(ROLES)
    dashes = {role: dash for role, (_, dash) in looks.items()}
    assert dashes["train"] != dashes["validation"]
    assert len({dashes["past"], dashes["truth"], dashes["forecast"]}) == 3
    assert len({dashes["plain"], dashes["phased"]}) == 2


def luminance(colour: str) -> float:
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return float(np.dot(linear, [0.2126, 0.7152, 0.0722]))


def test_colours_of_lines_are_seen_on_a_light_and_on_a_dark_page() -> None:
    style = line_svg().partition("<style>")[2]
    colours = re.findall(r"tb-role-\w+\{color:(#[0-9a-f]{6})", style)
    assert len(colours) == 5
    for colour in colours:
        assert 1.05 / (luminance(colour) + 0.05) >= 3
        assert (luminance(colour) + 0.05) / (luminance("#0e1117") + 0.05) >= 3


def test_names_in_the_place_of_numbers_stand_where_their_number_stands() -> None:
    names = [f"n{place}" for place in range(11)]
    svg = line_plot_svg([Line("", np.arange(11), np.arange(11))], x_title="", y_title="", spoken="s", x_labels=names)
    shown = {words(text): float(text.get("x", "nan")) for text in all_of(parsed(svg), "text") if words(text) in names}
    (path,) = drawn_lines(svg)
    assert len(shown) >= 3
    for name, x in shown.items():
        assert x == pytest.approx(path[2 * int(name[1:])], abs=8)


signed = st.booleans()


@given(st.integers(0, 2**32 - 1), signed)
@settings(max_examples=20, deadline=None)
def test_the_picture_of_many_cells_holds_the_colour_of_every_one(seed: int, signed: bool) -> None:
    matrix = np.random.default_rng(seed).standard_normal((9, 13))
    matrix = matrix if signed else np.abs(matrix)
    matrix[2, 3] = np.nan
    shades = range_of(matrix)
    pixels = np.asarray(Image.open(BytesIO(cells_png(matrix, shades))).convert("RGBA")).astype(int)
    assert pixels.shape == (9, 13, 4)
    assert pixels[2, 3, 3] == 0
    for place in np.ndindex(matrix.shape):
        if np.isnan(matrix[place]):
            continue
        strength = shades.strength(float(matrix[place]))
        assert pixels[place][3] == pytest.approx(abs(strength) * 255, abs=1.6)
        assert pixels[place][3] < 2 or tuple(pixels[place][:3]) == (MORE if strength > 0 else LESS)


def test_many_cells_are_one_small_picture_of_a_pixel_each() -> None:
    matrix = np.random.default_rng(0).random((321, 321))
    start = time.process_time()
    svg = map_svg(matrix)
    assert time.process_time() - start < 1.0
    assert len(svg) < 200_000
    (image,) = all_of(parsed(svg), "image")
    address = image.get("href", "")
    assert address.startswith("data:image/png;base64,")
    assert Image.open(BytesIO(b64decode(address.partition(",")[2]))).size == (321, 321)
    assert "image-rendering:pixelated" in svg


def test_few_cells_are_shapes_where_their_row_and_column_are() -> None:
    matrix = np.zeros((3, 4))
    matrix[2, 1] = 1.0
    root = parsed(map_svg(matrix, shades=Range(0.0, 1.0)))
    (cell,) = [p for p in all_of(root, "path") if p.get("fill-opacity") == "1"]
    frame = max((p for p in all_of(root, "path") if "tb-frame-line" in classes(p)), key=lambda p: numbers_of(p)[1])
    left, top, right, bottom, _ = numbers_of(frame)
    side = (right - left) / 4
    assert (bottom - top) / 3 == pytest.approx(side, abs=0.1)
    assert numbers_of(cell)[:2] == pytest.approx([left + side, top + 2 * side], abs=0.1)


@pytest.mark.parametrize("n", [1, 2, 40, 41, 321])
def test_names_of_rows_never_overlap_and_start_with_the_first(n: int) -> None:
    svg = map_svg(np.eye(n) + 0.5)
    rows = [text for text in all_of(parsed(svg), "text") if re.fullmatch(r"q\d+", words(text))]
    places = [float(text.get("y", "nan")) for text in rows]
    assert words(rows[0]) == "q0"
    assert all(later - earlier >= 12 for earlier, later in pairwise(places))


@pytest.mark.parametrize(("border", "lines"), [(0, 0), (2, 2), (5, 0)])
def test_a_border_is_drawn_where_both_kinds_are(border: int, lines: int) -> None:
    root = parsed(map_svg(np.eye(5), border=border))
    assert len([path for path in all_of(root, "path") if "tb-border-line" in classes(path)]) == lines


def test_ranges_along_a_margin_are_in_proportion_and_overlapping_ones_apart() -> None:
    patches = [(0, 16), (8, 24), (16, 32)]
    margin = Margin(np.arange(24.0), patches)
    eye = np.eye(3)
    svg = matrix_svg(eye, "abc", "abc", shades=range_of(eye), title="", value_title="", margins=(margin, None))
    found = [numbers_of(path) for path in all_of(parsed(svg), "path") if "tb-range" in classes(path)]
    starts, depths, ends = np.array(found).T
    assert (ends - starts) == pytest.approx(np.full(3, (ends[2] - starts[0] + 1.5) / 2 - 1.5), abs=0.2)
    assert depths[0] == depths[2] != depths[1]


def test_bars_are_as_long_as_their_values_and_start_at_zero() -> None:
    svg = bars_svg([Bar("a", 2.0), Bar("b", -1.0, -1.5, -0.5), Bar("c", float("nan"))], value_title="v", spoken="s")
    root = parsed(svg)
    (more,) = [r for r in all_of(root, "rect") if "tb-more" in classes(r)]
    (less,) = [r for r in all_of(root, "rect") if "tb-less" in classes(r)]
    x, width = (float(more.get(name, "nan")) for name in ("x", "width"))
    below, narrower = (float(less.get(name, "nan")) for name in ("x", "width"))
    assert width == pytest.approx(2 * narrower, abs=0.2)
    assert below + narrower == pytest.approx(x, abs=0.2)
    (whisker,) = [p for p in all_of(root, "path") if "tb-whisker" in classes(p)]
    assert numbers_of(whisker)[0] == pytest.approx(x - 0.75 * width, abs=0.2)
    assert {"2", "−1", "–"} <= set(texts(root))

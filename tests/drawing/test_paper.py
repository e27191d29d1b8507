"""A figure for a paper: valid, with all it needs inside, the same in every thread, and honest in greys."""

import re
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import numpy as np
import pytest
from matplotlib import colormaps
from PIL import Image

from explainer.drawing import glyphs
from explainer.drawing.glyphs import MissingGlyphs, faces_of
from explainer.drawing.paper import COLOURS, FileFormat, paper_figure
from tests.drawing.checks import SVG, parsed

pytestmark = pytest.mark.sweep

WEIGHTS = np.array([[0.1, 0.9, 0.0], [0.3, 0.3, 0.4], [0.2, 0.5, 0.3]])
NAMES = ["OT", "HUFL $x_1$ \\frac", "<b>&amp;"]
needs_cjk = pytest.mark.skipif(len(faces_of()) < 2, reason="no CJK font on this machine")


def figure(
    file_format: FileFormat, names: list[str] = NAMES, matrix: np.ndarray = WEIGHTS, title: str = "Head 1"
) -> bytes:
    return paper_figure(matrix, names, names, title=title, value_title="attention", file_format=file_format, border=2)


def test_svg_is_well_formed_and_needs_no_font() -> None:
    root = parsed(figure("svg").decode("utf-8"))
    assert root.tag == f"{SVG}svg"
    assert not list(root.iter(f"{SVG}text"))
    assert len(list(root.iter(f"{SVG}path"))) > 50


def test_pdf_carries_its_fonts_as_truetype() -> None:
    file = figure("pdf")
    assert file.startswith(b"%PDF")
    assert b"/FontFile2" in file
    assert b"/Type3" not in file
    assert set(re.findall(rb"/BaseFont /\w+\+([\w-]+)", file)) == {b"DejaVuSans"}


def test_png_has_300_dots_per_inch() -> None:
    assert Image.open(BytesIO(figure("png"))).size == (1500, 1320)


@needs_cjk
@pytest.mark.parametrize("file_format", ["svg", "pdf", "png"])
def test_chinese_names_are_drawn(file_format: FileFormat) -> None:
    chinese, other = (figure(file_format, [name, "b", "c"]) for name in ("温度", "湿度"))
    assert chinese != other
    # What is no TrueType font must not be embedded as one.
    assert b"CJK" not in chinese


@pytest.mark.parametrize("file_format", ["svg", "pdf", "png"])
def test_the_same_figure_is_the_same_file_in_every_thread(file_format: FileFormat) -> None:
    with ThreadPoolExecutor(4) as threads:
        files = list(threads.map(figure, [file_format] * 4))
    assert set(files) == {figure(file_format)}


def test_what_no_font_has_is_named_with_what_would_work() -> None:
    with pytest.raises(MissingGlyphs, match=r"𓀀 \(U\+13000\).*Noto Sans CJK") as raised:
        figure("pdf", ["a𓀀", "b", "c"])
    assert "𓀀 (U+13000)" in raised.value.phrase.zh


def test_without_a_chinese_font_chinese_is_named_as_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(glyphs, "faces_of", lambda: (glyphs.PLAIN_FACE,))
    with pytest.raises(MissingGlyphs, match=r"温 \(U\+6E29\), 度 \(U\+5EA6\)"):
        figure("svg", ["温度", "b", "c"])


@pytest.mark.parametrize("name", ["", "\u202eevil", "مرحبا", "\x00\n", "x" * 5000, "e\u0301", "%s{0}$$^"])
def test_strange_names_are_drawn_without_a_warning(name: str) -> None:
    parsed(figure("svg", [name, "b", "c"]).decode("utf-8"))


@pytest.mark.parametrize(
    "matrix",
    [np.zeros((1, 1)), np.full((2, 2), np.nan), np.array([[np.inf, 1.0]]), -np.eye(3), np.eye(65), np.eye(2, 5)],
)
def test_every_matrix_is_drawn(matrix: np.ndarray) -> None:
    queries, keys = ([f"t{place}" for place in range(count)] for count in matrix.shape)
    file = paper_figure(matrix, queries, keys, title="", value_title="", file_format="svg")
    parsed(file.decode("utf-8"))


def test_colours_keep_their_order_in_greys() -> None:
    greys = colormaps[COLOURS](np.linspace(0, 1, 256))[:, :3] @ [0.299, 0.587, 0.114]
    assert (np.diff(greys) < 0).all()
    assert greys[0] - greys[-1] > 0.7


def test_the_first_row_is_on_top_and_strong_cells_are_dark() -> None:
    matrix = np.zeros((2, 2))
    matrix[0, 1] = 1.0
    file = paper_figure(matrix, ["a", "b"], ["a", "b"], title="", value_title="", file_format="png")
    grey = np.asarray(Image.open(BytesIO(file)).convert("L")).astype(float)
    cells = grey[60:1000, 200:1150]
    upper_right = cells[: cells.shape[0] // 3, cells.shape[1] // 2 : cells.shape[1] * 3 // 4]
    lower_left = cells[cells.shape[0] // 2 :, : cells.shape[1] // 3]
    assert upper_right.mean() < lower_left.mean() - 80

"""Every kind of drawing as it was last looked at and found good.

After a change that is meant: UPDATE_GOLDEN=1 python -m pytest tests/drawing/test_golden.py, then look at the pictures
in tests/drawing/golden; any browser shows them.
"""

import os
from pathlib import Path

import pytest

from explainer.drawing import standalone_svg
from tests.drawing.checks import assert_all_is_inside, assert_well_formed, parsed, viewed
from tests.drawing.pictures import PICTURES

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", PICTURES)
def test_a_drawing_is_what_it_was(name: str) -> None:
    file = GOLDEN / f"{name}.svg"
    drawn = standalone_svg(PICTURES[name]) + "\n"
    if os.environ.get("UPDATE_GOLDEN"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(drawn, encoding="utf-8")
    assert drawn == file.read_text(encoding="utf-8")


def test_no_golden_file_is_left_over() -> None:
    assert {file.stem for file in GOLDEN.iterdir()} == set(PICTURES)


@pytest.mark.parametrize("name", PICTURES)
def test_a_drawing_is_valid_and_everything_is_inside(name: str) -> None:
    root = parsed(PICTURES[name])
    kind, _, title = name.removesuffix("_narrow").partition("_")
    assert kind in {"sequence", "blocks", "threads"}
    assert_well_formed(root, title, "zh" if "chinese" in name else "en")
    assert_all_is_inside(root)


@pytest.mark.parametrize("name", [name for name in PICTURES if name.endswith("_narrow")])
def test_a_narrow_drawing_is_as_wide_as_a_phone(name: str) -> None:
    assert viewed(parsed(PICTURES[name]))[0] == 358

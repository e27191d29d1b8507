"""The layer page without a browser while the pass changes: sizes, what moved, modes, settings that cannot work."""

import re

import pytest

from tests.web.layer_visits import (
    CORE,
    looked_at,
    name_of_layer,
    shown,
    sizes,
)
from tests.web.visits import address, complaints, moved, sentences, spoken

pytestmark = pytest.mark.sweep


def test_the_sizes_are_those_of_the_pass_on_screen() -> None:
    visit = looked_at(module=CORE)
    # Three windows, five variates and four time marks as tokens, four heads of two.
    assert sizes(visit) == ["(3, 9, 4, 2)"] * 3 + ["None"] * 1 + ["(3, 9, 4, 2)"] + ["None"]
    moved(visit, n_variates=3, n_heads=2)
    assert complaints(visit) == []
    assert sizes(visit) == ["(3, 7, 2, 4)"] * 3 + ["None"] * 1 + ["(3, 7, 2, 4)"] + ["None"]
    card = shown(visit)["card"].one("dl").text
    assert "(3, 2, 7, 7)" in card


def test_what_moved_is_told_and_marked_until_something_else_moves() -> None:
    visit = looked_at(module=CORE)
    given = shown(visit)
    assert (given["changes"].text, given.letters, given.moved) == ("", [], 0)
    given = shown(moved(visit, n_variates=4))
    assert given["changes"].text.startswith("Only this moved: N: 5 → 4. In this layer ")
    assert (given.letters, given.moved) == (["N"], 1)
    given = shown(moved(visit, n_heads=2))
    assert given["changes"].text.startswith("Only this moved: H: 4 → 2, E: 2 → 4. ")
    assert (given.letters, given.moved) == (["H", "E"], 2)
    given = shown(spoken("zh", visit))
    assert given["changes"].text.startswith("只有这些改变了：H: 4 → 2，E: 2 → 4。")
    assert (given.letters, given.moved) == (["H", "E"], 2)
    given = shown(moved(visit, seed=3))
    assert given["changes"].text == "本层所有尺寸都没有变化。"
    assert (given.letters, given.moved) == ([], 3)


def test_the_count_of_sizes_that_follow_is_that_of_two_passes_side_by_side() -> None:
    visit = looked_at(module=f"{CORE}.dropout")
    told = shown(moved(visit, n_variates=4))["changes"].text
    # One tensor in, (B, H, L, S) of N + T tokens on two axes; in eval mode dropout gives it back in one step.
    assert re.findall(r"(\d+) of (\d+) sizes", told) == [("2", "4")]


def test_the_page_stands_in_train_mode() -> None:
    visit = looked_at(module=f"{CORE}.dropout", training="true", cell="out0:0,0,0,0")
    assert "×" in shown(visit)["card"].one(css="tb-sum").text  # what is kept is scaled up
    for lang, model in (("zh", "itransformer"), ("en", "patchtst"), ("zh", "patchtst")):
        moved(spoken(lang, visit), model=model)
        assert complaints(visit) == []
        assert name_of_layer(visit) == "Dropout"
    moved(visit, training="false")
    assert complaints(visit) == []
    assert address(visit)["module"] == f"{CORE}.dropout"


def test_settings_that_cannot_work_leave_the_last_good_document() -> None:
    visit = looked_at(module=CORE, step=":softmax", n_variates=2)
    good = shown(visit)
    moved(visit, n_heads=16)
    assert len(complaints(visit)) == 1
    assert "the last settings that worked" in sentences(visit.error)[0]
    assert shown(visit) == good
    moved(visit, n_heads=2)
    assert complaints(visit) == []
    assert shown(visit)["changes"].text.startswith("Only this moved: H: 4 → 2, E: 2 → 4. ")

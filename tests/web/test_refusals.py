"""Settings that cannot work are answered in one sentence, and the last good page stays."""

from typing import TypeAlias

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from tests.web.visits import complaints, matrix_of, moved, opened, positions, sentences, spoken, tokens_of

HEADS = {
    "en": ("n_heads is 16, more than d_model, which is 8", "choose n_heads from 1 to 8", "the default settings"),
    "zh": ("n_heads 为 16，大于 d_model（8）", "请把 n_heads 设为 1 到 8", "默认设置"),
}
LENGTHS = {
    "en": ("seq_len + pred_len is 8760 + 6 = 8766", "at most 8760", "the default settings"),
    "zh": ("seq_len + pred_len 为 8760 + 6 = 8766", "不超过 8760", "默认设置"),
}
BATCH = {
    "en": ("batch_size is 3", "from 1 to 2", "the default settings"),
    "zh": ("batch_size 为 3", "1 到 2 之间", "默认设置"),
}
Parts: TypeAlias = tuple[str, ...]
every_refusal = pytest.mark.parametrize(
    ("asked", "parts"),
    [({"n_heads": 16}, HEADS), ({"seq_len": 8760}, LENGTHS), ({"seq_len": 8753}, BATCH)],
    ids=["too many heads", "too long", "too few windows"],
)


def refusal(visit: AppTest) -> str:
    (only,) = sentences(visit.error)
    assert len(complaints(visit)) == 1
    return only


@every_refusal
def test_one_sentence_names_the_setting_and_the_remedy(asked: dict[str, int], parts: dict[str, Parts]) -> None:
    visit = opened(**asked)
    for lang in ("en", "zh"):
        spoken(lang, visit)
        assert [part for part in parts[lang] if part not in refusal(visit)] == []


def test_the_last_good_page_stays_and_the_sentence_goes_with_its_cause() -> None:
    visit = opened(n_variates=2, batch_size=2, seed=4)
    good = matrix_of(visit)
    moved(visit, n_heads=16)
    assert "the last settings that worked" in refusal(visit)
    assert positions(visit)["n_heads"] == 16
    np.testing.assert_array_equal(matrix_of(visit), good)
    assert "2 windows of 12 hours, 2 variates" in sentences(visit.markdown)[0]
    moved(visit, n_heads=4)
    assert complaints(visit) == []
    np.testing.assert_array_equal(matrix_of(visit), good)


def test_either_of_two_remedies_helps() -> None:
    assert complaints(moved(opened(n_heads=16), d_model=16)) == []


def test_a_choice_among_the_last_good_heads_still_works_below_a_refusal() -> None:
    visit = moved(opened(n_heads=16), head="4")
    assert refusal(visit)
    assert any("head 4" in caption for caption in sentences(visit.caption))


def test_without_a_last_good_page_the_defaults_stand_below_the_sentence() -> None:
    visit = opened(n_heads=16, n_variates=2)
    assert refusal(visit)
    assert len(tokens_of(visit)) == 9

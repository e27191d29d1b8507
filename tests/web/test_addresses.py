"""A link shows what its sender saw; a choice stands in the address and falls back where it does not exist."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.web.visits import CHOICES, address, complaints, moved, opened, positions, sentences, title, tokens_of

FULL = {
    "n_variates": "3",
    "stage": "raw",
    "layer": "2",
    "head": "3",
    "lang": "zh",
    "query": "day_of_week",
    "key": "dew_point",
}
DEFAULTS = {
    "layer": "1",
    "head": "1",
    "stage": "attention",
    "window": "1",
    "query": "temperature",
    "key": "temperature",
}


def choices(visit: AppTest) -> dict[str, str]:
    return {key: position for key, position in positions(visit).items() if key in CHOICES}


def test_a_link_is_adopted_as_it_was_sent() -> None:
    visit = opened(**FULL)
    assert complaints(visit) == []
    assert title(visit) == "谁在关注谁"
    assert tokens_of(visit)[:5] == ["气温", "露点温度", "相对湿度", "小时", "星期"]
    assert "星期 看 露点温度" in sentences(visit.markdown)
    assert any(caption.startswith("原始得分 · 第 2 层 · 头 3") for caption in sentences(visit.caption))
    assert address(visit) == FULL


def test_every_setting_can_be_sent() -> None:
    sent = {"batch_size": 2, "n_variates": 4, "seq_len": 30, "pred_len": 9, "d_model": 12, "n_heads": 3}
    more = {"e_layers": 1, "d_ff": 7, "seed": 2**31 - 1}
    visit = opened(time_marks="False", **sent, **more)
    assert not visit.warning
    assert positions(visit).items() >= {"time_marks": False, **sent, **more}.items()


@pytest.mark.parametrize("asked", ["<script>alert(1)</script>", "99", "١"])
def test_a_choice_that_does_not_exist_falls_back_to_the_default(asked: str) -> None:
    visit = opened(**dict.fromkeys(CHOICES, asked))
    assert complaints(visit) == []
    assert choices(visit) == DEFAULTS
    assert address(visit) == {}


def test_a_language_that_is_not_spoken_falls_back_to_the_browsers() -> None:
    assert title(opened(lang="fr")) == "What attends to what"


def test_a_choice_stands_in_the_address_until_it_is_the_default_again() -> None:
    visit = opened()
    for choice, value in {
        "layer": "2",
        "head": "4",
        "stage": "scaled",
        "window": "3",
        "query": "day_of_year",
        "key": "humidity",
    }.items():
        assert address(moved(visit, **{choice: value})) == {choice: value}
        assert address(moved(visit, **{choice: DEFAULTS[choice]})) == {}


def test_choices_that_no_longer_exist_fall_back() -> None:
    visit = opened(layer=2, head=4, window=3, query="day_of_year", key="dew_point", stage="raw")
    moved(visit, n_heads=2, e_layers=1, batch_size=1, n_variates=4)
    assert complaints(visit) == []
    assert choices(visit) == DEFAULTS | {"query": "day_of_year", "key": "dew_point", "stage": "raw"}
    assert address(visit).keys() & CHOICES == {"query", "key", "stage"}


def test_an_address_changed_during_the_visit_is_adopted() -> None:
    visit = opened(layer=2)
    visit.query_params["layer"] = "1"
    visit.query_params["stage"] = "raw"
    visit.run()
    assert choices(visit) == DEFAULTS | {"stage": "raw"}

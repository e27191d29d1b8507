"""Both pages, in both languages, at settings that are usual, small, large and odd."""

import re
from typing import Any, TypeAlias

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from explainer.reading import attention_maps
from explainer.running import Settings, run
from explainer.series import sample_series
from tests.web.visits import (
    complaints,
    components,
    map_of,
    matrix_of,
    opened,
    row_of,
    said,
    sentences,
    spoken,
    title,
    tokens_of,
    turned_to,
)

Moved: TypeAlias = dict[str, Any]

SETTINGS: dict[str, Moved] = {
    "defaults": {},
    "one variate": {"n_variates": 1},
    "one token": {"n_variates": 1, "time_marks": False},
    "no time marks": {"time_marks": False},
    "eight windows, heads that do not divide": {"batch_size": 8, "d_model": 10, "n_heads": 4},
    "one head, one layer, one step": {"n_heads": 1, "e_layers": 1, "seq_len": 1, "pred_len": 1},
    "the whole series": {"seq_len": 8754, "pred_len": 6, "batch_size": 1},
    "everything large": {"d_model": 64, "n_heads": 16, "e_layers": 6, "d_ff": 256, "seed": 2**31 - 1},
}
TITLES = {
    "en": {"show_attention": "What attends to what", "list_record": "Everything that ran"},
    "zh": {"show_attention": "谁在关注谁", "list_record": "这次前向都做了什么"},
}
CHINESE = re.compile(r"[\u4e00-\u9fff]")
# Chinese pages keep the words that Chinese papers keep.
UNTRANSLATED = {"query", "key", "key token", "#", "iTransformer", "PatchTST", "softmax", "token", "greensboro.csv"}
QUICK = {"defaults", "one token"}
CASES = [
    pytest.param(asked, id=name, marks=[] if name in QUICK else pytest.mark.sweep) for name, asked in SETTINGS.items()
]
every_setting = pytest.mark.parametrize("asked", CASES)
some_settings = pytest.mark.parametrize("asked", CASES[::2])


def looked_at(asked: Moved, lang: str = "en") -> AppTest:
    return opened(lang=lang, **{name: str(value).lower() for name, value in asked.items()})


def foreign_on(visit: AppTest, lang: str) -> list[str]:
    """What is said in the other language."""
    if lang == "en":
        return [text for text in said(visit) if CHINESE.search(text)]
    return [text for text in said(visit) if not (CHINESE.search(text) or text in UNTRANSLATED or text.isdigit())]


@every_setting
def test_the_attention_page_stands_at_any_setting_in_both_languages(asked: Moved) -> None:
    visit = looked_at(asked)
    n_tokens = int(asked.get("n_variates", 5)) + (4 if asked.get("time_marks", True) else 0)
    for lang in ("en", "zh"):
        assert title(spoken(lang, visit)) == TITLES[lang]["show_attention"]
        assert complaints(visit) == foreign_on(visit, lang) == []
        assert len(tokens_of(visit)) == len(set(tokens_of(visit))) == n_tokens
        assert matrix_of(visit).shape == (n_tokens, n_tokens)
        np.testing.assert_allclose(matrix_of(visit).sum(axis=1), 1, atol=1e-5)


@some_settings
def test_the_record_page_stands_at_any_setting_in_both_languages(asked: Moved) -> None:
    visit = turned_to("list_record", looked_at(asked))
    made = run(Settings(**asked), sample_series())
    for lang in ("en", "zh"):
        assert complaints(visit) == []
        assert title(spoken(lang, visit)) == TITLES[lang]["list_record"]
        assert foreign_on(visit, lang) == []
        operations, skipped, modules = (table.value for table in visit.dataframe)
        assert list(operations.iloc[:, 0]) == list(range(len(made.trace.steps)))
        assert all(re.search(r"[BNTLSDHEF]", axes) for axes in operations.iloc[:, 6])
        assert len(skipped) == len(made.trace.skips) >= 2 * made.settings.e_layers
        assert len(modules) == len(made.trace.calls)
        assert modules.iloc[0, -1] == sum(parameter.numel() for parameter in made.model.parameters())


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_line_under_the_title_counts_what_was_read(lang: str) -> None:
    visit = looked_at({"batch_size": 2, "n_variates": 3, "seq_len": 24, "seed": 15}, lang)
    numbers = re.findall(r"\d+", sentences(visit.markdown)[0])
    assert numbers == ["2", "24", "3", "4", "7", "15"]


def test_the_badge_says_where_the_weights_come_from() -> None:
    assert sentences(looked_at({"seed": 12}).markdown)[0].endswith(
        " :orange-badge[:material/casino: random weights, seed 12]"
    )


@pytest.mark.parametrize("stage", ["raw", "scaled", "attention"])
def test_the_map_shows_the_numbers_of_the_layer_head_window_and_stage_that_are_chosen(stage: str) -> None:
    visit = opened(layer=2, head=3, window=2, stage=stage)
    shown = attention_maps(run(Settings(), sample_series()).trace)[1]
    np.testing.assert_array_equal(matrix_of(visit), getattr(shown, stage)[1, 2].numpy())


def test_the_row_of_the_chosen_cell_is_the_row_of_the_map() -> None:
    visit = opened(query="wind_speed", key="day_of_month")
    heads, *rows = row_of(visit)
    assert heads == ["Key token", "Attention", "Raw score", "Scaled score"]
    assert [name for name, *_ in rows] == tokens_of(visit)
    np.testing.assert_allclose([float(number) for _, number, *_ in rows], matrix_of(visit)[4], rtol=5e-3)
    assert "wind speed looks at day of month" in sentences(visit.markdown)
    assert {"x0": 6.5, "x1": 7.5, "y0": 3.5, "y1": 4.5}.items() <= map_of(visit)["layout"]["shapes"][-1].items()


def test_the_small_maps_offer_every_head_and_press_the_chosen_one() -> None:
    (component,) = components(opened(n_heads=2, head=2), "tracebook_diagram")
    assert component.json.count('role=\\"button\\"') == 2
    assert component.json.count('aria-pressed=\\"true\\"') == 1

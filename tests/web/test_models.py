"""The choice of the model and of its mode: what is set stays, controls follow, and the address tells it all."""

from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from explainer.reading import Stage, attention_maps
from explainer.running import MODELS, PassSettings, PatchTSTSettings, Run, axes_of, run
from explainer.series import Series, sample_series
from explainer.web import visit as visits
from tests.web.visits import (
    address,
    complaints,
    map_of,
    matrix_of,
    moved,
    opened,
    panels,
    positions,
    positions_in_panel,
    row_of,
    said,
    sentences,
    spoken,
    title,
    tokens_of,
    turned_to,
)

pytestmark = pytest.mark.sweep

COMMON = {"batch_size": 2, "n_variates": 3, "seq_len": 20, "pred_len": 4, "d_model": 12, "n_heads": 3, "seed": 7}
SIX = ["00:00–03:00", "02:00–05:00", "04:00–07:00", "06:00–09:00", "08:00–11:00", "10:00–11:00 + pad"]


def keys(visit: AppTest) -> set[str]:
    """The settings that have a control on the page."""
    return set(positions_in_panel(visit))


def pass_line(visit: AppTest) -> str:
    return sentences(visit.markdown)[0]


# The model


def test_the_first_model_needs_no_mention() -> None:
    visit = opened()
    assert pass_line(visit).startswith("iTransformer, one forward pass over")
    assert positions(visit)["model"] == "itransformer"
    assert address(visit) == {}


def test_the_other_model_keeps_the_sizes_that_both_have_and_stands_in_the_address() -> None:
    visit = moved(opened(), **COMMON)
    sent = {name: str(value) for name, value in COMMON.items()}
    assert address(visit) == sent
    moved(visit, model="patchtst")
    assert complaints(visit) == []
    assert positions(visit).items() >= COMMON.items()
    assert address(visit) == sent | {"model": "patchtst"}
    assert pass_line(visit).startswith("PatchTST, one forward pass over greensboro.csv: 2 windows of 20 hours")
    assert "3 variates = 6 sequences of 10 tokens each, patches of 4 hours, a new one every 2 hours" in pass_line(visit)
    moved(visit, model="itransformer")
    assert positions(visit).items() >= COMMON.items()
    assert address(visit) == sent


def test_the_controls_are_those_of_the_model() -> None:
    visit = opened()
    before = keys(visit)
    after = keys(moved(visit, model="patchtst"))
    assert before - after == {"time_marks"}
    assert after - before == {"patch_len", "stride"}
    assert "T · PatchTST does not use time marks." in said(visit)
    assert "T · PatchTST 不使用时间标记。" in said(spoken("zh", visit))


def test_the_settings_of_patchtst_can_be_moved() -> None:
    visit = opened(model="patchtst")
    assert [positions(visit)[key] for key in ("patch_len", "stride")] == [4, 2]
    assert len(tokens_of(moved(visit, stride=4))) == (12 + 4 - 4) // 4 + 1
    assert len(tokens_of(moved(visit, patch_len=7))) == (12 + 4 - 7) // 4 + 1
    assert address(visit) == {"model": "patchtst", "stride": "4", "patch_len": "7"}


def test_settings_of_the_other_model_wait_in_the_address() -> None:
    visit = opened(model="patchtst", time_marks="false", patch_len=6)
    assert complaints(visit) == []
    assert address(visit) == {"model": "patchtst", "time_marks": "false", "patch_len": "6"}
    assert len(tokens_of(moved(visit, model="itransformer"))) == 5
    assert address(visit) == {"time_marks": "false", "patch_len": "6"}
    assert len(tokens_of(moved(visit, model="patchtst"))) == (12 + 2 - 6) // 2 + 1


def test_settings_of_the_other_model_come_along_to_the_other_page() -> None:
    visit = opened(model="patchtst", time_marks="false", variate="humidity")
    for page in ("list_record", "show_attention", "list_record"):
        turned_to(page, visit)
        assert address(visit)["time_marks"] == "false"
    moved(visit, model="itransformer")
    assert positions(visit)["time_marks"] is False
    moved(turned_to("show_attention", visit), model="patchtst")
    assert positions(visit)["variate"] == "humidity"


def test_nonsense_for_the_other_model_is_told_of_when_that_model_is_chosen() -> None:
    visit = opened(stride="abc", time_marks="maybe")
    assert sentences(visit.warning) == ["time_marks in the address is maybe; choose true or false."]
    assert address(visit) == {"stride": "abc"}
    told = sentences(moved(visit, model="patchtst").warning)
    assert told == ["stride in the address is abc; choose a whole number from 1 to 8760."]
    assert positions(visit)["stride"] == PatchTSTSettings().stride
    assert not moved(visit, stride=3).warning


@pytest.mark.parametrize(
    ("lang", "model", "mode"),
    [
        ("en", "model in the address is gpt; choose one of itransformer, patchtst.", "choose true or false."),
        ("zh", "网址中的 model 为 gpt；可选值：itransformer, patchtst。", "请取 true 或 false。"),
    ],
)
def test_a_model_or_a_mode_that_there_is_not_gets_a_sentence(lang: str, model: str, mode: str) -> None:
    visit = opened(lang=lang, model="gpt", training="perhaps")
    told = sentences(visit.warning)
    assert model in told
    assert any(sentence.startswith(("training", "网址中的 training")) and mode in sentence for sentence in told)
    assert positions(visit)["model"] == "itransformer"
    assert address(visit) == ({"lang": "zh"} if lang == "zh" else {})
    assert len(moved(visit, model="patchtst").warning) == 1


def test_the_cell_goes_with_the_model_in_one_step_and_comes_back_with_it() -> None:
    visit = opened(query="humidity", key="pressure", head=2)
    assert address(moved(visit, model="patchtst")) == {"model": "patchtst", "head": "2"}
    assert "patch 1 · 00:00–03:00 looks at patch 1 · 00:00–03:00" in sentences(visit.markdown)
    del visit.query_params["model"]
    visit.query_params["query"], visit.query_params["key"] = "humidity", "pressure"
    visit.run()
    assert pass_line(visit).startswith("iTransformer")
    assert "relative humidity looks at air pressure" in sentences(visit.markdown)


# The attention page


def made_at(**moved_to: Any) -> Run:
    return run(PatchTSTSettings(**moved_to), sample_series())


def test_rows_and_columns_are_named_by_patch_and_time_and_the_band_by_variate() -> None:
    visit = opened(model="patchtst", variate="dew_point")
    assert tokens_of(visit) == [f"patch {number} · {hours}" for number, hours in enumerate(SIX, start=1)]
    assert [band["text"] for band in map_of(visit)["layout"]["annotations"]] == ["patches of dew point"]
    assert tokens_of(moved(visit, window="3"))[0] == "patch 1 · 06:00–09:00"
    spoken("zh", visit)
    assert tokens_of(visit)[-1] == "patch 6 · 16:00–17:00 + 填充"
    assert [band["text"] for band in map_of(visit)["layout"]["annotations"]] == ["露点温度的 patch"]


@pytest.mark.parametrize("stage", ["raw", "scaled", "attention"])
@pytest.mark.parametrize("training", [False, True])
def test_the_map_is_that_of_the_window_variate_head_and_layer_that_are_chosen(stage: Stage, training: bool) -> None:
    visit = opened(
        model="patchtst", layer=2, head=3, window=2, variate="pressure", stage=stage, training=str(training).lower()
    )
    shown = attention_maps(made_at(training=training).trace)[1]
    by_window = shown.stage(stage).reshape(3, 5, 4, 6, 6)
    np.testing.assert_array_equal(matrix_of(visit), by_window[1, 3, 2].numpy())
    assert any("layer 2 · head 3 · window 2 · air pressure" in caption for caption in sentences(visit.caption))


def test_a_link_to_a_patch_is_adopted_as_it_was_sent() -> None:
    sent = {"model": "patchtst", "training": "true", "stride": "3", "window": "2", "variate": "wind_speed"}
    cell = {"query": "patch_2", "key": "patch_4", "lang": "zh"}
    visit = opened(**sent, **cell)
    assert complaints(visit) == []
    assert address(visit) == sent | cell
    assert "patch 2 · 06:00–09:00 看 patch 4 · 12:00–14:00 + 填充" in sentences(visit.markdown)


def test_a_patch_or_a_variate_that_there_is_no_more_falls_back() -> None:
    visit = opened(model="patchtst", query="patch_6", key="patch_2", variate="wind_speed")
    moved(visit, stride=8, n_variates=2)
    assert complaints(visit) == []
    assert address(visit) == {"model": "patchtst", "stride": "8", "n_variates": "2", "key": "patch_2"}


def test_the_lesson_is_about_patches() -> None:
    visit = opened(model="patchtst", n_variates=4)
    (told,) = [text for text in sentences(visit.markdown) if "one patch" in text]
    assert "3 windows × 4 variates = 12 sequences" in told.replace("\\", "")
    assert not any("one variate's whole window" in text for text in sentences(visit.markdown))
    (told,) = [text for text in sentences(spoken("zh", visit).markdown) if "一个 patch" in text]
    assert "3 个窗口 × 4 个变量 = 12 条序列" in told


def test_many_patches_are_named_where_there_is_room() -> None:
    visit = opened(model="patchtst", seq_len=512, patch_len=16, stride=8)
    assert matrix_of(visit).shape == (64, 64)
    names = tokens_of(visit)
    assert 6 <= len(names) <= 12
    assert names[1] == "patch 7 · 01-03 00:00–15:00"
    assert map_of(visit)["layout"]["xaxis"]["tickvals"][:2] == [0, 6]
    assert len(row_of(visit)) == 1 + 64


# Settings that are odd, and some that cannot work

ODD: dict[str, dict[str, Any]] = {
    "one patch": {"patch_len": 14},
    "stride does not divide": {"seq_len": 13, "stride": 3},
    "one variate": {"n_variates": 1},
    "one step": {"seq_len": 1, "patch_len": 1, "stride": 1, "batch_size": 1, "n_variates": 1},
    "steps between patches": {"stride": 7, "patch_len": 3},
    "heads do not divide": {"d_model": 10, "n_heads": 4, "e_layers": 1},
    "one patch in train mode": {"patch_len": 14, "n_heads": 1, "training": True},
}


@pytest.mark.sweep
@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_both_pages_stand_at_odd_settings_in_both_languages(odd: dict[str, Any]) -> None:
    made = made_at(**odd)
    axes_of(made)  # once per kind of model and mode, and not while a visit waits
    n_tokens = attention_maps(made.trace)[0].attention.shape[-1]
    visit = opened(model="patchtst", **{name: str(value).lower() for name, value in odd.items()})
    for lang, name in (("en", "What attends to what"), ("zh", "谁在关注谁")):
        assert title(spoken(lang, visit)) == name
        assert complaints(visit) == []
        assert matrix_of(visit).shape == (n_tokens, n_tokens)
        assert len(tokens_of(visit)) == n_tokens
    turned_to("list_record", visit)
    for lang, name in (("en", "Everything that ran"), ("zh", "这次前向都做了什么")):
        assert title(spoken(lang, visit)) == name
        assert complaints(visit) == []
        operations, _, modules = (table.value for table in visit.dataframe)
        assert list(operations.iloc[:, 0]) == list(range(len(made.trace.steps)))
        assert modules.iloc[0, -1] == sum(parameter.numel() for parameter in made.model.parameters())
        assert operations.iloc[:, 6].str.contains(r"\bn\b").any()
        assert pass_line(visit).startswith("PatchTST")


REFUSED: dict[str, tuple[dict[str, Any], dict[str, tuple[str, ...]]]] = {
    "odd width": (
        {"d_model": 9},
        {"en": ("d_model is 9, an odd number", "such as 10"), "zh": ("d_model 为奇数 9", "例如 10")},
    ),
    "too long a patch": (
        {"patch_len": 15},
        {"en": ("patch_len is 15", "up to 14"), "zh": ("patch_len 为 15", "不超过 14")},
    ),
    "too many patches": (
        {"seq_len": 400},
        {
            "en": ("stride is 2 and cuts 200 patches", "up to 64", "a stride of at least 7"),
            "zh": ("stride 为 2，会切出 200 个 patch", "最多显示 64 个", "至少 7"),
        },
    ),
    "one value for BatchNorm": (
        {"training": "true", "batch_size": 1, "n_variates": 1, "patch_len": 14},
        {"en": ("BatchNorm", "patch_len up to 12", "eval mode"), "zh": ("BatchNorm", "不超过 12", "eval 模式")},
    ),
}


@pytest.mark.parametrize(("asked", "parts"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_work_gets_a_sentence_above_the_defaults_of_the_model(
    asked: dict[str, Any], parts: dict[str, tuple[str, ...]]
) -> None:
    visit = opened(model="patchtst", **asked)
    for lang in ("en", "zh"):
        (told,) = sentences(spoken(lang, visit).error)
        assert [part for part in parts[lang] if part not in told] == []
        assert len(complaints(visit)) == 1
        assert pass_line(visit).startswith("PatchTST")
        assert len(tokens_of(visit)) == 6


def test_the_stride_that_the_sentence_names_is_the_least_that_works() -> None:
    assert complaints(opened(model="patchtst", seq_len=400, stride=7)) == []
    assert len(complaints(opened(model="patchtst", seq_len=400, stride=6))) == 1


def test_a_model_that_cannot_work_at_these_sizes_leaves_the_last_good_page() -> None:
    visit = moved(opened(d_model=9), model="patchtst")
    assert "the last settings that worked" in sentences(visit.error)[0]
    assert pass_line(visit).startswith("iTransformer")
    assert not moved(visit, d_model=10).error
    assert pass_line(visit).startswith("PatchTST")


# The mode


@pytest.mark.parametrize("model", MODELS)
def test_train_mode_drops_and_drops_the_same_for_the_same_settings(model: str) -> None:
    visit = opened(model=model)
    in_eval = matrix_of(visit)
    in_train = matrix_of(moved(visit, training="true"))
    assert complaints(visit) == []
    assert (in_eval > 0).all()
    assert (in_train == 0).any()
    kept = in_train > 0
    if model == "itransformer":  # what reaches the first layer has been through one dropout already
        assert not np.allclose(in_train[kept], in_eval[kept] / 0.9)
    np.testing.assert_array_equal(matrix_of(opened(model=model, training="true")), in_train)
    np.testing.assert_array_equal(matrix_of(moved(visit, training="false")), in_eval)


def test_train_mode_is_told_and_stands_in_the_address() -> None:
    visit = moved(opened(), training="true")
    assert address(visit) == {"training": "true"}
    assert pass_line(visit).startswith("iTransformer, one forward pass in train mode (dropout 0.1) over")
    assert any("softmax over the row, then dropout" in text for text in sentences(visit.markdown))
    assert any("because this pass ran in train mode" in text.value for text in visit.markdown)
    assert "一次 train 模式前向（dropout 0.1）" in pass_line(spoken("zh", visit))
    assert "random weights, seed 0" in pass_line(spoken("en", visit))
    assert pass_line(turned_to("list_record", visit)).startswith("iTransformer, one forward pass in train mode")
    assert "train mode" not in pass_line(moved(visit, training="false"))
    assert address(visit) == {}


def test_the_mode_goes_with_the_reader_to_the_other_model() -> None:
    visit = moved(opened(training="True"), model="patchtst")
    assert "train mode" in pass_line(visit)
    assert address(visit)["training"].lower() == "true"


# Work


@pytest.mark.parametrize("change", [{"model": "patchtst"}, {"n_heads": 2}, {"training": "true"}], ids=str)
def test_a_change_runs_the_model_once(change: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    visit = opened()
    runs: list[PassSettings] = []

    def counted(settings: PassSettings, series: Series) -> Run:
        runs.append(settings)
        return run(settings, series)

    monkeypatch.setattr(visits, "run", counted)
    moved(visit, **change)
    assert complaints(visit) == []
    assert len(runs) == 1


# The maps of one layer, for other pages

ONE_LAYER = """
from explainer.reading import attention_maps
from explainer.web import words
from explainer.web.attention_page import explored
from explainer.web.visit import draw_page

def tell(visit):
    explored(visit, attention_maps(visit.run.trace)[1:2], choose_layer=False)

draw_page(words.ATTENTION_TITLE, tell)
"""


def test_another_page_can_show_the_maps_of_one_layer_without_the_lesson() -> None:
    visit = AppTest.from_string(ONE_LAYER, default_timeout=30)
    for name, value in {"model": "patchtst", "head": "2", "variate": "humidity", "query": "patch_3"}.items():
        visit.query_params[name] = value
    visit.run()
    assert complaints(visit) == []
    by_window = attention_maps(made_at().trace)[1].attention.reshape(3, 5, 4, 6, 6)
    np.testing.assert_array_equal(matrix_of(visit), by_window[0, 2, 1].numpy())
    assert any("layer 2 · head 2 · window 1 · relative humidity" in caption for caption in sentences(visit.caption))
    assert panels(visit)["which_map"]["values"].keys() == {"head", "stage", "window", "variate"}
    assert not any("###" in text.value for text in visit.markdown)
    moved(visit, head="4", window="2")
    np.testing.assert_array_equal(matrix_of(visit), by_window[1, 2, 3].numpy())

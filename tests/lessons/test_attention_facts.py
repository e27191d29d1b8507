"""Every fact of the lesson on the attention map is worked out a second time, by other means."""

import re
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
import torch
from jinja2 import UndefinedError
from torch import Tensor

from explainer.language import Language
from explainer.lessons import attention_facts, lesson
from explainer.reading import AttentionMap, attention_maps
from explainer.running import MODELS, PassSettings, PatchTSTSettings, Run, Settings, run
from explainer.series import sample_series

SETTINGS = [
    Settings(),
    Settings(batch_size=2, n_variates=3, seq_len=24, pred_len=5, d_model=10, n_heads=4, e_layers=3, seed=7),
    Settings(n_variates=1, time_marks=False, n_heads=1, e_layers=1),
]
layers = pytest.mark.parametrize("layer", [0, -1], ids=["first layer", "last layer"])
settings = pytest.mark.parametrize("moved", SETTINGS, ids=["defaults", "odd heads", "one token"])


@cache
def made_with(moved: PassSettings) -> Run:
    return run(moved, sample_series())


def facts(made: Run, layer: int = 0, language: Language = Language.EN) -> dict[str, object]:
    return attention_facts(made, attention_maps(made.trace)[layer], language)


def attention_by_hand(made: Run, layer: int) -> np.ndarray:
    """softmax(QKᵀ/√E) in double precision, from what the two projections of the layer give."""
    attention = made.model.get_submodule(f"encoder.attn_layers.{layer % made.settings.e_layers}.attention")
    heard: list[np.ndarray] = []

    def listen(_module: torch.nn.Module, _inputs: tuple[Tensor, ...], output: Tensor) -> None:
        heard.append(output.detach().double().numpy())

    parts = [attention.get_submodule(f"{name}_projection") for name in ("query", "key")]
    hooks = [part.register_forward_hook(listen) for part in parts]
    with torch.no_grad():
        made.model(*made.inputs)
    for hook in hooks:
        hook.remove()
    return softmax_of_products(heard[0], heard[1], made.settings.n_heads)


def softmax_of_products(queries: np.ndarray, keys: np.ndarray, heads: int) -> np.ndarray:
    batch, tokens, _ = queries.shape
    queries, keys = (part.reshape(batch, tokens, heads, -1).swapaxes(1, 2) for part in (queries, keys))
    scores = queries @ keys.swapaxes(2, 3) / np.sqrt(queries.shape[-1])
    weights: np.ndarray = np.exp(scores - scores.max(-1, keepdims=True))
    weights /= weights.sum(-1, keepdims=True)
    return weights


@settings
def test_counts_are_those_of_the_settings(moved: Settings) -> None:
    n_marks = 4 if moved.time_marks else 0  # hour of day, day of week, day of month, day of year
    wanted = {
        "batch": moved.batch_size,
        "heads": moved.n_heads,
        "layers": moved.e_layers,
        "n_tokens": moved.n_variates + n_marks,
        "has_marks": moved.time_marks,
        "several": moved.n_variates + n_marks > 1,
        "d_keys": moved.d_model // moved.n_heads,
        "series": "greensboro.csv",
    }
    told = facts(made_with(moved))
    assert {name: told[name] for name in wanted} == wanted
    counts = {
        "steps": moved.seq_len,
        "variates": moved.n_variates,
        "marks": n_marks,
        "tokens": moved.n_variates + n_marks,
        "cells": (moved.n_variates + n_marks) ** 2,
        "features": moved.d_model // moved.n_heads,
    }
    for language in Language:
        told = facts(made_with(moved), language=language)
        assert {name: int(str(told[name]).split()[0]) for name in counts} == counts
        for name, count in counts.items():
            assert language is Language.ZH or str(told[name]).endswith("s") == (count != 1)


@layers
@settings
def test_numbers_are_those_of_the_map_worked_out_by_hand(moved: Settings, layer: int) -> None:
    made = made_with(moved)
    attention = attention_by_hand(made, layer)
    mirrored = np.abs(attention - attention.swapaxes(2, 3)).max()
    told = {name: float(str(fact)) for name, fact in facts(made, layer).items() if name in _NUMBERS}
    n_tokens = attention.shape[-1]
    assert told["scale"] == pytest.approx((moved.d_model // moved.n_heads) ** -0.5, rel=1e-3)
    assert told["uniform"] == pytest.approx(1 / n_tokens, rel=1e-3)
    assert told["weakest"] == pytest.approx(attention.min(), rel=1e-3)
    assert told["strongest"] == pytest.approx(attention.max(), rel=1e-3)
    assert told["asymmetry"] == pytest.approx(mirrored, rel=0.06)
    assert told["row_error"] < 1e-6


_NUMBERS = ("scale", "uniform", "weakest", "strongest", "asymmetry", "row_error")


@pytest.mark.parametrize(
    ("language", "marks", "weights"),
    [
        (Language.EN, "hour of day, day of week, day of month, day of year", "random weights, seed 5"),
        (Language.ZH, "小时、星期、月内第几天、年内第几天", "随机权重，种子 5"),
    ],
)
def test_words_are_in_the_language_of_the_page(language: Language, marks: str, weights: str) -> None:
    told = facts(made_with(Settings(seed=5)), language=language)
    assert (told["mark_names"], told["weights"]) == (marks, weights)


def map_with_rows(made: Run, row: list[float]) -> AttentionMap:
    """A map of one window and one head whose two rows are both `row`."""
    return replace(attention_maps(made.trace)[0], attention=torch.tensor([[[row, row]]]))


def test_extremes_and_mirror_images_are_taken_over_all_cells() -> None:
    made = made_with(Settings())
    told = attention_facts(made, map_with_rows(made, [0.25, 0.75]), Language.EN)
    assert (told["weakest"], told["strongest"], told["asymmetry"]) == ("0.25", "0.75", "0.5")


def test_a_row_that_sums_to_one_has_no_error() -> None:
    made = made_with(Settings())
    assert attention_facts(made, map_with_rows(made, [0.25, 0.75]), Language.EN)["row_error"] == "0"


@pytest.mark.parametrize("units", [1, 2, 9])
def test_no_row_is_further_off_than_the_lesson_says(units: int) -> None:
    off = units * 2.0**-23
    made = made_with(Settings())
    told = attention_facts(made, map_with_rows(made, [0.5, 0.5 + off]), Language.EN)
    assert float(str(told["row_error"])) >= off


# Patches

PATCHES = [
    PatchTSTSettings(),
    PatchTSTSettings(batch_size=2, n_variates=3, seq_len=24, patch_len=5, stride=3, d_model=10, n_heads=4, seed=7),
    PatchTSTSettings(batch_size=1, n_variates=1, patch_len=14, n_heads=1, e_layers=1),
]
patches = pytest.mark.parametrize("moved", PATCHES, ids=["defaults", "odd heads", "one patch"])


@patches
def test_counts_of_patches_are_those_of_the_settings(moved: PatchTSTSettings) -> None:
    n_patches = len(range(0, moved.seq_len + moved.stride - moved.patch_len + 1, moved.stride))
    counts = {
        "steps": moved.seq_len,
        "patch": moved.patch_len,
        "stride": moved.stride,
        "padding": moved.stride,
        "windows": moved.batch_size,
        "variates": moved.n_variates,
        "sequences": moved.batch_size * moved.n_variates,
        "tokens": n_patches,
        "cells": n_patches**2,
        "marks": 0,
    }
    for language in Language:
        told = facts(made_with(moved), language=language)
        assert {name: int(str(told[name]).split()[0]) for name in counts} == counts
        for name, count in counts.items():
            assert language is Language.ZH or str(told[name]).endswith("s") == (count != 1)
    assert (told["batch"], told["by_variate"]) == (moved.batch_size * moved.n_variates, True)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("training", [False, True], ids=["eval", "train"])
@patches
def test_the_lesson_on_patches_has_no_holes(moved: PatchTSTSettings, training: bool, language: Language) -> None:
    several = moved.batch_size * moved.n_variates * moved.config().n_patches > 1
    made = made_with(replace(moved, training=training and several))
    page = lesson("attention_map", language, facts(made, language=language))
    assert len(re.findall(r"^### ", page, re.MULTILINE)) == 4
    assert not re.search(r"[^\n] {2,}| $|\(\)|（）|\*{4}| [.,;:] |None|nan|inf\b|\{|\}|%", page, re.MULTILINE)
    assert not re.search(r"\n{4,}", page)
    assert "PatchTST" in page
    assert "iTransformer" not in page


@pytest.mark.parametrize("missing", ["patch", "stride", "padding", "windows", "sequences", "on_the_axes", "weighing"])
def test_a_missing_fact_about_patches_is_an_error(missing: str) -> None:
    others = {name: fact for name, fact in facts(made_with(PatchTSTSettings())).items() if name != missing}
    with pytest.raises(UndefinedError, match=missing):
        lesson("attention_map", Language.EN, others)


# Train mode


@pytest.mark.parametrize("model", MODELS)
def test_dropout_is_counted_in_the_matrices_that_weigh_the_values(model: str) -> None:
    moved: dict[str, Any] = {"training": True, "dropout": 0.25, "seed": 2}
    made = made_with(MODELS[model](**moved))
    told = facts(made, layer=1)
    dropout = made.trace.find(op="dropout", path="encoder.attn_layers.1.attention.inner_attention.dropout")[0]
    dropped = made.trace.values[dropout.outputs[0]].data
    assert dropped is not None
    assert (told["dropout"], told["kept"], told["training"]) == ("0.25", "0.75", True)
    assert told["zeros"] == np.count_nonzero(dropped.numpy() == 0) > 0
    assert told["all_cells"] == f"{dropped.numel()} cells"
    sums = dropped.numpy().sum(axis=-1)
    assert float(str(told["smallest_sum"])) == pytest.approx(sums.min(), rel=1e-3)
    assert float(str(told["largest_sum"])) == pytest.approx(sums.max(), rel=1e-3)


@pytest.mark.parametrize(
    ("language", "words"),
    [(Language.EN, ["train mode", "before dropout"]), (Language.ZH, ["train 模式", "dropout 之前"])],
)
def test_dropout_is_told_of_in_train_mode_only(language: Language, words: list[str]) -> None:
    for training in (True, False):
        told = lesson("attention_map", language, facts(made_with(Settings(training=training)), language=language))
        assert [word in told for word in words] == [training] * len(words)
        assert (("sums to one; in this pass" in told) or ("每行之和为一" in told)) != training

"""Every fact of the lesson on the attention map is worked out a second time, by other means."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
import torch
from torch import Tensor

from explainer.language import Language
from explainer.lessons import attention_facts
from explainer.reading import AttentionMap, attention_maps
from explainer.running import Run, Settings, run
from explainer.series import sample_series

SETTINGS = [
    Settings(),
    Settings(batch_size=2, n_variates=3, seq_len=24, pred_len=5, d_model=10, n_heads=4, e_layers=3, seed=7),
    Settings(n_variates=1, time_marks=False, n_heads=1, e_layers=1),
]
layers = pytest.mark.parametrize("layer", [0, -1], ids=["first layer", "last layer"])
settings = pytest.mark.parametrize("moved", SETTINGS, ids=["defaults", "odd heads", "one token"])


@cache
def made_with(moved: Settings) -> Run:
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

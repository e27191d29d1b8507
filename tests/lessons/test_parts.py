"""The words on modules, and on what goes in and comes out: for everything in real passes of both models."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
import torch
from torch import nn

from explainer.language import Phrase
from explainer.lessons import argument_words, module_words, none_words
from explainer.lessons.parts import itransformer, patchtst
from explainer.lessons.parts.layers import LAYERS
from explainer.models import ForecastConfig, ITransformerConfig, PatchTSTConfig, build
from explainer.tracing import Call, Trace, trace
from tests.lessons.test_operations import assert_is_said_in_both_languages

SIZES: dict[str, Any] = {"seq_len": 8, "pred_len": 3, "d_model": 8, "n_heads": 2, "e_layers": 3, "d_ff": 5}
CONFIGS: dict[str, ForecastConfig] = {
    "ITransformer": ITransformerConfig(**SIZES),
    "PatchTST": PatchTSTConfig(**SIZES, patch_len=4, stride=2),
}
PASSES = [(name, training, marks) for name in CONFIGS for training in (False, True) for marks in (False, True)]


def model(name: str) -> nn.Module:
    return build(CONFIGS[name], seed=0)


@cache
def record(name: str, training: bool, marks: bool) -> Trace:
    with torch.no_grad(), torch.random.fork_rng():
        return trace(model(name).train(training), torch.zeros(2, 8, 3), torch.zeros(2, 8, 4) if marks else None)


def results(call: Call) -> Iterator[tuple[str, object]]:
    """The results of a call by the names they have here: the second, where there are two, is about attention."""
    if isinstance(call.outcome, tuple):
        first, second = call.outcome
        yield from (("", first), ("attns" if call.path == "encoder" else "attn", second))
    else:
        yield "", call.outcome


@pytest.mark.parametrize("name", CONFIGS)
def test_every_module_has_words_in_both_languages(name: str) -> None:
    for path, part in model(name).named_modules():
        words = module_words(name, path, type(part).__name__)
        assert words is not None, path
        assert words is not LAYERS.get(type(part).__name__), path
        assert_is_said_in_both_languages(words.job)
        assert "\n" not in words.job.en


@pytest.mark.parametrize(
    ("name", "modules", "interfaces"),
    [
        ("ITransformer", itransformer.MODULES, itransformer.INTERFACES),
        ("PatchTST", patchtst.MODULES, patchtst.INTERFACES),
    ],
)
def test_no_words_are_left_over(name: str, modules: dict[str, object], interfaces: dict[str, object]) -> None:
    paths = {re.sub(r"attn_layers\.\d+", "attn_layers.*", path) for path, _ in model(name).named_modules()}
    assert set(modules) == paths
    assert set(interfaces) == paths - {"encoder.attn_layers"}


@pytest.mark.parametrize(("name", "training", "marks"), PASSES)
def test_every_argument_and_result_of_a_pass_has_words(name: str, training: bool, marks: bool) -> None:
    for call in record(name, training, marks).calls:
        for argument in call.arguments:
            assert_is_said_in_both_languages(said(argument_words(name, call.path, argument)))
        for result, _ in results(call):
            assert_is_said_in_both_languages(said(argument_words(name, call.path, result, result=True)))


@pytest.mark.parametrize(("name", "training", "marks"), PASSES)
def test_whatever_is_none_in_a_pass_has_a_reason(name: str, training: bool, marks: bool) -> None:
    reasons = set()
    for call in record(name, training, marks).calls:
        for given, slot in (*call.arguments.items(), *results(call)):
            if slot is None:
                assert_is_said_in_both_languages(said(none_words(name, call.path, given)))
                reasons.add(given)
    assert reasons == {"attn_mask", "attn"} | (set() if marks else {"x_mark"})


def said(phrase: Phrase | None) -> Phrase:
    assert phrase is not None
    return phrase


def test_what_is_an_argument_and_a_result_has_words_as_either() -> None:
    layer = "encoder.attn_layers.1"
    before, after = (said(argument_words("PatchTST", layer, "x", result=result)) for result in (False, True))
    assert before != after
    assert "embedding" in before.en
    assert after == argument_words("PatchTST", layer, "")


@pytest.mark.parametrize(
    "path", ["encoder", "encoder.attn_layers.2", "encoder.attn_layers.0.attention.inner_attention"]
)
def test_what_meets_in_attention_is_variates_in_one_model_and_patches_in_the_other(path: str) -> None:
    one, other = (module_words(name, path, "") for name in CONFIGS)
    assert one is not None
    assert other is not None
    assert "variates" in one.job.en
    assert "patch" not in one.job.en
    assert "patches of one variate" in other.job.en
    assert "变量" in one.job.zh
    assert "patch" in other.job.zh


def test_what_has_the_same_role_in_both_models_has_the_same_words() -> None:
    for part in ("attention.query_projection", "conv1", "norm2", "dropout"):
        path = f"encoder.attn_layers.0.{part}"
        assert module_words("ITransformer", path, "") is module_words("PatchTST", path, "")


@pytest.mark.parametrize("class_name", LAYERS)
def test_words_on_torchs_own_modules_are_said_in_both_languages(class_name: str) -> None:
    assert issubclass(getattr(nn, class_name), nn.Module)
    words = module_words("SomebodysModel", "blocks.0.part", class_name)
    assert words is LAYERS[class_name]
    assert_is_said_in_both_languages(words.job)


@pytest.mark.parametrize(
    "class_name",
    ["Linear", "Conv1d", "LayerNorm", "BatchNorm1d", "Dropout", "Sequential", "Flatten", "ReplicationPad1d", "ReLU",
     "GELU", "Embedding", "MultiheadAttention", "LSTM"],
)  # fmt: skip
def test_common_modules_of_other_models_have_words(class_name: str) -> None:
    assert module_words("SomebodysModel", "anything", class_name) is not None


def test_of_modules_that_nobody_knows_nothing_is_said() -> None:
    assert module_words("SomebodysModel", "block", "Block") is None
    assert module_words("PatchTST", "other.path", "Block") is None
    assert argument_words("SomebodysModel", "", "x") is None
    assert none_words("SomebodysModel", "", "x") is None
    assert none_words("PatchTST", "encoder.attn_layers.0", "x") is None

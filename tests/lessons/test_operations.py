"""The words on operations: on every one of both models and on many others, in both languages."""

import re
from functools import cache
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from explainer.language import Phrase
from explainer.lessons import operation_words, relation_words
from explainer.lessons.operations import OPERATIONS
from explainer.models import ForecastConfig, ITransformerConfig, PatchTSTConfig, build
from explainer.models.transformer import FullAttention
from explainer.tracing import Step, Trace, trace

SIZES: dict[str, Any] = {"seq_len": 8, "pred_len": 3, "d_model": 8, "n_heads": 2, "e_layers": 1, "d_ff": 5}
CONFIGS: dict[str, ForecastConfig] = {
    "iTransformer": ITransformerConfig(**SIZES),
    "iTransformer with relu": ITransformerConfig(**SIZES, activation="relu"),
    "PatchTST": PatchTSTConfig(**SIZES, patch_len=4, stride=2),
}
PASSES = [(name, training, marks) for name in CONFIGS for training in (False, True) for marks in (False, True)]
_CHINESE = re.compile(r"[\u4e00-\u9fff]")
_LATIN = re.compile(r"[A-Za-z]")
# The names of these are not translated.
SAME_TITLES = {"Sigmoid", "ReLU", "Leaky ReLU", "GELU", "SiLU", "Softplus", "Softmax", "LayerNorm", "RMSNorm",
               "BatchNorm", "GroupNorm", "Dropout", "Logarithm of the softmax"}  # fmt: skip


@cache
def record(name: str, training: bool, marks: bool, masked: bool = False) -> Trace:
    config = CONFIGS[name]
    model = build(config, seed=0).train(training)
    for part in model.modules():
        if isinstance(part, FullAttention):
            part.mask_flag = masked
    with torch.no_grad(), torch.random.fork_rng():
        return trace(model, torch.zeros(2, 8, 3), torch.zeros(2, 8, 4) if marks else None)


def assert_is_said_in_both_languages(phrase: Phrase) -> None:
    assert phrase.en.strip() == phrase.en != "", phrase
    assert phrase.zh.strip() == phrase.zh != "", phrase
    assert _LATIN.search(phrase.en), phrase
    assert not _CHINESE.search(phrase.en), phrase
    assert _CHINESE.search(phrase.zh), phrase
    assert "{" not in phrase.en + phrase.zh, phrase  # nothing is left to fill in
    assert not any(sign.isdecimal() for sign in phrase.en + phrase.zh), phrase


@pytest.mark.parametrize(("name", "training", "marks"), PASSES)
def test_every_operation_of_both_models_has_words(name: str, training: bool, marks: bool) -> None:
    missing = {step.op for step in record(name, training, marks).steps if operation_words(step.op) is None}
    assert not missing


def test_the_operations_of_a_masked_attention_have_words() -> None:
    ops = {step.op for step in record("iTransformer", False, False, masked=True).steps}
    assert {"ones", "triu", "masked_fill"} <= ops
    assert not {op for op in ops if operation_words(op) is None}


def test_words_on_an_operation_are_said_in_both_languages() -> None:
    for op, words in OPERATIONS.items():
        assert_is_said_in_both_languages(words.does)
        assert words.does.en.endswith("."), op
        assert words.does.zh.endswith("。"), op
        if words.title.en not in SAME_TITLES:
            assert_is_said_in_both_languages(words.title)


def test_formulas_are_balanced() -> None:
    for words in OPERATIONS.values():
        assert_is_balanced(words.formula)


def assert_is_balanced(formula: str) -> None:
    depth = 0
    for sign in re.sub(r"\\[{}]", "", formula):
        depth += (sign == "{") - (sign == "}")
        assert depth >= 0, formula
    assert depth == 0, formula
    assert formula.count(r"\left") - formula.count(r"\leftarrow") == formula.count(r"\right") - formula.count(
        r"\rightarrow"
    ), formula
    assert sorted(re.findall(r"\\begin\{(\w+)\}", formula)) == sorted(re.findall(r"\\end\{(\w+)\}", formula)), formula
    assert "$" not in formula, formula


@pytest.mark.parametrize(
    "op",
    ["matmul", "bmm", "reshape", "stack", "chunk", "split", "squeeze", "unsqueeze", "expand", "repeat", "exp", "log",
     "pow", "sum", "max", "argmax", "sigmoid", "tanh", "silu", "conv2d", "max_pool1d", "max_pool2d", "where", "clamp",
     "scaled_dot_product_attention", "embedding", "clone", "to", "type", "float", "zeros", "arange", "cumsum", "tril",
     "add_", "__getitem__", "__rsub__", "__rdiv__", "__iadd__", "T"],
)  # fmt: skip
def test_operations_of_other_models_have_words(op: str) -> None:
    assert operation_words(op) is not None


def test_an_operation_without_words_has_none() -> None:
    assert operation_words("fft_rfft") is None
    assert operation_words("") is None


def test_what_moves_numbers_gives_numbers_that_were_there() -> None:
    """Of all operations of both models: none that is said to move numbers makes one that was in no input."""
    checked = set()
    for name, training, marks in PASSES:
        made = record(name, training, marks)
        for step in made.steps:
            words = operation_words(step.op)
            if words is not None and words.moves:
                given, got = (torch.cat([numbers(made, value) for value in of]) for of in (step.inputs, step.outputs))
                assert bool(torch.isin(got, given).all()), step.op
                checked.add(step.op)
    assert checked == {"detach", "permute", "__getitem__", "cat", "view", "contiguous", "transpose", "pad", "unfold",
                       "flatten", "unflatten"}  # fmt: skip


def numbers(made: Trace, value: int) -> Tensor:
    data = made.values[value].data
    assert data is not None
    return data.reshape(-1)


# How what came out stands to what went in


class Relations(nn.Module):
    """One step of each kind."""

    def forward(self, x: Tensor) -> Tensor:
        x.contiguous()
        x.mT.contiguous()
        x.clone()
        x.reshape(-1)
        x.mT.reshape(-1)
        x.detach()
        nn.functional.dropout(x, training=False)
        y = x + 1
        y += 1
        return y


def test_the_relation_of_a_tensor_to_what_it_was_made_from_is_told() -> None:
    with torch.no_grad():
        made = trace(Relations(), torch.rand(2, 3))

    def told(step: Step) -> tuple[str, str]:
        words = relation_words(made, step, step.outputs[0])
        assert_is_said_in_both_languages(words)
        return step.op, words.en

    assert [told(step) for step in made.steps] == [
        ("contiguous", "no copy was needed: the very same tensor"),
        ("mT", "a view: same memory, other shape or order"),
        ("contiguous", "a copy was made"),
        ("clone", "a copy was made"),
        ("reshape", "a view: same memory, other shape or order"),
        ("mT", "a view: same memory, other shape or order"),
        ("reshape", "a copy was made"),
        ("detach", "a view: same memory, same shape and order"),
        ("dropout", "the very same tensor"),
        ("add", "a new tensor"),
        ("add_", "changed in place: same memory, other numbers"),
    ]

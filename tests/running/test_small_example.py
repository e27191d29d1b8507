"""A layer with numbers for checking by hand: what is recorded is what its own code makes of them, and nothing else."""

import numpy as np
import pytest
import torch

from explainer.running import PassSettings, PatchTSTSettings, Settings, small_example
from explainer.tracing import Edge
from tests.running.small import (
    BRIDGE,
    CORE,
    LAYER,
    data,
    every_model,
    example_of,
    inputs,
    paths_of,
    result,
    tiny_by_hand,
)

# FullAttention, as the document has it


@pytest.mark.parametrize("settings", [Settings(), PatchTSTSettings()])
def test_the_attention_core_is_the_documents_own_example(settings: PassSettings) -> None:
    example = example_of(settings, CORE)
    assert [(each.name, each.names, tuple(each.value.shape)) for each in example.inputs] == [
        (name, (name,), (1, 3, 2, 2)) for name in ("queries", "keys", "values")
    ]
    shapes = {name: example.trace.value(name).shape for name in ("scores", "A", "V")}
    assert shapes == {"scores": (1, 2, 3, 3), "A": (1, 2, 3, 3), "V": (1, 3, 2, 2)}
    assert example.weights == ()
    assert len({str(each.value) for each in example.inputs}) == 3


@pytest.mark.parametrize("settings", [Settings(seed=seed) for seed in range(4)])
def test_the_numbers_of_attention_are_those_of_the_formulas(settings: Settings) -> None:
    example = example_of(settings, CORE)
    Q, K, V = (each.value.double().numpy().transpose(0, 2, 1, 3) for each in example.inputs)
    scores = Q @ K.swapaxes(-1, -2)
    powers = np.exp(scores / np.sqrt(2))
    A = powers / powers.sum(axis=-1, keepdims=True)
    recorded = {name: data(example, example.trace.value(name).id) for name in ("scores", "A", "V")}
    np.testing.assert_array_equal(recorded["scores"], scores)
    np.testing.assert_allclose(recorded["A"], A, rtol=1e-5)
    np.testing.assert_allclose(recorded["A"].sum(dim=-1), 1, rtol=1e-6)
    np.testing.assert_allclose(recorded["V"], (A @ V).transpose(0, 2, 1, 3), rtol=1e-5, atol=1e-6)


def test_the_readers_numbers_are_computed_with() -> None:
    ones, marks = [1] * 12, [place / 2 for place in range(12)]
    example = small_example(Settings(), CORE, {"queries": ones, "keys": ones, "values": marks})
    # Where all scores are equal, every query leaves with the mean of the values: 0, 2, 4 for the first feature.
    assert set(data(example, example.trace.value("scores").id).flatten().tolist()) == {2}
    torch.testing.assert_close(result(example), torch.tensor([2, 2.5, 3, 3.5]).reshape(1, 1, 2, 2).expand(1, 3, 2, 2))
    assert inputs(example)["values"].flatten().tolist() == marks


def test_numbers_that_are_not_given_stay_what_they_were() -> None:
    before, after = example_of(Settings(), CORE), small_example(Settings(), CORE, {"keys": [2] * 12})
    for name in ("queries", "values"):
        assert torch.equal(inputs(before)[name], inputs(after)[name])
    assert not torch.equal(result(before), result(after))


# Every layer


@every_model
def test_every_layer_that_runs_gives_what_a_model_built_by_hand_gives(settings: PassSettings) -> None:
    model, paths = tiny_by_hand(settings), paths_of(settings)
    assert len(paths) > 15
    for path in paths:
        example = example_of(settings, path)
        given = {name: each.value for each in example.inputs for name in each.names}
        with torch.no_grad():
            expected = model.get_submodule(path)(*map(given.get, example.trace.root.arguments))
        expected = expected[0] if isinstance(expected, tuple) else expected
        torch.testing.assert_close(result(example), expected, rtol=0, atol=0)
        assert example.trace.root.class_name == type(model.get_submodule(path)).__name__


@every_model
def test_three_tokens_meet_in_two_heads_whatever_the_settings(settings: PassSettings) -> None:
    assert inputs(example_of(settings, "encoder"))["x"].shape == (1, 3, 4)
    assert example_of(settings, "").trace.value("scores", CORE).shape == (1, 2, 3, 3)


@every_model
def test_inputs_are_whole_numbers_weights_are_halves_and_norms_are_as_built(settings: PassSettings) -> None:
    for path in paths_of(settings):
        for each in example_of(settings, path).inputs:
            assert torch.equal(each.value, each.value.round())
            assert each.value.abs().max() <= 3
    for name, weight in example_of(settings, "").weights:
        if name.endswith(".pe"):
            assert weight.shape == (1, 3, 4)
            assert weight[0, 0].tolist() == [0, 1, 0, 1]
        elif "norm" in name:
            assert set(weight.flatten().tolist()) == {float(name.endswith(("weight", "running_var")))}
        else:
            allowed = {0, 0.5} if name.endswith("bias") else {-1, -0.5, 0, 0.5, 1}
            assert set(weight.flatten().tolist()) <= allowed


def test_a_linear_of_whole_numbers_gives_halves_that_a_hand_can_check() -> None:
    example = example_of(Settings(), f"{BRIDGE}.query_projection")
    weights = dict(example.weights)
    x, weight, bias = (tensor.numpy() for tensor in (inputs(example)["input"], weights["weight"], weights["bias"]))
    np.testing.assert_array_equal(result(example), x @ weight.T + bias)
    assert torch.equal(2 * result(example), (2 * result(example)).round())


def test_one_tensor_with_three_names_is_one_input() -> None:
    example = example_of(Settings(), BRIDGE)
    assert [(each.name, each.names) for each in example.inputs] == [("queries", ("queries", "keys", "values"))]
    arguments = example.trace.root.arguments
    assert isinstance(arguments["queries"], Edge)
    assert arguments["queries"] == arguments["keys"] == arguments["values"]


def test_what_was_not_given_to_the_layer_is_not_given_here() -> None:
    assert example_of(Settings(), BRIDGE).trace.root.arguments["attn_mask"] is None
    assert example_of(Settings(), "enc_embedding").trace.root.arguments["x_mark"] is None


def test_an_input_lies_in_memory_as_in_the_pass() -> None:
    example = example_of(Settings(), f"{LAYER}.conv1")
    assert inputs(example)["input"].shape == (1, 4, 3)
    assert not inputs(example)["input"].is_contiguous()
    # The third time, this dropout is given what has been transposed; counted is the first time.
    assert inputs(example_of(Settings(), f"{LAYER}.dropout"))["input"].is_contiguous()


def test_layers_after_the_first_are_shown_as_the_first() -> None:
    first, third = example_of(Settings(), CORE), small_example(Settings(), CORE.replace("0", "2"))
    assert third.path == CORE
    assert torch.equal(result(first), result(third))


def test_the_readers_weights_are_computed_with() -> None:
    path, nothing = f"{BRIDGE}.query_projection", {"weight": [0] * 16, "bias": [1, 2, 3, 4]}
    example = small_example(Settings(), path, nothing)
    assert result(example).tolist() == [[[1, 2, 3, 4]] * 3]
    assert dict(example.weights)["weight"].count_nonzero() == 0
    assert not torch.equal(result(example), result(example_of(Settings(), path)))

"""The facts on attention and the encoder layer, each worked out a second time by other means."""

from copy import deepcopy
from typing import Any

import numpy as np
import pytest
import torch
from torch import nn
from torch.distributions import Categorical
from torch.utils.flop_counter import FlopCounterMode

from tests.lessons.layer_hooks import CORE, LAYER, given, heard, matrix, near, result
from tests.lessons.layer_passes import SETTINGS, facts_of, made_with

in_both = pytest.mark.parametrize("name", ["itransformer", "patchtst"])


@in_both
def test_the_map_is_described_as_numpy_sees_it(name: str) -> None:
    told: Any = facts_of(name, CORE)
    A = matrix(name).double()
    n_tokens = A.shape[-1]
    diagonal = (A.numpy().argmax(-1) == np.arange(n_tokens)).sum()
    assert (told["diagonal_rows"], told["all_rows"]) == (diagonal, A.numel() // n_tokens)
    assert told["diagonal_share"] == near(100 * diagonal / told["all_rows"])
    assert told["chance"] == near(100 / n_tokens)
    assert told["asymmetry"] >= float((A - A.mT).abs().max()) > told["asymmetry"] / 2.01
    assert told["row_error"] >= float((matrix(name).sum(-1) - 1).abs().max())
    assert (told["weakest"], told["strongest"]) == (near(float(A.min())), near(float(A.max())))
    evenness: torch.Tensor = Categorical(probs=A).entropy() / np.log(n_tokens)  # type: ignore[no-untyped-call]
    assert told["evenness"] == near(float(evenness.mean()))
    if name == "itransformer":
        assert told["variate_evenness"] == near(float(evenness[..., :5].mean()))
        assert told["mark_evenness"] == near(float(evenness[..., 5:].mean()))
        assert told["first"].marks == near(100 * float(A[0, 0, 0, 5:].sum()))
    assert told["first"].elsewhere == near(100 * float(A[0, 0, 0, 1:].sum()))
    assert told["first"].most_weight == near(float(A[0, 0, 0].max()))


@in_both
def test_cells_are_counted_and_so_is_the_work(name: str) -> None:
    made, told = made_with(name), facts_of(name, CORE)
    A = matrix(name)
    hidden = torch.ones(A.shape[-2:], dtype=torch.bool).triu(1)
    assert told["entries"] == A[0, 0].numel()
    assert told["above_diagonal"] == int(hidden.sum())
    assert told["step_entries"] == 144
    counter = FlopCounterMode(display=False)
    with counter, torch.no_grad():
        made.model(*made.inputs)
    work = {str(op): flops for op, flops in counter.get_flop_counts()["Global"].items()}
    assert told["attention_share"] == near(100 * work["aten.bmm"] / sum(work.values()))


def test_the_cost_of_long_windows_and_many_variates_is_that_of_the_documents() -> None:
    told: Any = facts_of("itransformer", CORE)
    assert (told["long"].step_entries, told["long"].entries, round(told["long"].ratio)) == (112896, 121, 933)
    assert (told["wide"].step_entries, told["wide"].entries) == (96**2, 325**2)
    assert told["wide"].ratio == near(325**2 / 96**2)


@pytest.mark.parametrize("name", SETTINGS)
def test_whether_contiguous_copied_is_what_a_view_without_it_says(name: str) -> None:
    if not SETTINGS[name].e_layers:
        return
    told = facts_of(name, CORE)
    queries, keys, values = (given_ for given_ in heard(name)[CORE][0][:3])
    A = torch.softmax(torch.einsum("blhe,bshe->bhls", queries, keys) / queries.shape[-1] ** 0.5, dim=-1)
    mixed = torch.einsum("bhls,bshd->blhd", A, values)
    assert told["copied"] is not mixed.is_contiguous()
    if told["view_would_fail"]:
        with pytest.raises(RuntimeError, match="view"):
            mixed.view(*mixed.shape[:2], -1)
    else:
        assert mixed.view(*mixed.shape[:2], -1).shape == mixed.flatten(-2).shape


def test_dropout_is_told_as_it_acted() -> None:
    assert facts_of("itransformer", CORE)["dropout_acted"] is False
    acted: Any = facts_of("in training", CORE)
    weights = made_with("in training").trace.value("A", CORE).data
    assert weights is not None
    assert acted["dropout_acted"] is True
    assert acted["zeros"] == near(100 * float((weights == 0).double().mean()))
    assert acted["smallest_sum"] == near(float(weights.sum(-1).min()))
    assert facts_of("patches side by side", CORE)["dropout_acted"] is False


@in_both
def test_increments_are_measured_against_what_they_are_added_to(name: str) -> None:
    told = facts_of(name, LAYER)
    attended, x = result(name, f"{LAYER}.attention"), given(name, LAYER)
    normed = result(name, f"{LAYER}.norm1")
    assert told["attention_ratio"] == near(float(attended.norm() / x.norm()))
    added = result(name, f"{LAYER}.conv2").mT
    assert told["ffn_ratio"] == near(float(added.norm() / normed.norm()))
    assert told["negative_share"] == near(100 * float((result(name, f"{LAYER}.conv1") < 0).double().mean()))
    assert (told["one_tensor"], told["x_untouched"]) == (True, True)


@in_both
def test_attention_is_linear_for_a_given_matrix_and_bends_with_its_own(name: str) -> None:
    told: Any = facts_of(name, LAYER)
    layer = deepcopy(made_with(name).model.get_submodule(f"{LAYER}.attention")).double().eval()
    x = given(name, LAYER).double()
    with torch.no_grad():
        once, twice, none = (layer(part, part, part)[0] for part in (x, 2 * x, 0 * x))
    assert told["bend_free"] == near(100 * float((twice - 2 * once + none).abs().max() / twice.abs().max()))
    assert told["bend_frozen"] < 1e-12 < told["bend_free"]


@in_both
def test_a_convolution_of_width_one_is_beside_the_linear_of_its_weights(name: str) -> None:
    path = f"{LAYER}.conv1"
    conv: Any = made_with(name).model.get_submodule(path)
    linear = nn.Linear(conv.in_channels, conv.out_channels)
    linear.load_state_dict({"weight": conv.weight[..., 0], "bias": conv.bias})
    with torch.no_grad():
        off = float((linear(given(name, path).mT).mT - result(name, path)).abs().max())
    assert off <= float(str(facts_of(name, path)["conv_error"])) < 1e-5
    assert facts_of(name, LAYER)["conv_error"] == facts_of(name, path)["conv_error"]


def test_a_rest_that_heads_leave_is_told() -> None:
    told = facts_of("stride that does not divide", f"{LAYER}.attention")
    assert (told["inner_width"], told["rest"]) == (3 * 3, 10 - 3 * 3)
    assert facts_of("patchtst", f"{LAYER}.attention")["rest"] == 0

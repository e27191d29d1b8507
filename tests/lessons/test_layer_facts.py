"""The facts of the layers' lessons, each worked out a second time by other means."""

from types import SimpleNamespace
from typing import Any

import pytest
import torch
from torch.nn import functional

from explainer.lessons.layers.figures import Figure, at_most
from tests.lessons.layer_hooks import CORE, LAYER, given, near, result
from tests.lessons.layer_passes import SETTINGS, WITHOUT, facts_of, made_with

in_both = pytest.mark.parametrize("name", ["itransformer", "patchtst"])


@pytest.mark.parametrize(
    ("name", "path", "tensor", "axes", "letters"),
    [
        ("itransformer", CORE, "scores", "(B, H, N+T, N+T)", "(B, H, L, S)"),
        ("itransformer", CORE, "V", "(B, N+T, H, E)", "(B, L, H, D)"),
        ("patchtst", CORE, "scores", "(B*N, H, n, n)", "(B, H, L, S)"),
        ("patchtst", "patch_embedding", "x1", "(B, N, L+s)", "(B, N, L+s)"),
        ("patchtst", "patch_embedding", "x2", "(B, N, n, P)", "(B, N, n, P)"),
        ("patchtst", "patch_embedding", "x3", "(B*N, n, P)", "(B*N, n, P)"),
        ("itransformer", LAYER, "y2", "(B, F, N+T)", "(B, F, N+T)"),
    ],
)
def test_tensors_are_told_of_by_name_with_their_axes(
    name: str, path: str, tensor: str, axes: str, letters: str
) -> None:
    told: Any = facts_of(name, path)[tensor]
    assert (told.axes, told.letters) == (axes, letters)


def test_sizes_are_those_of_the_tensors_that_hooks_hear() -> None:
    told: Any = facts_of("patchtst", LAYER)
    assert told["inner"].conv1.result.shape == str(tuple(result("patchtst", f"{LAYER}.conv1").shape))
    assert told["made"].transpose.shape == str(tuple(given("patchtst", f"{LAYER}.conv1").shape))
    assert told["given"].x.sizes == tuple(given("patchtst", LAYER).shape)
    assert told["given"].attn_mask is None
    assert told["result"].sizes == tuple(result("patchtst", LAYER).shape)


def test_letters_outside_and_inside_a_forward_are_kept_apart() -> None:
    told: Any = facts_of("patchtst", CORE)
    assert (told["B"], told["L"], told["D"], told["n_sequences"], told["n_tokens"]) == (3, 12, 8, 15, 6)
    assert (told["here"].B, told["here"].L, told["here"].S, told["here"].D) == (15, 6, 6, 2)
    assert told["count"].tokens.en == "6 tokens"
    assert told["count"].tokens.zh == "6 个 token"
    assert facts_of("one token, one head, one layer", CORE)["count"].tokens.en == "1 token"  # type: ignore[attr-defined]


def test_calls_of_one_module_are_counted() -> None:
    told = [facts_of("itransformer", f"{LAYER}.dropout", nth) for nth in range(3)]
    assert [(each["nth"], each["times"]) for each in told] == [(1, 3), (2, 3), (3, 3)]


@in_both
def test_parameters_are_those_of_the_module(name: str) -> None:
    model = made_with(name).model
    for path in ("", LAYER, f"{LAYER}.norm1", f"{LAYER}.dropout"):
        wanted = sum(weight.numel() for weight in model.get_submodule(path).parameters())
        assert facts_of(name, path)["parameters"] == wanted
    told = facts_of(name, LAYER)
    assert told["attention_parameters"] == facts_of(name, f"{LAYER}.attention")["parameters"]


@pytest.mark.parametrize("name", [name for name in SETTINGS if "patch" in name or "stride" in name])
def test_patches_are_those_of_a_window_cut_by_hand(name: str) -> None:
    told: Any = facts_of(name, "patch_embedding")
    settings: Any = SETTINGS[name]
    steps = [*range(settings.seq_len), *[-1] * settings.stride]
    starts = range(0, len(steps) - settings.patch_len + 1, settings.stride)
    patches = [steps[start : start + settings.patch_len] for start in starts]
    assert (told["n"], told["padded"]) == (len(patches), len(steps))
    assert told["last_start"] == starts[-1]
    assert told["last_padding"] == patches[-1].count(-1)
    assert told["last_values"] == settings.patch_len - patches[-1].count(-1)
    assert told["unused"] == len(steps) - starts[-1] - settings.patch_len
    if len(patches) > 1:
        first, second = (set(range(start, start + settings.patch_len)) for start in starts[:2])
        assert max(told["overlap"], 0) == len(first & second)


def test_the_head_reads_feature_by_feature() -> None:
    told = facts_of("patchtst", "head")
    flat = torch.arange(8 * 6).view(8, 6)
    assert (told["width"], told["n_features"], told["n_last"]) == (48, *flat.shape)
    assert told["feature_major"] is True
    assert torch.equal(given("patchtst", "head")[0, 0, 3], result("patchtst", "head.flatten")[0, 0, 3 * 6 : 4 * 6])


def test_norms_are_described_by_what_they_leave() -> None:
    told: Any = facts_of("itransformer", f"{LAYER}.norm1")
    x = functional.layer_norm(given("itransformer", f"{LAYER}.norm1"), (8,))
    assert told["variance_error"] == pytest.approx(float((x.var(-1, correction=0) - 1).abs().max()), rel=0.5)
    assert (told["positions"], told["eps"]) == (3 * 9, 1e-5)
    told = facts_of("patchtst", "encoder.norm")
    moved = float((result("patchtst", "encoder.norm") - given("patchtst", "encoder.norm")).abs().max())
    assert moved <= told["change"] < 10 * moved
    assert told["positions"] == 15 * 6
    told = facts_of("stride longer than patch", "encoder.norm.1")
    assert told["variance_error"] < 0.01


@in_both
def test_windows_are_described_by_their_mean_and_deviation(name: str) -> None:
    told: Any = facts_of(name, "")
    x, marks = made_with(name).inputs
    window = x[0, :, 0].double().numpy()
    assert told["first_mean"] == near(window.mean())
    assert told["first_std"] == near((window.var() + 1e-5) ** 0.5)
    assert told["first_result"] == near(float(result(name, "")[0, 0, 0]))
    assert told["marks_rms"] == near(float(marks.square().mean().sqrt()) if marks is not None else 0)
    assert told["unit"] == "°C"


@in_both
def test_whose_forecast_moves_is_found_by_moving_a_value(name: str) -> None:
    told: Any = facts_of(name, "")
    x, marks = made_with(name).inputs
    moved = x.clone()
    moved[:, -1, -1] += torch.tensor(x[..., -1].numpy().std())
    with torch.no_grad():
        shift = (made_with(name).model(moved, marks) - made_with(name).model(x, marks)).abs()
    assert told["own_shift"] == near(float(shift[..., -1].max()))
    assert told["others_shift"] == near(float(shift[..., :-1].max()))
    assert (told["others_shift"] == 0) == (name == "patchtst")


def test_influence_is_not_measured_where_every_pass_is_another_or_nobody_else_is_there() -> None:
    for name in ("in training", "one token, one head, one layer"):
        assert facts_of(name, "")["influence_known"] is False


@in_both
def test_no_weight_knows_the_number_of_variates(name: str) -> None:
    told, model = facts_of(name, ""), made_with(name).model
    buffers = [key for key in model.state_dict() if "num_batches" not in key]
    assert (told["n_free"], told["n_weights"]) == (True, len(buffers))


def test_marks_are_quieter_than_variates() -> None:
    told: Any = facts_of("itransformer", "enc_embedding")
    lengths = result("itransformer", "enc_embedding").norm(dim=-1)
    assert told["variate_length"] == near(float(lengths[:, :5].mean()))
    assert told["mark_length"] == near(float(lengths[:, 5:].mean()))


def test_the_small_example_has_the_shapes_of_the_document() -> None:
    example: Any = facts_of("itransformer", CORE)["example"]
    assert isinstance(example, SimpleNamespace)
    assert (example.made.einsum.shape, example.result.shape) == ("(1, 2, 3, 3)", "(1, 3, 2, 2)")


def test_without_numbers_nothing_is_measured_and_shapes_are_told_all_the_same() -> None:
    told: Any = facts_of("itransformer" + WITHOUT, CORE)
    assert told["measured"] is False
    assert "row_error" not in told
    assert told["scores"].shape == "(3, 4, 9, 9)"


@pytest.mark.parametrize(("number", "text"), [(0.0, "0"), (1.1e-7, "2e-07"), (0.25, "0.3"), (3e-7, "3e-07")])
def test_an_upper_bound_is_rounded_up(number: float, text: str) -> None:
    assert str(at_most(number)) == text
    assert at_most(number) >= number


def test_figures_are_short_and_compare_as_numbers() -> None:
    assert (str(Figure(0.70710678)), str(Figure(112.0)), str(Figure(0))) == ("0.707", "112", "0")
    assert Figure(0.7071) < 0.70711

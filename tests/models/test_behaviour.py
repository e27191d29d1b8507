"""What is known about how the two forecasters behave, on weights that are not fresh."""

from dataclasses import replace
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from explainer.models import ForecastConfig, ITransformerConfig, PatchTSTConfig, build
from explainer.tracing import trace
from tests.reference import config_of, model_of

# The look-back windows of the two small references.
LOOK_BACK = {"it_toy": 12, "pt_toy": 48}
either = pytest.mark.parametrize("configuration", list(LOOK_BACK))


def numbers(*shape: int, seed: int = 0) -> Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed))


def forecast(model: nn.Module, x: Tensor, x_mark: Tensor | None = None) -> Tensor:
    with torch.no_grad():
        answer = model(x, x_mark)
    assert isinstance(answer, Tensor)
    return answer


def series(configuration: str, n_variates: int = 5, batch_size: int = 3) -> Tensor:
    """Windows whose variates differ in level and in range."""
    ranges = torch.linspace(0.5, 20.0, n_variates)
    return numbers(batch_size, LOOK_BACK[configuration], n_variates) * ranges - 3 * ranges


@either
@pytest.mark.parametrize("constant", [-40.0, 0.0, 5.0])
def test_the_forecast_of_a_variate_that_never_changes_stays_where_it_is(configuration: str, constant: float) -> None:
    x = series(configuration)
    x[:, :, 1] = constant
    ahead = forecast(model_of(configuration), x)
    # Its standard deviation is the root of 1e-5, and what these models add to it is smaller than 3.
    assert (ahead[:, :, 1] - constant).abs().max() < 3 * 1e-5**0.5
    assert (ahead[:, :, 2] - x[:, :, 2].mean(1, keepdim=True)).abs().max() > 1.0


@either
@pytest.mark.parametrize(("factor", "shift"), [(7.0, 0.0), (0.5, 0.0), (1.0, 100.0), (2.0, -30.0)])
def test_a_series_in_other_units_gets_its_forecast_in_those_units(
    configuration: str, factor: float, shift: float
) -> None:
    model, x = model_of(configuration), series(configuration)
    in_those_units = forecast(model, x) * factor + shift
    torch.testing.assert_close(forecast(model, x * factor + shift), in_those_units, rtol=1e-3, atol=1e-2)


def test_patchtst_takes_time_marks_and_does_not_look_at_them() -> None:
    model, x = model_of("pt_toy"), series("pt_toy")
    assert torch.equal(forecast(model, x), forecast(model, x, numbers(3, 48, 4)))


def test_itransformer_looks_at_time_marks_however_many_there_are() -> None:
    model, x = model_of("it_toy"), series("it_toy")
    ahead = [forecast(model, x)] + [forecast(model, x, numbers(3, 12, n_marks)) for n_marks in (1, 4, 7)]
    assert {tuple(answer.shape) for answer in ahead} == {(3, 6, 5)}
    assert all((answer - ahead[0]).abs().max() > 0.1 for answer in ahead[1:])
    assert torch.equal(forecast(model, x, numbers(3, 12, 0)), ahead[0])


def test_in_patchtst_a_variate_alone_is_forecast_as_among_others() -> None:
    model, x = model_of("pt_toy"), series("pt_toy")
    together = forecast(model, x)
    for variate in range(5):
        alone = forecast(model, x[:, :, [variate]])
        torch.testing.assert_close(alone[:, :, 0], together[:, :, variate], rtol=1e-5, atol=1e-4)


def test_in_itransformer_a_variate_hears_the_others() -> None:
    model, x = model_of("it_toy"), series("it_toy")
    assert (forecast(model, x[:, :, [0]])[:, :, 0] - forecast(model, x)[:, :, 0]).abs().max() > 1e-2


@either
def test_the_order_of_the_variates_is_the_order_of_their_forecasts_and_nothing_else(configuration: str) -> None:
    model, x = model_of(configuration), series(configuration)
    marks, order = numbers(3, x.shape[1], 4), torch.tensor([3, 0, 4, 1, 2])
    expected = forecast(model, x, marks)[:, :, order]
    torch.testing.assert_close(forecast(model, x[:, :, order], marks), expected, rtol=1e-5, atol=1e-4)


@either
def test_windows_of_a_batch_do_not_know_of_each_other(configuration: str) -> None:
    model, x = model_of(configuration), series(configuration)
    alone = torch.cat([forecast(model, window.unsqueeze(0)) for window in x])
    torch.testing.assert_close(alone, forecast(model, x), rtol=1e-5, atol=1e-4)


@either
@pytest.mark.parametrize("n_variates", [1, 2, 11])
def test_any_number_of_variates_fits_the_same_weights(configuration: str, n_variates: int) -> None:
    model = model_of(configuration)
    ahead = forecast(model, series(configuration, n_variates, batch_size=2))
    assert ahead.shape == (2, {"it_toy": 6, "pt_toy": 24}[configuration], n_variates)
    assert ahead.isfinite().all()


@either
def test_what_the_caller_gave_is_not_changed(configuration: str) -> None:
    x, marks = series(configuration), numbers(3, LOOK_BACK[configuration], 4)
    x_before, marks_before = x.clone(), marks.clone()
    forecast(model_of(configuration), x, marks)
    assert torch.equal(x, x_before)
    assert torch.equal(marks, marks_before)


def test_a_hole_in_one_variate_spoils_its_whole_window_in_itransformer() -> None:
    x = series("it_toy")
    x[1, 3, 2] = float("nan")
    spoilt = forecast(model_of("it_toy"), x).isnan()
    assert spoilt[1].all()
    assert not spoilt[[0, 2]].any()


def test_a_hole_in_one_variate_spoils_nothing_else_in_patchtst() -> None:
    x = series("pt_toy")
    x[1, 3, 2] = float("nan")
    spoilt = forecast(model_of("pt_toy"), x).isnan()
    assert spoilt[1, :, 2].all()
    assert spoilt.sum() == spoilt[1, :, 2].numel()


@either
def test_the_mean_is_held_fixed_for_gradients_and_the_deviation_is_not(configuration: str) -> None:
    """With a last layer that gives only its bias, forecast = bias · std + mean: the gradient is known."""
    model, x = model_of(configuration), series(configuration).requires_grad_()
    last = model.get_submodule({"it_toy": "projection", "pt_toy": "head.linear"}[configuration])
    assert isinstance(last, nn.Linear)
    nn.init.zeros_(last.weight)
    model(x).sum().backward()
    centred = (x - x.mean(1, keepdim=True)).detach()
    std = (centred.square().mean(1, keepdim=True) + 1e-5).sqrt()
    expected = last.bias.detach().sum() * centred / (x.shape[1] * std)
    assert x.grad is not None
    torch.testing.assert_close(x.grad, expected, rtol=1e-4, atol=1e-5)


@either
def test_in_training_only_patchtst_depends_on_the_batch(configuration: str) -> None:
    """Without dropout a LayerNorm does in training what it does in reading; the BatchNorm follows its batch."""
    model, x = model_of(configuration), series(configuration)
    ahead = forecast(model, x)
    for module in model.train().modules():
        if isinstance(module, nn.Dropout):
            module.p = 0.0
    assert torch.allclose(forecast(model, x), ahead, atol=1e-4) == (configuration == "it_toy")


@either
def test_only_in_training_something_is_dropped(configuration: str) -> None:
    model, x = model_of(configuration), series(configuration)
    assert torch.equal(forecast(model, x), forecast(model, x))
    with torch.random.fork_rng():
        assert not torch.equal(forecast(model.train(), x), forecast(model, x))


@pytest.mark.parametrize(
    ("configuration", "before", "behind"),
    [("it_toy", ["enc_embedding.dropout"], []), ("pt_toy", ["patch_embedding.dropout"], ["head.dropout"])],
)
def test_values_are_dropped_where_the_reference_drops_them(
    configuration: str, before: list[str], behind: list[str]
) -> None:
    """After the embedding; in each layer within attention, after it and twice in the feed-forward part; at the end."""
    config = replace(config_of(configuration), dropout=0.3, e_layers=1)
    model, layer = build(config, 0).train(), "encoder.attn_layers.0"
    with torch.random.fork_rng():
        record = trace(model, series(configuration))
    drops = [step for step in record.steps if step.op == "dropout"]
    inside = [f"{layer}.attention.inner_attention.dropout", *[f"{layer}.dropout"] * 3]
    assert [record.calls[step.call].path for step in drops] == [*before, *inside, *behind]
    assert {(step.constants["p"], step.constants["training"]) for step in drops} == {(0.3, True)}


SMALL: dict[str, Any] = {"pred_len": 4, "d_ff": 12, "e_layers": 1}


@pytest.mark.parametrize(
    "config",
    [
        pytest.param(
            ITransformerConfig(seq_len=9, d_model=10, n_heads=4, **SMALL), id="two features belong to no head"
        ),
        pytest.param(ITransformerConfig(seq_len=9, d_model=7, n_heads=2, **SMALL), id="odd width"),
        pytest.param(ITransformerConfig(seq_len=1, d_model=1, n_heads=1, **SMALL), id="one step and one feature"),
        pytest.param(
            PatchTSTConfig(seq_len=30, d_model=10, n_heads=4, **SMALL),
            id="two features of a patch belong to no head",
        ),
        pytest.param(PatchTSTConfig(seq_len=12, d_model=8, n_heads=4, **SMALL), id="patch longer than the window"),
        pytest.param(PatchTSTConfig(seq_len=8, d_model=16, n_heads=8, **SMALL), id="one patch"),
        pytest.param(
            PatchTSTConfig(seq_len=30, d_model=8, n_heads=4, patch_len=8, stride=11, **SMALL),
            id="steps between patches are skipped",
        ),
    ],
)
def test_sizes_at_the_edge_work(config: ForecastConfig) -> None:
    ahead = forecast(build(config, 0), numbers(2, config.seq_len, 3))
    assert ahead.shape == (2, 4, 3)
    assert ahead.isfinite().all()

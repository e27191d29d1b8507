"""Train mode: dropout drops the same for the same settings, and nobody else's random numbers are disturbed."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from typing import Any

import pytest
import torch
from torch import Tensor

from explainer.language import ExplainedError
from explainer.models import build
from explainer.reading import attention_maps
from explainer.running import MODELS, PassSettings, PatchTSTSettings, Run, Settings, axes_of, inventory, run
from explainer.running.chance import drawing_from
from explainer.series import sample_series
from explainer.tracing import Step, edges_in

every_model = pytest.mark.parametrize("model", MODELS)


@cache
def made_with(model: str, **moved: Any) -> Run:
    return run(MODELS[model](**moved), sample_series())


def output(made: Run) -> Tensor:
    (number,) = edges_in(made.trace.root.outcome)
    return data_of(made, number)


def data_of(made: Run, value: int) -> Tensor:
    data = made.trace.values[value].data
    assert data is not None
    return data


def dropouts(made: Run) -> list[tuple[Step, Tensor, Tensor]]:
    """Every dropout of a pass with what went in and what came out."""
    steps = made.trace.find(op="dropout")
    return [(step, data_of(made, step.inputs[0]), data_of(made, step.outputs[0])) for step in steps]


@every_model
def test_a_pass_in_train_mode_is_that_of_the_model_after_the_seed_was_set(model: str) -> None:
    made = made_with(model, training=True, seed=3)
    alone = build(made.settings.config(), 3).train()
    with torch.random.fork_rng(), torch.no_grad():
        torch.manual_seed(3)
        by_hand = alone(*made.inputs)
    torch.testing.assert_close(output(made), by_hand)


@every_model
def test_every_dropout_drops_and_makes_up_for_it_in_train_mode_and_does_neither_in_eval_mode(model: str) -> None:
    n_layers, others = 2, {"itransformer": 1, "patchtst": 2}[model]
    for training in (True, False):
        seen = dropouts(made_with(model, training=training))
        assert len(seen) == 4 * n_layers + others
        zeros = sum(int(((after == 0) & (before != 0)).sum()) for _, before, after in seen)
        assert (zeros > 0) == training
        for _, before, after in seen:
            kept = after != 0
            torch.testing.assert_close(after[kept], before[kept] / (0.9 if training else 1.0))
    share = zeros_of(made_with(model, training=True)) / attention_of(made_with(model, training=True)).numel()
    assert 0.05 < share < 0.15


def attention_of(made: Run) -> Tensor:
    return torch.stack([each.attention for each in attention_maps(made.trace)])


def zeros_of(made: Run) -> int:
    return int((attention_of(made) == 0).sum())


@every_model
def test_the_same_settings_drop_the_same_and_another_seed_drops_others(model: str) -> None:
    kind = MODELS[model]
    first, again = made_with(model, training=True), run(kind(training=True), sample_series())
    torch.testing.assert_close(output(first), output(again), rtol=0, atol=0)
    assert torch.equal(attention_of(first) == 0, attention_of(again) == 0)
    other = made_with(model, training=True, seed=1)
    assert not torch.equal(attention_of(first) == 0, attention_of(other) == 0)
    assert not torch.equal(output(first), output(made_with(model)))


def test_passes_in_train_mode_that_run_at_once_drop_what_each_drops_alone() -> None:
    settings = [MODELS[model](training=True, seed=seed) for seed in range(6) for model in MODELS]
    alone = [output(run(each, sample_series())) for each in settings]
    with ThreadPoolExecutor(4) as threads:
        at_once = [output(made) for made in threads.map(lambda each: run(each, sample_series()), settings)]
    torch.testing.assert_close(at_once, alone, rtol=0, atol=0)


@every_model
def test_neither_a_pass_in_train_mode_nor_its_names_change_the_random_state_of_the_process(model: str) -> None:
    before = torch.get_rng_state()
    axes_of(run(MODELS[model](training=True, seed=9), sample_series()))
    assert torch.equal(torch.get_rng_state(), before)


def test_the_random_state_is_given_back_after_a_pass_that_broke_off() -> None:
    before = torch.get_rng_state()
    with suppress(KeyError), drawing_from(5):
        torch.rand(3)
        raise KeyError
    assert torch.equal(torch.get_rng_state(), before)


@every_model
def test_the_record_says_in_which_mode_it_was_made_and_its_sizes_are_named_all_the_same(model: str) -> None:
    for training in (True, False):
        made = made_with(model, training=training)
        assert made.trace.training == made.model.training == training
        axes = axes_of(made)
        assert axes.change is None
        assert axes.verified_on >= 10
        scores = next(step for step in made.trace.steps if step.op == "softmax").outputs[0]
        assert axes.text(scores) == {"itransformer": "(B, H, N+T, N+T)", "patchtst": "(B*N, H, n, n)"}[model]


def test_batch_norm_takes_its_statistics_from_the_batch_in_train_mode_only() -> None:
    for training in (True, False):
        made = made_with("patchtst", training=training)
        (normalised,) = (data_of(made, step.outputs[0]) for step in made.trace.find(op="batch_norm"))
        spread = normalised.var(dim=(0, 2), unbiased=False)
        assert torch.allclose(spread, torch.ones(8), atol=1e-3) == training


@every_model
def test_taking_inventory_of_a_model_in_train_mode_changes_nothing(model: str) -> None:
    made = run(MODELS[model](training=True), sample_series())
    before = {name: buffer.clone() for name, buffer in made.model.named_buffers()}
    state = torch.get_rng_state()
    assert [row.path for row in inventory(made)] == [row.path for row in inventory(made_with(model))]
    assert made.model.training
    torch.testing.assert_close(dict(made.model.named_buffers()), before, rtol=0, atol=0)
    assert torch.equal(torch.get_rng_state(), state)


ONE_VALUE: dict[str, Any] = {"batch_size": 1, "n_variates": 1, "patch_len": 14}


def test_one_value_per_feature_is_refused_in_train_mode_with_remedies_in_both_languages() -> None:
    with pytest.raises(ExplainedError) as caught:
        PatchTSTSettings(training=True, **ONE_VALUE).config()
    assert caught.value.setting == "training"
    for text in (caught.value.phrase.en, caught.value.phrase.zh):
        for part in ("training", "BatchNorm", "batch_size", "n_variates", "patch_len", "12", "eval"):
            assert part in text


@pytest.mark.parametrize(
    "remedy",
    [{"batch_size": 2}, {"n_variates": 2}, {"patch_len": 12}, {"training": False}],
    ids=lambda each: next(iter(each)),
)
def test_every_remedy_of_that_refusal_helps(remedy: dict[str, Any]) -> None:
    made = run(PatchTSTSettings(**{"training": True, **ONE_VALUE, **remedy}), sample_series())
    assert bool(torch.isfinite(output(made)).all())


def test_torch_itself_refuses_what_is_refused_here() -> None:
    refused = PatchTSTSettings(**ONE_VALUE)
    model = build(refused.config(), 0).train()
    with pytest.raises(ValueError, match="more than 1 value per channel"), torch.random.fork_rng(), torch.no_grad():
        model(torch.zeros(1, refused.seq_len, 1))


def test_one_value_does_in_eval_mode_and_for_the_model_that_has_no_batch_norm() -> None:
    run(PatchTSTSettings(**ONE_VALUE), sample_series())
    run(Settings(training=True, batch_size=1, n_variates=1, time_marks=False), sample_series())


def test_eval_mode_is_the_default() -> None:
    assert not PassSettings().training

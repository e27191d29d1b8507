"""A fit learns, keeps the best weights, and gives the same ones every time."""

from collections.abc import Callable
from dataclasses import replace
from threading import Event, Thread

import numpy as np
import pytest
import torch

from explainer.fitting import Ending, Fit, FitError, FitSettings, Progress, fit, plan
from explainer.models import ForecastConfig, ITransformerConfig, PatchTSTConfig, build
from tests.fitting.waves import INVERTED, PATCHED, PRED_LEN, QUICK, SEQ_LEN, waves

WINDOWS = 140 - SEQ_LEN - PRED_LEN + 1  # of the training part, 70 % of 200 rows


@pytest.mark.parametrize("config", [INVERTED, PATCHED])
def test_a_wave_is_learned_far_better_than_repeating_old_values(config: ForecastConfig) -> None:
    made = fit(replace(config, dropout=0.0), waves(300), replace(QUICK, most_epochs=12, patience=12, batch_size=16))
    assert made.scores.seasonal is not None
    best_naive = min(made.scores.naive.mean_mse, made.scores.seasonal.mean_mse)
    assert made.scores.model.mean_mse < best_naive / 5


def test_the_weights_kept_are_those_with_the_lowest_validation_loss() -> None:
    settings = replace(QUICK, learning_rate=0.05, most_epochs=6, patience=6, batch_size=16)
    made = fit(INVERTED, waves(), settings)
    losses = [epoch.validation_loss for epoch in made.curve]
    assert len(losses) == 6
    best = losses.index(min(losses)) + 1
    assert made.best_epoch == best < 6
    # Ending right after that epoch leaves the same weights, since nothing later touched them.
    assert_same_weights(made, fit(INVERTED, waves(), settings, watch=lambda progress: progress.epoch > best))


def test_the_fit_ends_when_the_validation_loss_has_not_fallen_for_as_long_as_the_patience() -> None:
    made = fit(INVERTED, waves(), replace(QUICK, learning_rate=0.05, most_epochs=50, patience=2))
    assert made.ending is Ending.EARLY
    assert len(made.curve) == made.best_epoch + 2


def test_the_four_phases_run_to_their_end() -> None:
    settings = replace(QUICK, learning_rate=0.05, most_epochs=10, patience=1, schedule="phased")
    made = fit(INVERTED, waves(), settings)
    assert made.ending is Ending.FINISHED
    phases = [epoch.phase for epoch in made.curve]
    # A phase that begins with an epoch's last step is the phase of that epoch.
    assert phases == ["stable"] * 6 + ["fine_tuning"] * 2 + ["convergence"] * 2
    assert made.curve[-1].learning_rate == pytest.approx(0.005)


def assert_same_weights(one: Fit, other: Fit) -> None:
    assert list(one.weights) == list(other.weights)
    for name, tensor in one.weights.items():
        assert torch.equal(tensor, other.weights[name]), name


def while_others_draw(action: Callable[[], Fit]) -> Fit:
    """What `action` gives while another thread draws from the generator of the process."""
    over = Event()

    def draw() -> None:
        while not over.is_set():
            torch.rand(100)
            torch.manual_seed(1)

    noise = Thread(target=draw)
    noise.start()
    try:
        return action()
    finally:
        over.set()
        noise.join()


@pytest.mark.parametrize("config", [INVERTED, PATCHED])
def test_the_same_seed_gives_the_same_weights_bit_for_bit_whoever_else_draws(
    config: ForecastConfig, inverted: Fit, patched: Fit
) -> None:
    alone = inverted if isinstance(config, ITransformerConfig) else patched
    again = while_others_draw(lambda: fit(config, waves(), QUICK))
    assert_same_weights(alone, again)
    assert alone.scores == again.scores


def test_a_fit_leaves_the_random_state_of_the_process_alone() -> None:
    before = torch.get_rng_state()
    fit(INVERTED, waves(), replace(QUICK, most_epochs=1))
    assert torch.equal(before, torch.get_rng_state())


def test_two_visitors_who_fit_at_the_same_time_get_what_each_would_get_alone(inverted: Fit, patched: Fit) -> None:
    made: dict[str, Fit] = {}
    jobs = {"inverted": INVERTED, "patched": PATCHED}
    threads = [
        Thread(target=lambda name=name, config=config: made.update({name: fit(config, waves(), QUICK)}))
        for name, config in jobs.items()
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert_same_weights(made["inverted"], inverted)
    assert_same_weights(made["patched"], patched)


def test_another_seed_gives_other_weights(inverted: Fit) -> None:
    other = fit(INVERTED, waves(), replace(QUICK, seed=1))
    assert not torch.equal(other.weights["projection.weight"], inverted.weights["projection.weight"])


def test_who_watches_is_told_of_every_step_and_of_the_scores() -> None:
    told: list[Progress] = []
    made = fit(INVERTED, waves(), QUICK, watch=lambda progress: bool(told.append(progress)))
    batches = -(-WINDOWS // QUICK.batch_size)
    assert [(each.epoch, each.batch) for each in told[:-1]] == [
        (epoch, batch) for epoch in (1, 2) for batch in range(1, batches + 1)
    ]
    assert (told[-1].phase, told[-1].curve) == ("scoring", made.curve)
    assert [len(each.curve) for each in told[:-1]] == [0] * batches + [1] * batches
    assert all(each.batches == batches and each.epochs == 2 for each in told)
    assert all(0 <= each.seconds_left <= QUICK.budget_seconds for each in told)


def test_a_stop_in_the_first_epoch_keeps_what_was_learned_so_far() -> None:
    made = fit(INVERTED, waves(), QUICK, watch=lambda progress: progress.batch == 2)
    assert made.ending is Ending.STOPPED
    assert [(epoch.number, epoch.batches) for epoch in made.curve] == [(1, 2)]
    assert not torch.equal(made.weights["projection.weight"], build(INVERTED, 0).state_dict()["projection.weight"])


def test_a_loss_that_is_no_number_is_refused_with_the_rate_to_change() -> None:
    with pytest.raises(FitError, match="choose a smaller one") as caught:
        fit(INVERTED, waves(), replace(QUICK, learning_rate=1e30))
    assert caught.value.setting == "learning_rate"


def test_a_missing_value_is_refused_with_its_place() -> None:
    values = np.array(waves().values)
    values[41, 1] = np.nan
    with pytest.raises(FitError, match="1 missing or infinite value, the first in “fast” at row 42"):
        plan(INVERTED, replace(waves(), values=values), QUICK)


def test_fewer_windows_per_epoch_make_shorter_epochs() -> None:
    made = fit(INVERTED, waves(), replace(QUICK, windows_per_epoch=40))
    assert [epoch.batches for epoch in made.curve] == [2, 2]


def test_a_single_value_per_batch_is_refused_before_batchnorm_fails() -> None:
    config = PatchTSTConfig(seq_len=4, pred_len=2, patch_len=8, stride=4, d_model=4, n_heads=1, e_layers=1, d_ff=4)
    lone = waves()
    lone = replace(lone, variates=("slow",), values=lone.values[:, :1])
    with pytest.raises(FitError, match="a single value") as caught:
        fit(config, lone, FitSettings(batch_size=67))  # 135 training windows are twice 67, and one
    assert caught.value.setting == "batch_size"
    assert fit(config, lone, FitSettings(batch_size=64, most_epochs=1)).curve[0].batches == 3

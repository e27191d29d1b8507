"""What is known before the start is true, and the time is kept, by a clock that the work itself turns."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import torch

from explainer.fitting import Ending, FitError, Progress, fit, plan, planning, training
from explainer.fitting.steps import Learner
from explainer.models import build
from tests.fitting.waves import INVERTED, PATCHED, waves
from tests.fitting.waves import QUICK as QUICK_ON_FEW_BATCHES

QUICK = replace(QUICK_ON_FEW_BATCHES, batch_size=16)
STEP, LOOK = 1.0, 0.02  # seconds of a step, and of a look at one window


class Clock:
    """Stands still but for the work that `at_work` makes it count."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.busy = 1.0

    def __call__(self) -> float:
        return self.now

    def slowed(self, action: Callable[..., Any], seconds: Callable[..., float]) -> Callable[..., Any]:
        def counted(*args: Any) -> Any:
            self.now += self.busy * seconds(*args)
            return action(*args)

        return counted


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(Learner, "step", clock.slowed(Learner.step, lambda *_: STEP))
    look = clock.slowed(planning.loss_over, lambda *given: LOOK * len(given[2]))
    monkeypatch.setattr(planning, "loss_over", look)
    monkeypatch.setattr(training, "loss_over", look)
    scored = clock.slowed(training.scores_of, lambda *given: LOOK * len(given[2]))
    monkeypatch.setattr(training, "scores_of", scored)
    return clock


# 117 training windows are 8 steps of 16; 13 validation and 33 test windows, 20 and 40 rows less a horizon and one more.
EPOCH = 8 * STEP + 13 * LOOK
TEST = 33 * LOOK


def test_the_plan_counts_what_the_fit_will_do(clock: Clock) -> None:
    made = planning.prepare(INVERTED, waves(), replace(QUICK, most_epochs=5), clock).plan
    assert made.windows == (117, 13, 33)
    assert made.batches == 8
    assert made.parameters == sum(each.numel() for each in build(INVERTED, 0).parameters())
    assert made.epochs == 5
    assert made.seconds_per_epoch == pytest.approx(EPOCH)
    assert made.seconds == pytest.approx(5 * EPOCH + TEST)
    assert made.seconds_per_batch == pytest.approx(STEP)


@pytest.mark.parametrize("busy", [1.0, 1.3])
@pytest.mark.parametrize("budget", [20.0, 40.5])
def test_a_fit_ends_in_time_with_the_best_so_far(clock: Clock, budget: float, busy: float) -> None:
    def watch(_: Progress) -> bool:
        clock.busy = busy  # the machine becomes slower than it was when the plan was made
        return False

    begin = clock.now
    made = fit(INVERTED, waves(), replace(QUICK, most_epochs=50, budget_seconds=budget), clock=clock, watch=watch)
    assert made.ending is Ending.BUDGET
    assert made.seconds == pytest.approx(clock.now - begin)
    assert budget - 3 * STEP - TEST < made.seconds <= budget
    losses = [epoch.validation_loss for epoch in made.curve]
    assert made.best_epoch == losses.index(min(losses)) + 1


def test_a_fit_that_ends_by_itself_needs_no_more_than_planned(clock: Clock) -> None:
    made = fit(INVERTED, waves(), QUICK, clock=clock)
    assert made.ending is Ending.FINISHED
    measuring = 2 * (STEP + LOOK * 16 * 4)  # each takes so long that it is tried only once more
    assert made.seconds == pytest.approx(2 * EPOCH + TEST + measuring)


def test_the_time_left_falls_to_that_of_the_scores(clock: Clock) -> None:
    told: list[Progress] = []
    fit(INVERTED, waves(), QUICK, clock=clock, watch=lambda progress: bool(told.append(progress)))
    left = [each.seconds_left for each in told]
    assert left == sorted(left, reverse=True)
    assert left[0] == pytest.approx(2 * EPOCH + TEST - EPOCH / 8)
    assert left[-1] == pytest.approx(TEST)


def test_a_budget_too_small_for_one_epoch_is_refused_with_one_that_is_enough(clock: Clock) -> None:
    with pytest.raises(FitError, match=r"take about 9 s here, and budget_seconds is 8\.5") as caught:
        planning.prepare(INVERTED, waves(), replace(QUICK, budget_seconds=8.5), clock)
    assert caught.value.setting == "budget_seconds"
    assert planning.prepare(INVERTED, waves(), replace(QUICK, budget_seconds=9.0), clock).plan.epochs == 1


def test_a_machine_that_stalls_before_the_first_step_is_told_and_nothing_is_made_up(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "Learner", clock.slowed(Learner, lambda *_: 200.0))
    with pytest.raises(FitError, match="choose a larger budget") as caught:
        fit(INVERTED, waves(), replace(QUICK, budget_seconds=150.0), clock=clock)
    assert caught.value.setting == "budget_seconds"


def test_a_model_too_large_is_refused_before_it_is_built() -> None:
    huge = replace(INVERTED, d_model=200_000, d_ff=200_000)
    with pytest.raises(FitError, match=r"about [\d,]+ MB of memory, and 1,024 MB are allowed") as caught:
        plan(huge, waves(), QUICK)
    assert caught.value.setting == "most_bytes"


def test_the_memory_of_a_step_is_what_torch_really_keeps() -> None:
    config = replace(PATCHED, dropout=0.0)
    learner, batch_size = Learner(config, 0), 16
    prepared = planning.prepare(config, waves(), QUICK, lambda: 0.0)
    kept: dict[int, int] = {}

    def keep(tensor: torch.Tensor) -> torch.Tensor:
        kept[tensor.untyped_storage().data_ptr()] = tensor.untyped_storage().nbytes()
        return tensor

    batch = prepared.feed.batch(torch.arange(batch_size))
    with torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor):
        out = learner.model.train()(batch.x, batch.x_mark)
    weights = 4 * 5 * sum(each.numel() for each in learner.model.state_dict().values())
    assert out.requires_grad
    assert prepared.plan.bytes == pytest.approx(weights + 4 * 200 * 2 + sum(kept.values()), rel=0.05)

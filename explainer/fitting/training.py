"""The fit itself: epochs of steps, a look at the validation part after each, and the best weights kept."""

from collections.abc import Callable, Iterator
from math import inf, isfinite
from time import monotonic

import torch
from torch import Tensor

from explainer.fitting.feed import Batch
from explainer.fitting.fit import Fit
from explainer.fitting.naive import season_of
from explainer.fitting.planning import Clock, Prepared, prepare, too_slow
from explainer.fitting.progress import Ending, Epoch, Progress
from explainer.fitting.schedules import SCHEDULES, Rates
from explainer.fitting.scores import Scores, scores_of
from explainer.fitting.settings import FitError, FitSettings
from explainer.fitting.steps import Learner, loss_over
from explainer.language import Phrase
from explainer.models import ForecastConfig
from explainer.series import Series

Watch = Callable[[Progress], bool]

# Kept back of the time for the last look at the validation part and for the scores, as a multiple of what was measured.
_RESERVE = 1.5


def fit(
    config: ForecastConfig,
    series: Series,
    settings: FitSettings,
    *,
    watch: Watch | None = None,
    clock: Clock = monotonic,
) -> Fit:
    """Fit on the training part of `series`, choose the weights on the validation part, judge them on the test part.

    `watch` is told after each step where the fit stands, and ends it by returning True; an epoch that is cut short by
    it, or by the budget, is judged as it is. The same arguments give the same weights, bit for bit, unless the budget
    or `watch` cuts in; no random state but its own is read or changed. `clock` gives seconds.

    Raises:
        FitError: the series is too short or has gaps, the budget does not suffice, or the loss is not a number from
            the start; the sentence says what would work.
    """
    begin = clock()
    ready = prepare(config, series, settings, clock)
    return _Training(config, settings, ready, begin, watch, clock).run(series)


class _Training:
    """The state of a fit while it runs."""

    def __init__(
        self,
        config: ForecastConfig,
        settings: FitSettings,
        ready: Prepared,
        begin: float,
        watch: Watch | None,
        clock: Clock,
    ) -> None:
        self.config = config
        self.settings = settings
        self.plan, self.feed, self.scaler = ready.plan, ready.feed, ready.scaler
        self.begin, self.watch, self.clock = begin, watch, clock
        self.schedule = SCHEDULES[settings.schedule]
        self.learner = Learner(config, settings.seed)
        self.curve: tuple[Epoch, ...] = ()
        self.best: tuple[float, int, dict[str, Tensor]] = (inf, 0, {})
        self.ending: Ending | None = None

    def run(self, series: Series) -> Fit:
        for number in range(1, self.settings.most_epochs + 1):
            self._epoch(number)
            if self.ending is not None:
                break
        if not self.curve:
            raise too_slow(self.settings, self._spent() + self.plan.seconds_per_epoch + self.plan.seconds_to_score)
        if not self.best[1]:
            raise FitError(_DIVERGED.fill(rate=f"{self.settings.learning_rate:g}"), "learning_rate")
        scores = self._scores(series)
        return Fit(
            config=self.config,
            settings=self.settings,
            weights=self.best[2],
            scaler=self.scaler,
            variates=series.variates,
            frequency=series.frequency,
            series_name=series.name,
            parts=self.plan.parts,
            curve=self.curve,
            best_epoch=self.best[1],
            ending=self.ending or Ending.FINISHED,
            seconds=self._spent(),
            scores=scores,
        )

    def _epoch(self, number: int) -> None:
        """Steps until the epoch is over or the fit is to end, and then the look at the validation part."""
        began, total, windows, batches = self.clock(), torch.zeros(()), 0, 0
        self.learner.model.train()
        rates = self._rates(number, 0)
        for batch, rates in self._steps(number):
            total += self.learner.step(batch, rates) * len(batch.starts)
            windows, batches = windows + len(batch.starts), batches + 1
            if self._told(number, batches, total, windows, rates):
                self.ending = Ending.STOPPED
                break
        if batches:
            self._look(number, batches, float(total) / windows, rates, began)

    def _steps(self, number: int) -> Iterator[tuple[Batch, Rates]]:
        """The batches of an epoch in random order with their rates, as long as there is time."""
        starts = self.learner.shuffled(self.plan.parts.train_starts(self.config), self.settings.windows_per_epoch)
        began = self.clock()
        for done, some in enumerate(torch.split(starts, self.settings.batch_size)):
            if not self._time_for_a_step(done, self.clock() - began):
                self.ending = Ending.BUDGET
                return
            yield self.feed.batch(some), self._rates(number, done + 1)

    def _look(self, number: int, batches: int, train_loss: float, rates: Rates, began: float) -> None:
        """Validate, keep the weights if they are the best so far, and see whether to go on."""
        starts = self.plan.parts.validation_starts(self.config)
        loss = loss_over(self.learner.model, self.feed, starts, self.settings.batch_size)
        if loss < self.best[0]:
            self.best = (loss, number, self.learner.weights())
        seconds = self.clock() - began
        facts = (rates.phase, rates.learning_rate, rates.dropout, seconds)
        self.curve += (Epoch(number, batches, train_loss, loss, *facts),)
        if not isfinite(loss):
            self.ending = Ending.DIVERGED
        elif self._waited_enough(number):
            self.ending = self.ending or Ending.EARLY

    def _waited_enough(self, number: int) -> bool:
        waited = number - self.best[1] >= self.settings.patience
        return waited and not self.schedule.patient and number < self.settings.most_epochs

    def _scores(self, series: Series) -> Scores:
        self._tell("scoring", self.curve[-1].number, self.plan.batches, self.curve[-1].train_loss)
        self.learner.model.load_state_dict(self.best[2])
        starts = self.plan.parts.test_starts(self.config)
        season = season_of(series.times, series.frequency)
        return scores_of(self.learner.model, self.feed, starts, self.settings.batch_size, season)

    def _rates(self, number: int, done: int) -> Rates:
        """The rates of a step of an epoch; steps are counted from 1, so that a warm-up does not begin with rate 0."""
        share = ((number - 1) * self.plan.batches + done) / (self.settings.most_epochs * self.plan.batches)
        return self.schedule.at(share, self.settings.learning_rate, self.config.dropout)

    def _told(self, number: int, batch: int, total: Tensor, windows: int, rates: Rates) -> bool:
        return self.watch is not None and self._tell(rates.phase, number, batch, float(total) / windows)

    def _tell(self, phase: str, number: int, batch: int, train_loss: float) -> bool:
        """Tell who watches; True where the fit is to end."""
        if self.watch is None:
            return False
        of, left = self.plan.batches, self._left(number, batch) if phase != "scoring" else self.plan.seconds_to_score
        epochs = self.settings.most_epochs
        return self.watch(Progress(phase, number, epochs, batch, of, train_loss, self.curve, self._spent(), left))

    def _left(self, number: int, batch: int) -> float:
        """Seconds until the last epoch is over and scored, from the epochs so far or else from the plan."""
        whole = [epoch.seconds for epoch in self.curve if epoch.batches == self.plan.batches]
        each = sum(whole) / len(whole) if whole else self.plan.seconds_per_epoch
        epochs = self.settings.most_epochs - number + 1 - batch / self.plan.batches
        left = epochs * each + self.plan.seconds_to_score
        return max(0.0, min(left, self.settings.budget_seconds - self._spent()))

    def _time_for_a_step(self, done: int, taken: float) -> bool:
        """Whether one more step leaves enough for what has to follow, at the pace of the epoch's steps so far."""
        step, after = self.plan.seconds_per_batch, self.plan.seconds_to_check + self.plan.seconds_to_score
        slowness = max(1.0, taken / (done * step)) if done and step > 0 else 1.0
        return self._spent() + slowness * (step + _RESERVE * after) <= self.settings.budget_seconds

    def _spent(self) -> float:
        return self.clock() - self.begin


_DIVERGED = Phrase(
    "The validation loss is not a finite number at learning_rate {rate}; choose a smaller one.",
    "learning_rate 为 {rate} 时，验证损失不是有限的数；请减小它。",
)

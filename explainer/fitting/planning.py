"""What is known of a fit before it starts: how much there is to learn from, and what it takes."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from time import monotonic

import torch

from explainer.fitting.feed import Feed, feed_of
from explainer.fitting.parts import Parts, split
from explainer.fitting.scaler import Scaler
from explainer.fitting.schedules import SCHEDULES
from explainer.fitting.settings import FitError, FitSettings
from explainer.fitting.sizes import Sizes, sizes_of
from explainer.fitting.steps import EVALUATION_BATCHES, Learner, loss_over
from explainer.language import Phrase
from explainer.models import ForecastConfig, PatchTSTConfig
from explainer.series import Series

Clock = Callable[[], float]

# The first time through, memory is asked for and code is loaded; the next ones are what all others will take.
_TRIES = 3
# What takes as many seconds as this is tried once more, as a machine may have paused, and then believed.
_LONG = 1.0


@dataclass(frozen=True)
class Plan:
    """What a fit will do, and what it will take at most.

    windows             of training, validation and test     parts        rows of each
    batches             steps of one epoch                   parameters   numbers that are learned
    bytes               memory, reckoned from shapes         epochs       most of them that the time allows
    seconds_per_epoch   training and validation, measured    seconds      for these epochs and the scores
    seconds_to_check    validation alone                     seconds_to_score  scoring on the test part
    """

    parts: Parts
    windows: tuple[int, int, int]
    batches: int
    parameters: int
    bytes: int
    epochs: int
    seconds: float
    seconds_per_epoch: float
    seconds_to_check: float
    seconds_to_score: float

    @property
    def seconds_per_batch(self) -> float:
        """One step of training."""
        return (self.seconds_per_epoch - self.seconds_to_check) / self.batches


@dataclass(frozen=True, eq=False)
class Prepared:
    """A plan, and what was made ready for it."""

    plan: Plan
    feed: Feed
    scaler: Scaler


def plan(config: ForecastConfig, series: Series, settings: FitSettings) -> Plan:
    """What `fit` with the same arguments will do; takes a few real steps to measure their time.

    Raises:
        FitError: the series is too short or has gaps, or the budget of memory or time does not suffice.
    """
    return prepare(config, series, settings, monotonic).plan


def prepare(config: ForecastConfig, series: Series, settings: FitSettings, clock: Clock) -> Prepared:
    """The plan together with its data. Memory is judged before any of it is taken."""
    parts = split(series, config, settings)
    feed, scaler = feed_of(series, config, settings, parts)
    sizes = sizes_of(config, feed, settings.batch_size)
    if sizes.bytes > settings.most_bytes:
        raise _too_large(config, settings, sizes)
    _check_spread(config, series, settings, parts)
    step, pass_over = _measured(config, feed, settings, parts, clock)
    return Prepared(_plan(config, settings, parts, sizes, step, pass_over), feed, scaler)


def _plan(
    config: ForecastConfig, settings: FitSettings, parts: Parts, sizes: Sizes, step: float, pass_over: float
) -> Plan:
    """From the seconds of one step, and of one window without learning."""
    windows = (
        len(parts.train_starts(config)),
        len(parts.validation_starts(config)),
        len(parts.test_starts(config)),
    )
    batches = ceil(_windows_per_epoch(config, settings, parts) / settings.batch_size)
    check, score = windows[1] * pass_over, windows[2] * pass_over
    epoch = batches * step + check
    if epoch + score > settings.budget_seconds:
        raise too_slow(settings, epoch + score)
    affordable = int((settings.budget_seconds - score) / epoch) if epoch > 0 else settings.most_epochs
    epochs = min(settings.most_epochs, affordable)
    return Plan(
        parts, windows, batches, sizes.parameters, sizes.bytes, epochs, epochs * epoch + score, epoch, check, score
    )


def _windows_per_epoch(config: ForecastConfig, settings: FitSettings, parts: Parts) -> int:
    windows = len(parts.train_starts(config))
    return min(windows, settings.windows_per_epoch or windows)


def _check_spread(config: ForecastConfig, series: Series, settings: FitSettings, parts: Parts) -> None:
    """PatchTST's BatchNorm divides by the spread over windows, variates and patches: one value has none."""
    if not isinstance(config, PatchTSTConfig) or config.n_patches * len(series.variates) > 1:
        return
    last = _windows_per_epoch(config, settings, parts) % settings.batch_size
    if settings.batch_size == 1 or last == 1:
        raise FitError(_ONE_VALUE.fill(batch_size=settings.batch_size, seq_len=config.seq_len), "batch_size")


def _measured(
    config: ForecastConfig, feed: Feed, settings: FitSettings, parts: Parts, clock: Clock
) -> tuple[float, float]:
    """Seconds of one step, and of one window without learning, on a model that is thrown away."""
    learner = Learner(config, settings.seed)
    rates = SCHEDULES[settings.schedule].at(1.0, settings.learning_rate, config.dropout)
    train = parts.train_starts(config)
    batch = feed.batch(torch.arange(min(settings.batch_size, len(train))))
    judged = train[: settings.batch_size * EVALUATION_BATCHES]
    learner.model.train()
    step = _fastest(lambda: float(learner.step(batch, rates)), clock)
    pass_over = _fastest(lambda: loss_over(learner.model, feed, judged, settings.batch_size), clock)
    return step, pass_over / len(judged)


def _fastest(action: Callable[[], float], clock: Clock) -> float:
    taken = []
    for _ in range(_TRIES):
        begin = clock()
        action()
        taken.append(clock() - begin)
        if len(taken) > 1 and taken[-1] >= _LONG:
            break
    return min(taken)


def _too_large(config: ForecastConfig, settings: FitSettings, sizes: Sizes) -> FitError:
    facts = {"needed": _megabytes(sizes.bytes), "most": _megabytes(settings.most_bytes)}
    return FitError(_LARGE.fill(d_model=config.d_model, batch_size=settings.batch_size, **facts), "most_bytes")


def _megabytes(size: int) -> str:
    return f"{size / 2**20:,.0f} MB"


def too_slow(settings: FitSettings, needed: float) -> FitError:
    """The refusal of a fit that has not the seconds that it needs."""
    facts = {"needed": ceil(needed), "budget": f"{settings.budget_seconds:g}"}
    return FitError(_SLOW.fill(**facts), "budget_seconds")


_LARGE = Phrase(
    "Fitting would take about {needed} of memory, and {most} are allowed; choose a smaller d_model (now {d_model}), "
    "d_ff, e_layers or batch_size (now {batch_size}).",
    "训练约需 {needed} 内存，超过上限 {most}；请减小 d_model（当前为 {d_model}）、d_ff、e_layers "
    "或 batch_size（当前为 {batch_size}）。",
)
_SLOW = Phrase(
    "One epoch and the scores take about {needed} s here, and budget_seconds is {budget}; choose a larger budget, "
    "a smaller model, or fewer windows_per_epoch.",
    "在这台机器上，训练一轮并完成评估约需 {needed} 秒，而 budget_seconds 为 {budget}；"
    "请增大时间预算、缩小模型，或减小 windows_per_epoch。",
)
_ONE_VALUE = Phrase(
    "With one variate and one patch, batch_size {batch_size} leaves a batch with a single value, which has no spread "
    "for BatchNorm; choose another batch_size above 1, or a patch_len up to {seq_len}.",
    "只有一个变量、一个 patch 时，batch_size 为 {batch_size} 会使某个批次只剩一个值，BatchNorm 无法计算标准差；"
    "请把 batch_size 改为其他大于 1 的值，或把 patch_len 设为不超过 {seq_len}。",
)

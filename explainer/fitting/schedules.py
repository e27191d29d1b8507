"""What changes while a model is fitted: learning rate, dropout, weight decay and clipping, step by step.

`plain` holds everything still. `phased` is the article's schedule in four phases (section 4): its shares of the steps,
its dropout, decay and clipping. What the article leaves open is the pace of the exponential decay; here it ends where
the last phase begins, at a tenth of the peak. The article's own loop decays in a straight line and starts its phases
again with every epoch, which is not what its words say; this follows the words.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import sqrt

from explainer.language import Phrase


@dataclass(frozen=True)
class Rates:
    """What holds at one moment; `share` is the part of all steps that is done, from 0 to 1.

    `weight_decay` is AdamW's, apart from the gradient; with 0, AdamW is Adam. `clip` is the largest norm of all
    gradients together, or None. `phase` is a key of PHASES.
    """

    share: float
    phase: str
    learning_rate: float
    dropout: float
    weight_decay: float = 0.0
    clip: float | None = None


@dataclass(frozen=True)
class Schedule:
    """A way to fit. `at(share, peak, dropout)` gives the rates, from the settings' peak and the model's dropout.

    `patient`: it runs to its end, since stopping early would leave phases out. The best weights are kept all the same.
    """

    title: Phrase
    at: Callable[[float, float, float], Rates]
    patient: bool


PHASES: Mapping[str, Phrase] = {
    "plain": Phrase("training", "训练"),
    "warm_up": Phrase("warm-up", "热身期"),
    "stable": Phrase("stable", "稳定期"),
    "fine_tuning": Phrase("fine-tuning", "微调期"),
    "convergence": Phrase("convergence", "收敛期"),
    "scoring": Phrase("scoring on the test part", "在测试部分上评估"),
}

# Each phase ends at this share of all steps.
WARM_UP_END, STABLE_END, FINE_TUNING_END = 0.1, 0.7, 0.9
FIRST_DROPOUT, LAST_DROPOUT = 0.3, 0.1
WEIGHT_DECAY, LAST_WEIGHT_DECAY = 0.01, 0.05
LAST_RATE = 0.1
CLIP = 1.0


def article_rate(batch_size: int) -> float:
    """The article's rule for the peak: 1e-4 at 32 windows per step, growing with the square root of their number."""
    return 1e-4 * sqrt(batch_size / 32)


def _plain(share: float, peak: float, dropout: float) -> Rates:
    return Rates(share, "plain", peak, dropout)


def _phased(share: float, peak: float, dropout: float) -> Rates:
    del dropout  # the article sets its own, whatever the model's configuration says
    if share < WARM_UP_END:
        return Rates(share, "warm_up", peak * share / WARM_UP_END, FIRST_DROPOUT, WEIGHT_DECAY)
    if share < STABLE_END:
        done = _done(share, WARM_UP_END, STABLE_END)
        return Rates(share, "stable", peak, FIRST_DROPOUT + (LAST_DROPOUT - FIRST_DROPOUT) * done, WEIGHT_DECAY)
    if share < FINE_TUNING_END:
        rate = peak * LAST_RATE ** _done(share, STABLE_END, FINE_TUNING_END)
        return Rates(share, "fine_tuning", rate, LAST_DROPOUT, WEIGHT_DECAY, CLIP)
    return Rates(share, "convergence", peak * LAST_RATE, LAST_DROPOUT, LAST_WEIGHT_DECAY, CLIP)


def _done(share: float, begin: float, end: float) -> float:
    return (share - begin) / (end - begin)


SCHEDULES: Mapping[str, Schedule] = {
    "plain": Schedule(Phrase("plain", "常规"), _plain, patient=False),
    "phased": Schedule(Phrase("four phases", "四阶段"), _phased, patient=True),
}


def rates(schedule: str, *, peak: float, dropout: float, points: int = 201) -> tuple[Rates, ...]:
    """A schedule as a line to be drawn: its rates at `points` evenly spaced shares of the steps, both ends included."""
    at = SCHEDULES[schedule].at
    return tuple(at(point / (points - 1), peak, dropout) for point in range(points))

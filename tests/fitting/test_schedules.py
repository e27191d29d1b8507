"""The four phases have the numbers that the article gives, and the plain schedule holds still."""

from itertools import pairwise
from math import sqrt

import pytest

from explainer.fitting import PHASES, SCHEDULES, article_rate, rates

PEAK = 2e-4


@pytest.mark.parametrize(
    ("share", "phase", "rate", "dropout", "weight_decay", "clip"),
    [
        (0.0, "warm_up", 0.0, 0.3, 0.01, None),
        (0.05, "warm_up", PEAK / 2, 0.3, 0.01, None),
        (0.1, "stable", PEAK, 0.3, 0.01, None),
        (0.4, "stable", PEAK, 0.2, 0.01, None),
        (0.7, "fine_tuning", PEAK, 0.1, 0.01, 1.0),
        (0.8, "fine_tuning", PEAK / sqrt(10), 0.1, 0.01, 1.0),
        (0.9, "convergence", PEAK / 10, 0.1, 0.05, 1.0),
        (1.0, "convergence", PEAK / 10, 0.1, 0.05, 1.0),
    ],
)
def test_the_phases_are_those_of_the_article(
    share: float, phase: str, rate: float, dropout: float, weight_decay: float, clip: float | None
) -> None:
    now = SCHEDULES["phased"].at(share, PEAK, 0.5)
    assert (now.phase, now.weight_decay, now.clip) == (phase, weight_decay, clip)
    assert (now.learning_rate, now.dropout) == pytest.approx((rate, dropout))


def test_no_phase_begins_with_a_jump_of_the_learning_rate() -> None:
    drawn = rates("phased", peak=PEAK, dropout=0.1, points=1001)
    steps = [abs(after.learning_rate - before.learning_rate) for before, after in pairwise(drawn)]
    assert max(steps) < 0.02 * PEAK
    phases = [each.phase for each in drawn[::250]]
    assert phases == ["warm_up", "stable", "stable", "fine_tuning", "convergence"]


def test_both_schedules_can_be_drawn_over_the_same_shares() -> None:
    plain, phased = (rates(name, peak=PEAK, dropout=0.1) for name in ("plain", "phased"))
    assert [each.share for each in plain] == [each.share for each in phased]
    assert {(each.learning_rate, each.dropout, each.weight_decay, each.clip) for each in plain} == {
        (PEAK, 0.1, 0.0, None)
    }
    assert {each.phase for each in (*plain, *phased)} <= set(PHASES)


def test_the_articles_peak_grows_with_the_square_root_of_the_batch() -> None:
    assert article_rate(32) == 1e-4
    assert article_rate(128) == pytest.approx(2e-4)

"""Ticks are few and round, enclose the data, and are written so that none is taken for another."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explainer.drawing.plots.ticks import covering_scale, inner_scale, short_number, tick_labels

any_float = st.floats(allow_nan=True, allow_infinity=True)
positive = st.floats(1e-290, 1e290)


def written(labels: tuple[str, ...]) -> list[float]:
    return [float(label.replace("−", "-")) for label in labels]


@given(st.lists(any_float, max_size=5))
def test_ticks_enclose_every_number_that_can_be_shown(numbers: list[float]) -> None:
    scale = covering_scale(np.array(numbers))
    shown = [number for number in numbers if abs(number) <= 1e300]
    assert all(scale.ticks[0] <= number <= scale.ticks[-1] for number in shown)
    assert list(scale.ticks) == sorted(set(scale.ticks))
    assert 2 <= len(scale.ticks) <= 8
    shares = scale.shares(np.array(numbers))
    assert ((shares >= 0) & (shares <= 1) | np.isnan(shares)).all()


@given(st.lists(positive, min_size=1, max_size=5))
def test_logarithmic_ticks_enclose_every_number_too(numbers: list[float]) -> None:
    scale = covering_scale(np.array(numbers), log=True)
    assert all(scale.ticks[0] * (1 - 1e-12) <= number <= scale.ticks[-1] * (1 + 1e-12) for number in numbers)
    assert list(scale.ticks) == sorted(set(scale.ticks))
    assert len(scale.ticks) <= 10


@given(st.floats(-1e300, 1e300), st.floats(-1e300, 1e300))
def test_inner_ticks_stay_between_the_ends(a: float, b: float) -> None:
    scale = inner_scale(min(a, b), max(a, b), count=5)
    room = (scale.high - scale.low) * 1e-6
    assert all(scale.low - room <= tick <= scale.high + room for tick in scale.ticks)


@pytest.mark.parametrize(
    ("numbers", "ticks"),
    [
        ([0.0, 1.0], (0, 0.25, 0.5, 0.75, 1)),
        ([0.3, 9.7], (0, 2.5, 5, 7.5, 10)),
        ([-3.0, 3.0], (-4, -2, 0, 2, 4)),
        ([math.nan, 5.0, 5.0], (4.5, 4.75, 5.0, 5.25, 5.5)),
        ([0.0], (-1, -0.5, 0, 0.5, 1)),
        ([], (0, 0.5, 1)),
    ],
)
def test_ticks_are_round(numbers: list[float], ticks: tuple[float, ...]) -> None:
    assert covering_scale(np.array(numbers)).ticks == pytest.approx(ticks)


def test_whole_numbers_get_whole_ticks() -> None:
    assert inner_scale(0.0, 3.0, count=10, whole=True).ticks == (0, 1, 2, 3)
    assert inner_scale(0.0, 10.0, count=4, whole=True).ticks == (0, 5, 10)
    assert inner_scale(7.0, 7.0, count=4, whole=True).ticks == (7,)


@pytest.mark.parametrize(
    ("ticks", "labels"),
    [
        ((0.0, 0.25, 0.5), ("0", "0.25", "0.50")),
        ((-0.1, 0.0, 0.1), ("−0.1", "0", "0.1")),
        ((0.0, 2e-6, 4e-6), ("0", "2e−6", "4e−6")),
        ((0.0, 2.5e9), ("0", "2.5e9")),
        ((), ()),
    ],
)
def test_ticks_are_written_with_the_decimals_they_need(ticks: tuple[float, ...], labels: tuple[str, ...]) -> None:
    assert tick_labels(ticks) == labels


@given(st.lists(st.floats(-1e300, 1e300), min_size=1, max_size=5))
def test_a_tick_label_reads_back_as_its_tick_and_none_is_like_another(numbers: list[float]) -> None:
    ticks = covering_scale(np.array(numbers)).ticks
    labels = tick_labels(ticks)
    step = max(ticks[1] - ticks[0], 1e-300)
    assert len(set(labels)) == len(labels)
    assert written(labels) == pytest.approx(list(ticks), rel=1e-6, abs=step * 1e-3)


@pytest.mark.parametrize(
    ("number", "label"),
    [(1234.4, "1234"), (0.05, "0.05"), (-0.25, "−0.25"), (2.0, "2"), (1e9, "1e9"), (3e-7, "3e−7"), (math.nan, "–")],
)
def test_one_number_is_short(number: float, label: str) -> None:
    assert short_number(number) == label

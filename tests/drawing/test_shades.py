"""A number looks as strong as it is, and the same in a small map and in Plotly."""

from math import inf, isnan, nan
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from explainer.drawing import Range, range_of
from explainer.drawing.shades import LESS, MORE

numbers = st.floats(-1e6, 1e6)


class Ink(NamedTuple):
    """A colour and how thickly it is laid on."""

    colour: tuple[int, ...]
    thickness: float


def plotly_ink(shades: Range, number: float) -> Ink:
    """What Plotly makes of a number: every channel linear between the stops; equal ends are moved apart by one."""
    low, high = shades.plotly_ends()
    if low == high:
        low, high = low - 0.5, high + 0.5
    places = [place for place, _ in shades.colorscale()]
    colours = np.array([colour[5:-1].split(",") for _, colour in shades.colorscale()], dtype=float)
    red, green, blue, thickness = (np.interp((number - low) / (high - low), places, channel) for channel in colours.T)
    return Ink((round(red), round(green), round(blue)), float(thickness))


def two_ends(a: float, b: float) -> Range:
    assume(abs(a - b) > 1e-3)
    return Range(min(a, b), max(a, b))


@pytest.mark.parametrize(("number", "strength"), [(2.0, 0), (3.0, 0.25), (4.0, 0.5), (6.0, 1)])
def test_without_negative_numbers_strength_grows_from_the_lowest(number: float, strength: float) -> None:
    assert Range(2.0, 6.0).strength(number) == strength


@pytest.mark.parametrize(("number", "strength"), [(-4.0, -1), (-1.0, -0.25), (0.0, 0), (2.0, 0.5), (4.0, 1)])
def test_with_negative_numbers_zero_gets_no_ink_and_both_sides_share_one_scale(number: float, strength: float) -> None:
    assert Range(-4.0, 2.0).strength(number) == strength


def test_where_all_numbers_are_below_zero_the_weakest_is_not_taken_for_zero() -> None:
    shades = Range(-8.0, -2.0)
    assert [shades.strength(number) for number in (-8.0, -2.0)] == [-1, -0.25]


@pytest.mark.parametrize("constant", [-3.0, 0.0, 3.0])
def test_a_range_of_one_number_divides_by_nothing(constant: float) -> None:
    assert Range(constant, constant).strength(constant) == np.sign(min(constant, 0))


@pytest.mark.parametrize("shades", [Range(0.0, 1.0), Range(-1.0, 1.0)])
def test_what_is_not_a_number_stays_so(shades: Range) -> None:
    assert isnan(shades.strength(nan))


def test_what_is_not_a_number_stays_so_in_a_range_of_one_number() -> None:
    assert isnan(Range(1.0, 1.0).strength(nan))


@given(numbers, numbers, numbers)
def test_strength_stays_within_full_ink_and_keeps_the_order(a: float, b: float, c: float) -> None:
    low, middle, high = sorted((a, b, c))
    shades = Range(low, high)
    strengths = [shades.strength(number) for number in (low, middle, high)]
    assert strengths == sorted(strengths)
    assert all(-1 <= strength <= 1 for strength in strengths)


@given(numbers, numbers, st.floats(0, 1))
def test_plotly_lays_on_as_much_ink_as_strength_says(a: float, b: float, share: float) -> None:
    shades = two_ends(a, b)
    number = shades.low + share * (shades.high - shades.low)
    strength = shades.strength(number)
    ink = plotly_ink(shades, number)
    assert ink.thickness == pytest.approx(abs(strength), abs=1e-9)
    if ink.thickness > 1e-6:
        assert ink.colour == (MORE if strength > 0 else LESS)


@pytest.mark.parametrize("constant", [0.0, 1.0])
def test_a_constant_map_looks_the_same_large_and_small(constant: float) -> None:
    shades = range_of(np.full((2, 2), constant))
    assert plotly_ink(shades, constant).thickness == abs(shades.strength(constant))


def test_blue_is_above_zero_and_orange_below() -> None:
    shades = Range(-2.0, 2.0)
    assert plotly_ink(shades, 2.0) == (MORE, 1)
    assert plotly_ink(shades, -2.0) == (LESS, 1)


@given(st.lists(numbers, min_size=2, unique=True))
def test_a_range_reaches_from_the_smallest_number_to_the_largest(some: list[float]) -> None:
    assert range_of(np.array(some)) == Range(min(some), max(some))


def test_what_is_not_finite_has_no_say_in_the_range() -> None:
    assert range_of(np.array([[nan, 1.0], [inf, 3.0], [-inf, 2.0]])) == Range(1.0, 3.0)


@pytest.mark.parametrize("numbers", [np.array([nan, inf]), np.empty((0, 3))])
def test_without_a_finite_number_there_is_a_range_of_nothing(numbers: np.ndarray) -> None:
    assert range_of(numbers) == Range(0.0, 0.0)

"""The solver on its own: from numbers to expressions, without any model."""

import random
from collections.abc import Callable, Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explainer.tracing.axes.expressions import Expression, Letter, Number, Operation, evaluate, worth
from explainer.tracing.axes.searching import CAP, Table
from explainer.tracing.axes.solving import Solver

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43)
LETTERS = ("B", "N", "T", "L", "D", "H", "P", "s")


def draws(count: int, seed: int) -> list[dict[str, int]]:
    dice = random.Random(seed)  # noqa: S311 - settings, not secrets
    return [dict(zip(LETTERS, dice.sample(PRIMES, len(LETTERS)), strict=True)) for _ in range(count)]


def solver(fit: list[dict[str, int]]) -> Solver:
    return Solver({letter: tuple(each[letter] for each in fit) for letter in LETTERS})


def solve(size: Callable[[Mapping[str, int]], int], count: int = 10) -> Expression | None:
    fit = draws(count, seed=1)
    target = tuple(size(each) for each in fit)
    return solver(fit).solve([target]).get(target)


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (lambda at: at["D"] - at["D"] + 8, "8"),
        (lambda at: at["D"], "D"),
        (lambda at: at["B"] * at["N"], "B*N"),
        (lambda at: 5000 * at["D"], "5000*D"),
        (lambda at: at["N"] + at["T"], "N+T"),
        (lambda at: at["L"] - 7, "L-7"),
        (lambda at: 3 * at["L"] + 11, "3*L + 11"),
        (lambda at: at["L"] // 4, "L//4"),
        (lambda at: at["D"] // at["H"], "D//H"),
        (lambda at: (at["L"] + at["s"] - at["P"]) // at["s"] + 1, "(L-P)//s + 2"),
        (lambda at: (at["L"] + 2 - 3) // 2 + 1, "(L+1)//2"),
        (lambda at: 2 * at["N"], "2*N"),
    ],
)
def test_the_smallest_form_is_found(size: Callable[[Mapping[str, int]], int], text: str) -> None:
    found = solve(size)
    assert found is not None
    assert str(found) == text
    assert all(worth(found, at) == size(at) for at in draws(50, seed=2))


def test_a_solved_sum_is_a_building_block_for_products_of_it() -> None:
    fit = draws(10, seed=3)
    tokens = tuple(at["N"] + at["T"] for at in fit)
    stride = tuple(at["H"] * total * total for at, total in zip(fit, tokens, strict=True))
    assert str(solver(fit).solve([stride, tokens])[stride]) == "H*(N+T)*(N+T)"


def test_what_the_grammar_does_not_have_is_left_out() -> None:
    assert solve(lambda at: sum(prime < at["N"] ** 2 for prime in PRIMES) ** 3 + at["B"] ** at["H"] % 13) is None


def test_the_search_stops_at_its_cap() -> None:
    fit = draws(10, seed=4)
    known: list[tuple[Expression, tuple[int, ...]]] = [
        (Letter(letter), tuple(at[letter] for at in fit)) for letter in LETTERS
    ]
    for cap in (CAP, 2000, 50):
        table = Table(known, cap=cap)
        assert len(table.small) <= cap + len(LETTERS) + 3
        assert len(table.quotients) <= max(0, cap - len(table.small))


SMALL = st.sampled_from([Letter(letter) for letter in LETTERS]) | st.integers(1, 3).map(Number)
PAIRS = st.builds(Operation, st.sampled_from(["+", "-", "*", "//"]), SMALL, SMALL)
QUOTIENTS = st.builds(Operation, st.just("//"), PAIRS, SMALL)
WITHIN_THE_GRAMMAR = (
    SMALL
    | PAIRS
    | QUOTIENTS
    | st.builds(Operation, st.sampled_from(["+", "-", "*"]), PAIRS | QUOTIENTS, SMALL)
    | st.builds(Operation, st.sampled_from(["+", "-", "*"]), PAIRS, PAIRS)
)


def learned(truth: Expression) -> Expression | None:
    """Fit, try on fresh settings, and learn from the failures, as a study does."""
    fit = draws(10, seed=5)
    for turn in range(8):
        target = tuple(evaluate(truth, at) for at in fit)
        found = solver(fit).solve([target]).get(target)
        failed = [at for at in draws(200, seed=6 + turn) if found and worth(found, at) != evaluate(truth, at)]
        if found is None or not failed:
            return found
        fit += failed[:10]
    return None


@settings(max_examples=50, deadline=None, derandomize=True)
@given(WITHIN_THE_GRAMMAR)
def test_every_expression_of_the_grammar_is_found_or_one_that_equals_it_at_settings_it_never_saw(
    truth: Expression,
) -> None:
    found = learned(truth)
    assert found is not None
    assert all(worth(found, at) == evaluate(truth, at) for at in draws(100, seed=99))


@settings(max_examples=15, deadline=None)
@given(st.lists(st.integers(0, 50), min_size=10, max_size=10))
def test_whatever_is_found_fits_all_that_it_was_made_from(numbers: list[int]) -> None:
    fit = draws(10, seed=7)
    found = solver(fit).solve([tuple(numbers)]).get(tuple(numbers))
    assert found is None or [worth(found, at) for at in fit] == numbers

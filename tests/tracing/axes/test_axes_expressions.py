"""Expressions as they are written and as they count, against Python's own reading of the text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explainer.tracing.axes.expressions import (
    Expression,
    Letter,
    Number,
    Operation,
    evaluate,
    letters_in,
    product,
    shifted,
    substitute,
    worth,
)

B, D, H, L, N, P, T, n, s = map(Letter, ("B", "D", "H", "L", "N", "P", "T", "n", "s"))
PATCHES = shifted(Operation("//", Operation("-", L, P), s), 2)

expressions = st.recursive(
    st.sampled_from([B, N, L]) | st.integers(0, 9).map(Number),
    lambda inner: st.builds(Operation, st.sampled_from(["+", "-", "*", "//"]), inner, inner),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (Operation("+", N, T), "N+T"),
        (product([B, N]), "B*N"),
        (PATCHES, "(L-P)//s + 2"),
        (product([D, PATCHES]), "D*((L-P)//s + 2)"),
        (product([H, Operation("+", N, T), Operation("+", N, T)]), "H*(N+T)*(N+T)"),
        (product([Number(5000), D]), "5000*D"),
        (Operation("*", H, Operation("//", D, H)), "H*(D//H)"),
        (Operation("*", B, Operation("*", N, D)), "B*N*D"),
        (Operation("+", B, Operation("-", N, D)), "B+N-D"),
        (Operation("-", B, Operation("+", N, D)), "B-(N+D)"),
        (Operation("-", B, Operation("-", N, D)), "B-(N-D)"),
        (Operation("//", B, Operation("*", N, D)), "B//(N*D)"),
        (Operation("//", Operation("*", B, N), D), "B*N//D"),
        (Operation("+", product([B, N]), T), "B*N + T"),
        (shifted(L, -7), "L-7"),
        (shifted(L, 0), "L"),
        (product([]), "1"),
    ],
)
def test_an_expression_is_written_as_a_reader_writes_it(expression: Expression, text: str) -> None:
    assert str(expression) == text


@given(expressions, st.fixed_dictionaries({letter: st.integers(1, 40) for letter in "BNL"}))
def test_python_reads_every_text_as_the_expression_that_it_was_written_from(
    expression: Expression, setting: dict[str, int]
) -> None:
    try:
        expected: int | None = eval(str(expression), {}, setting)  # noqa: S307 - a text of letters, numbers and signs
    except ZeroDivisionError:
        expected = None
    assert worth(expression, setting) == expected


def test_division_rounds_down_below_zero_too() -> None:
    assert evaluate(PATCHES, {"L": 10, "P": 12, "s": 4}) == 1


def test_numbers_of_any_length_stay_exact() -> None:
    assert evaluate(product([B, B, B, B, B]), {"B": 10**9 + 7}) == (10**9 + 7) ** 5


def test_letters_are_replaced_by_what_they_stand_for() -> None:
    assert str(substitute(product([D, n]), {"n": PATCHES})) == "D*((L-P)//s + 2)"
    assert letters_in(substitute(n, {"n": PATCHES})) == {"L", "P", "s"}

"""Expressions over whole numbers, `N+T`, `B*N`, `(L-P)//s + 2`: what they are worth, and how they are written.

All arithmetic is exact; `//` rounds down, as Python's does.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from operator import add, floordiv, mul, sub
from typing import Literal, TypeAlias

Operator: TypeAlias = Literal["+", "-", "*", "//"]

OPERATIONS: Mapping[Operator, Callable[[int, int], int]] = {"+": add, "-": sub, "*": mul, "//": floordiv}
_SUM, _PRODUCT, _ATOM = 1, 2, 3
_BINDING: Mapping[Operator, int] = {"+": _SUM, "-": _SUM, "*": _PRODUCT, "//": _PRODUCT}


@dataclass(frozen=True)
class Number:
    """A whole number."""

    value: int

    @property
    def size(self) -> int:
        """How many letters, numbers and signs it is made of."""
        return 1

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True)
class Letter:
    """A hyper-parameter, by its letter."""

    name: str

    @property
    def size(self) -> int:
        """How many letters, numbers and signs it is made of."""
        return 1

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Operation:
    """Two expressions joined by `+`, `-`, `*` or `//`."""

    operator: Operator
    left: "Expression"
    right: "Expression"

    @cached_property
    def size(self) -> int:
        """How many letters, numbers and signs it is made of."""
        return self.left.size + self.right.size + 1

    def __str__(self) -> str:
        """As a reader writes it: no bracket that could be left out, and air around the sums of products."""
        binding = _BINDING[self.operator]
        left = _bracketed(self.left, _binding(self.left) < binding)
        right = _bracketed(self.right, _needs_brackets_on_the_right(self.operator, self.right))
        airy = binding == _SUM and ("*" in left + right or "/" in left + right)
        return f"{left} {self.operator} {right}" if airy else f"{left}{self.operator}{right}"


Expression: TypeAlias = Number | Letter | Operation


def evaluate(expression: Expression, setting: Mapping[str, int]) -> int:
    """What an expression is worth at a setting.

    KeyError where the setting lacks a letter, ZeroDivisionError where a divisor is 0 there.
    """
    match expression:
        case Number(value=value):
            return value
        case Letter(name=name):
            return setting[name]
    return OPERATIONS[expression.operator](evaluate(expression.left, setting), evaluate(expression.right, setting))


def worth(expression: Expression, setting: Mapping[str, int]) -> int | None:
    """As `evaluate`, but None where a divisor is 0."""
    try:
        return evaluate(expression, setting)
    except ZeroDivisionError:
        return None


def substitute(expression: Expression, meanings: Mapping[str, Expression]) -> Expression:
    """The expression with letters replaced by what they stand for, again and again until none is left to replace."""
    match expression:
        case Number():
            return expression
        case Letter(name=name):
            return substitute(meanings[name], meanings) if name in meanings else expression
    left, right = substitute(expression.left, meanings), substitute(expression.right, meanings)
    return Operation(expression.operator, left, right)


def letters_in(expression: Expression) -> frozenset[str]:
    """The letters that occur in an expression."""
    match expression:
        case Number():
            return frozenset()
        case Letter(name=name):
            return frozenset({name})
    return letters_in(expression.left) | letters_in(expression.right)


def product(factors: list[Expression]) -> Expression:
    """Factors multiplied from left to right; 1 for none."""
    result: Expression | None = None
    for factor in factors:
        result = factor if result is None else Operation("*", result, factor)
    return result or Number(1)


def shifted(expression: Expression, by: int) -> Expression:
    """The expression plus a number, written as a difference where the number is negative."""
    if by == 0:
        return expression
    return Operation("+" if by > 0 else "-", expression, Number(abs(by)))


def _binding(expression: Expression) -> int:
    if isinstance(expression, Operation):
        return _BINDING[expression.operator]
    return _SUM if isinstance(expression, Number) and expression.value < 0 else _ATOM


def _needs_brackets_on_the_right(operator: Operator, right: Expression) -> bool:
    """Sums may follow `+`, and products `*`, without brackets; everything else that binds no tighter may not."""
    if _binding(right) > _BINDING[operator]:
        return False
    if not isinstance(right, Operation):
        return True
    return operator != "+" and not (operator == "*" and _is_pure_product(right))


def _is_pure_product(expression: Expression) -> bool:
    """Whether a product may lose its brackets behind `*`: not where a quotient is among its factors."""
    if not isinstance(expression, Operation):
        return True
    return expression.operator == "*" and _is_pure_product(expression.left)


def _bracketed(expression: Expression, needed: bool) -> str:
    return f"({expression})" if needed else str(expression)

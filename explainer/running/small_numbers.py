"""Small round numbers: drawn, and always the same for the same seed; or the reader's own, read with care."""

import random
from collections.abc import Sequence
from math import inf, prod
from numbers import Real
from reprlib import repr as shortened
from typing import Any, TypeAlias

import torch
from torch import Tensor, nn

from explainer.language import ExplainedError, Phrase

Shape: TypeAlias = tuple[int, ...]

WHOLE = (-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0)
HALVES = (-1.0, -0.5, 0.0, 0.5, 1.0)
NONE_OR_HALF = (0.0, 0.5)
LIMIT = 10**6

# From so many numbers on, one and the same number throughout is dull: a norm leaves nothing of it.
_LONG = 3

_WRONG_COUNT = Phrase(
    "{name} takes {wanted} numbers, row by row in the shape {shape}, but was given {given}; give exactly {wanted}.",
    "{name} 需要 {wanted} 个数（形状 {shape}，按行依次排列），实际给出 {given} 个；请给出正好 {wanted} 个数。",
)
_NO_NUMBER = Phrase(
    "Number {position} of {name}, at {index}, is {value}; write a finite number there, such as 2 or -0.5.",
    "{name} 的第 {position} 个数（位置 {index}）是 {value}；请在此填写一个有限的数，例如 2 或 -0.5。",
)
_TOO_LARGE = Phrase(
    "Number {position} of {name}, at {index}, is {value}, too large for a small example; "
    "choose a number from -{limit} to {limit}.",
    "{name} 的第 {position} 个数（位置 {index}）是 {value}，对小例子来说太大；请取 -{limit} 到 {limit} 之间的数。",
)


def drawn(shape: Shape, choices: Sequence[float], seed: str) -> Tensor:
    """Numbers of `shape`, each one of `choices`; no row or column of three or more is one number throughout."""
    dice = random.Random(seed)  # noqa: S311 - numbers to read, not secrets; the random state of others is not touched
    while True:
        numbers = torch.tensor(dice.choices(choices, k=prod(shape)), dtype=torch.float32).reshape(shape)
        if not _is_dull(numbers):
            return numbers


def _is_dull(numbers: Tensor) -> bool:
    long = [axis for axis, size in enumerate(numbers.shape) if size >= _LONG]
    return any(bool((numbers.amin(dim=axis) == numbers.amax(dim=axis)).any()) for axis in long)


def written(name: str, shape: Shape, numbers: Sequence[object]) -> Tensor:
    """The reader's numbers for the tensor `name`, flat and row by row, in its shape.

    Raises ExplainedError, with the place and the remedy, for a wrong count and for what is no number, not finite,
    or larger than a million.
    """
    wanted = prod(shape)
    if len(numbers) != wanted:
        raise ExplainedError(_WRONG_COUNT.fill(name=name, wanted=wanted, shape=shape, given=len(numbers)), name)
    checked = [_checked(name, shape, place, number) for place, number in enumerate(numbers)]
    return torch.tensor(checked, dtype=torch.float32).reshape(shape)


def _checked(name: str, shape: Shape, place: int, number: Any) -> float:
    problem = _problem(number)
    if problem is None:
        return float(number)
    facts = {"name": name, "position": place + 1, "index": _index(shape, place), "value": _shown(number)}
    raise ExplainedError(problem.fill(**facts, limit=LIMIT), name)


def _shown(number: Any) -> str:
    try:
        return shortened(number)
    except ValueError:  # a whole number longer than Python writes out
        return "…"


def _problem(number: Any) -> Phrase | None:
    """Asked without making a float of it: there are whole numbers for which there is none."""
    if not isinstance(number, Real) or isinstance(number, bool):
        return _NO_NUMBER
    size: Any = abs(number)
    if not size < inf:  # nan is less than nothing
        return _NO_NUMBER
    return _TOO_LARGE if size > LIMIT else None


def _index(shape: Shape, place: int) -> list[int]:
    """Where the number at a place of the flat list stands in the tensor."""
    index: list[int] = []
    for size in reversed(shape):
        place, position = divmod(place, size)
        index.insert(0, position)
    return index


def give_round_weights(model: nn.Module, seed: int) -> None:
    """Replace the weights of a model by -1, -½, 0, ½, 1 and its biases by 0 or ½; norms stay as they were built."""
    for path, module in model.named_modules():
        if isinstance(module, (nn.LayerNorm, nn.BatchNorm1d)):
            continue
        for name, parameter in module.named_parameters(recurse=False):
            choices = HALVES if parameter.dim() > 1 else NONE_OR_HALF
            with torch.no_grad():
                parameter.copy_(drawn(tuple(parameter.shape), choices, f"{seed} {path}.{name}"))

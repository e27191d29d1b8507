"""Models made to mislead: loops, branches, sizes without a formula, numbers that are equal by chance."""

import random
import threading
from collections.abc import Callable, Mapping
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from explainer.tracing import FailedPass, Trace, Tracer
from explainer.tracing.axes import Axes, Derived, Family, forget, name_axes

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29)


def family(
    model: Callable[[Mapping[str, int]], nn.Module],
    key: str,
    shape: str = "B N D",
    draw: Callable[[random.Random, int], list[int]] = lambda dice, count: dice.sample(PRIMES, count),
    **derived: Derived,
) -> Family:
    """Models that read one tensor whose axes are the letters of `shape`."""
    letters = shape.split()

    def build(setting: Mapping[str, int]) -> tuple[nn.Module, tuple[Any, ...]]:
        return model(setting), (torch.ones(*(setting[letter] for letter in letters)),)

    def sample(dice: random.Random) -> dict[str, int]:
        return dict(zip(letters, draw(dice, len(letters)), strict=True))

    return Family(key, dict.fromkeys(letters, "an axis"), sample, build, derived)


def named(kind: Family, **setting: int) -> tuple[Trace, Axes]:
    model, inputs = kind.build(setting)
    trace = Tracer(budget=0).trace(model, *inputs)
    return trace, name_axes(trace, kind, setting)


class LoopsOverTime(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        total = x[:, 0]
        for step in range(1, x.shape[1]):
            total = total + x[:, step]
        return total


class AsksTheNumbers(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        if x.sum() > 0:
            x = torch.relu(x)
        return x * 2


class SeesFewDifferently(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return x.softmax(-1) if x.shape[1] < 10 else x.flatten(1).softmax(-1)


class KeepsThePositive(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        y = x * 2
        return y[y > 0]


class CountsPrimes(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        primes = sum(all(number % by for by in range(2, number)) for number in range(2, x.shape[1] + 1))
        y = x[:, :primes]
        return y * 2


class EightIsANumber(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.eight = nn.Linear(width, 8)
        self.width = nn.Linear(width, width)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        eight = self.eight(x)
        width = self.width(x)
        return eight, width


class Squeezes(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        y = x.squeeze(0)
        return y * 2


class HasItsOwnNames(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        batch, tokens, width = x.shape
        halves = width // 2
        y = x.reshape(batch * tokens, width)
        return y[:, :halves] * 2


class Unrolls(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        windows = x.unfold(1, 3, 2)
        y = windows.flatten(2)
        return y + 1


def test_a_loop_that_runs_once_per_step_is_said_to_depend_on_their_number() -> None:
    trace, axes = named(family(lambda _: LoopsOverTime(), "loop"), B=2, N=5, D=3)
    assert axes.change is not None
    assert axes.change.letters == ("N",)
    assert "The structure depends on N: " in axes.change.sentence.en
    assert "N=" in axes.change.sentence.en
    assert axes.change.sentence.zh.startswith("结构取决于N：")
    assert {axis.status for value in trace.values for axis in axes.of(value.id)} == {"unsolved"}
    assert axes.text(0) == "(2, 5, 3)"


def test_a_branch_on_a_size_is_said_to_depend_on_it() -> None:
    _, axes = named(family(lambda _: SeesFewDifferently(), "branch"), B=2, N=5, D=3)
    assert axes.change is not None
    assert axes.change.letters == ("N",)
    assert "flatten" in axes.change.sentence.en


def test_a_branch_on_numbers_is_said_to_depend_on_the_values_of_the_inputs() -> None:
    trace, axes = named(family(lambda _: AsksTheNumbers(), "values"), B=2, N=5, D=3)
    assert axes.change is not None
    assert axes.change.letters == ()
    assert "the values of the inputs" in axes.change.sentence.en
    assert axes.text(trace.steps[-1].outputs[0]) == "(2, 5, 3)"


def test_a_size_that_numbers_decide_is_not_named_although_a_product_fits_all_runs() -> None:
    trace, axes = named(family(lambda _: KeepsThePositive(), "mask"), B=2, N=5, D=3)
    assert axes.change is None
    assert axes.text(trace.value("y").id) == "(B, N, D)"
    (kept,) = axes.of(trace.steps[-1].outputs[0])
    assert (kept.text, kept.status, kept.verified_on) == ("30", "unsolved", 0)


def test_a_size_without_a_formula_stays_a_number() -> None:
    trace, axes = named(family(lambda _: CountsPrimes(), "primes"), B=2, N=17, D=3)
    y = trace.value("y").id
    assert axes.text(y) == "(B, 7, D)"
    assert axes.of(y)[1].status == "unsolved"
    assert axes.of(y)[1].formula == "7"
    assert axes.of(y)[1].local == "primes"
    assert axes.evaluate({"B": 2, "N": 4, "D": 3})[y] == (2, None, 3)


def test_an_eight_is_not_taken_for_a_width_that_happens_to_be_eight() -> None:
    trace, axes = named(family(lambda at: EightIsANumber(at["D"]), "eight"), B=8, N=5, D=8)
    assert axes.text(trace.value("eight").id) == "(B, N, 8)"
    assert axes.text(trace.value("width").id) == "(B, N, D)"
    assert axes.of(trace.value("eight").id)[2].status == "constant"
    assert axes.of(trace.value("eight").id)[2].verified_on >= 10


def test_numbers_drawn_equal_do_not_make_letters_equal() -> None:
    kind = family(
        lambda at: EightIsANumber(at["D"]), "few", draw=lambda dice, count: dice.choices((2, 3, 4, 5), k=count)
    )
    trace, axes = named(kind, B=3, N=3, D=3)
    assert axes.text(trace.value("width").id) == "(B, N, D)"


def test_a_family_with_too_few_settings_to_check_on_names_nothing() -> None:
    kind = family(lambda _: HasItsOwnNames(), "few settings", draw=lambda dice, count: dice.sample((5, 7, 11), count))
    trace, axes = named(kind, B=5, N=7, D=11)
    assert axes.verified_on < 10
    assert axes.text(trace.value("y").id) == "(35, 11)"
    assert axes.local_text(0) == "(5, 7, 11)"


def test_a_record_that_differs_where_an_axis_has_length_one_says_which_letter_does_it() -> None:
    trace, axes = named(family(lambda _: Squeezes(), "squeeze"), B=1, N=5, D=3)
    assert axes.change is not None
    assert axes.change.letters == ("B",)
    assert "B=1" in axes.change.sentence.en
    assert axes.text(trace.value("y").id) == "(5, 3)"


def test_the_readers_own_names_are_told_where_they_hold_the_size() -> None:
    trace, axes = named(family(lambda _: HasItsOwnNames(), "names"), B=2, N=5, D=7)
    y = trace.value("y").id
    assert (axes.text(0), axes.local_text(0)) == ("(B, N, D)", "(batch, tokens, width)")
    assert (axes.text(y), axes.local_text(y)) == ("(B*N, D)", "(B*N, width)")
    result = trace.steps[-1].outputs[0]
    assert (axes.text(result), axes.local_text(result)) == ("(B*N, D//2)", "(B*N, halves)")


def test_windows_of_a_fixed_length_are_counted() -> None:
    kind = family(lambda _: Unrolls(), "windows", draw=lambda dice, count: dice.sample(range(3, 30), count))
    trace, axes = named(kind, B=3, N=11, D=5)
    assert axes.text(trace.value("windows").id) == "(B, (N-1)//2, D, 3)"
    assert axes.text(trace.value("y").id) == "(B, (N-1)//2, 3*D)"


def test_a_derived_letter_that_has_no_formula_is_still_a_letter() -> None:
    odd = Derived("how many ones its number has in base two", lambda at: at["N"].bit_count() ** 3 + at["B"])
    kind = family(lambda _: HasItsOwnNames(), "derived", q=odd)
    trace, axes = named(kind, B=2, N=5, D=7)
    assert axes.meanings == {}
    assert axes.text(trace.value("y").id) == "(B*N, D)"


def test_a_kind_of_model_is_studied_once() -> None:
    runs = []

    def counted(at: Mapping[str, int]) -> nn.Module:
        runs.append(at)
        return EightIsANumber(at["D"])

    kind = family(counted, "once")
    trace, first = named(kind, B=2, N=3, D=5)
    after_first = len(runs)
    for width in (7, 8, 9):
        assert named(kind, B=2, N=3, D=width)[1].text(0) == first.text(0)
    assert len(runs) == after_first + 3
    assert 20 <= after_first <= 26
    forget()
    name_axes(trace, kind, {"B": 2, "N": 3, "D": 5})
    assert len(runs) > after_first + 20


def test_threads_that_ask_for_the_same_kind_at_once_wait_for_one_study() -> None:
    runs: list[int] = []

    def counted(at: Mapping[str, int]) -> nn.Module:
        runs.append(threading.get_ident())
        return EightIsANumber(at["D"])

    kind = family(counted, "threads")
    texts: list[str] = []
    threads = [threading.Thread(target=lambda: texts.append(named(kind, B=2, N=3, D=5)[1].text(0))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert texts == ["(B, N, D)"] * 6
    assert len(runs) <= 6 + 26


def test_what_a_model_of_the_family_raises_is_raised_and_can_be_tried_again() -> None:
    broken = [True]

    class Breaks(nn.Module):
        def forward(self, x: Tensor) -> Tensor:
            if broken[0] and x.shape[0] != 4:
                raise ArithmeticError("not today")
            return x + 1

    kind = family(lambda _: Breaks(), "breaks")
    with pytest.raises(FailedPass, match="not today"):
        named(kind, B=4, N=3, D=5)
    broken[0] = False
    assert named(kind, B=4, N=3, D=5)[1].text(0) == "(B, N, D)"

"""The study of a family: run it small, fit expressions, try them at fresh settings, and learn from what fails.

The settings at which expressions failed join the fit, and it is fitted again. What is left at the end has been
right at every one of at least ten settings that had no part in the fit, or it is not named at all.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from explainer.tracing.axes.changes import StructureChange, change_of_setting, change_of_values
from explainer.tracing.axes.expressions import Expression, worth
from explainer.tracing.axes.families import Family
from explainer.tracing.axes.observing import Local, Observation, draw, noise, observe
from explainer.tracing.axes.searching import Vector
from explainer.tracing.axes.solving import Solver

FITTED_ON = 10
VERIFIED_ON = 10
_ROUNDS = 5
_TRIES = 200


@dataclass(frozen=True, eq=False)
class Study:
    """What is known of a family.

    base        the first run; records of the same structure can be named
    change      why nothing can be named, None where the structure is the same at all settings
    columns     for each number in `Observation.sizes`: its expression, None where there is none
    verified_on at how many settings outside the fit all expressions were right
    meanings    of derived letters, where an expression in the atoms was found for them
    histories   for each number in `sizes`: what it was in all runs, as a number that is the same for the same history
    locals      for each local variable the history of what it held, and for each letter that of what it was
    """

    base: Observation
    change: StructureChange | None
    columns: tuple[Expression | None, ...] = ()
    verified_on: int = 0
    meanings: Mapping[str, Expression] = field(default_factory=dict)
    histories: tuple[int, ...] = ()
    locals: Mapping[Local, int] = field(default_factory=dict)
    letters: Mapping[str, int] = field(default_factory=dict)


class _StructureChangedError(Exception):
    def __init__(self, change: StructureChange) -> None:
        super().__init__(change.sentence.en)
        self.change = change


def study(family: Family, training: bool = False, seed: int = 0) -> Study:
    """Run the family at some twenty small settings and name what can be named."""
    return _Student(family, training, random.Random(seed)).study()  # noqa: S311 - settings, not secrets


class _Student:
    def __init__(self, family: Family, training: bool, dice: random.Random) -> None:
        self._family = family
        self._training = training
        self._dice = dice
        self._met: set[tuple[int, ...]] = set()
        self._all: list[Observation] = []

    def study(self) -> Study:
        base = next(self._fresh(1))
        self._all.append(base)
        try:
            return self._study(base, self._steady(base))
        except _StructureChangedError as changed:
            return Study(base, changed.change)

    def _study(self, base: Observation, steady: Sequence[bool]) -> Study:
        fit = [base, *self._more(FITTED_ON - 1)]
        for _ in range(_ROUNDS):
            meanings = self._meanings(fit)
            columns = self._fit(fit, steady)
            fresh = self._more(VERIFIED_ON)
            failed = [seen for seen in fresh if _wrong(columns, seen) or _wrong_meanings(meanings, seen)]
            if not failed:
                break
            fit += failed
        wrong = {place for seen in fresh for place in _wrong(columns, seen)}
        enough = len(fresh) >= VERIFIED_ON
        kept = tuple(each if enough and place not in wrong else None for place, each in enumerate(columns))
        doubted = {letter for seen in fresh for letter in _wrong_meanings(meanings, seen)}
        sure = {letter: each for letter, each in meanings.items() if enough and letter not in doubted}
        return Study(base, None, kept, len(fresh), sure, *self._histories(enough))

    # Running

    def _fresh(self, count: int) -> Iterator[Observation]:
        """Up to `count` runs at settings that have not been met; fewer where the family has no more."""
        for _ in range(_TRIES):
            if count == 0:
                return
            setting = draw(self._family, self._dice)
            numbers = tuple(setting[letter] for letter in self._family.atoms)
            if numbers not in self._met:
                self._met.add(numbers)
                count -= 1
                yield observe(self._family, setting, training=self._training)

    def _more(self, count: int) -> list[Observation]:
        """Fresh runs, all of the structure of the first."""
        more = []
        for seen in self._fresh(count):
            change = change_of_setting(self._family, self._all[0], seen, self._training)
            if change is not None:
                raise _StructureChangedError(change)
            more.append(seen)
        self._all += more
        return more

    def _steady(self, base: Observation) -> tuple[bool, ...]:
        """For each number in `sizes`, whether it stays the same when the inputs hold other numbers."""
        steady = [True] * len(base.sizes)
        for sign in (1, -1):
            try:
                seen = observe(self._family, base.letters, training=self._training, change=noise(0, sign))
            except Exception:  # noqa: S112 - noise need not be a legal input
                continue
            change = change_of_values(base.structure, seen.structure)
            if change is not None:
                raise _StructureChangedError(change)
            steady = [
                so_far and one == other for so_far, one, other in zip(steady, base.sizes, seen.sizes, strict=True)
            ]
        return tuple(steady)

    # Fitting

    def _fit(self, fit: Sequence[Observation], steady: Sequence[bool]) -> list[Expression | None]:
        """Sizes first: the sums among them are what strides are made of."""
        vectors = list(zip(*(seen.sizes for seen in fit), strict=True))
        letters = {letter: _vector(letter, fit) for letter in (*self._family.atoms, *self._family.derived)}
        solved = Solver(letters).solve({vector for vector, sure in zip(vectors, steady, strict=True) if sure})
        return [solved.get(vector) if sure else None for vector, sure in zip(vectors, steady, strict=True)]

    def _meanings(self, fit: Sequence[Observation]) -> dict[str, Expression]:
        """Expressions in the atoms alone for the derived letters."""
        derived = {letter: _vector(letter, fit) for letter in self._family.derived}
        solved = Solver({letter: _vector(letter, fit) for letter in self._family.atoms}).solve(derived.values())
        return {letter: solved[vector] for letter, vector in derived.items() if vector in solved}

    def _histories(self, enough: bool) -> tuple[tuple[int, ...], dict[Local, int], dict[str, int]]:
        """Of all sizes, of the local variables that all runs have where these were enough, and of all letters."""
        numbers: dict[Vector, int] = {}

        def history(vector: Vector) -> int:
            return numbers.setdefault(vector, len(numbers))

        runs = self._all
        sizes = tuple(map(history, zip(*(seen.sizes for seen in runs), strict=True)))
        steady = [local for local in runs[0].locals if enough and all(local in seen.locals for seen in runs)]
        held = {local: history(tuple(seen.locals[local] for seen in runs)) for local in steady}
        return sizes, held, {letter: history(_vector(letter, runs)) for letter in runs[0].letters}


def _vector(letter: str, runs: Sequence[Observation]) -> Vector:
    return tuple(seen.letters[letter] for seen in runs)


def _wrong(columns: Sequence[Expression | None], seen: Observation) -> list[int]:
    """The places of expressions that do not give what was seen."""
    worths = {each: worth(each, seen.letters) for each in set(columns) if each is not None}
    return [
        place
        for place, (each, size) in enumerate(zip(columns, seen.sizes, strict=True))
        if each is not None and worths[each] != size
    ]


def _wrong_meanings(meanings: Mapping[str, Expression], seen: Observation) -> list[str]:
    return [letter for letter, each in meanings.items() if worth(each, seen.letters) != seen.letters[letter]]

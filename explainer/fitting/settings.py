"""What can be set on a fit, and the sentence for each setting that cannot work."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite

from explainer.fitting.schedules import SCHEDULES
from explainer.language import ExplainedError, Phrase

LONGEST_NAME = 40


class FitError(ExplainedError):
    """A fit cannot do what was asked of it; `setting` names the setting to change, where there is one."""


@dataclass(frozen=True, kw_only=True)
class FitSettings:
    """How a model is fitted; the defaults suit small models and small tables.

    learning_rate   the highest rate of the schedule         batch_size         windows per step
    most_epochs     passes over the training windows         patience           epochs without a better validation
                                                                                loss before a plain fit ends
    seed            of weights, order of windows, dropout    schedule           a key of SCHEDULES
    budget_seconds  for everything, the scores included      most_bytes         memory, as `plan` reckons it
    borders         rows for training, validation and test   windows_per_epoch  so many at random instead of all
                    from the first row on; None: 70/10/20 %
    time_marks      whether iTransformer reads them

    Raises FitError, with the field and the remedy, for values that cannot work.
    """

    learning_rate: float = 1e-3
    batch_size: int = 32
    most_epochs: int = 10
    patience: int = 3
    seed: int = 0
    schedule: str = "plain"
    budget_seconds: float = 120.0
    most_bytes: int = 2**30
    borders: tuple[int, int, int] | None = None
    windows_per_epoch: int | None = None
    time_marks: bool = True

    def __post_init__(self) -> None:
        for problem in self.problems():
            raise problem

    def problems(self) -> Iterable[FitError]:
        """What cannot work, in the order of the fields."""
        for name in ("learning_rate", "budget_seconds"):
            value = getattr(self, name)
            if not _is_number(value) or not isfinite(value) or value <= 0:
                yield FitError(_NOT_POSITIVE.fill(setting=name, value=_short(value)), name)
        for name, least in _COUNTS.items():
            value = getattr(self, name)
            if not _is_count(value, least) and not (name == "windows_per_epoch" and value is None):
                yield FitError(_NOT_A_COUNT.fill(setting=name, value=_short(value), least=least), name)
        if self.seed >= 2**63:
            yield FitError(_LARGE_SEED.fill(value=_short(self.seed)), "seed")
        if self.schedule not in SCHEDULES:
            known = ", ".join(SCHEDULES)
            yield FitError(_UNKNOWN_SCHEDULE.fill(value=_short(self.schedule), known=known), "schedule")
        if self.borders is not None and not _are_borders(self.borders):
            yield FitError(_NOT_BORDERS.fill(value=_short(self.borders)), "borders")


_COUNTS = {"batch_size": 1, "most_epochs": 1, "patience": 1, "seed": 0, "most_bytes": 1, "windows_per_epoch": 1}

_NOT_POSITIVE = Phrase(
    "{setting} is {value}; choose a number above 0.",
    "{setting} 为 {value}；请取大于 0 的数。",
)
_NOT_A_COUNT = Phrase(
    "{setting} is {value}; choose a whole number of at least {least}.",
    "{setting} 为 {value}；请取不小于 {least} 的整数。",
)
_LARGE_SEED = Phrase(
    "seed is {value}; choose a whole number below 2^63.",
    "seed 为 {value}；请取小于 2^63 的整数。",
)
_UNKNOWN_SCHEDULE = Phrase(
    "schedule is {value}; choose one of {known}.",
    "schedule 为 {value}；可选值：{known}。",
)
_NOT_BORDERS = Phrase(
    "borders is {value}; give three whole numbers of rows above 0, for training, validation and test.",
    "borders 为 {value}；请给出三个大于 0 的整数，依次是训练、验证、测试部分的行数。",
)


def shortened(name: str) -> str:
    """A name from a file, cut so that it fits into a sentence."""
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"


def _short(value: object) -> str:
    return shortened(repr(value))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_count(value: object, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def _are_borders(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 3 and all(_is_count(rows, 1) for rows in value)

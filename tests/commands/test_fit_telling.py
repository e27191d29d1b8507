"""What `fit` says before it starts and while it runs, and what Ctrl-C does to it."""

import signal
from dataclasses import replace
from pathlib import Path

import pytest

from explainer.commands.interrupting import Interruption, interruptible
from explainer.commands.json_values import fields_of
from explainer.commands.watching import Watcher, told_plan, told_seconds
from explainer.fitting import Epoch, FitSettings, Parts, Plan, Progress
from explainer.models import ITransformerConfig
from explainer.series import read_series
from tests.commands.tables import SIZES, write_sines

PLAN = Plan(
    parts=Parts(140, 20, 40),
    windows=(125, 17, 37),
    batches=1,
    parameters=1234,
    bytes=3 * 2**20,
    epochs=4,
    seconds=110.0,
    seconds_per_epoch=25.0,
    seconds_to_check=1.0,
    seconds_to_score=10.0,
)


def test_a_plan_says_what_it_takes_and_where_the_budget_cuts_it_short(tmp_path: Path) -> None:
    series = read_series(write_sines(tmp_path))
    config, settings = ITransformerConfig(**SIZES), FitSettings(most_epochs=10)
    first, _, cost, short = told_plan("iTransformer", config, series, settings, PLAN)
    assert first.en.endswith("parameters: 1,234.")
    assert cost.en == "Epochs: at most 10, with 1 step each; about 25 s per epoch, 110 s in all, and 3 MB of memory."
    assert short.en == "The budget of 2 min suffices for 4 of 10 epochs; --budget changes that."
    assert len([*told_plan("iTransformer", config, series, replace(settings, most_epochs=4), PLAN)]) == 3


def epoch(number: int, validation_loss: float, phase: str = "stable") -> Epoch:
    return Epoch(number, 1, 0.5, validation_loss, phase, 1e-3, 0.1, 1.5)


def test_each_epoch_is_told_once_with_its_phase_and_whether_it_is_the_best() -> None:
    said: list[str] = []
    watch = Watcher(lambda phrase: said.append(phrase.en), Interruption())
    curve = (epoch(1, 0.25), epoch(2, 0.75, "plain"))
    for done in (0, 0, 1, 1, 2):
        assert not watch(Progress("stable", 2, 5, 1, 1, 0.5, curve[:done], 1.0, 300.0))
    best = "(the lowest so far, stable phase)"
    assert said == [
        f"epoch 1 of 5: training loss 0.5, validation loss 0.25 {best}; took 1.5 s, 5 min left",
        "epoch 2 of 5: training loss 0.5, validation loss 0.75; took 1.5 s, 5 min left",
    ]


@pytest.mark.parametrize(
    ("seconds", "en", "zh"),
    [
        (0.034, "0.03 s", "0.03 秒"),
        (1.26, "1.3 s", "1.3 秒"),
        (59.6, "60 s", "60 秒"),
        (150.0, "2.5 min", "2.5 分钟"),
        (7200.0, "120 min", "120 分钟"),
    ],
)
def test_seconds_are_told_as_finely_as_they_matter(seconds: float, en: str, zh: str) -> None:
    told = told_seconds(seconds)
    assert (told.en, told.zh) == (en, zh)


@pytest.mark.parametrize(("number", "written"), [(0.5, 0.5), (float("nan"), None), (float("inf"), None)])
def test_a_loss_that_is_no_number_has_none_in_json(number: float, written: float | None) -> None:
    assert fields_of(epoch(1, number))["validation_loss"] == written


def test_ctrl_c_is_a_wish_the_first_time_and_an_end_the_second_time() -> None:
    before = signal.getsignal(signal.SIGINT)
    with interruptible() as interruption:
        assert not interruption.wished
        signal.raise_signal(signal.SIGINT)
        assert interruption.wished
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before

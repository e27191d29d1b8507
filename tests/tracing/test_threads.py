"""Several threads trace at once; nobody's record holds anything of another's."""

import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
import torch
from torch import Tensor, nn

from explainer.tracing import FailedPass, Trace, trace
from tests.tracing.cases import CASES
from tests.tracing.foreign import seeded
from tests.tracing.ours import CONFIGS, OURS, inputs_for, ours
from tests.tracing.witnesses import same_numbers

ROUNDS = 4


@pytest.fixture(autouse=True)
def threads_take_turns_often() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-4)
    yield
    sys.setswitchinterval(before)


def at_once(*jobs: Callable[[], None]) -> None:
    """Run jobs in threads that start together, and raise what any of them raises."""
    gate = threading.Barrier(len(jobs))

    def wait_and_run(job: Callable[[], None]) -> None:
        gate.wait()
        job()

    with ThreadPoolExecutor(len(jobs)) as pool:
        for done in [pool.submit(wait_and_run, job) for job in jobs]:
            done.result()


def kept(record: Trace) -> list[Tensor | None]:
    assert len(record.values) > 50
    return [value.data for value in record.values]


def shape_of(record: Trace) -> tuple[object, ...]:
    steps = [(step.op, step.site, step.inputs, step.outputs) for step in record.steps]
    return steps, record.bindings, [(call.path, call.nth, call.parent) for call in record.calls], record.skips


@pytest.mark.parametrize("name", CONFIGS)
def test_four_threads_trace_one_model_each_with_its_own_inputs(name: str) -> None:
    model, _ = ours(name)
    windows = [inputs_for(CONFIGS[name])[0] * (number + 1) for number in range(4)]
    alone = [trace(model, each) for each in windows]

    def job(number: int) -> None:
        for _ in range(ROUNDS):
            record = trace(model, windows[number])
            assert all(map(same_numbers, kept(record), kept(alone[number])))
        assert shape_of(record) == shape_of(alone[number])

    at_once(*(lambda number=number: job(number) for number in range(4)))


def test_four_threads_trace_different_models_while_a_fifth_only_runs_one() -> None:
    models = [ours(*each) for each in OURS]
    alone = [trace(model, *inputs) for model, inputs in models]

    def job(number: int) -> None:
        model, inputs = models[number]
        for _ in range(ROUNDS):
            record = trace(model, *inputs)
            assert all(map(same_numbers, kept(record), kept(alone[number])))
        assert shape_of(record) == shape_of(alone[number])

    def bare() -> None:
        model, inputs = models[0]
        with torch.no_grad():
            for _ in range(ROUNDS):
                assert same_numbers(model(*inputs), alone[0].values[alone[0].root.outcome.value].data)

    at_once(*(lambda number=number: job(number) for number in range(4)), bare)


class Recovers(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.wrong, self.right = nn.Linear(3, 3), nn.Linear(4, 4)

    def forward(self, x: Tensor) -> Tensor:
        try:
            y = self.wrong(x)
        except RuntimeError:
            y = self.right(x)
        return y + 1


def test_failing_recovering_and_hooked_models_do_not_disturb_each_other() -> None:
    recovering, failing, case = Recovers(), ours("iTransformer")[0], CASES["hooks"]
    hooked, hooked_inputs = seeded(case.model), case.inputs()

    def recover() -> None:
        for _ in range(ROUNDS * 2):
            record = trace(recovering, torch.ones(2, 4))
            assert [(step.op, step.call) for step in record.steps] == [("linear", 2), ("add", 0)]

    def fail() -> None:
        for _ in range(ROUNDS):
            with pytest.raises(FailedPass) as caught:
                trace(failing, torch.ones(2, 11, 5))
            assert caught.value.trace.failure is not None
            assert caught.value.trace.failure.op == "linear"

    def hook() -> None:
        for _ in range(ROUNDS * 2):
            assert " ".join(step.op for step in trace(hooked, *hooked_inputs).steps) == case.ops

    at_once(recover, recover, fail, hook, hook)
    assert len(hooked.plain._forward_hooks) == 1  # type: ignore[arg-type]

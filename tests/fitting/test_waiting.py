"""The queue runs one fit after the other, says where each stands, and forgets those that nobody asks after."""

from threading import Event

import pytest

from explainer.fitting import Ending, Fit, FitError, FitQueue, Job, Progress, Ticket, Watch, fit
from explainer.language import Phrase
from tests.fitting.waves import INVERTED, QUICK, waves

SOON = 20.0  # seconds; only a failing test waits that long


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def progress(batch: int) -> Progress:
    return Progress("plain", 1, 1, batch, 9, 0.5, (), 1.0, 2.0)


class Gate:
    """A job that begins, tells its first step, and goes on when it is let."""

    def __init__(self, result: Fit) -> None:
        self.result = result
        self.began, self.go, self.was_stopped = Event(), Event(), False

    def __call__(self, watch: Watch) -> Fit:
        watch(progress(1))
        self.began.set()
        assert self.go.wait(SOON)
        self.was_stopped = watch(progress(2))
        return self.result


def test_the_first_runs_and_the_others_know_their_places(inverted: Fit) -> None:
    queue = FitQueue()
    gates = [Gate(inverted) for _ in range(3)]
    tickets = [queue.submit(gate) for gate in gates]
    assert gates[0].began.wait(SOON)
    assert [ticket.place for ticket in tickets] == [0, 1, 2]
    assert [ticket.progress for ticket in tickets] == [progress(1), None, None]

    gates[0].go.set()
    assert tickets[0].result(SOON) is inverted
    assert gates[1].began.wait(SOON)
    assert [ticket.place for ticket in tickets] == [None, 0, 1]

    for gate in gates:
        gate.go.set()
    assert [ticket.result(SOON) for ticket in tickets] == [inverted] * 3
    assert [ticket.done for ticket in tickets] == [True] * 3


def test_as_many_run_side_by_side_as_may(inverted: Fit) -> None:
    queue = FitQueue(running=2)
    gates = [Gate(inverted) for _ in range(3)]
    tickets = [queue.submit(gate) for gate in gates]
    assert gates[0].began.wait(SOON)
    assert gates[1].began.wait(SOON)
    assert [ticket.place for ticket in tickets] == [0, 0, 1]
    for gate in gates:
        gate.go.set()
    tickets[2].result(SOON)


def test_a_full_queue_says_so_and_takes_more_when_somebody_leaves(inverted: Fit) -> None:
    queue = FitQueue(waiting=1)
    gate = Gate(inverted)
    running, waiting = queue.submit(gate), queue.submit(Gate(inverted))
    with pytest.raises(FitError, match="fits running 1, waiting 1"):
        queue.submit(Gate(inverted))
    waiting.stop()
    with pytest.raises(FitError, match="stopped before it began"):
        waiting.result(SOON)
    assert (waiting.place, waiting.done) == (None, True)
    assert queue.submit(Gate(inverted)).place == 1
    running.stop()
    gate.go.set()
    assert running.result(SOON) is inverted
    assert gate.was_stopped


def test_a_ticket_that_nobody_touches_is_dropped_and_frees_its_place(inverted: Fit) -> None:
    clock = Clock()
    queue = FitQueue(forgotten_after=30.0, clock=clock)
    gate, last = Gate(inverted), Gate(inverted)
    first, forgotten, third = queue.submit(gate), queue.submit(Gate(inverted)), queue.submit(last)
    clock.now = 20.0
    first.touch()
    assert third.place == 2
    clock.now = 40.0
    assert third.place == 1
    assert forgotten.done
    assert isinstance(forgotten.error, FitError)
    clock.now = 60.0  # now nobody has asked after the first one for too long, either
    gate.go.set()
    first.result(SOON)
    assert gate.was_stopped
    last.go.set()


def test_an_error_is_kept_for_whoever_asks_and_the_next_one_runs(inverted: Fit) -> None:
    queue = FitQueue()

    def fails(_: Watch) -> Fit:
        raise FitError(Phrase("It cannot be done.", "做不到。"))

    broken, gate = queue.submit(fails), Gate(inverted)
    gate.go.set()
    following = queue.submit(gate)
    with pytest.raises(FitError, match="cannot be done"):
        broken.result(SOON)
    assert isinstance(broken.error, FitError)
    assert following.result(SOON) is inverted


def test_waiting_for_a_result_ends_after_the_time_given(inverted: Fit) -> None:
    gate = Gate(inverted)
    ticket = FitQueue().submit(gate)
    with pytest.raises(TimeoutError):
        ticket.result(0.01)
    gate.go.set()
    ticket.result(SOON)


def test_real_fits_run_in_the_queue_and_stop_when_told() -> None:
    queue = FitQueue()
    whole: Job = lambda watch: fit(INVERTED, waves(), QUICK, watch=watch)  # noqa: E731
    tickets: list[Ticket] = [queue.submit(whole), queue.submit(whole)]
    stopped = queue.submit(lambda watch: fit(INVERTED, waves(), QUICK, watch=lambda now: watch(now) or now.batch == 2))
    assert [ticket.result(SOON).ending for ticket in tickets] == [Ending.FINISHED] * 2
    assert stopped.result(SOON).ending is Ending.STOPPED

"""Several visitors, few fits at a time: a bounded queue that says where each one stands."""

from collections.abc import Callable
from threading import Condition, Thread
from time import monotonic

from explainer.fitting.fit import Fit
from explainer.fitting.progress import Progress
from explainer.fitting.settings import FitError
from explainer.fitting.training import Watch
from explainer.language import Phrase

Job = Callable[[Watch], Fit]
"""A fit that has been prepared: takes what `fit` is given as `watch`, and gives the fit."""


class Ticket:
    """One visitor's fit in a queue. All of it may be used from any thread.

    Whoever holds it calls `touch()` now and then, or reads `place` or `progress`, which touch it too: a fit that
    nobody asks after is dropped.
    """

    def __init__(self, queue: "FitQueue", job: Job) -> None:
        self._queue = queue
        self._job = job
        self._progress: Progress | None = None
        self._fit: Fit | None = None
        self._error: Exception | None = None
        self._stopping = False
        self._over = False
        self._touched = queue.clock()

    @property
    def place(self) -> int | None:
        """0 while it runs, 1 where it is the next to run, and so on; None once it is over."""
        self.touch()
        return self._queue.place_of(self)

    @property
    def progress(self) -> Progress | None:
        """The latest it told, or None before its first step."""
        self.touch()
        return self._progress

    @property
    def done(self) -> bool:
        """Whether it is over, with a result or an error."""
        return self._over

    @property
    def error(self) -> Exception | None:
        """Why there is no result, or None."""
        return self._error

    def touch(self) -> None:
        """Say that somebody still waits for it."""
        self._touched = self._queue.clock()

    def stop(self) -> None:
        """End it: with the best weights so far where it runs, without a result where it still waits."""
        self._stopping = True
        self._queue.leave(self, FitError(_STOPPED))

    def result(self, timeout: float | None = None) -> Fit:
        """The fit, waited for up to `timeout` seconds. Raises `error` where there is one, and TimeoutError."""
        self._queue.wait_for(self, timeout)
        if self._error is not None:
            raise self._error
        if self._fit is None:
            raise TimeoutError
        return self._fit

    def run(self) -> None:
        """Do the job; called by the queue, in a thread of its own. What goes wrong is kept for whoever asks."""
        try:
            self._fit = self._job(self._watch)
        except Exception as error:
            self._error = error

    def abandoned(self) -> bool:
        """Whether nobody has asked after it for too long."""
        return self._queue.clock() - self._touched > self._queue.forgotten_after

    def end(self, error: Exception | None = None) -> None:
        """Close it; called by the queue, which holds its lock."""
        self._over = True
        self._error = self._error or error

    def _watch(self, progress: Progress) -> bool:
        self._progress = progress
        return self._stopping or self.abandoned()


class FitQueue:
    """Runs fits in threads: `running` at a time, and up to `waiting` more in the order in which they came.

    A ticket that nobody touches for `forgotten_after` seconds is dropped. `clock` gives seconds.
    """

    def __init__(
        self,
        *,
        running: int = 1,
        waiting: int = 4,
        forgotten_after: float = 60.0,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.forgotten_after = forgotten_after
        self.clock = clock
        self._most_running, self._most_waiting = running, waiting
        self._running: list[Ticket] = []
        self._waiting: list[Ticket] = []
        # One lock for both lists, and a bell for those who wait for a result. No fit runs while it is held.
        self._changed = Condition()

    def submit(self, job: Job) -> Ticket:
        """Join the queue; the job starts at once where there is room.

        Raises:
            FitError: as many are waiting as may wait.
        """
        ticket = Ticket(self, job)
        with self._changed:
            self._drop_abandoned()
            if len(self._running) >= self._most_running and len(self._waiting) >= self._most_waiting:
                raise FitError(_FULL.fill(running=len(self._running), waiting=len(self._waiting)))
            self._waiting.append(ticket)
            self._start()
        return ticket

    def place_of(self, ticket: Ticket) -> int | None:
        """0 while it runs, from 1 on while it waits, None where it is over."""
        with self._changed:
            self._drop_abandoned()
            if ticket in self._waiting:
                return self._waiting.index(ticket) + 1
            return 0 if ticket in self._running else None

    def leave(self, ticket: Ticket, reason: FitError) -> None:
        """Take a ticket out that still waits."""
        with self._changed:
            if ticket in self._waiting:
                self._waiting.remove(ticket)
                self._close(ticket, reason)

    def wait_for(self, ticket: Ticket, timeout: float | None) -> None:
        """Sleep until a ticket is over, or the time is."""
        with self._changed:
            self._changed.wait_for(lambda: ticket.done, timeout)

    def _start(self) -> None:
        while self._waiting and len(self._running) < self._most_running:
            ticket = self._waiting.pop(0)
            self._running.append(ticket)
            Thread(target=self._work, args=(ticket,), name="fit", daemon=True).start()

    def _work(self, ticket: Ticket) -> None:
        ticket.run()
        with self._changed:
            self._running.remove(ticket)
            self._close(ticket)
            self._drop_abandoned()
            self._start()

    def _drop_abandoned(self) -> None:
        for ticket in [each for each in self._waiting if each.abandoned()]:
            self._waiting.remove(ticket)
            self._close(ticket, FitError(_ABANDONED))

    def _close(self, ticket: Ticket, reason: FitError | None = None) -> None:
        ticket.end(reason)
        self._changed.notify_all()


_FULL = Phrase(
    "The queue is full: fits running {running}, waiting {waiting}; try again in a minute.",
    "队列已满：{running} 个训练正在运行，{waiting} 个正在排队；请过一分钟再试。",
)
_STOPPED = Phrase(
    "The fit was stopped before it began; start it again to have a result.",
    "训练在开始之前就被停止了；如需结果，请重新开始。",
)
_ABANDONED = Phrase(
    "The fit was dropped, since nobody had asked after it for a while; start it again with the page open.",
    "因长时间无人查看，排队中的训练已被取消；请保持页面打开并重新开始。",
)

"""What is remembered, for how long, and for whom."""

import threading
from itertools import count
from time import sleep

import pytest

from explainer.tracing.axes.once import Once


def test_work_is_done_once_per_key() -> None:
    numbers = count(1)
    once: Once[int] = Once(room=2)
    assert [once.get(key, lambda: next(numbers)) for key in ("a", "b", "a", "b")] == [1, 2, 1, 2]


def test_what_was_not_asked_for_longest_makes_room() -> None:
    once: Once[str] = Once(room=2)
    for key in ("a", "b", "a", "c"):
        once.get(key, lambda: "first")
    assert once.get("a", lambda: "second") == "first"
    assert once.get("b", lambda: "second") == "second"


def test_errors_are_not_remembered() -> None:
    once: Once[int] = Once(room=2)

    def fails() -> int:
        raise ArithmeticError

    with pytest.raises(ArithmeticError):
        once.get("a", fails)
    assert once.get("a", lambda: 1) == 1


def test_threads_wait_for_the_one_that_came_first() -> None:
    once: Once[int] = Once(room=2)
    made: list[int] = []

    def slow() -> int:
        sleep(0.05)
        made.append(1)
        return len(made)

    threads = [threading.Thread(target=lambda: once.get("a", slow)) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == [1]

"""Work that is done once per key, whoever asks first, and remembered for as long as there is room."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Result = TypeVar("Result")


class _Entry(Generic[Result]):
    def __init__(self) -> None:
        self.lock = Lock()
        self.results: list[Result] = []


class Once(Generic[Result]):
    """Remembers the `room` results that were asked for last. Threads that ask for the same wait for one another."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._lock = Lock()
        self._entries: OrderedDict[Hashable, _Entry[Result]] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], Result]) -> Result:
        """The result for a key, made where it is not there; what `make` raises is raised and not remembered."""
        with self._lock:
            entry = self._entries.setdefault(key, _Entry())
            self._entries.move_to_end(key)
            while len(self._entries) > self._room:
                self._entries.popitem(last=False)
        with entry.lock:
            if not entry.results:
                entry.results.append(make())
            return entry.results[0]

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._entries.clear()

"""Which names the results of a pass were given, worked out from where each result was computed.

An expression that is assigned gives its result the names on the left. Where a module or a function of the
reader's was called in that expression, the names get what it returned, and nothing that happened inside it.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from explainer.tracing.assembling import slot_of
from explainer.tracing.functions import name_of
from explainer.tracing.heard import HeardStep
from explainer.tracing.places import Position
from explainer.tracing.record import Binding, Slot, edges_in
from explainer.tracing.recorder import Recorder
from explainer.tracing.sources import calls_itself, is_returned_at, names_returned, site_at, targets_at
from explainer.tracing.syntax import Starred, Target


class Event(NamedTuple):
    """Something with a result: `chain` is where, `call` in whose forward; `operation` is "" for a module."""

    time: int
    chain: tuple[Position, ...]
    call: int
    operation: str
    result: Any


class Frame:
    """A function of the reader's that was called inside a forward, and what it is about to return."""

    def __init__(self, inside: Position, outside: tuple[Position, ...], call: int) -> None:
        self.code = inside[0]
        self.outside = outside
        self.call = call
        self.names: dict[str, Slot] = {}
        self.result: Slot = None

    def returned(self) -> Slot:
        """What it returns, as far as that can be known: the result of its return's expression, or a name's."""
        return self.result if self.result is not None else _packed(names_returned(self.code), self.names)


class Namer:
    """Walks through the results of a pass in their order and gives them their names."""

    def __init__(self, heard: Recorder) -> None:
        self._heard = heard
        self._frames: list[Frame] = []

    def bindings(self) -> Iterator[Binding]:
        """Every name that a result was given, in the order of the pass."""
        events = sorted((*self._step_events(), *self._call_events()), key=lambda event: event.time)
        for place, event in enumerate(events):
            yield from self._leave_frames(event.chain, event.call)
            self._enter_frames(event.chain, event.call)
            if not _goes_on(event, events, place + 1):
                yield from self._bind(event.chain, event.call, slot_of(event.result))
        yield from self._leave_frames((), -1)

    def _step_events(self) -> Iterator[Event]:
        for step in map(HeardStep._make, self._heard.steps):
            # Inside one of torch's own modules, the module's call has the word.
            if step.chain and step.chain != self._heard.calls[step.call].chain:
                result = step.changed if step.output is None else step.output
                yield Event(step.ended, step.chain, step.call, name_of(step.function), result)

    def _call_events(self) -> Iterator[Event]:
        for call in self._heard.calls:
            # Of modules within modules, all called in one expression, only the outermost gives names.
            nested = call.parent < 0 or call.chain == self._heard.calls[call.parent].chain
            if call.last_step >= 0 and not call.failed and call.chain and not nested:
                yield Event(call.ended, call.chain, call.parent, "", call.output)

    def _enter_frames(self, chain: tuple[Position, ...], call: int) -> None:
        for place in range(len(self._frames), len(chain) - 1):
            inside = len(chain) - 2 - place
            self._frames.append(Frame(chain[inside], chain[inside + 1 :], call))

    def _leave_frames(self, chain: tuple[Position, ...], call: int) -> Iterator[Binding]:
        """Functions that are not running any more have returned: their callers' names get what they returned."""
        while self._frames:
            frame = self._frames[-1]
            depth = len(frame.outside)
            if frame.call == call and len(chain) > depth and chain[-depth:] == frame.outside:
                return
            self._frames.pop()
            # What a hook of a module returns is for the module's call to tell.
            if frame.outside != self._heard.calls[frame.call].chain:
                yield from self._bind(frame.outside, frame.call, frame.returned())

    def _bind(self, chain: tuple[Position, ...], call: int, result: Slot) -> Iterator[Binding]:
        position = chain[0]
        frame = self._frames[-1] if len(chain) > 1 else None
        if frame is not None and is_returned_at(position):
            frame.result = result
        site = site_at(position)
        for target in targets_at(position):
            for name, slot in _unpacked(target, result):
                if frame is not None:
                    frame.names[name] = slot
                if edges_in(slot) and site is not None:
                    yield Binding(name, slot, call, site.function, site.line, "result")


def _goes_on(event: Event, events: Sequence[Event], place: int) -> bool:
    """Whether a function that is not the reader's goes on in an expression: only its last operation is its result.

    It may call the reader's code in between, as `sum` does when it adds up what a generator makes.
    """
    if event.operation == "" or calls_itself(event.chain[0], event.operation):
        return False
    for following in islice(events, place, None):
        if following.call == event.call and following.chain == event.chain:
            return True
        inside = len(following.chain) > len(event.chain) and following.chain[-len(event.chain) :] == event.chain
        if following.call <= event.call and not inside:
            return False
    return False


def _packed(target: Target, names: Mapping[str, Slot]) -> Slot:
    if isinstance(target, str):
        return names.get(target)
    return tuple(_packed(part, names) for part in target) if isinstance(target, tuple) else None


def _unpacked(target: Target, result: Slot) -> Iterator[tuple[str, Slot]]:
    """The names of a target with the part of the result that each gets."""
    if isinstance(target, str):
        yield target, result
    elif isinstance(target, Starred):
        yield target.name, result
    elif isinstance(target, tuple) and isinstance(result, tuple | list):
        for part, piece in zip(target, _shared_out(result, target), strict=False):
            yield from _unpacked(part, piece)


def _shared_out(result: Sequence[Slot], target: tuple[Target, ...]) -> list[Slot]:
    """The pieces of a result, as many as the target has parts; a starred part gets a list."""
    star = next((place for place, part in enumerate(target) if isinstance(part, Starred)), None)
    if star is None:
        return list(result) if len(result) == len(target) else []
    after = len(result) - (len(target) - star - 1)
    return [*result[:star], list(result[star:after]), *result[after:]]

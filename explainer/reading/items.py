"""What happened directly in a forward: its own operations and the modules it called, one after the other."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from explainer.reading.code import Code, code_of
from explainer.reading.keys import keys_of
from explainer.reading.lines import line_of_call, line_of_step, own_line
from explainer.tracing import Binding, Call, Step, Trace, edges_in


@dataclass(frozen=True, eq=False)
class Item:
    """One thing that happened directly in a forward: a step or a call, the other is None.

    line     of the file, in the layer's own forward; None where that is not known
    names    what its outputs were named by it, in that forward
    inputs   numbers of values: of a step's inputs, of a call's arguments in their order
    outputs  numbers of values: of a step's outputs, of what a call returned
    """

    key: str
    step: Step | None
    call: Call | None
    line: int | None
    names: tuple[str, ...]
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]

    @property
    def steps(self) -> range:
        """The numbers of the steps that it is, or that ran in it."""
        if self.step is not None:
            return range(self.step.id, self.step.id + 1)
        return range(self.call.first_step, self.call.last_step) if self.call is not None else range(0)


@lru_cache(maxsize=8)
def reader_of(trace: Trace) -> "ItemReader":
    """The reader of a record; a page asks for the items of many calls of one record, one after the other."""
    return ItemReader(trace)


class ItemReader:
    """Finds the items of any call of one record."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.keys = keys_of(trace)
        self._found: dict[int, tuple[Item, ...]] = {}
        self._bindings: defaultdict[int, list[Binding]] = defaultdict(list)
        for binding in trace.bindings:
            self._bindings[binding.call].append(binding)

    def items(self, call: Call) -> tuple[Item, ...]:
        """The items of a call, in the order in which they began."""
        if call.id not in self._found:
            self._found[call.id] = self._read(call)
        return self._found[call.id]

    def _read(self, call: Call) -> tuple[Item, ...]:
        code = code_of(self.trace, call)
        happened: list[Step | Call] = [*self.trace.steps_in(call), *self._calls_in(call)]
        unnamed = [self._item(each, call, code) for each in sorted(happened, key=_time)]
        return tuple(self._named(unnamed, call, code)) if code is not None else tuple(unnamed)

    def _calls_in(self, call: Call) -> Iterator[Call]:
        """The calls that a forward made itself. All calls inside a call follow it, before any other."""
        for inner in self.trace.calls[call.id + 1 :]:
            if inner.parent is None or inner.parent < call.id:
                return
            if inner.parent == call.id:
                yield inner

    def _item(self, happened: Step | Call, home: Call, code: Code | None) -> Item:
        key, line = self.keys.of(happened), self._line(happened, home, code) if code is not None else None
        if isinstance(happened, Step):
            return Item(key, happened, None, line, (), happened.inputs, happened.outputs)
        inputs, outputs = edges_in(happened.arguments), edges_in(happened.outcome)
        return Item(key, None, happened, line, (), inputs, outputs)

    def _line(self, happened: Step | Call, home: Call, code: Code) -> int | None:
        chain = happened.chain if isinstance(happened, Step) else self.trace.invocation(happened).chain
        line = own_line(code, chain)
        if line is not None or chain != self.trace.invocation(home).chain:
            return line
        # All that happens inside one of torch's own modules stands, in the record, where that module was called.
        return line_of_step(code, happened) if isinstance(happened, Step) else line_of_call(code, happened)

    def _named(self, items: Sequence[Item], call: Call, code: Code) -> Iterator[Item]:
        """The items with the names that each gave. Where a value passes through several, the last one gives it."""
        given: defaultdict[str, list[str]] = defaultdict(list)
        for binding in self._bindings[call.id]:
            named = set(edges_in(binding.slot))
            if not named or binding.function != code.function or binding.name == "_":
                continue
            givers = [item.key for item in items if item.line == binding.line and named & set(item.outputs)]
            if givers:
                given[givers[-1]].append(binding.name)
        for item in items:
            yield replace(item, names=tuple(dict.fromkeys(given[item.key])))


def _time(happened: Step | Call) -> tuple[int, int]:
    """Steps are numbered as they end, and a call begins before its first step."""
    return (happened.id, 1) if isinstance(happened, Step) else (happened.first_step, 0)

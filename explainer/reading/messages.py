"""What a sequence diagram tells: who calls whom with which tensors, and what comes back.

Senders and receivers are keys of calls. Whoever called the layer is outside its diagram, and is `CALLER`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from explainer.reading.code import code_of
from explainer.reading.items import Item, reader_of
from explainer.reading.keys import key_of_call
from explainer.reading.layer import Layer
from explainer.reading.lines import own_line
from explainer.tracing import Call, edges_in

Depth: TypeAlias = Literal["calls", "operations", "everything"]
DEPTHS: tuple[Depth, ...] = ("calls", "operations", "everything")
Kind: TypeAlias = Literal["call", "return", "step"]
CALLER = "^"


@dataclass(frozen=True)
class Message:
    """One arrow.

    key     of the step or of the call that it tells of; a call and its return have the same
    level   how deep below the layer's caller it is sent: 0 between caller and layer, 1 for all that the layer does
            itself, 2 for what a module does that the layer has called
    values  numbers of the tensors that pass: arguments of a call as often as given, what returns, what a step made
    label   a call as it is written; the names that a return gets; a step's operation, "→", and the names it gives
    """

    key: str
    kind: Kind
    sender: str
    receiver: str
    level: int
    values: tuple[int, ...]
    label: str


def messages(layer: Layer, depth: Depth) -> tuple[Message, ...]:
    """The messages of a layer in their order; a call that broke off has no return.

    "calls"       between the layer, its caller and the modules that it calls itself
    "operations"  the layer's own steps as well, as messages to itself
    "everything"  all that ran inside, every step once
    """
    return tuple(_Telling(layer, depth).all())


class _Telling:
    def __init__(self, layer: Layer, depth: Depth) -> None:
        self.layer = layer
        self.trace = layer.trace
        self.depth = depth
        self.reader = reader_of(layer.trace)

    def all(self) -> Iterator[Message]:
        call, key = self.layer.call, key_of_call(self.layer.call)
        yield Message(key, "call", CALLER, key, 0, edges_in(call.arguments), self._as_written(call))
        yield from self._inside(call, self.layer.items, 1)
        siblings = self.reader.items(self.layer.parent) if self.layer.parent is not None else ()
        names = next((item.names for item in siblings if item.key == key), ())
        yield from self._return(call, CALLER, 0, names)

    def _inside(self, call: Call, items: tuple[Item, ...], level: int) -> Iterator[Message]:
        key = key_of_call(call)
        for item in items:
            if item.call is not None:
                yield Message(item.key, "call", key, item.key, level, item.inputs, self._as_written(item.call))
                if self.depth == "everything":
                    yield from self._inside(item.call, self.reader.items(item.call), level + 1)
                yield from self._return(item.call, key, level, item.names)
            elif item.step is not None and self.depth != "calls":
                label = " → ".join(filter(None, (item.step.op, ", ".join(item.names))))
                yield Message(item.key, "step", key, key, level, item.outputs, label)

    def _return(self, call: Call, receiver: str, level: int, names: tuple[str, ...]) -> Iterator[Message]:
        if self.trace.invocation(call).returned:
            key = key_of_call(call)
            yield Message(key, "return", key, receiver, level, edges_in(call.outcome), ", ".join(names))

    def _as_written(self, call: Call) -> str:
        """The call in the source of whoever called it; where it is not written out there, made of what is known."""
        parent = self.trace.calls[call.parent] if call.parent is not None else None
        code = code_of(self.trace, parent) if parent is not None else None
        if call.site is not None and code is not None and own_line(code, self.trace.invocation(call).chain):
            return call.site.text
        return f"{call.class_name}({', '.join(call.arguments)})"

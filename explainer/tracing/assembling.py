"""From what was heard to the record: numbers for tensors, names from the source, arguments by parameter name."""

import inspect
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from torch import Tensor, nn

from explainer.tracing.record import Binding, Call, Origin, Slot, Step, Trace, Value
from explainer.tracing.recorder import HeardCall, HeardStep, Recorder, tensors_in
from explainer.tracing.sources import Target, site_at, targets_at


class Assembler:
    """Turns what one recorder heard into a `Trace`."""

    def __init__(self, model: nn.Module, heard: Recorder) -> None:
        self.model = model
        self.heard = heard
        self.numbers = {key: number for number, key in enumerate(heard.tensors)}
        self.paths = {id(module): path for path, module in model.named_modules()}

    def trace(self) -> Trace:
        """The record, complete."""
        return Trace(
            model_class=type(self.model).__name__,
            training=self.model.training,
            calls=tuple(self._calls()),
            steps=tuple(self._step(number, step) for number, step in enumerate(self.heard.steps)),
            values=tuple(self._values()),
            bindings=tuple(self._bindings()),
        )

    # Values

    def _values(self) -> Iterator[Value]:
        labels = self._labels()
        for number, (key, heard) in enumerate(self.heard.tensors.items()):
            origin, label = labels.get(key, ("step" if heard.made_by_step else "outside", None))
            dtype = str(heard.tensor.dtype).removeprefix("torch.")
            untouched = heard.version is None or heard.tensor._version == heard.version
            data = heard.tensor.detach() if untouched else None
            yield Value(number, heard.shape, dtype, origin, label, data)

    def _labels(self) -> dict[int, tuple[Origin, str | None]]:
        labels: dict[int, tuple[Origin, str | None]] = {}
        for name, tensor in [*self.model.named_parameters(), *self.model.named_buffers()]:
            labels[id(tensor)] = "parameter", name
        for name, argument in _named_arguments(self.heard.calls[0]).items():
            for tensor in tensors_in(argument):
                labels[id(tensor)] = "input", name
        return labels

    def _slot(self, something: object) -> Slot:
        match something:
            case Tensor():
                return self.numbers[id(something)]
            case tuple() | list():
                return tuple(self._slot(part) for part in something)
            case dict():
                return tuple(self._slot(part) for part in something.values())
        return None

    def _numbers_in(self, something: object) -> tuple[int, ...]:
        return tuple(self.numbers[id(tensor)] for tensor in tensors_in(something))

    # Calls and steps

    def _calls(self) -> Iterator[Call]:
        seen: Counter[str] = Counter()
        for number, heard in enumerate(self.heard.calls):
            path = self.paths[id(heard.module)]
            yield Call(
                id=number,
                path=path,
                class_name=type(heard.module).__name__,
                nth=seen[path],
                parent=heard.parent,
                site=site_at(heard.position) if heard.position else None,
                arguments={name: self._slot(value) for name, value in _named_arguments(heard).items()},
                output=self._slot(heard.output),
                first_step=heard.first_step,
                last_step=heard.last_step,
            )
            seen[path] += 1

    def _step(self, number: int, heard: HeardStep) -> Step:
        site = site_at(heard.position) if heard.position else None
        return Step(
            id=number,
            op=_operation(heard.function),
            call=heard.call,
            site=site,
            inputs=self._numbers_in((heard.args, tuple(heard.kwargs.values()))),
            outputs=self._numbers_in(heard.result),
            constants=_constants(heard.args, heard.kwargs),
        )

    # Names

    def _bindings(self) -> Iterator[Binding]:
        """Names that calls and steps gave, in the order of the pass."""
        events = [
            *((step + 0.5, self._names_from_step(heard)) for step, heard in enumerate(self.heard.steps)),
            *((float(heard.last_step), self._names_from_call(heard)) for heard in self.heard.calls),
        ]
        for _, names in sorted(events, key=lambda event: event[0]):
            yield from names

    def _names_from_step(self, heard: HeardStep) -> list[Binding]:
        # A module called in this very expression has the word: the names get what it returns.
        if heard.position == self.heard.calls[heard.call].position:
            return []
        return list(self._names(heard, heard.call, heard.result))

    def _names_from_call(self, heard: HeardCall) -> list[Binding]:
        # Of modules within modules, all called in one expression, only the outermost gives names.
        if heard.parent is None or heard.position == self.heard.calls[heard.parent].position:
            return []
        return list(self._names(heard, heard.parent, heard.output))

    def _names(self, heard: HeardStep | HeardCall, call: int, result: object) -> Iterator[Binding]:
        if heard.position is None:
            return
        site = site_at(heard.position)
        for target in targets_at(heard.position):
            for name, tensor in _unpacked(target, result):
                yield Binding(name, self.numbers[id(tensor)], call, site.line if site else 0)


def _unpacked(target: Target, result: object) -> Iterator[tuple[str, Tensor]]:
    if isinstance(target, str) and isinstance(result, Tensor):
        yield target, result
    elif isinstance(target, tuple) and isinstance(result, (tuple, list)) and len(target) == len(result):
        for part, piece in zip(target, result, strict=True):
            yield from _unpacked(part, piece)


def _named_arguments(heard: HeardCall) -> Mapping[str, object]:
    """What `forward` was given, by the names of its parameters, defaults included."""
    bound = inspect.signature(heard.module.forward).bind(*heard.args, **heard.kwargs)
    bound.apply_defaults()
    return bound.arguments


def _operation(function: Callable[..., Any]) -> str:
    name = getattr(function, "__name__", repr(function))
    # Properties such as `.T` arrive as the getter of a descriptor.
    return getattr(getattr(function, "__self__", None), "__name__", name) if name == "__get__" else name


def _constants(args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> dict[str, object]:
    by_position = {str(place): value for place, value in enumerate(args) if not any(True for _ in tensors_in(value))}
    by_name = {name: value for name, value in kwargs.items() if not any(True for _ in tensors_in(value))}
    return {**by_position, **by_name}

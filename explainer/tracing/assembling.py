"""From what was heard to the tables of the record: numbers for tensors, sites for positions, names for arguments."""

import inspect
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from torch import nn

from explainer.tracing.coverage import fast_paths_are_on, fast_paths_of
from explainer.tracing.functions import name_of
from explainer.tracing.heard import HeardCall, HeardStep
from explainer.tracing.places import Position
from explainer.tracing.record import Call, Edge, Failure, Origin, Site, Slot, Step, Value, edges_in
from explainer.tracing.recorder import Recorder
from explainer.tracing.sources import site_at
from explainer.tracing.states import OUTSIDE, State


class Assembler:
    """Turns what one recorder heard into tables."""

    def __init__(self, model: nn.Module, heard: Recorder) -> None:
        self.heard = heard
        self.model = model
        self.model_class = type(model).__name__
        self.training = model.training
        self._takes_fast_paths = fast_paths_are_on()
        if heard.ledger.may_owe():
            unlabelled = (state for state in heard.ledger.states if state.number not in self.labels)
            heard.ledger.release(state for state in unlabelled if state.step == OUTSIDE)

    @cached_property
    def paths(self) -> dict[int, str]:
        """The paths of the model's modules, by identity."""
        return {id(module): path for path, module in self.model.named_modules()}

    @cached_property
    def labels(self) -> dict[int, tuple[Origin, str | None]]:
        """Where a value comes from that no step made, with its name: inputs, parameters and buffers."""
        labels: dict[int, tuple[Origin, str | None]] = {}
        if self.heard.calls:
            for name, argument in named_arguments(self.heard.calls[0]).items():
                labels |= dict.fromkeys(edges_in(slot_of(argument)), ("input", name))
        model = self.model
        names = {id(tensor): name for name, tensor in (*model.named_parameters(), *model.named_buffers())}
        for state in self.heard.ledger.states:
            tensor = state.ref()
            if state.step == OUTSIDE and tensor is not None and id(tensor) in names:
                labels[state.number] = "parameter", names[id(tensor)]
        return labels

    @property
    def fast_paths(self) -> tuple[str, ...]:
        """Classes that would have taken a fast path, had nobody listened."""
        ran = (call.module for call in self.heard.calls if not call.training)
        return fast_paths_of(ran) if self._takes_fast_paths else ()

    # Calls

    def calls(self) -> Iterator[Call]:
        """Every module call, in the order in which they began."""
        seen: Counter[str] = Counter()
        for number, heard in enumerate(self.heard.calls):
            path = self.paths.get(id(heard.module), f"<{type(heard.module).__name__}>")
            done = heard.last_step >= 0
            yield Call(
                id=number,
                path=path,
                class_name=type(heard.module).__name__,
                nth=seen[path],
                parent=heard.parent if heard.parent >= 0 else None,
                site=_innermost(heard.chain),
                arguments={name: slot_of(value) for name, value in named_arguments(heard).items()},
                outcome=slot_of(heard.output),
                training=heard.training,
                first_step=heard.first_step,
                last_step=heard.last_step if done else len(self.heard.steps),
                nanoseconds=heard.ended - heard.started if done else 0,
            )
            seen[path] += 1

    # Steps

    def steps(self) -> Iterator[Step]:
        """Every operation, in the order in which they ended."""
        for number, heard in enumerate(map(HeardStep._make, self.heard.steps)):
            args = tuple(map(slot_of, heard.args))
            kwargs = {name: slot_of(value) for name, value in heard.kwargs.items()}
            outcome = slot_of(heard.output)
            chain = tuple(site for site in map(site_at, heard.chain) if site is not None)
            changed = tuple(state.number for state in heard.changed)
            yield Step(
                id=number,
                op=name_of(heard.function),
                function=heard.function,
                call=heard.call,
                site=chain[0] if chain else None,
                chain=chain,
                args=args,
                kwargs=kwargs,
                outcome=outcome,
                inputs=edges_in((args, kwargs)),
                outputs=edges_in(outcome) or changed,
                changed=changed,
                nanoseconds=heard.ended - heard.started,
                random_state=self.heard.random_states.get(number),
                autocast=self.heard.autocasts.get(number, ()),
            )

    # Values

    def values(self) -> Iterator[Value]:
        """Every state of every tensor, in the order in which they were met."""
        storages: dict[int, int] = {}
        labels = self.labels
        for state in self.heard.ledger.states:
            base = state.base.number if state.base is not None else None
            moved = state.base is None or state.base.storage != state.storage
            storages[state.number] = len(storages) if moved or base is None else storages[base]
            origin, label = labels.get(state.number, ("outside" if state.step == OUTSIDE else "step", None))
            yield Value(
                id=state.number,
                shape=tuple(state.shape),
                strides=tuple(state.strides),
                dtype=state.dtype,
                device=state.device,
                storage=storages[state.number],
                relation=state.relation,
                base=base,
                producer=None if state.step == OUTSIDE else state.step,
                origin=origin,
                label=label,
                kept=state.tensor,
                version=state.version,
            )

    # A pass that broke off

    def failure(self) -> Failure | None:
        """Where the pass broke off; None where it went through."""
        error = self.heard.error
        if error is None:
            return None
        open_modules = tuple(
            self.paths.get(id(call.module), type(call.module).__name__) or self.model_class
            for call in self.heard.open_calls
        )
        failed = self.heard.failed
        if failed is None:
            return Failure(str(error), None, None, (), open_modules)
        function, _, chain, args, kwargs, _ = failed
        shapes = tuple(tuple(state.shape) for state in _states_in((args, kwargs)))
        return Failure(str(error), name_of(function), _innermost(chain), shapes, open_modules)


def _innermost(chain: tuple[Position, ...]) -> Site | None:
    return site_at(chain[0]) if chain else None


def slot_of(heard: Any) -> Slot:
    """What was heard, with edges in the place of states."""
    if type(heard) is State:
        return Edge(heard.number)
    if type(heard) is tuple:
        return tuple(map(slot_of, heard))
    if type(heard) is list:
        return list(map(slot_of, heard))
    if type(heard) is dict:
        return {name: slot_of(part) for name, part in heard.items()}
    return heard


def _states_in(heard: Any) -> Iterator[State]:
    if isinstance(heard, State):
        yield heard
    elif isinstance(heard, (tuple, list)):
        for part in heard:
            yield from _states_in(part)
    elif isinstance(heard, dict):
        yield from _states_in(tuple(heard.values()))


def named_arguments(heard: HeardCall) -> Mapping[str, Any]:
    """What forward was given, by the names of its parameters, defaults included."""
    try:
        bound = inspect.signature(heard.module.forward).bind(*heard.args, **(heard.kwargs or {}))
    except (TypeError, ValueError):  # arguments that do not fit or are not known, or no signature
        return {str(place): value for place, value in enumerate(heard.args)}
    bound.apply_defaults()
    return bound.arguments

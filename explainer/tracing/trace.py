"""The record as one object. Its tables are worked out when they are first asked for, and only once."""

from functools import cached_property
from typing import Any

from explainer.language import Phrase
from explainer.tracing.assembling import Assembler
from explainer.tracing.auditing import Audit, AuditingRecorder
from explainer.tracing.branches import branches_of
from explainer.tracing.coverage import Coverage, coverage_of
from explainer.tracing.fused import Reconstruction, reconstruct
from explainer.tracing.invocations import Invocation, invocation_of
from explainer.tracing.local_names import local_bindings
from explainer.tracing.naming import Namer
from explainer.tracing.presenting import Axes, html_table, to_json
from explainer.tracing.record import Binding, Call, Edge, Failure, Skip, Step, Value
from explainer.tracing.replaying import Replay, replay
from explainer.tracing.statistics import Statistics, statistics_of
from explainer.tracing.work import flops_of


class Trace:
    """The record of one forward pass of `model_class`.

    calls, steps, values, bindings, skips   the tables, in the order of the pass
    failure   where the pass broke off, None for a pass that went through
    coverage  what could not be seen, what was not kept, and what looking has changed
    """

    def __init__(self, source: Assembler) -> None:
        self._source = source
        self.model_class = source.model_class
        self.training = source.training

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """Every module call."""
        return tuple(self._source.calls())

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Every operation that made or changed a tensor."""
        return tuple(self._source.steps())

    @cached_property
    def values(self) -> tuple[Value, ...]:
        """Every state of every tensor."""
        return tuple(self._source.values())

    @cached_property
    def bindings(self) -> tuple[Binding, ...]:
        """Every name that got a value."""
        results = tuple(Namer(self._source.heard).bindings())
        skips, undecided = self._branches
        not_run = {call: set(lines) for call, lines in undecided.items()}
        for skip in skips:
            not_run[skip.call].update(range(skip.line, skip.end_line + 1))
        return (*results, *local_bindings(self._source.heard, results, not_run))

    @cached_property
    def _branches(self) -> tuple[tuple[Skip, ...], dict[int, set[int]]]:
        return branches_of(self._source.heard)

    @property
    def skips(self) -> tuple[Skip, ...]:
        """Lines that did not run, as far as that can be told."""
        return self._branches[0]

    @cached_property
    def failure(self) -> Failure | None:
        """Where the pass broke off."""
        return self._source.failure()

    @cached_property
    def flops(self) -> tuple[int, ...]:
        """Floating-point operations of each step, in the order of `steps`: those of products and convolutions."""
        return tuple(flops_of(step, self.values) for step in self.steps)

    def to_json(self, *, axes: Axes | None = None, data: bool = False) -> dict[str, Any]:
        """The whole record as plain things, as `explainer.tracing.presenting.SCHEMA` describes them.

        With `axes`, sizes are named as well; with `data`, the numbers of small tensors are included.
        """
        return to_json(self, axes=axes, data=data)

    def _repr_html_(self) -> str:
        """The record as a table, for notebooks."""
        return html_table(self)

    def replay(self) -> Replay:
        """Run every step again from its recorded inputs; see `Replay`."""
        return replay(self)

    def reconstruct(self, step: Step) -> Reconstruction | None:
        """The attention inside a fused step; see `Reconstruction`. None for steps that are not fused."""
        return reconstruct(step, self.values)

    @cached_property
    def coverage(self) -> Coverage:
        """How complete the record is: what could not be seen, what was not kept, what looking has changed."""
        return coverage_of(self.calls, self.steps, self.values, self._source.fast_paths)

    @property
    def notes(self) -> tuple[Phrase, ...]:
        """What a reader must know about this record, one sentence each; none for a complete one."""
        return self.coverage.notes()

    @property
    def audit(self) -> Audit | None:
        """What torch really dispatched, step by step; None unless the tracer was asked for an audit."""
        return self._source.heard.audit() if isinstance(self._source.heard, AuditingRecorder) else None

    @property
    def root(self) -> Call:
        """The call of the model itself."""
        return self.calls[0]

    def call(self, path: str, nth: int = 0) -> Call:
        """The `nth` call of the module at `path`; KeyError names the paths there are."""
        for call in self.calls:
            if (call.path, call.nth) == (path, nth):
                return call
        known = ", ".join(dict.fromkeys(repr(call.path) for call in self.calls))
        raise KeyError(f"no call number {nth} of {path!r}; called were {known}")

    def invocation(self, call: Call) -> Invocation:
        """The code of a call: of its forward, and of the place where it was called."""
        return invocation_of(self._source.heard.calls, call.id)

    def steps_in(self, call: Call, *, inner: bool = False) -> tuple[Step, ...]:
        """The steps of `call` itself, or with `inner=True` of all calls inside it too."""
        steps = self.steps[call.first_step : call.last_step]
        return steps if inner else tuple(step for step in steps if step.call == call.id)

    def find(
        self, *, op: str | None = None, path: str | None = None, name: str | None = None, line: int | None = None
    ) -> tuple[Step, ...]:
        """The steps that fit all that is asked for, in the order of the pass.

        op    the operation: "einsum"                  path  of the module in whose forward they ran
        name  a name that their output was given       line  of the source on which they are written
        """
        return tuple(
            step
            for step in self.steps
            if (op is None or step.op == op)
            and (path is None or self.calls[step.call].path == path)
            and (line is None or (step.site is not None and step.site.line <= line <= step.site.end_line))
            and (name is None or any(name in self.names_of(value) for value in step.outputs))
        )

    def statistics(self, value: int) -> Statistics | None:
        """What the numbers of a value are like; None where they were not kept or are no real numbers."""
        data = self.values[value].data
        return None if data is None or data.is_complex() else statistics_of(data)

    def value(self, name: str, path: str = "", nth: int = 0) -> Value:
        """The tensor that `name` held last inside the call at `path`; KeyError names the names there are."""
        call = self.call(path, nth)
        here = {each.name: each.slot.value for each in self.bindings if each.call == call.id and _is_edge(each)}
        if name not in here:
            raise KeyError(f"no tensor is named {name!r} in {path!r}; names there are {', '.join(sorted(here))}")
        return self.values[int(here[name])]

    def names_of(self, value: int) -> tuple[str, ...]:
        """Every name that a value was given, in the order in which it got them."""
        return self._names.get(value, ())

    def producer(self, value: int) -> Step | None:
        """The step that made a value; None for inputs, parameters, and what no step was seen making."""
        made_by = self.values[value].producer
        return None if made_by is None else self.steps[made_by]

    @cached_property
    def _names(self) -> dict[int, tuple[str, ...]]:
        names: dict[int, dict[str, None]] = {}
        for each in self.bindings:
            if _is_edge(each):
                names.setdefault(each.slot.value, {})[each.name] = None
        return {value: tuple(given) for value, given in names.items()}

    def __repr__(self) -> str:
        counts = f"{len(self.calls)} calls, {len(self.steps)} steps, {len(self.bindings)} names"
        return f"<Trace of {self.model_class}: {counts}>"


def _is_edge(binding: Binding) -> bool:
    return isinstance(binding.slot, Edge)

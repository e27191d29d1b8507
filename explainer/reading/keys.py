"""Stable names of things that happened, so that an address can point at them.

A call is named by its module's path, with `@n` from its second call on; a step by its call and its operation, with
`.k` from the second such operation of that call on: `encoder.norm:layer_norm`, `encoder.attn_layers.0.dropout@1`.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from explainer.tracing import Call, Step, Trace


def key_of_call(call: Call) -> str:
    """The key of a call; that of the model's own is empty."""
    return f"{call.path}@{call.nth}" if call.nth else call.path


@dataclass(frozen=True, eq=False)
class Keys:
    """The keys of one record, in both directions."""

    _steps: tuple[str, ...]
    _call_at: Mapping[str, Call]
    _step_at: Mapping[str, Step]

    def of(self, happened: Step | Call) -> str:
        """The key of a step or a call."""
        return key_of_call(happened) if isinstance(happened, Call) else self._steps[happened.id]

    def call(self, key: str) -> Call | None:
        """The call with a key; None where there is none."""
        return self._call_at.get(key)

    def step(self, key: str) -> Step | None:
        """The step with a key; None where there is none."""
        return self._step_at.get(key)


def keys_of(trace: Trace) -> Keys:
    """The keys of everything in a record."""
    seen: Counter[tuple[int, str]] = Counter()
    steps: list[str] = []
    for step in trace.steps:
        seen[step.call, step.op] += 1
        count = seen[step.call, step.op]
        key = f"{key_of_call(trace.calls[step.call])}:{step.op}"
        steps.append(key if count == 1 else f"{key}.{count}")
    return Keys(
        tuple(steps),
        {key_of_call(call): call for call in trace.calls},
        dict(zip(steps, trace.steps, strict=True)),
    )

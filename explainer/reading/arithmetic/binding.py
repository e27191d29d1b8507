"""The arguments of a step by their names, however they were given."""

from collections.abc import Sequence
from typing import Any

from explainer.tracing import Step
from explainer.tracing.record import Slot

# torch takes numpy's names too.
_OTHER_NAMES = {"axis": "dim", "keepdims": "keepdim", "self": "input", "x": "input"}


class Bound(dict[str, Slot]):
    """Arguments by name; what was not given is missing, and `get` has the default."""

    def number(self, name: str, default: float) -> float:
        """A plain number, the default where it is None as well."""
        found: Any = self.get(name)
        return default if found is None else float(found)


def bound(step: Step, names: Sequence[str]) -> Bound:
    """The arguments of a step: those given by place get `names` in order, those given by name keep theirs."""
    by_place = dict(zip(names, step.args, strict=False))
    by_name = {_OTHER_NAMES.get(name, name): slot for name, slot in step.kwargs.items()}
    return Bound(by_place | by_name)


def operation(step: Step) -> str:
    """The name of what a step computes, the same in place and not: "add" for `add_`."""
    return step.op if step.op.startswith("__") else step.op.rstrip("_")

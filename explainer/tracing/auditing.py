"""An independent witness: every operation of torch's core, and in which recorded step it ran.

The recorder hears functions as Python calls them; the witness stands behind it and hears what is really
dispatched. What it hears outside of all steps has escaped the recorder.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from torch import Tensor, nn
from torch.utils._python_dispatch import TorchDispatchMode

from explainer.tracing.ledger import Ledger
from explainer.tracing.recorder import Recorder


@dataclass(frozen=True)
class Audit:
    """The operations of torch's core that ran during a pass.

    in_steps   for each step, by number, the names of what was dispatched in it: one "linear" may be several
    in_questions   what was dispatched while a function ran that made no tensor, such as `.item()`
    unseen     what was dispatched outside of everything the recorder heard
    """

    in_steps: Mapping[int, tuple[str, ...]]
    in_questions: tuple[str, ...]
    unseen: tuple[str, ...]


class _Witness(TorchDispatchMode):  # type: ignore[no-untyped-call]  # torch does not type it
    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.owner: int | None = None
        self.deaf = False
        self.heard: list[tuple[int | None, str]] = []

    def __torch_dispatch__(
        self,
        func: Callable[..., Any],
        types: Sequence[type],
        args: tuple[Any, ...] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        if not self.deaf:
            self.heard.append((self.owner, str(func)))
        return func(*args, **(kwargs or {}))


class _QuietLedger(Ledger):
    """A ledger whose own copies the witness does not hear."""

    def __init__(self, budget: int, witness: _Witness) -> None:
        super().__init__(budget)
        self._witness = witness

    def protect(self, tensor: Tensor) -> None:
        self._witness.deaf = True
        try:
            super().protect(tensor)
        finally:
            self._witness.deaf = False


class AuditingRecorder(Recorder):
    """A recorder with a witness behind it. Slower, and otherwise the same."""

    def __init__(self, budget: int, pinned: Collection[str] = ()) -> None:
        super().__init__(budget, pinned)
        self._witness = _Witness()
        self.ledger = _QuietLedger(budget, self._witness)

    def run(self, model: nn.Module, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        """As `Recorder.run`, with the witness listening."""
        with self._witness:
            return super().run(model, args, kwargs)

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Sequence[type],
        args: tuple[Any, ...] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        outer, step = self._witness.owner, len(self.steps)
        first = len(self._witness.heard)
        self._witness.owner = step
        try:
            return super().__torch_function__(func, types, args, kwargs)
        finally:
            self._witness.owner = outer
            if len(self.steps) == step:
                heard = self._witness.heard
                heard[first:] = [(QUESTION if owner == step else owner, name) for owner, name in heard[first:]]

    def audit(self) -> Audit:
        """What the witness heard."""
        in_steps: dict[int, list[str]] = {}
        for owner, name in self._witness.heard:
            if owner is not None and owner >= 0:
                in_steps.setdefault(owner, []).append(name)
        heard = self._witness.heard
        return Audit(
            in_steps={step: tuple(names) for step, names in in_steps.items()},
            in_questions=tuple(name for owner, name in heard if owner == QUESTION),
            unseen=tuple(name for owner, name in heard if owner is None),
        )


QUESTION = -1

"""Making a record: `trace(model, *inputs)`, or a `Tracer` where something about it is to be chosen."""

from collections.abc import Collection
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from torch import nn

from explainer.tracing.assembling import Assembler
from explainer.tracing.auditing import AuditingRecorder
from explainer.tracing.recorder import Recorder
from explainer.tracing.trace import Trace

_running: ContextVar[bool] = ContextVar("a trace is running", default=False)


class FailedPass(RuntimeError):  # noqa: N818 - the name says what happened
    """A model's forward pass broke off; `trace` is the record up to there, the model's own error is the cause."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        failure = trace.failure
        where = f" at {failure.site.file}:{failure.site.line}: {failure.site.text}" if failure and failure.site else ""
        shapes = f" with inputs {', '.join(map(str, failure.shapes))}" if failure and failure.shapes else ""
        super().__init__(f"{trace.model_class} failed{where}{shapes}: {failure.message if failure else ''}")


@dataclass(frozen=True)
class Tracer:
    """How records are made.

    budget   bytes of intermediate values to keep, in the order in which they are made; 0 keeps none
    pinned   names whose tensors are kept whatever the budget, such as {"scores", "A"}
    audit    whether a witness notes what torch really dispatches in each step; slower
    """

    budget: int = 1 << 30
    pinned: Collection[str] = ()
    audit: bool = False

    def trace(self, model: nn.Module, /, *args: Any, **kwargs: Any) -> Trace:
        """Run `model(*args, **kwargs)` once and return the record of the pass.

        The model runs as it is (its mode, its gradients) and is afterwards as it was: no hook and no mode
        is left behind. Raises TypeError for what is no module; FailedPass, which holds the record so far, where
        the model raises; RuntimeError where a trace is already running in this thread.
        """
        if not isinstance(model, nn.Module):
            raise TypeError(f"a {type(model).__name__} is no nn.Module; a function can be put into the forward of one")
        if _running.get():
            raise RuntimeError(
                "a trace is already running in this thread; a model cannot be traced from inside a trace"
            )
        heard = (AuditingRecorder if self.audit else Recorder)(self.budget, self.pinned)
        token = _running.set(True)
        try:
            heard.run(model, args, kwargs)
        except Exception as error:
            raise FailedPass(Trace(Assembler(model, heard))) from error
        finally:
            _running.reset(token)
        return Trace(Assembler(model, heard))


def trace(model: nn.Module, /, *args: Any, **kwargs: Any) -> Trace:
    """The record of `model(*args, **kwargs)`, made by a `Tracer` with its defaults; see there."""
    return Tracer().trace(model, *args, **kwargs)

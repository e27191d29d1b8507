"""The record of a forward pass of any `nn.Module`, and how it is made."""

from typing import Any

from torch import nn

from explainer.tracing.assembling import Assembler
from explainer.tracing.record import Binding, Call, Site, Step, Trace, Value
from explainer.tracing.recorder import Recorder

__all__ = ["Binding", "Call", "Site", "Step", "Trace", "Value", "trace"]


def trace(model: nn.Module, *args: Any, **kwargs: Any) -> Trace:
    """Run `model(*args, **kwargs)` once and return the record of the pass.

    The model runs as it is (its mode, its gradients) and is afterwards as it was: no hook and no mode
    is left behind, after an error too. An error of the model is passed on.
    """
    heard = Recorder(model)
    with heard.listening():
        model(*args, **kwargs)
    return Assembler(model, heard).trace()

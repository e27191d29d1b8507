"""The record of a forward pass of any `nn.Module`, and how it is made."""

from explainer.tracing.record import Binding, Call, Edge, Failure, Site, Skip, Step, Value, edges_in
from explainer.tracing.slots import with_tensors
from explainer.tracing.trace import Trace
from explainer.tracing.tracing import FailedPass, Tracer, trace

__all__ = [
    "Binding",
    "Call",
    "Edge",
    "FailedPass",
    "Failure",
    "Site",
    "Skip",
    "Step",
    "Trace",
    "Tracer",
    "Value",
    "edges_in",
    "trace",
    "with_tensors",
]

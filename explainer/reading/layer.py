"""One call of a module, read as a document shows it: its place, what goes in and out, its lines and its groups."""

from dataclasses import dataclass

from explainer.reading.code import Code, code_of
from explainer.reading.groups import Group, groups_of
from explainer.reading.items import Item, reader_of
from explainer.reading.results import Argument, arguments_of, results_of
from explainer.tracing import Call, Skip, Trace

__all__ = ["Argument", "Item", "Layer", "read_layer"]


@dataclass(frozen=True, eq=False)
class Layer:
    """One call of a module.

    code       of its forward; None where there is none to read
    items      what happened directly in it, in order      skips   its lines that did not run
    arguments  what it was given, defaults included        parent  the call that called it; None for the model's own
    results    what it returned, part by part              groups  its paragraphs, with every item in one of them
    """

    trace: Trace
    call: Call
    code: Code | None
    items: tuple[Item, ...]
    arguments: tuple[Argument, ...]
    results: tuple[Argument, ...]
    skips: tuple[Skip, ...]
    groups: tuple[Group, ...]
    parent: Call | None


def read_layer(trace: Trace, call: Call) -> Layer:
    """What a call of any module means; a call that broke off is read as far as it went."""
    code, items = code_of(trace, call), reader_of(trace).items(call)
    skips = tuple(skip for skip in trace.skips if skip.call == call.id)
    return Layer(
        trace=trace,
        call=call,
        code=code,
        items=items,
        arguments=arguments_of(call),
        results=results_of(trace, call, skips),
        skips=skips,
        groups=groups_of(trace, call, code, items, skips),
        parent=trace.calls[call.parent] if call.parent is not None else None,
    )

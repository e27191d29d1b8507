"""What a layer was given and what it returned, by the names under which a reader knows it."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from explainer.reading.code import code_of
from explainer.reading.lines import own_line
from explainer.tracing import Call, Skip, Trace, edges_in
from explainer.tracing.record import Slot
from explainer.tracing.sources import function_of
from explainer.tracing.syntax import Starred, Target, target_of


@dataclass(frozen=True, eq=False)
class Argument:
    """Something that was given or returned, with the numbers of the values in it."""

    name: str
    slot: Slot
    values: tuple[int, ...]


def arguments_of(call: Call) -> tuple[Argument, ...]:
    """What forward was given, defaults included."""
    return tuple(Argument(name, slot, edges_in(slot)) for name, slot in call.arguments.items())


def results_of(trace: Trace, call: Call, skips: Sequence[Skip]) -> tuple[Argument, ...]:
    """What forward returned, one for each part of a tuple or a mapping; () where it returned None, or not at all.

    A name is that in the return statement where it is one, else that which received it outside, else "".
    """
    outcome, returned, received = call.outcome, _returned(trace, call, skips), received_as(trace, call)
    if outcome is None:
        return ()
    if isinstance(outcome, Mapping):
        return tuple(Argument(str(name), slot, edges_in(slot)) for name, slot in outcome.items())
    if isinstance(outcome, tuple) and not isinstance(returned, str):
        names = zip(_names(returned, len(outcome)), _names(received, len(outcome)), strict=True)
        return tuple(
            Argument(inside or outside, slot, edges_in(slot))
            for (inside, outside), slot in zip(names, outcome, strict=True)
        )
    name = next((target for target in (returned, received) if isinstance(target, str)), "")
    return (Argument(name, outcome, edges_in(outcome)),)


def received_as(trace: Trace, call: Call) -> Target:
    """What the result of a call is assigned to in the forward that called it; the first of several targets."""
    parent = trace.calls[call.parent] if call.parent is not None else None
    code, invocation = code_of(trace, parent) if parent else None, trace.invocation(call)
    # A part of one of torch's own modules stands where that module was called, and does not get its names.
    written_there = code is not None and own_line(code, invocation.chain) is not None
    return invocation.targets[0] if written_there and invocation.targets else None


def _names(target: Target, count: int) -> list[str]:
    """The names for the parts of a tuple, "" where a part has none of its own."""
    if not isinstance(target, tuple) or len(target) != count or any(isinstance(part, Starred) for part in target):
        return [""] * count
    return [part if isinstance(part, str) and part != "_" else "" for part in target]


def _returned(trace: Trace, call: Call, skips: Sequence[Skip]) -> Target:
    """The names in the return statement that ran, None where there are none, or where it is not known which ran."""
    invocation = trace.invocation(call)
    function = function_of(invocation.code) if invocation.code is not None else None
    returns = list(_returns_in(function)) if function is not None else []
    left_out = {line for skip in skips for line in range(skip.line, skip.end_line + 1)}
    last = [each for each in returns if each.lineno <= (invocation.last_line or 0) <= (each.end_lineno or each.lineno)]
    ran = last or [each for each in returns if each.lineno not in left_out]
    return target_of(ran[0].value) if len(ran) == 1 and ran[0].value is not None else None


def _returns_in(node: ast.AST) -> Iterator[ast.Return]:
    """The return statements of a function without those of functions inside it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Return):
            yield child
        elif not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            yield from _returns_in(child)

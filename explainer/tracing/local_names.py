"""Names that no operation gave: plain numbers, and second names of what has one already.

They are read from what the local names of a forward held when it returned, and from its source. A plain thing
is therefore shown as it was at the end, on the line of its last assignment, and a tensor that was changed in place
after that as it was at the end too, on the line where it was changed last.
"""

import ast
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

from explainer.tracing.assembling import slot_of
from explainer.tracing.heard import HeardStep
from explainer.tracing.record import Binding, edges_in
from explainer.tracing.recorder import Recorder
from explainer.tracing.sources import Function, forward_of, site_at
from explainer.tracing.states import OUTSIDE, State
from explainer.tracing.syntax import flat_names, target_of


def local_bindings(
    heard: Recorder, given: Collection[Binding], not_run: Mapping[int, Collection[int]]
) -> Iterator[Binding]:
    """Plain bindings and aliases of every call, beside those that results were given.

    `not_run` has for a call the lines that did not run, or of which it is not known whether they did.
    """
    known = {(each.call, each.name, edges_in(each.slot)) for each in given}
    for number, call in enumerate(heard.calls):
        forward = forward_of(type(call.module))
        if forward is None or call.names is None:
            continue
        left_out = not_run.get(number, ())
        assigned = assigned_lines(forward.node)
        lines = {name: ran for name, where in assigned.items() if (ran := [at for at in where if at not in left_out])}
        for name, held in call.names.items():
            slot = slot_of(held)
            if name in lines and name != "_" and not (edges_in(slot) and (number, name, edges_in(slot)) in known):
                line = max(_line_of_change(heard, held, number), lines[name][-1])
                yield Binding(name, slot, number, forward.qualname, line, "alias" if edges_in(slot) else "plain")


def _line_of_change(heard: Recorder, held: object, call: int) -> int:
    """Where in a call a tensor that was changed in place became what it is; 0 for all others."""
    if not isinstance(held, State) or held.relation != "in place" or held.step == OUTSIDE:
        return 0
    step = HeardStep._make(heard.steps[held.step])
    site = site_at(step.chain[-1]) if step.chain and step.call == call else None
    return site.line if site is not None else 0


@lru_cache(maxsize=1024)
def assigned_lines(function: Function) -> Mapping[str, list[int]]:
    """For each name that a function assigns: the lines on which it does, in order."""
    lines: dict[str, list[int]] = {}
    for node in _own_nodes(function):
        for name in _assigned_by(node):
            lines.setdefault(name, []).append(getattr(node, "lineno", function.lineno))
    return {name: sorted(found) for name, found in lines.items()}


def _own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function without those of functions and classes inside it, whose names are their own."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            yield from _own_nodes(child)


def _assigned_by(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Assign(targets=targets):
            for target in targets:
                yield from flat_names(target_of(target))
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target) | ast.NamedExpr(target=target):
            yield from flat_names(target_of(target))
        case ast.For(target=target):
            yield from flat_names(target_of(target))
        case ast.With(items=items):
            for item in items:
                if item.optional_vars is not None:
                    yield from flat_names(target_of(item.optional_vars))

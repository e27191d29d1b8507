"""Lines that did not run, and the condition that decided.

A branch in which something was heard has run. Where nothing was heard, the condition is looked up, never run:
names, attributes, comparisons and `not`, `and`, `or` of plain things. A name that is assigned again after the
condition may have been something else when it was tested, so such a condition stays undecided; so does, in a loop,
one with a name that the loop assigns. In a loop both branches may run, so what was heard in one decides nothing.
"""

import ast
import operator
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from explainer.tracing.assembling import named_arguments
from explainer.tracing.heard import HeardCall, HeardStep
from explainer.tracing.local_names import assigned_lines
from explainer.tracing.record import Skip
from explainer.tracing.recorder import Recorder
from explainer.tracing.sources import Forward, Function, forward_of, site_at

_COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_PLAIN = (int, float, str, type(None))


class Unknown(Exception):  # noqa: N818 - it is no error
    """A condition that cannot be decided by looking things up."""


def branches_of(heard: Recorder) -> tuple[tuple[Skip, ...], dict[int, set[int]]]:
    """The branches that did not run, call by call; and for each call the lines of which that cannot be told."""
    skips: list[Skip] = []
    undecided: dict[int, set[int]] = {}
    ran = lines_heard(heard)
    for number, call in enumerate(heard.calls):
        forward = forward_of(type(call.module))
        if forward is not None and call.last_step >= 0 and not (call.failed or call.entered_twice):
            branches = _Branches(number, call, forward, ran.get(number, set()))
            skips += branches.skips()
            undecided[number] = branches.undecided
    return tuple(skips), undecided


def lines_heard(heard: Recorder) -> dict[int, set[int]]:
    """For each call, the lines of its forward on which something was heard."""
    lines: dict[int, set[int]] = {}
    events = [(step.chain, step.call) for step in map(HeardStep._make, heard.steps)]
    events += [(call.chain, call.parent) for call in heard.calls]
    for chain, call in events:
        site = site_at(chain[-1]) if chain else None
        if site is not None:
            lines.setdefault(call, set()).update(range(site.line, site.end_line + 1))
    for number, each in enumerate(heard.calls):
        if each.last_line is not None:
            lines.setdefault(number, set()).add(each.last_line)
    return lines


class _Branches:
    """The branches of one call."""

    def __init__(self, number: int, call: HeardCall, forward: Forward, ran: set[int]) -> None:
        self.number = number
        self.forward = forward
        self.ran = ran
        self.assigned = assigned_lines(forward.node)
        arguments = {name: held for name, held in named_arguments(call).items() if name not in self.assigned}
        self.names: Mapping[str, Any] = {**(call.names or {}), **arguments}
        touched = _touched(forward.node)
        self.attributes = {name: held for name, held in call.watched.items() if name not in touched}
        self.undecided: set[int] = set()

    def skips(self) -> Iterator[Skip]:
        yield from self._in_block(self.forward.node.body, None)

    def _in_block(self, block: list[ast.stmt], loop: ast.stmt | None) -> Iterator[Skip]:
        for place, statement in enumerate(block):
            if not isinstance(statement, ast.If):
                around = loop or (statement if isinstance(statement, ast.For | ast.AsyncFor | ast.While) else None)
                for inner in ("body", "orelse", "finalbody"):
                    yield from self._in_block(_statements(statement, inner), around)
                continue
            decided = self._decide(statement, loop)
            if decided is None:
                branches = [*statement.body, *statement.orelse]
                self.undecided.update(line for each in branches for line in range(each.lineno, _end_of(each) + 1))
                continue
            taken, left_out = (statement.body, statement.orelse) if decided else (statement.orelse, statement.body)
            if left_out:
                yield self._skip(left_out, statement, decided)
            yield from self._in_block(taken, loop)
            if taken and _leaves(taken) and block[place + 1 :]:
                yield self._skip(block[place + 1 :], statement, decided)
                return

    def _decide(self, statement: ast.If, loop: ast.stmt | None) -> bool | None:
        if loop is None and self._heard_in(statement.body):
            return True
        if loop is None and statement.orelse and self._heard_in(statement.orelse):
            return False
        try:
            # All that a loop assigns may change before the condition is tested again.
            return bool(self._look_up(statement.test, loop.lineno if loop else statement.lineno))
        except Unknown:
            return None

    def _heard_in(self, block: list[ast.stmt]) -> bool:
        return any(line in self.ran for line in range(block[0].lineno, (block[-1].end_lineno or 0) + 1))

    def _skip(self, block: list[ast.stmt], decided_by: ast.If, value: bool) -> Skip:
        first, last = block[0], block[-1]
        file = self.forward.code.co_filename
        condition = ast.unparse(decided_by.test)
        return Skip(self.number, file, first.lineno, last.end_lineno or last.lineno, condition, value)

    def _look_up(self, node: ast.expr, line: int) -> Any:
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Name(id=name) if name in self.names and not self._assigned_after(name, line):
                return self.names[name]
            case ast.Attribute(value=ast.Name(id="self"), attr=name) if name in self.attributes:
                return self.attributes[name]
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return not _plain(self._look_up(operand, line))
            case ast.BoolOp(op=op, values=values):
                return self._any_or_all(op, values, line)
            case ast.Compare(left=left, ops=[comparison], comparators=[right]):
                return self._compare(comparison, self._look_up(left, line), self._look_up(right, line))
        raise Unknown

    def _any_or_all(self, op: ast.boolop, values: list[ast.expr], line: int) -> bool:
        found = (bool(_plain(self._look_up(value, line))) for value in values)
        return all(found) if isinstance(op, ast.And) else any(found)

    def _compare(self, comparison: ast.cmpop, left: Any, right: Any) -> bool:
        compare = _COMPARISONS.get(type(comparison))
        if compare is None:
            raise Unknown
        if isinstance(comparison, ast.Is | ast.IsNot) and (left is None or right is None):
            return compare(left, right)
        return compare(_plain(left), _plain(right))

    def _assigned_after(self, name: str, line: int) -> bool:
        return any(assigned >= line for assigned in self.assigned.get(name, ()))


@lru_cache(maxsize=1024)
def _touched(function: Function) -> frozenset[str]:
    """Attributes of `self` that a forward sets itself, and may have set back when it returned."""
    touched = {
        node.attr
        for node in ast.walk(function)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store | ast.Del)
    }
    called = [node.func for node in ast.walk(function) if isinstance(node, ast.Call)]
    modes = any(isinstance(method, ast.Attribute) and method.attr in {"train", "eval"} for method in called)
    return frozenset(touched | ({"training"} if modes else set()))


def _end_of(statement: ast.stmt) -> int:
    return statement.end_lineno or statement.lineno


def _statements(statement: ast.stmt, part: str) -> list[ast.stmt]:
    inside = getattr(statement, part, [])
    return inside if isinstance(inside, list) and not isinstance(statement, Function) else []


def _leaves(block: list[ast.stmt]) -> bool:
    return isinstance(block[-1], ast.Return | ast.Raise | ast.Continue | ast.Break)


def _plain(thing: Any) -> Any:
    if isinstance(thing, _PLAIN):
        return thing
    raise Unknown

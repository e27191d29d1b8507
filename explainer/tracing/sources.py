"""From a code position to the source: which expression is executing, and which names get its result.

CPython keeps for every instruction the lines and columns of its expression. The syntax tree of the
file then says what surrounds that expression, so `y = x = self.norm1(x)` gives the names y and x
without any line being traced.
"""

import ast
import linecache
from collections.abc import Callable
from functools import lru_cache, wraps
from types import CodeType
from typing import NamedTuple, TypeAlias, TypeVar
from weakref import WeakKeyDictionary

from torch import nn

from explainer.tracing.places import Position, forward_code
from explainer.tracing.record import Site
from explainer.tracing.syntax import (
    Owned,
    Starred,
    Target,
    characters_before,
    expressions_of,
    flat_names,
    owned_at,
    span_at,
    span_of,
    target_of,
    text_between,
    tree_of,
)

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
Found = TypeVar("Found")
# Classes come and go in notebooks; what is known of them goes with them.
_forwards: WeakKeyDictionary[type[nn.Module], tuple[CodeType | None, tuple[str, ...]]] = WeakKeyDictionary()


def _remembered(function: Callable[..., Found]) -> Callable[..., Found]:
    """Ask once for each position. Code objects of the same text are equal, so the file counts as well."""

    @lru_cache(maxsize=8192)
    def asked_once(_file: str, _name: str, position: Position, *more: str) -> Found:
        return function(position, *more)

    @wraps(function)
    def ask(position: Position, *more: str) -> Found:
        code = position[0]
        return asked_once(code.co_filename, code.co_qualname, position, *more)

    return ask


@_remembered
def site_at(position: Position) -> Site | None:
    """The expression at a position; None where the code keeps no positions."""
    span = span_at(position)
    if span is None:
        return None
    code, _ = position
    lines = [linecache.getline(code.co_filename, number) for number in range(span.line, span.end_line + 1)]
    columns = characters_before(lines[0], span.column), characters_before(lines[-1], span.end_column)
    text = text_between(lines, *columns)
    return Site(code.co_filename, span.line, span.end_line, *columns, code.co_qualname, text)


@_remembered
def targets_at(position: Position) -> tuple[Target, ...]:
    """What the result of the expression at a position is assigned to: () where it is not, or not directly."""
    owned = owned_at(position)
    # What stands at a comprehension as a whole is taking apart what it goes through, not its result.
    if owned is None or isinstance(owned.node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        return ()
    return _targets_of(owned, position[0].co_filename)


def _targets_of(owned: Owned, file: str) -> tuple[Target, ...]:
    match owned.owner:
        case ast.Assign(targets=targets):
            return tuple(target_of(target) for target in targets)
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target) | ast.NamedExpr(target=target):
            return (target_of(target),)
        case ast.IfExp(test=test) as choice if owned.node is not test:
            return _targets_of(expressions_of(file)[span_of(choice)], file)
        case ast.Tuple(elts=parts) as row if not any(isinstance(part, ast.Starred) for part in parts):
            # The parts of `a, b = f(x), g(x)` go to the names that stand where they stand.
            places = _targets_of(expressions_of(file)[span_of(row)], file)
            rows = (_shared_out(target, len(parts)) for target in places if isinstance(target, tuple))
            return tuple(shares[parts.index(owned.node)] for shares in rows if shares)
    return ()


def _shared_out(target: tuple[Target, ...], count: int) -> tuple[Target, ...]:
    return target if len(target) == count and not any(isinstance(part, Starred) for part in target) else ()


@_remembered
def names_given_at(position: Position) -> frozenset[str]:
    """Every name that the expression at a position gives, however nested."""
    return frozenset(name for target in targets_at(position) for name in flat_names(target))


@_remembered
def is_returned_at(position: Position) -> bool:
    """Whether the expression at a position is what its function returns."""
    owned = owned_at(position)
    return owned is not None and isinstance(owned.owner, ast.Return)


@_remembered
def calls_itself(position: Position, operation: str) -> bool:
    """Whether the expression at a position is the operation itself, and not a library function around it."""
    owned = owned_at(position)
    if owned is None or not isinstance(owned.node, ast.Call):
        return True
    function = owned.node.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return name == operation


def names_returned(code: CodeType) -> Target:
    """The names that a function returns, where it returns names and in one place only."""
    function = function_of(code)
    returns = [node for node in ast.walk(function) if isinstance(node, ast.Return)] if function else []
    value = returns[0].value if len(returns) == 1 else None
    return target_of(value) if value is not None else None


def function_of(code: CodeType) -> Function | None:
    """The syntax tree of a function."""
    return _function_in(code.co_filename, code)


@lru_cache(maxsize=1024)
def _function_in(file: str, code: CodeType) -> Function | None:
    lines = {line for _, _, line in code.co_lines() if line is not None}
    if not lines:
        return None
    found = [
        node
        for node in ast.walk(tree_of(file))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.name == code.co_name
        and node.lineno <= max(lines) <= (node.end_lineno or node.lineno)
    ]
    # Functions of one name may stand in one another; the innermost begins last.
    return max(found, key=lambda node: node.lineno, default=None)


class Forward(NamedTuple):
    """A module class's forward: its code and its syntax tree."""

    code: CodeType
    node: Function
    qualname: str


def watched_in(code: CodeType) -> tuple[str, ...]:
    """The attributes of `self` that the conditions of a function ask for."""
    function = function_of(code)
    tests = [node.test for node in ast.walk(function) if isinstance(node, ast.If)] if function else []
    asked = [
        node.attr
        for test in tests
        for node in ast.walk(test)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
    ]
    return tuple(dict.fromkeys(asked))


def known_forward(kind: type[nn.Module]) -> tuple[CodeType | None, tuple[str, ...]]:
    """The code of a class's forward, where it is the reader's, and the attributes that its conditions ask for."""
    if kind not in _forwards:
        code = forward_code(kind)
        _forwards[kind] = code, watched_in(code) if code is not None else ()
    return _forwards[kind]


def forward_of(kind: type[nn.Module]) -> Forward | None:
    """The source of a module class's forward, where it is the reader's and can be read."""
    code = forward_code(kind)
    node = function_of(code) if code is not None else None
    return Forward(code, node, code.co_qualname) if code is not None and node is not None else None

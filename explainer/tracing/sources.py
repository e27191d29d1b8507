"""From a code position to the source: which expression is executing, and which names get its result.

CPython keeps for every instruction the lines and columns of its expression. The syntax tree of the
file then says what surrounds that expression, so `y = x = self.norm1(x)` gives the names y and x
without any line being traced.
"""

import ast
import linecache
from collections.abc import Callable, Iterator
from functools import lru_cache, wraps
from itertools import islice
from types import CodeType
from typing import NamedTuple, TypeAlias, TypeVar

from torch import nn

from explainer.tracing.places import Position, forward_code
from explainer.tracing.record import Site

Target: TypeAlias = "str | Starred | tuple[Target, ...] | None"
Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
Found = TypeVar("Found")


class Starred(NamedTuple):
    """The target that takes the rest, in `first, *rest = …`."""

    name: str


class Span(NamedTuple):
    """Lines from 1 and columns from 0, in bytes of UTF-8, as CPython and its syntax trees count them."""

    line: int
    end_line: int
    column: int
    end_column: int


class Owned(NamedTuple):
    """An expression, and the node it stands in."""

    node: ast.expr
    owner: ast.AST


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
    span = _span(position)
    if span is None:
        return None
    code, _ = position
    lines = [linecache.getline(code.co_filename, number) for number in range(span.line, span.end_line + 1)]
    columns = _characters(lines[0], span.column), _characters(lines[-1], span.end_column)
    text = _cut(lines, *columns)
    return Site(code.co_filename, span.line, span.end_line, *columns, code.co_qualname, text)


@_remembered
def targets_at(position: Position) -> tuple[Target, ...]:
    """What the result of the expression at a position is assigned to: () where it is not, or not directly."""
    owned = _owned(position)
    # What stands at a comprehension as a whole is taking apart what it goes through, not its result.
    if owned is None or isinstance(owned.node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        return ()
    return _targets_of(owned, position[0].co_filename)


def _targets_of(owned: Owned, file: str) -> tuple[Target, ...]:
    match owned.owner:
        case ast.Assign(targets=targets):
            return tuple(_target(target) for target in targets)
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target) | ast.NamedExpr(target=target):
            return (_target(target),)
        case ast.IfExp(test=test) as choice if owned.node is not test:
            return _targets_of(_expressions(file)[_span_of(choice)], file)
        case ast.Tuple(elts=parts) as row if not any(isinstance(part, ast.Starred) for part in parts):
            # The parts of `a, b = f(x), g(x)` go to the names that stand where they stand.
            places = _targets_of(_expressions(file)[_span_of(row)], file)
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
    owned = _owned(position)
    return owned is not None and isinstance(owned.owner, ast.Return)


@_remembered
def calls_itself(position: Position, operation: str) -> bool:
    """Whether the expression at a position is the operation itself, and not a library function around it."""
    owned = _owned(position)
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
    return _target(value) if value is not None else None


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
        for node in ast.walk(_tree(file))
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


def forward_of(kind: type[nn.Module]) -> Forward | None:
    """The source of a module class's forward, where it is the reader's and can be read."""
    code = forward_code(kind)
    node = function_of(code) if code is not None else None
    return Forward(code, node, code.co_qualname) if code is not None and node is not None else None


def flat_names(target: Target) -> Iterator[str]:
    """The names in a target, in order."""
    if isinstance(target, str):
        yield target
    elif isinstance(target, Starred):
        yield target.name
    elif target is not None:
        for part in target:
            yield from flat_names(part)


def target_of(node: ast.expr) -> Target:
    """The names that a node of an assignment's left side stands for; None for what is no name."""
    return _target(node)


def _target(node: ast.expr) -> Target:
    match node:
        case ast.Name(id=name):
            return name
        case ast.Starred(value=ast.Name(id=name)):
            return Starred(name)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return tuple(_target(part) for part in parts)
    return None


def _owned(position: Position) -> Owned | None:
    span = _span(position)
    return _expressions(position[0].co_filename).get(span) if span else None


def _span(position: Position) -> Span | None:
    code, instruction = position
    positions = islice(code.co_positions(), instruction // 2, None)
    line, end_line, column, end_column = next(positions, (None, None, None, None))
    if line is None or end_line is None or column is None or end_column is None:
        return None
    return Span(line, end_line, column, end_column)


@lru_cache(maxsize=256)
def _tree(file: str) -> ast.Module:
    try:
        return ast.parse("".join(linecache.getlines(file)))
    except SyntaxError:  # what cannot be read as Python has no expressions to show
        return ast.Module(body=[], type_ignores=[])


@lru_cache(maxsize=256)
def _expressions(file: str) -> dict[Span, Owned]:
    """Every expression of a file with what it stands in. An augmented assignment executes as a whole."""
    owned: dict[Span, Owned] = {}
    for owner in ast.walk(_tree(file)):
        for node in ast.iter_child_nodes(owner):
            if isinstance(node, ast.expr):
                # The right side of an augmented assignment gives no name; the assignment as a whole does.
                owned.setdefault(_span_of(node), Owned(node, node if isinstance(owner, ast.AugAssign) else owner))
        if isinstance(owner, ast.AugAssign):
            owned[_span_of(owner)] = Owned(owner.target, owner)
    return owned


def _span_of(node: ast.expr | ast.stmt) -> Span:
    return Span(node.lineno, node.end_lineno or node.lineno, node.col_offset, node.end_col_offset or node.col_offset)


def _characters(line: str, column: int) -> int:
    """CPython counts columns in bytes of UTF-8; people and editors count characters."""
    return len(line.encode()[:column].decode(errors="ignore"))


def _cut(lines: list[str], column: int, end_column: int) -> str:
    if len(lines) == 1:
        return lines[0][column:end_column]
    return "".join([lines[0][column:], *lines[1:-1], lines[-1][:end_column]])

"""From a code position to the source: which expression is executing, and which names get its result.

CPython keeps for every instruction the lines and columns of its expression. The syntax tree of the
file then says what surrounds that expression, so `y = x = self.norm1(x)` gives the names y and x
without any line being traced.
"""

import ast
import linecache
from functools import lru_cache
from itertools import islice
from types import CodeType
from typing import NamedTuple, TypeAlias

from explainer.tracing.record import Site

Target: TypeAlias = "str | tuple[Target, ...] | None"


class Position(NamedTuple):
    """An instruction of a code object, as a frame holds it while it runs."""

    code: CodeType
    instruction: int


class Span(NamedTuple):
    """Lines from 1 and columns from 0, in bytes of UTF-8, as CPython and its syntax trees count them."""

    line: int
    end_line: int
    column: int
    end_column: int


@lru_cache(maxsize=4096)
def site_at(position: Position) -> Site | None:
    """The expression at a position; None where the code keeps no positions."""
    span = _span(position)
    if span is None:
        return None
    code = position.code
    lines = [linecache.getline(code.co_filename, number) for number in range(span.line, span.end_line + 1)]
    columns = _characters(lines[0], span.column), _characters(lines[-1], span.end_column)
    text = _cut(lines, *columns)
    return Site(code.co_filename, span.line, span.end_line, *columns, code.co_qualname, text)


@lru_cache(maxsize=4096)
def targets_at(position: Position) -> tuple[Target, ...]:
    """What the result of the expression at a position is assigned to: () where it is not, or not directly."""
    span = _span(position)
    parent = _owners(position.code.co_filename).get(span) if span else None
    match parent:
        case ast.Assign(targets=targets):
            return tuple(_target(target) for target in targets)
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target) | ast.NamedExpr(target=target):
            return (_target(target),)
    return ()


def _span(position: Position) -> Span | None:
    positions = islice(position.code.co_positions(), position.instruction // 2, None)
    line, end_line, column, end_column = next(positions, (None, None, None, None))
    if line is None or end_line is None or column is None or end_column is None:
        return None
    return Span(line, end_line, column, end_column)


@lru_cache(maxsize=256)
def _owners(file: str) -> dict[Span, ast.AST]:
    """For the value of every assignment in a file: the assignment. An augmented one executes as a whole."""
    source = "".join(linecache.getlines(file))
    owners: dict[Span, ast.AST] = {}
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Assign(value=value) | ast.NamedExpr(value=value) | ast.AnnAssign(value=ast.expr() as value):
                owners[_span_of(value)] = node
            case ast.AugAssign():
                owners[_span_of(node)] = node
    return owners


def _span_of(node: ast.expr | ast.stmt) -> Span:
    return Span(node.lineno, node.end_lineno or node.lineno, node.col_offset, node.end_col_offset or node.col_offset)


def _target(node: ast.expr) -> Target:
    match node:
        case ast.Name(id=name):
            return name
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return tuple(_target(part) for part in parts)
    return None


def _characters(line: str, column: int) -> int:
    """CPython counts columns in bytes of UTF-8; people and editors count characters."""
    return len(line.encode()[:column].decode(errors="ignore"))


def _cut(lines: list[str], column: int, end_column: int) -> str:
    if len(lines) == 1:
        return lines[0][column:end_column]
    return "".join([lines[0][column:], *lines[1:-1], lines[-1][:end_column]])

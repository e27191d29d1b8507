"""Expressions by their place: syntax trees of files, and the spans that CPython keeps for every instruction."""

import ast
import linecache
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple, TypeAlias

from explainer.tracing.places import Position

Target: TypeAlias = "str | Starred | tuple[Target, ...] | None"


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
    match node:
        case ast.Name(id=name):
            return name
        case ast.Starred(value=ast.Name(id=name)):
            return Starred(name)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return tuple(target_of(part) for part in parts)
    return None


def owned_at(position: Position) -> Owned | None:
    """The expression at a position with what it stands in; None where the source has none there."""
    span = span_at(position)
    return expressions_of(position[0].co_filename).get(span) if span else None


def span_at(position: Position) -> Span | None:
    """Where the expression at a position stands; None where the code keeps no positions."""
    code, instruction = position
    positions = islice(code.co_positions(), instruction // 2, None)
    line, end_line, column, end_column = next(positions, (None, None, None, None))
    if line is None or end_line is None or column is None or end_column is None:
        return None
    return Span(line, end_line, column, end_column)


@lru_cache(maxsize=256)
def tree_of(file: str) -> ast.Module:
    """The syntax tree of a file; an empty one for what cannot be read as Python."""
    try:
        return ast.parse("".join(linecache.getlines(file)))
    except SyntaxError:
        return ast.Module(body=[], type_ignores=[])


@lru_cache(maxsize=256)
def expressions_of(file: str) -> dict[Span, Owned]:
    """Every expression of a file with what it stands in. An augmented assignment executes as a whole."""
    owned: dict[Span, Owned] = {}
    for owner in ast.walk(tree_of(file)):
        for node in ast.iter_child_nodes(owner):
            if isinstance(node, ast.expr):
                # The right side of an augmented assignment gives no name; the assignment as a whole does.
                owned.setdefault(span_of(node), Owned(node, node if isinstance(owner, ast.AugAssign) else owner))
        if isinstance(owner, ast.AugAssign):
            owned[span_of(owner)] = Owned(owner.target, owner)
    return owned


def span_of(node: ast.expr | ast.stmt) -> Span:
    """Where a node stands."""
    return Span(node.lineno, node.end_lineno or node.lineno, node.col_offset, node.end_col_offset or node.col_offset)


def characters_before(line: str, column: int) -> int:
    """The column for people and editors, who count characters where CPython counts bytes of UTF-8."""
    return len(line.encode()[:column].decode(errors="ignore"))


def text_between(lines: list[str], column: int, end_column: int) -> str:
    """The text from a column of the first line to a column of the last."""
    if len(lines) == 1:
        return lines[0][column:end_column]
    return "".join([lines[0][column:], *lines[1:-1], lines[-1][:end_column]])

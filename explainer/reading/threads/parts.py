"""An index into a folded axis by the names of its parts: in B*N, place 7 of N=5 is window 1, variate 2."""

import ast
from collections.abc import Mapping
from typing import TypeAlias

Parts: TypeAlias = tuple[tuple[str, int], ...]


def index_parts(axis_text: str, sizes: Mapping[str, int], index: int) -> Parts:
    """The letters of an axis, each with the place along it that `index` stands for; () where that is not clear.

    axis_text  as `explainer.tracing.axes` writes it; products are read from the outermost factor inwards
    sizes      of letters: `B*N` at {"B": 3, "N": 5} and 7 is (("B", 1), ("N", 2)), `N+T` at 7 is (("T", 2),)
    Unclear are differences, quotients, plain numbers, unknown letters, and indices outside of the axis.
    """
    try:
        parts = _parts(ast.parse(axis_text, mode="eval").body, sizes, index)
    except SyntaxError:
        return ()
    return parts or ()


def _parts(node: ast.expr, sizes: Mapping[str, int], index: int) -> Parts | None:
    """None where it is not clear."""
    size = _size(node, sizes)
    if size is None or not 0 <= index < size:
        return None
    match node:
        case ast.Name(id=letter):
            return ((letter, index),)
        case ast.BinOp(op=ast.Mult(), left=left, right=right):
            return _of_product(left, right, sizes, index)
        case ast.BinOp(op=ast.Add(), left=left, right=right):
            first = _size(left, sizes) or 0
            return _parts(left, sizes, index) if index < first else _parts(right, sizes, index - first)
    return None


def _of_product(left: ast.expr, right: ast.expr, sizes: Mapping[str, int], index: int) -> Parts | None:
    inner = _size(right, sizes) or 1
    outer_part, inner_part = _parts(left, sizes, index // inner), _parts(right, sizes, index % inner)
    return None if outer_part is None or inner_part is None else (*outer_part, *inner_part)


def _size(node: ast.expr, sizes: Mapping[str, int]) -> int | None:
    match node:
        case ast.Name(id=letter):
            return sizes.get(letter)
        case ast.Constant(value=int() as number):
            return number
        case ast.BinOp(op=ast.Mult() | ast.Add() as operator, left=left, right=right):
            first, second = _size(left, sizes), _size(right, sizes)
            if first is None or second is None:
                return None
            return first * second if isinstance(operator, ast.Mult) else first + second
    return None

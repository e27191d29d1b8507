"""An independent count of what a model computes: a copy of its source in which each expression reports itself.

The copy is made with the syntax tree alone. Wrapped is every call, operator, comparison, subscript, attribute and
augmented assignment inside functions; reported is each whose result holds a tensor that the expression made or picked
out of a tensor, with its lines and columns. Fetching a parameter from a module, or a tensor from a list, makes none.
"""

import ast
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from torch import Tensor


class Span(NamedTuple):
    """Columns in characters, as editors count them."""

    file: str
    line: int
    end_line: int
    column: int
    end_column: int


class Reports:
    """What the instrumented code calls while it runs."""

    def __init__(self) -> None:
        self.spans: list[Span] = []
        self._held: list[Any] = []

    def made(self, result: Any, *span: Any) -> Any:
        if _holds_tensor(result):
            self.spans.append(Span(*span))
        return result

    def hold(self, container: Any) -> Any:
        self._held.append(container)
        return container

    def picked(self, result: Any, *span: Any) -> Any:
        return self.made(result, *span) if isinstance(self._held.pop(), Tensor) else result

    def attribute(self, owner: Any, name: str, *span: Any) -> Any:
        found = getattr(owner, name)
        return self.made(found, *span) if isinstance(owner, Tensor) else found


def _holds_tensor(result: Any) -> bool:
    return isinstance(result, Tensor) or (isinstance(result, (tuple, list)) and any(map(_holds_tensor, result)))


class _Wrap(ast.NodeTransformer):
    def __init__(self, file: str, source: str) -> None:
        self.file = file
        self.lines = source.splitlines()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.body = [self.visit(statement) for statement in node.body]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AnnAssign:
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        node.body = [self.visit(each) if isinstance(each, ast.FunctionDef) else each for each in node.body]
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> list[ast.stmt]:
        report = ast.Expr(self._report("made", node, _loaded(node.target)))
        return [self.generic_visit(node), report]  # type: ignore[list-item]

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if not isinstance(node.ctx, ast.Load):
            return self.generic_visit(node)  # type: ignore[return-value]
        return self._report("attribute", node, self.visit(node.value), ast.Constant(node.attr))

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        if not isinstance(node.ctx, ast.Load):
            return self.generic_visit(node)  # type: ignore[return-value]
        whole = self._report("picked", node, node)
        node.value = _report_to("hold", self.visit(node.value))
        node.slice = self.visit(node.slice)
        return whole

    def _wrap(self, node: ast.expr) -> ast.expr:
        return self._report("made", node, self.generic_visit(node))  # type: ignore[arg-type]

    visit_Call = visit_BinOp = visit_UnaryOp = visit_Compare = _wrap  # noqa: N815 - as ast names them

    def _report(self, method: str, node: ast.expr | ast.stmt, *given: ast.expr) -> ast.expr:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        columns = self._characters(node.lineno, node.col_offset), self._characters(node.end_lineno, node.end_col_offset)
        span = Span(self.file, node.lineno, node.end_lineno, *columns)
        return ast.copy_location(_report_to(method, *given, *map(ast.Constant, span)), node)

    def _characters(self, line: int, column: int) -> int:
        return len(self.lines[line - 1].encode()[:column].decode())


def _report_to(method: str, *given: ast.expr) -> ast.expr:
    reports = ast.Name("__reports__", ast.Load())
    return ast.Call(ast.Attribute(reports, method, ast.Load()), list(given), [])


def _loaded(target: ast.expr) -> ast.expr:
    return ast.parse(ast.unparse(target), mode="eval").body


def instrumented(modules: Mapping[str, str], reports: Reports) -> dict[str, ModuleType]:
    """Copies of modules, by `{"the module's name": "the copy's name"}`, that use each other and report."""
    copies: dict[str, ModuleType] = {}
    for original, name in modules.items():
        file = sys.modules[original].__file__
        assert file is not None
        source = Path(file).read_text(encoding="utf-8")
        tree = _Wrap(file, source).visit(ast.parse(source))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                node.module = modules.get(node.module or "", node.module)
        copies[name] = sys.modules[name] = ModuleType(name)
        copies[name].__dict__["__reports__"] = reports
        run: Callable[..., None] = exec
        run(compile(ast.fix_missing_locations(tree), file, "exec"), copies[name].__dict__)
    return copies

"""On which line of its own forward something happened.

In the reader's code the record knows. What happens inside one of torch's own modules is, for the record, where the
reader called that module; its line in torch's source is found by its name there, or not at all.
"""

import ast
import re
from collections.abc import Iterable

from explainer.reading.code import Code
from explainer.tracing import Call, Site, Step


def own_line(code: Code, chain: Iterable[Site]) -> int | None:
    """The line of the outermost place of a chain that lies in the forward."""
    inside = [site.line for site in chain if site.file == code.file and code.first <= site.line <= code.last]
    return inside[-1] if inside else None


def line_of_step(code: Code, step: Step) -> int | None:
    """Where torch's source says that it computes this: the only line that calls it, or else its only return."""
    called = _lines_with(code, rf"\b{re.escape(step.op)}\(")
    if len(called) == 1:
        return called[0]
    returns = [node for node in _nodes(code) if isinstance(node, ast.Return)]
    computes = len(returns) == 1 and isinstance(returns[0].value, ast.Call | ast.BinOp | ast.Subscript | ast.Tuple)
    return returns[0].lineno if computes and not called else None


def line_of_call(code: Code, call: Call) -> int | None:
    """Where torch's source says that it calls this part: the only line that names it, or that calls each in turn."""
    name = call.path.rpartition(".")[2]
    found = _lines_with(code, rf"\bself\.{re.escape(name)}\(") or _calls_in_turn(code)
    return found[0] if len(found) == 1 else None


def _lines_with(code: Code, pattern: str) -> list[int]:
    body = range(code.body, code.last + 1)
    return [line for line in body if re.search(pattern, code.line(line).partition("#")[0])]


def _calls_in_turn(code: Code) -> list[int]:
    """Lines like `input = module(input)` in `for module in self`."""
    nodes = _nodes(code)
    loops = (node.target for node in nodes if isinstance(node, ast.For))
    turns = {target.id for target in loops if isinstance(target, ast.Name)}
    called = (node for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name))
    return [node.lineno for node in called if isinstance(node.func, ast.Name) and node.func.id in turns]


def _nodes(code: Code) -> list[ast.AST]:
    """The syntax of a forward, with the line numbers of its file."""
    return list(ast.walk(ast.increment_lineno(ast.parse("\n".join(code.lines)), code.first - 1)))

"""The source of a forward, cut into its paragraphs.

A paragraph ends where a blank line stands, and its leading comment is its title. A comment after code opens nothing,
and a comment that is followed by a blank line is the title of what follows.
"""

import ast
import linecache
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType

from explainer.tracing import Call, Trace
from explainer.tracing.sources import Function, function_of

# Lines that people draw around the titles of sections.
_RULES = re.compile(r"^[-=*~#_]{2,}\s*|\s*[-=*~#_]{2,}$")


@dataclass(frozen=True)
class Paragraph:
    """Lines `first … last` of the file; `title` is the leading comment, "" where there is none.

    code  the first line that is no comment
    """

    title: str
    first: int
    last: int
    code: int


@dataclass(frozen=True)
class Code:
    """The source of one forward; all line numbers are those of the file, from 1.

    function    its qualified name: "FullAttention.forward"
    first       the number of the first of `lines`, which are dedented; decorators stand before the `def`
    body        the first line after signature and docstring
    paragraphs  of the body, in order
    margin      how many characters the dedented lines have lost
    """

    file: str
    function: str
    first: int
    lines: tuple[str, ...]
    body: int
    paragraphs: tuple[Paragraph, ...]
    margin: int = 0

    @property
    def last(self) -> int:
        """The number of the last line."""
        return self.first + len(self.lines) - 1

    def line(self, number: int) -> str:
        """The dedented text of a line of the file."""
        return self.lines[number - self.first]


def code_of(trace: Trace, call: Call) -> Code | None:
    """The source of the forward that ran in a call, torch's own included; None where there is none to read."""
    code = trace.invocation(call).code
    return _read(code.co_filename, code) if code is not None else None


@lru_cache(maxsize=512)
def _read(file: str, code: CodeType) -> Code | None:
    """Code objects of the same text are equal, so the file counts as well."""
    function = function_of(code)
    if function is None:
        return None
    first, last = _start_of(function), function.end_lineno or function.lineno
    texts = linecache.getlines(file)[first - 1 : last]
    body = _body_of(function, texts, first)
    paragraphs = tuple(_paragraphs(function, texts, first, body))
    lines = tuple(_dedented(text, function.col_offset) for text in texts)
    return Code(file, code.co_qualname, first, lines, body, paragraphs, function.col_offset)


def _start_of(statement: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(each.lineno for each in decorators)])


def _dedented(text: str, indent: int) -> str:
    """Without the indent of the function; lines of a string may stand further left and stay as they are."""
    text = text.rstrip("\r\n")
    return text[indent:] if text[:indent].isspace() or not indent else text


def _body_of(function: Function, texts: list[str], first: int) -> int:
    opening = function.body[0]
    if ast.get_docstring(function, clean=False) is not None:
        return (opening.end_lineno or opening.lineno) + 1
    # Above the first statement stand comments, and above those the signature, whose last line is neither.
    body = _start_of(opening)
    while body - 1 > function.lineno and _is_silent(texts[body - 1 - first]):
        body -= 1
    return body


def _paragraphs(function: Function, texts: list[str], first: int, body: int) -> Iterator[Paragraph]:
    inside = _lines_inside_expressions(function)
    block: list[int] = []
    for number in range(body, first + len(texts) + 1):
        ends = number == first + len(texts) or (not texts[number - first].strip() and number not in inside)
        if not ends:
            block.append(number)
        elif any(not _is_silent(texts[line - first]) for line in block):
            yield _paragraph(block, texts, first)
            block = []


def _lines_inside_expressions(function: Function) -> set[int]:
    """A blank line in the middle of an expression, or of a text, separates nothing."""
    statements = (node for node in ast.walk(function) if isinstance(node, ast.stmt))
    expressions = (node for each in statements for node in ast.iter_child_nodes(each) if isinstance(node, ast.expr))
    return {line for each in expressions for line in range(each.lineno, each.end_lineno or each.lineno)}


def _paragraph(block: list[int], texts: list[str], first: int) -> Paragraph:
    code = next(line for line in block if not _is_silent(texts[line - first]))
    comments = (_RULES.sub("", texts[line - first].strip().lstrip("#").strip()) for line in block if line < code)
    return Paragraph(" ".join(filter(None, comments)), block[0], block[-1], code)


def _is_silent(text: str) -> bool:
    return not text.strip() or text.lstrip().startswith("#")

"""The source that is shown is the source that ran, cut where its author left a line blank."""

# Some forwards here are written as nobody should write them.
# ruff: noqa: RET504

import ast
import inspect
import re
from textwrap import dedent

import pytest
import torch
from torch import Tensor, nn

from explainer.reading import Code, code_of
from explainer.tracing import trace
from tests.reading.passes import SETTINGS, every_model, pass_of_ours

X = torch.rand(2, 3, 4)
TORCH: list[nn.Module] = [
    nn.Linear(4, 2),
    nn.Conv1d(3, 2, 1),
    nn.LayerNorm(4),
    nn.Dropout(0.1),
    nn.BatchNorm1d(3),
    nn.Sequential(nn.Linear(4, 2), nn.ReLU()),
    nn.Flatten(),
    nn.ReplicationPad1d((0, 2)),
]


class Holds(nn.Module):
    def __init__(self, part: nn.Module) -> None:
        super().__init__()
        self.part = part

    def forward(self, x: Tensor) -> Tensor:
        y: Tensor = self.part(x)
        return y


def code_in(module: nn.Module, path: str = "") -> Code:
    record = trace(module.eval(), X)
    code = code_of(record, record.call(path))
    assert code is not None
    return code


def source_of(kind: type) -> tuple[list[str], int]:
    """What `inspect` says is the source of a class's forward, with its first line."""
    lines, first = inspect.getsourcelines(inspect.unwrap(kind.forward))  # type: ignore[attr-defined]
    return dedent("".join(lines)).splitlines(), first


def first_statement(kind: type) -> int:
    """The line of the first statement behind the docstring, by the syntax tree."""
    lines, first = source_of(kind)
    (function,) = ast.parse("\n".join(lines)).body
    assert isinstance(function, ast.FunctionDef)
    has_docstring = ast.get_docstring(function) is not None
    return function.body[1 if has_docstring else 0].lineno + first - 1


def assert_is_source_of(code: Code, kind: type) -> None:
    lines, first = source_of(kind)
    assert (list(code.lines), code.first) == (lines, first)
    assert code.file == inspect.getsourcefile(inspect.unwrap(kind.forward))  # type: ignore[attr-defined]
    assert code.function == inspect.unwrap(kind.forward).__qualname__  # type: ignore[attr-defined]
    # Between signature and docstring and the first statement stand only comments and blank lines.
    between = range(code.body, first_statement(kind))
    assert all(not code.line(number) or code.line(number).lstrip().startswith("#") for number in between)
    above = code.line(code.body - 1).rstrip()
    assert above.endswith((":", '"""'))


@every_model
def test_the_code_of_every_module_is_what_inspect_finds(model: str) -> None:
    run = pass_of_ours(model)
    for call in run.trace.calls:
        code = code_of(run.trace, call)
        assert code is not None
        kind = type(run.model.get_submodule(call.path))
        assert kind.__name__ == call.class_name
        assert_is_source_of(code, kind)


@pytest.mark.parametrize("part", TORCH, ids=lambda part: type(part).__name__)
def test_torchs_own_modules_show_their_source_alone_and_inside_others(part: nn.Module) -> None:
    for code in (code_in(part), code_in(Holds(part), "part")):
        assert_is_source_of(code, type(part))
        assert code.paragraphs[0].first >= code.body
        assert code.paragraphs[-1].last == code.last


# Paragraphs


@every_model
def test_paragraphs_are_what_stands_between_blank_lines(model: str) -> None:
    run = pass_of_ours(model)
    ours = [call for call in run.trace.calls if type(run.model.get_submodule(call.path)).__module__.startswith("expl")]
    assert len(ours) > 8
    for call in ours:
        code = code_of(run.trace, call)
        assert code is not None
        lines, first = source_of(type(run.model.get_submodule(call.path)))
        blocks = [part.splitlines() for part in re.split(r"\n\s*\n", "\n".join(lines[code.body - first :]))]
        assert [list(code.lines[each.first - first : each.last - first + 1]) for each in code.paragraphs] == blocks
        for paragraph, block in zip(code.paragraphs, blocks, strict=True):
            comments = [line for line in block if line.lstrip().startswith("#")]
            # Our models are prose: every paragraph begins with its comment.
            assert paragraph.title
            assert f"    # {paragraph.title}" == block[0]
            assert comments[0] == block[0]
            assert code.line(paragraph.code) == block[1]


def test_the_two_halves_of_an_encoder_layer_are_two_paragraphs() -> None:
    for model in SETTINGS:
        record = pass_of_ours(model).trace
        code = code_of(record, record.call("encoder.attn_layers.0"))
        assert code is not None
        titles = [paragraph.title for paragraph in code.paragraphs]
        assert [title.partition(":")[0] for title in titles] == ["Between tokens", "Within each token"]


# fmt: off
class Odd(nn.Module):
    def forward(
        self,
        x: Tensor,  # a comment with a colon:
        # and one on a line of its own
    ) -> Tensor:
        """A docstring.

        With a blank line.
        """

        # ---- Section one ----

        # has a title that
        # goes on
        y = x + 1
        # and a comment that opens nothing
        z = torch.cat(
            [
                y,

                x,
            ]
        )

        if z.ndim == 3:
            # No title: it stands behind code.
            z = z * 2

            # In a branch.
            z = z - 1
        text = """
first

second"""


        #
        w = z * len(text)
        return w
# fmt: on


def test_titles_are_leading_comments_and_blank_lines_inside_an_expression_separate_nothing() -> None:
    code = code_in(Odd())
    first = code.first
    told = [(each.title, each.first - first, each.code - first, each.last - first) for each in code.paragraphs]
    assert told == [
        ("Section one has a title that goes on", 10, 14, 22),
        ("", 24, 24, 26),
        ("In a branch.", 28, 29, 33),
        ("", 36, 37, 38),
    ]
    assert code.body - first == 9
    assert code.line(first + 31) == "first"  # an unindented line of a text stays as it is


class OneLine(nn.Module):
    def forward(self, x: Tensor) -> Tensor: return x + 1  # fmt: skip


class Decorated(nn.Module):
    @torch.no_grad()
    def forward(self, x: Tensor) -> Tensor:
        def double(t: Tensor) -> Tensor:
            return t * 2

        return double(x)


class Inherits(OneLine):
    pass


def test_a_forward_on_one_line_is_a_paragraph() -> None:
    for model in (OneLine(), Inherits()):
        code = code_in(model)
        assert code.function == "OneLine.forward"
        assert [(each.first, each.code, each.last) for each in code.paragraphs] == [(code.first,) * 3]
        assert code.body == code.first == code.last


def test_decorators_belong_to_the_source() -> None:
    code = code_in(Decorated())
    assert code.lines[0] == "@torch.no_grad()"
    assert code.body - code.first == 2
    assert [each.first - code.first for each in code.paragraphs] == [2, 5]


def test_a_forward_of_a_modules_own_is_shown_and_not_its_classs() -> None:
    model = nn.Linear(4, 2)

    def shifted(x: Tensor) -> Tensor:
        # Shifted first.
        return nn.functional.linear(x + 1, model.weight)

    model.forward = shifted  # type: ignore[method-assign]
    code = code_in(Holds(model), "part")
    assert code.function.endswith("shifted")
    assert [paragraph.title for paragraph in code.paragraphs] == ["Shifted first."]


def test_code_without_a_source_is_none() -> None:
    space: dict[str, type[nn.Module]] = {"nn": nn}  # type: ignore[dict-item]
    exec("class Made(nn.Module):\n    def forward(self, x):\n        return x + 1", space)  # noqa: S102
    record = trace(space["Made"](), X)
    assert code_of(record, record.root) is None


class NoPython(nn.Module):
    forward = torch.relu


def test_a_forward_that_is_no_python_has_no_source() -> None:
    record = trace(Holds(NoPython()), X)
    assert code_of(record, record.call("part")) is None

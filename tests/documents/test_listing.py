"""The listing: what ran stands in the text where it is written, and what did not run says why."""

import ast
import linecache
import textwrap

import pytest
import torch
from torch import Tensor, nn

from explainer.documents import Subject
from explainer.documents.listing import Row, rows
from explainer.language import Language
from explainer.tracing import trace
from tests.documents.html_read import Node, read


# Written as nobody here writes.
# fmt: off
class Written(nn.Module):
    """As people write, with everything that makes a line hard to read."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(2, 2)
        self.scale: float | None = None

    def forward(self, x: Tensor, 名: str = "a < b") -> Tensor:  # noqa: N803, PLC2401
        # Calls inside calls < & >.
        y = torch.relu(self.layer(x * 2))

        z = torch.cat(
            [
                y,

                torch.tanh(  # a comment
                    y + 1,
                ),
            ],
            dim=-1,
        )

        # What is not always there.
        if self.scale is not None:
            z = z * self.scale
            z = z + 1

        width, height = z.shape
        return z.sum() if "'\"<" in 名 else self.layer(z[:, :2]) + float(width)
# fmt: on


ABOUT = Subject(trace(Written(), torch.rand(3, 2)), Language.EN)
LAYER = ABOUT.layer(ABOUT.trace.root)


def listed(about: Subject = ABOUT, *, around: str | None = None) -> list[tuple[Row, Node]]:
    layer = about.layer(about.trace.root)
    assert layer.code is not None
    found = rows(about, layer, layer.code.first, layer.code.last, around=around)
    return [(row, read(row.text)) for row in found]


def expressions(about: Subject = ABOUT) -> dict[str, str]:
    """What can be chosen, by key: its text over all lines, without the space between its words."""
    found: dict[str, str] = {}
    for _, line in listed(about):
        for part in line.all(css="tb-expression"):
            found[part.attributes["data-key"]] = found.get(part.attributes["data-key"], "") + part.text
    return {key: "".join(text.split()) for key, text in found.items()}


def test_every_line_is_the_line_of_the_file() -> None:
    assert LAYER.code is not None
    for row, line in listed():
        assert line.text == linecache.getline(LAYER.code.file, row.number).rstrip("\n")[4:]


def test_every_expression_holds_the_text_that_ran() -> None:
    """Found in the source by Python itself."""
    assert LAYER.code is not None
    source = textwrap.dedent("\n".join(LAYER.code.lines))
    texts = {
        "".join((ast.get_source_segment(source, node) or "").split())
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.expr)
    }
    assert len(expressions()) == len(LAYER.items)
    for key, text in expressions().items():
        assert text in texts, key


def test_expressions_stand_inside_those_that_hold_them() -> None:
    line = next(tree for row, tree in listed() if "torch.relu" in tree.text)
    (outer,) = [part for part in line.all(css="tb-expression") if part.attributes["data-key"] == ":relu"]
    assert [part.attributes["data-key"] for part in outer.all(css="tb-expression")] == ["layer", ":mul"]
    assert outer.text == "torch.relu(self.layer(x * 2))"
    assert outer.one(data_key="layer").text == "self.layer(x * 2)"
    assert outer.one(data_key=":mul").text == "x * 2"


def test_an_expression_over_several_lines_is_marked_on_each_of_them() -> None:
    marked = {row.number: [part.attributes["data-key"] for part in line.all(data_key=None)] for row, line in listed()}
    first = next(row.number for row, _ in listed() if "torch.cat(" in row.text.striptags())
    of_cat = [number for number, keys in marked.items() if ":cat" in keys]
    # One line of the nine is empty, and holds nothing that could be marked.
    assert of_cat == [number for number in range(first, first + 10) if number != first + 3]
    of_tanh = [number for number, keys in marked.items() if ":tanh" in keys]
    assert of_tanh == [first + 4, first + 5, first + 6]
    assert expressions()[":tanh"] == "torch.tanh(#acommenty+1,)"


def coloured(css: str) -> list[str]:
    return [part.text for _, line in listed() for part in line.all("i", css=css)]


def test_words_of_python_have_their_classes() -> None:
    assert set(coloured("tb-k")) == {"def", "if", "is", "not", "None", "return", "else", "in"}
    assert "# Calls inside calls < & >." in coloured("tb-c")
    assert "# a comment" in coloured("tb-c")
    assert set(coloured("tb-n")) >= {"2", "1"}
    assert "a < b" in "".join(coloured("tb-s"))
    assert set(coloured("tb-p")) == {"self"}


def test_lines_that_did_not_run_say_why() -> None:
    skipped = [(line.text.strip(), row.skipped) for row, line in listed() if row.skipped]
    why = "not run: self.scale is not None was False"
    assert skipped == [("z = z * self.scale", why), ("z = z + 1", why)]
    assert all(row.key is None for row, _ in listed() if row.skipped)


def test_the_reason_is_told_in_the_language_of_the_page() -> None:
    chinese = Subject(ABOUT.trace, Language.ZH)
    told = {row.skipped for row, _ in listed(chinese)} - {None}
    assert told == {"未执行：self.scale is not None 为 False"}


def test_a_click_on_a_line_chooses_what_it_made_last() -> None:
    keys = {line.text.strip(): row.key for row, line in listed() if row.key}
    assert keys["y = torch.relu(self.layer(x * 2))"] == ":relu"
    assert [row.key for row, line in listed() if line.text.strip().startswith("# Calls")] == [None]


def test_plain_numbers_that_got_a_name_are_told() -> None:
    (row,) = [row for row, line in listed() if "z.shape" in line.text]
    assert [read(hint).text for hint in row.hints] == ["width = 3, height = 4"]


def test_hints_name_what_a_line_made() -> None:
    (row,) = [row for row, line in listed() if "torch.relu" in line.text]
    told = [(read(hint).one("span", data_key=None).attributes["data-key"], read(hint).text) for hint in row.hints]
    assert told == [(":mul", "(3, 2)"), ("layer", "(3, 2)"), (":relu", "y (3, 2)")]


def test_around_a_call_its_line_is_marked_and_nothing_can_be_chosen() -> None:
    shown = listed(around="layer@1")
    (marked,) = [(row, line) for row, line in shown if row.marked]
    assert "return z.sum()" in marked[1].text
    for row, line in shown:
        assert row.key is None
        assert line.all(data_key=None) == []
        assert all(read(hint).all(data_key=None) == [] for hint in row.hints)
    opened = [part.attributes["data-open"] for _, line in shown for part in line.all(data_open=None)]
    assert opened == ["layer", "layer@1"]


class Left(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        text = """
left of everything < & >
		"""
        return (x + len(text)) * 2


def test_texts_that_stand_left_of_everything_are_shown_as_they_are() -> None:
    about = Subject(trace(Left(), torch.rand(2)), Language.EN)
    texts = [line.text for _, line in listed(about)]
    assert "left of everything < & >" in texts
    assert "".join(expressions(about)[":add"].split()) == "(x+len(text))".strip("()") + ")"
    assert expressions(about)[":mul"].endswith("*2")


@pytest.mark.parametrize("first", [1, 2])
def test_lines_of_a_part_are_numbered_as_in_the_file(first: int) -> None:
    assert LAYER.code is not None
    start = LAYER.code.first + first
    assert [row.number for row in rows(ABOUT, LAYER, start, start + 3)] == list(range(start, start + 4))


def test_without_source_there_are_no_lines() -> None:
    space: dict[str, object] = {"nn": nn}
    exec("class Made(nn.Module):\n    def forward(self, x):\n        return x + 1", space)  # noqa: S102
    made = space["Made"]
    assert isinstance(made, type)
    about = Subject(trace(made(), torch.rand(2)), Language.EN)
    assert rows(about, about.layer(about.trace.root), 1, 3) == ()

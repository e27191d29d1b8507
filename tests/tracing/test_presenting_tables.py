"""A record as rows and as HTML shows every step, and shows hostile texts as texts."""

import linecache
from html.parser import HTMLParser

import pytest
import torch
from torch import Tensor, nn

from explainer.language import Language
from explainer.models import build
from explainer.tracing import FailedPass, trace
from explainer.tracing.presenting import html_table, table_rows, to_json, visible
from explainer.tracing.presenting.rows import short_names
from tests.tracing.hard_models import CONFIGS, X, failing, odd


def test_each_row_stands_on_the_line_that_holds_its_expression() -> None:
    record = trace(build(CONFIGS[0], 0), X)
    rows = table_rows(record)
    assert [row.step for row in rows] == list(range(len(record.steps)))
    for row, step in zip(rows, record.steps, strict=True):
        name, _, line = row.line.rpartition(":")
        assert step.site is not None
        assert step.site.file.endswith(name)
        assert row.expression in linecache.getline(step.site.file, int(line))


def test_axes_are_named_where_there_are_names() -> None:
    class Named:
        def text(self, value: int) -> str:
            return f"(v{value})"

    record = odd()
    assert {row.axes for row in table_rows(record)} == {""}
    chunked = table_rows(record, Named())[0]
    assert chunked.axes == ", ".join(f"(v{value})" for value in record.steps[0].outputs)
    assert (chunked.names, chunked.sizes) == ("first, second", "(2, 3), (2, 3)")
    assert to_json(record, axes=Named())["values"][0]["axes"] == "(v0)"


def test_files_are_told_apart_by_as_little_of_their_paths_as_needed() -> None:
    files = ["/a/new/model.py", "/a/old/model.py", "/a/new/loss.py"]
    assert list(short_names(files).values()) == ["new/model.py", "old/model.py", "loss.py"]


def test_what_a_terminal_would_obey_is_written_out() -> None:
    assert visible("a\x1b[31m\u202e\nb 变量") == "a\\x1b[31m\\u202e\\nb 变量"


class Tags(HTMLParser):
    """The tags of a document, each closed in its order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        assert not any(name.startswith("on") for name, _ in attrs)
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_html_has_a_row_per_step_inside_the_modules_that_fold() -> None:
    record = trace(build(CONFIGS[0], 0), X)
    text = html_table(record)
    tags = Tags(text).seen
    heads = tags.count("thead")
    assert tags.count("tr") == len(record.steps) + len(record.skips) + heads
    assert text.count("<details open>") == 1
    assert "encoder.attn_layers.1.attention.inner_attention" in text
    assert "script" not in tags


def test_html_shows_hostile_names_and_texts_as_text() -> None:
    name = "<img src=x onerror=alert(1)>"

    def forward(_self: nn.Module, x: Tensor) -> Tensor:
        flag = "<script>alert(1)</script></table>\u202e"
        raise ValueError(f"{flag} {{braces}} {x.sum()}")

    with pytest.raises(FailedPass) as caught:
        trace(type(name, (nn.Module,), {"forward": forward})(), torch.zeros(2))
    text = html_table(caught.value.trace)
    assert {"script", "img"}.isdisjoint(Tags(text).seen)
    assert "{braces}" in text
    assert "&lt;img src=x" in text


def test_html_tells_lines_that_did_not_run_and_where_a_pass_broke_off() -> None:
    assert "self.mask_flag" in html_table(trace(build(CONFIGS[0], 0), X))
    failed = html_table(failing(), language=Language.ZH)
    assert "(2, 3), (5, 2)" in failed
    assert "运算" in failed

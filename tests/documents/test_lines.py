"""The lines of a layer and of its place in the parent are those of the file, all of them."""

import inspect
import linecache

import pytest
from torch import nn

from explainer.tracing import Call
from tests.documents.html_read import Node
from tests.documents.passes import SETTINGS, calls_of, every_model, key_of_call, passed, section, subject

pytestmark = pytest.mark.sweep


def rows_of(lines: Node) -> list[tuple[int, str]]:
    return [
        (int(row.one("span", css="tb-number").text), row.one("code").text) for row in lines.all("div", css="tb-row")
    ]


@every_model
def test_the_lines_are_those_of_the_file(model: str) -> None:
    made = passed(SETTINGS[model])[0]
    for call in made.trace.calls:
        file = inspect.unwrap(type(made.model.get_submodule(call.path)).forward).__code__.co_filename
        rows = rows_of(section(model, call.id, "lines"))
        in_file = {number: linecache.getline(file, number).rstrip("\n") for number, _ in rows}
        indents = {in_file[number].removesuffix(text) for number, text in rows if text}
        assert [text.strip() for _, text in rows] == [in_file[number].strip() for number, _ in rows]
        assert indents == {"    "}, call.path


@every_model
def test_no_line_of_code_is_missing(model: str) -> None:
    made = passed(SETTINGS[model])[0]
    for call in made.trace.calls:
        source, first = inspect.getsourcelines(type(made.model.get_submodule(call.path)).forward)
        shown = [number for number, _ in rows_of(section(model, call.id, "lines"))]
        assert shown == sorted(set(shown))
        missing = [line for number, line in enumerate(source, first) if number not in shown]
        assert [line for line in missing if line.strip()] == []


@every_model
def test_the_place_in_the_parent_marks_exactly_the_line_that_called(model: str) -> None:
    seen = 0
    for call in calls_of(model)[1:]:
        place = section(model, call.id, "place")
        marked = [int(row.one(css="tb-number").text) for row in place.all(css="tb-marked")]
        assert place.one("button", css="tb-link").attributes["data-open"] == key_of_call(
            calls_of(model)[call.parent or 0]
        )
        assert marked == [line_of(model, call)], call.path
        seen += 1
    assert seen == len(calls_of(model)) - 1


def line_of(model: str, call: Call) -> int:
    """Where a call is written in the forward of its parent. What a Sequential calls has the site of the Sequential."""
    parent = calls_of(model)[call.parent or 0]
    if parent.class_name == "Sequential":
        source, first = inspect.getsourcelines(nn.Sequential.forward)
        return next(number for number, line in enumerate(source, first) if "module(" in line)
    assert call.site is not None
    return call.site.line


@every_model
def test_the_lines_around_a_call_are_three_on_each_side_at_most(model: str) -> None:
    for call in subject(model).trace.calls[1:]:
        place = section(model, call.id, "place")
        numbers = [int(row.one(css="tb-number").text) for row in place.all(css="tb-row")]
        (marked,) = [int(row.one(css="tb-number").text) for row in place.all(css="tb-marked")]
        assert numbers == list(range(numbers[0], numbers[-1] + 1))
        assert max(abs(number - marked) for number in numbers) <= 3
        assert place.all(css="tb-row", data_row=None) == []
        # What a Sequential calls has no place of its own in the text.
        in_text = [key_of_call(call)] if subject(model).trace.calls[call.parent or 0].class_name != "Sequential" else []
        assert set(in_text) <= set(place.values("data-open"))

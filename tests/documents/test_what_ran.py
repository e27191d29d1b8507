"""What a document draws and lists is what ran: nothing is missing, and nothing is made up."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from explainer.documents import View, layer_document, sections
from explainer.documents.pictures import sequence_picture
from explainer.reading import DEPTHS, Depth
from explainer.running import letters_of
from explainer.tracing import Call, edges_in
from tests.documents.html_read import read
from tests.documents.passes import (
    SETTINGS,
    calls_of,
    direct_keys,
    every_model,
    in_order,
    inside,
    key_of_call,
    passed,
    section,
    subject,
)

pytestmark = pytest.mark.sweep


def layouts(model: str, call: Call, depth: Depth) -> Iterator[list[str]]:
    """The keys of a sequence diagram, once for wide pages and once for narrow ones."""
    about = subject(model)
    if depth == "everything":
        figure = section(model, call.id, "sequence").one("figure")
    else:
        figure = read(sequence_picture(about, about.layer(call), depth))
    for css in ("tb-wide", "tb-narrow"):
        yield figure.one("div", css=css).one("svg").values("data-key")


@every_model
def test_the_deepest_sequence_tells_every_step_and_every_call_inside_once_in_its_order(model: str) -> None:
    trace = subject(model).trace
    for call in calls_of(model):
        calls, steps = inside(trace, call), range(call.first_step, call.last_step)
        expected = in_order(trace, [call.id, *(each.id for each in calls)], list(steps))
        # A call and its return are two arrows, a step is one.
        times = Counter(dict.fromkeys(expected, 1)) + Counter(key_of_call(each) for each in (call, *calls))
        for keys in layouts(model, call, "everything"):
            assert list(dict.fromkeys(keys)) == expected
            assert Counter(keys) == times


@every_model
def test_the_usual_sequence_tells_what_the_layer_did_itself(model: str) -> None:
    for call in calls_of(model)[::4]:
        for keys in layouts(model, call, "operations"):
            assert list(dict.fromkeys(keys)) == [key_of_call(call), *direct_keys(subject(model).trace, call)]


@every_model
def test_the_shallow_sequence_tells_the_modules_it_called(model: str) -> None:
    for call in calls_of(model)[::4]:
        called = [key_of_call(each) for each in calls_of(model) if each.parent == call.id]
        for keys in layouts(model, call, "calls"):
            assert list(dict.fromkeys(keys)) == [key_of_call(call), *called]


@every_model
@pytest.mark.parametrize("depth", DEPTHS)
def test_the_walk_goes_through_what_the_diagram_shows(model: str, depth: Depth) -> None:
    about = subject(model)
    for call in calls_of(model)[::8]:
        order = layer_document(about, call, View(depth=depth)).order
        drawn = next(layouts(model, call, depth))
        assert list(order) == [key for key in dict.fromkeys(drawn) if key != key_of_call(call)]


@every_model
def test_modules_in_the_diagram_open_the_page_of_a_call_that_was_made(model: str) -> None:
    for call in calls_of(model):
        opened = section(model, call.id, "sequence").values("data-open")
        assert set(opened) <= {key_of_call(each) for each in calls_of(model)} - {key_of_call(call)}
        called = {key_of_call(each) for each in inside(subject(model).trace, call)}
        assert called <= set(opened)


@every_model
def test_every_item_of_a_layer_can_be_chosen_in_its_lines(model: str) -> None:
    for call in calls_of(model):
        lines = section(model, call.id, "lines")
        assert set(lines.values("data-key")) == set(direct_keys(subject(model).trace, call)), call.path
        assert set(lines.values("data-row")) <= set(lines.values("data-key"))


@every_model
def test_every_item_of_a_layer_stands_in_its_groups(model: str) -> None:
    for call in calls_of(model):
        drawn = section(model, call.id, "groups").one("figure")
        for css in ("tb-wide", "tb-narrow"):
            keys = drawn.one("div", css=css).values("data-key")
            made = [key for key in keys if not key.startswith(("group:", "part:"))]
            assert Counter(made) == Counter(direct_keys(subject(model).trace, call)), call.path


def results_of(model: str, key: str) -> tuple[int, ...]:
    about = subject(model)
    step, call = about.keys.step(key), about.keys.call(key)
    return step.outputs if step else edges_in(call.outcome) if call else ()


@every_model
def test_the_sizes_in_the_hints_are_those_that_were_recorded(model: str) -> None:
    values, seen = subject(model).trace.values, 0
    for call in calls_of(model):
        for hint in section(model, call.id, "lines").all(css="tb-hint", data_key=None):
            results = dict.fromkeys(results_of(model, hint.attributes["data-key"]))
            shapes = [values[value].shape for value in results]
            assert [int(size.text) for size in hint.all(css="tb-live")] == [size for shape in shapes for size in shape]
            seen += len(shapes)
    assert seen > len(calls_of(model))


@every_model
def test_a_size_that_moved_carries_the_letters_it_moved_with(model: str) -> None:
    """A size whose formula is a single letter has that letter's number; after another pass it is marked with it."""
    made, axes = passed(SETTINGS[model])
    letters = {"B": 3, "N": 5, "L": 12, "S": 6, "D": 8, "H": 4, "F": 32}
    about = replace(subject(model), before={**letters_of(made.settings.config(), *made.inputs), "B": 2, "N": 4, "D": 4})
    seen = set()
    for call in made.trace.calls[:12]:
        shown = {part.id: read(part.html) for part in sections(layer_document(about, call, View()))}
        for hint in shown["lines"].all(css="tb-size"):
            letters_shown, _, _ = hint.text.partition(" = ")
            for letter, size in zip(letters_shown.strip("(,)").split(", "), hint.all(css="tb-live"), strict=False):
                if letter in letters:
                    assert int(size.text) == letters[letter]
                    assert size.attributes.get("data-moves") == (letter if letter in {"B", "N", "D"} else None)
                    seen.add(letter)
    assert {"B", "D", "L"} <= seen
    assert axes.change is None


@every_model
def test_arguments_and_results_are_listed_with_their_sizes(model: str) -> None:
    trace = subject(model).trace
    for call in calls_of(model):
        table = section(model, call.id, "inputs").one("table", css="tb-table").one("tbody")
        given = [row.one("code").text for row in table.all("tr", css="tb-in")]
        assert given == list(call.arguments)
        shown = [row.one("td", css="tb-live-cell").text for row in table.all("tr")]
        slots = [*call.arguments.values(), *(call.outcome if isinstance(call.outcome, tuple) else (call.outcome,))]
        sizes = [", ".join(str(tuple(trace.values[value].shape)) for value in edges_in(slot)) for slot in slots]
        assert shown == [size or repr(slot) for size, slot in zip(sizes, slots, strict=True)]

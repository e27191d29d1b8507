"""The saved file: whole, by itself, and small enough to send."""

import json
import re
from functools import cache
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from explainer.documents import Subject, View, standalone_html
from explainer.language import Language
from explainer.reading import DEPTHS
from explainer.tracing import trace
from tests.documents.html_read import Node, read
from tests.documents.passes import ATTENTION, SETTINGS, every_model, in_order, inside, subject

pytestmark = pytest.mark.sweep

# Names of vocabularies, which no browser asks for.
VOCABULARIES = ["http://www.w3.org/2000/svg", "http://www.w3.org/1998/Math/MathML", "http://www.w3.org/1999/xlink"]
LOADING = {"src", "href", "xlink:href", "srcset", "poster", "action", "formaction", "data", "background", "manifest"}
BOTH = pytest.mark.parametrize(("model", "path"), [(model, path) for model in SETTINGS for path in ("", ATTENTION)])


@cache
def saved(model: str, path: str, language: Language = Language.EN) -> str:
    about = subject(model, language)
    return standalone_html(about, about.trace.call(path), View(depth="operations"), source="made for a test")


@cache
def tree_of(model: str, path: str) -> Node:
    """In the languages by turns: a model in English is followed by one in Chinese."""
    return read(saved(model, path, LANGUAGES[model]))


LANGUAGES = dict(zip(SETTINGS, Language, strict=True))


def data_of(tree: Node) -> dict[str, Any]:
    script = tree.one("script").text
    _, _, rest = script.partition("\nconst data = ")
    found, _ = json.JSONDecoder().raw_decode(rest)
    assert isinstance(found, dict)
    return found


@BOTH
def test_a_saved_file_asks_nobody_for_anything(model: str, path: str) -> None:
    html = saved(model, path, LANGUAGES[model])
    for vocabulary in VOCABULARIES:
        html = html.replace(vocabulary, "")
    assert re.findall(r"https?://[^\s\"'<]+|\bwss?://|@import", html) == []
    assert re.findall(r"url\((?!['\"]?#)[^)]*\)", html) == []
    tree = tree_of(model, path)
    assert {name for node in tree.nodes() for name in node.attributes} & LOADING == set()
    assert {node.tag for node in tree.nodes()} & {
        "link",
        "iframe",
        "object",
        "embed",
        "base",
        "a",
        "img",
        "audio",
    } == set()
    assert (
        re.findall(r"\b(?:fetch|import|XMLHttpRequest|WebSocket|sendBeacon|eval)\s*\(", tree.one("script").text) == []
    )


@BOTH
def test_a_saved_file_is_a_whole_document_in_its_language(model: str, path: str) -> None:
    tree = tree_of(model, path)
    assert [each.tag for each in tree.children if isinstance(each, Node)] == ["html"]
    assert tree.one("html").attributes["lang"] == LANGUAGES[model].value
    assert tree.one("meta", charset="utf-8")
    assert path.rpartition(".")[2] in tree.one("head").one("title").text
    assert subject(model).trace.model_class in tree.one("head").one("title").text
    assert tree.one(css="tb-source").text == "made for a test"
    assert len(tree.all("style")) == len(tree.all("script")) == 1


@BOTH
def test_a_saved_file_has_a_card_for_everything_inside(model: str, path: str) -> None:
    record, tree = subject(model).trace, tree_of(model, path)
    call = record.call(path)
    steps = list(range(call.first_step, call.last_step))
    expected = in_order(record, [each.id for each in inside(record, call)], steps)
    held = tree.all("template", data_card_of=None)
    assert [each.attributes["data-card-of"] for each in held] == expected
    assert [each.one("article").attributes["data-card"] for each in held] == expected


@BOTH
def test_a_saved_file_knows_the_order_of_every_depth(model: str, path: str) -> None:
    tree = tree_of(model, path)
    data = data_of(tree)
    assert list(data["order"]) == list(DEPTHS)
    held = {each.attributes["data-card-of"] for each in tree.all("template", data_card_of=None)}
    for depth in DEPTHS:
        picture = tree.one("template", data_picture=depth).one(css="tb-wide")
        keys = [key for key in dict.fromkeys(picture.values("data-key")) if key != path]
        assert data["order"][depth] == keys
        assert set(keys) <= held
    assert data["chosen"] == data["order"]["operations"][0]
    assert data["depth"] == "operations"


@BOTH
def test_a_saved_file_has_a_place_for_each_of_its_parts(model: str, path: str) -> None:
    tree = tree_of(model, path)
    places = [each.attributes["data-section"] for each in tree.one(css="tb-document").all(data_section=None)]
    parts = [each.attributes["data-part"] for each in tree.all("template", data_part=None)]
    assert len(set(parts)) == len(parts)
    assert len(set(places)) == len(places)
    assert set(parts) <= set(places)
    assert {"head", "place", "inputs", "sequence", "groups", "lines", "card", "example"} <= set(parts)


@BOTH
def test_a_saved_file_draws_the_same_sequence_at_first_and_when_it_is_asked_again(model: str, path: str) -> None:
    tree = tree_of(model, path)
    first = tree.one("template", data_part="sequence").one("figure")
    again = tree.one("template", data_picture="operations")
    for css in ("tb-wide", "tb-narrow"):
        one, two = (
            [(node.tag, node.attributes, node.text) for node in side.one(css=css).nodes()] for side in (first, again)
        )
        assert one == two


@every_model
def test_the_saved_file_of_every_module_is_small(model: str) -> None:
    """Below two megabytes. Cards and pictures in the file of a module are in that of its parent too."""
    sizes = [len(saved(model, path, LANGUAGES[model]).encode()) for path in ("", "encoder", ATTENTION)]
    assert max(sizes) < 2_000_000
    assert sizes == sorted(sizes, reverse=True)


class Named(nn.Module):
    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self.add_module(name, nn.Linear(2, 2))

    def forward(self, x: Tensor) -> Tensor:
        y: Tensor = getattr(self, self.name)(x)
        return y


@pytest.mark.parametrize(
    "name",
    [
        "</script><script>alert(1)</script>",
        "<!--<script>",
        "\u2028\u2029",
        '"]};alert(1)//',
        "</template>",
        "\\",
        "\U0001f600 变量",
    ],
    ids=range(7),
)
def test_no_name_can_end_the_script(name: str) -> None:
    record = trace(Named(name), torch.rand(2))
    tree = read(standalone_html(Subject(record, Language.EN), record.root, View(depth="everything")))
    assert data_of(tree)["order"]["everything"] == [name, f"{name}:linear"]
    assert [each.attributes["data-card-of"] for each in tree.all("template", data_card_of=None)] == [
        name,
        f"{name}:linear",
    ]
    written = tree.one("script").text.partition("\nconst data = ")[2].partition("\n")[0]
    assert written.isascii()
    assert "<" not in written

"""Nothing that comes from a visitor's file, model or typing becomes markup."""

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from explainer.documents import (
    Subject,
    View,
    card_section,
    closing_section,
    filled_example,
    layer_document,
    panorama,
    sections,
    standalone_html,
)
from explainer.documents.cards import card
from explainer.language import Language, Phrase, same_in_both
from explainer.running import Settings, axes_of, run
from explainer.series import Series, sample_series
from explainer.tracing import trace
from tests.documents.html_read import Node, read
from tests.documents.passes import ATTENTION, document, subject

EVIL = [
    "<img src=x onerror=alert(1)>",
    '"><script>alert(2)</script>',
    "$\\text{<script>3</script>}$",
    "`</code><b>`",
    "&lt;i&gt;",
]
HARMLESS = ["one", "two", "three", "four", "five"]


def shape_of(tree: Node) -> set[tuple[str, tuple[str, ...]]]:
    """Every kind of element with the names of its attributes: all that could do something."""
    return {(node.tag, tuple(sorted(node.attributes))) for node in tree.nodes()}


def series_of(names: list[str], *, titled: bool) -> Series:
    sample = sample_series()
    titles: dict[str, Phrase] = {name: same_in_both(f"{name}!") for name in names} if titled else {}
    return Series(names[0], tuple(names), sample.values[:, :5], sample.times, sample.frequency, titles)


@cache
def subject_of(names: tuple[str, ...], *, titled: bool) -> Subject:
    made = run(Settings(), series_of(list(names), titled=titled))
    return Subject(made.trace, Language.EN, axes_of(made), made)


def page_of(names: tuple[str, ...], path: str, *, titled: bool) -> Node:
    about = subject_of(names, titled=titled)
    told = document(about, path, View(chosen=f"{ATTENTION}:softmax", depth="everything"))
    parts = [*sections(told), card_section(told), filled_example(told, None), closing_section(told)]
    # Rows and columns of the input have names too.
    more = [card(about, View(), key) for key in (":mean", "enc_embedding:cat", "enc_embedding:permute")]
    return read("".join(str(part.html) for part in parts) + "".join(map(str, more)))


@pytest.mark.parametrize("titled", [False, True], ids=["names of columns", "titles"])
@pytest.mark.parametrize("path", ["enc_embedding", ATTENTION])
def test_names_of_variates_are_text(path: str, titled: bool) -> None:
    evil, harmless = (page_of(tuple(names), path, titled=titled) for names in (EVIL, HARMLESS))
    assert shape_of(evil) == shape_of(harmless)
    assert {"img", "script"}.isdisjoint(node.tag for node in evil.nodes())
    assert EVIL[0] in evil.text
    assert EVIL[1] in evil.text


def test_names_of_tokens_are_text_in_the_panorama() -> None:
    matrix = np.full((5, 5), 0.2)
    evil, harmless = (read(panorama(matrix, names, Language.EN)) for names in (EVIL, HARMLESS))
    assert shape_of(evil) == shape_of(harmless)
    assert [head.text for head in evil.all("th", scope="row")] == EVIL


def test_the_saved_file_of_an_evil_series_has_one_script_and_no_image() -> None:
    about = subject_of(tuple(EVIL), titled=False)
    tree = read(standalone_html(about, about.trace.call(ATTENTION), View(), source=EVIL[1]))
    assert len(tree.all("script")) == 1
    assert tree.all("img") == []
    assert EVIL[1] in tree.one(css="tb-source").text


PIECES = ["<script>alert(1)</script>", '"><img src=x onerror=alert(2)>', "</template></script><b>", "'&quot;{{ 7*7 }}"]


class _Odd(nn.Module):
    """Its modules, weights and constants can have any name that torch accepts."""

    def __init__(self, names: list[str]) -> None:
        super().__init__()
        self.names = names
        for name in names:
            self.add_module(name, named(name)())
        self.register_parameter(names[1] + "w", nn.Parameter(torch.ones(2)))

    def forward(self, x: Tensor, words: str = "", more: object = None) -> dict[str, Tensor]:  # noqa: ARG002
        for name in self.names:
            x = getattr(self, name)(x)
        x = x * getattr(self, self.names[1] + "w")
        return {self.names[0]: x}


def named(name: str) -> type[nn.Module]:
    class Plain(nn.Module):
        def forward(self, x: Tensor) -> Tensor:
            return torch.einsum("ij->ij", x) + 1

    return type(name, (Plain,), {})


class Speaks:
    """An argument that says of itself what it likes."""

    def __init__(self, words: str) -> None:
        self.words = words

    def __repr__(self) -> str:
        return self.words


def documents_of(names: list[str]) -> Iterator[str]:
    model = type(names[0], (_Odd,), {})(names)
    record = trace(model, torch.ones(2, 2), words=names[1], more=Speaks(names[0]))
    about = Subject(record, Language.EN)
    for call in record.calls:
        told = layer_document(about, call, View(depth="everything"))
        for part in (*sections(told), card_section(told), filled_example(told, None), closing_section(told)):
            yield str(part.html)
        for key in told.order:
            yield str(card(about, View(cell=(0, 0)), key))
    yield standalone_html(about, record.root, View())


def test_a_hostile_model_is_text() -> None:
    evil = read("".join(documents_of(PIECES)).replace("<!doctype html>", ""))
    harmless = read("".join(documents_of(HARMLESS[:4])).replace("<!doctype html>", ""))
    assert shape_of(evil) - shape_of(harmless) == set()
    assert len(evil.all("script")) == len(harmless.all("script"))
    assert evil.all("img") == []
    assert PIECES[0] in evil.text
    assert "{{ 7*7 }}" in evil.text


@pytest.mark.parametrize(
    "typed", ['"><script>alert(1)</script>', "<b>1</b>", "1' onfocus='alert(1)", "{{ 7*7 }}", "${alert(1)}", "&quot;"]
)
def test_what_is_typed_into_the_example_is_text(typed: str) -> None:
    told = document(subject("iTransformer"), ATTENTION)
    plain = read(filled_example(told, {"queries": ["x"] * 12}).html)
    tree = read(filled_example(told, {"queries": [typed] * 12}).html)
    assert shape_of(tree) == shape_of(plain)
    fields = tree.one("fieldset", data_input="queries").all("input")
    assert [field.attributes["value"] for field in fields] == [typed] * 12
    assert repr(typed)[1:9] in tree.one(role="alert").text


def test_names_of_inputs_that_there_are_not_are_text() -> None:
    told = document(subject("iTransformer"), ATTENTION)
    tree = read(filled_example(told, {"<img src=x>": ["1"]}).html)
    assert "<img src=x>" in tree.one(role="alert").text


def test_what_is_asked_for_in_an_address_is_not_shown() -> None:
    about = subject("iTransformer")
    asked = View(depth="<b>", chosen='"><script>', tensor="<i>", cell=(10**9, 5))
    told = layer_document(about, about.trace.call(ATTENTION), asked)
    page = read("".join(str(part.html) for part in (*sections(told), card_section(told))))
    assert "<b>" not in page.text
    assert "<i>" not in page.text
    assert told.depth == "operations"

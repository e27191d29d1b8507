"""Opening every document of a record of whatever model, each read strictly."""

from collections.abc import Iterator

from explainer.documents import (
    Subject,
    View,
    card_section,
    closing_section,
    filled_example,
    layer_document,
    sections,
    standalone_html,
)
from explainer.documents.cards import card
from explainer.language import Language
from explainer.tracing import Trace
from tests.documents.html_read import Node, read
from tests.documents.passes import in_order, inside


def opened(record: Trace, language: Language = Language.EN, slot: str = "out0") -> Iterator[tuple[str, Node]]:
    """Every section of every call, and the card of everything."""
    about = Subject(record, language)
    for call in record.calls:
        told = layer_document(about, call, View(depth="everything"))
        parts = [*sections(told), card_section(told), closing_section(told)]
        yield from ((part.id, read(part.html)) for part in parts)
        assert filled_example(told, None).html == ""
    for key in layer_document(about, record.root, View(depth="everything")).order:
        yield key, read(card(about, View(tensor=slot, cell=(0, 0, 0, 0)), key))


def assert_whole(record: Trace, language: Language = Language.EN, slot: str = "out0") -> None:
    drawn = [tree for name, tree in opened(record, language, slot) if name == "sequence"]
    for call, tree in zip(record.calls, drawn, strict=True):
        calls = [call.id, *(each.id for each in inside(record, call))]
        expected = in_order(record, calls, list(range(call.first_step, call.last_step)))
        for css in ("tb-wide", "tb-narrow"):
            told = tree.one("figure").one("div", css=css).values("data-key")
            assert list(dict.fromkeys(told)) == expected


def assert_saved(record: Trace) -> None:
    for call in record.calls:
        read(standalone_html(Subject(record, Language.EN), call, View()))

"""Every module of both models opens in both languages, at whatever settings, and says nothing by accident."""

import re
from dataclasses import fields
from typing import Any

import pytest

from explainer.documents import words
from explainer.language import Language, Phrase
from explainer.running import PassSettings, PatchTSTSettings, Settings
from tests.documents.html_read import Node, read
from tests.documents.passes import (
    SETTINGS,
    card_of,
    cards,
    every_language,
    every_model,
    key_of_call,
    passed,
    section,
    written,
)

pytestmark = pytest.mark.sweep
ODD: dict[str, tuple[PassSettings, Language]] = {
    "one variate, one window": (Settings(n_variates=1, batch_size=1, e_layers=1), Language.EN),
    "no time marks, one head": (Settings(time_marks=False, n_heads=1, e_layers=1), Language.ZH),
    "train mode, heads that leave a feature over": (Settings(training=True, d_model=9, e_layers=1), Language.ZH),
    "a stride that does not divide": (PatchTSTSettings(patch_len=5, stride=3, e_layers=1), Language.EN),
    "PatchTST in train mode, one variate": (PatchTSTSettings(training=True, n_variates=1, e_layers=1), Language.EN),
}
SECTIONS = ["head", "place", "inputs", "sequence", "groups", "lines", "card", "example", "next"]
# What is only there where something was written that no reader is meant to see.
LEFT_OVER = re.compile(
    r"Undefined|\{\{|\}\}|\{%|Phrase\(|Markup\(|namespace\(|Edge\(|<function|object at 0x|\btensor\("
)


def spoken(node: Node) -> list[str]:
    """Everything that a reader reads or hears, piece by piece; not what is code."""
    found = [node.attributes[name] for name in ("aria-label", "title", "placeholder") if name in node.attributes]
    for each in node.children:
        if isinstance(each, str):
            found.append(each.strip())
        elif each.tag not in {"code", "pre", "math", "style"}:
            found += spoken(each)
    return found


def assert_clean(tree: Node, language: Language, known: frozenset[str]) -> None:
    assert LEFT_OVER.search(tree.text) is None, LEFT_OVER.search(tree.text)
    if language is Language.ZH:
        assert [text for text in spoken(tree) if text in ENGLISH - known] == []


def phrases_of_words() -> list[Phrase]:
    values = [value for name, value in vars(words).items() if name.isupper()]
    texts = [text for value in values for text in (value.values() if isinstance(value, dict) else [value])]
    return [text for text in texts if isinstance(text, Phrase)]


ENGLISH = frozenset(text.en for text in phrases_of_words() if text.en != text.zh)


def names_in(settings: PassSettings) -> frozenset[str]:
    """What stands in the code, and may happen to be an English word as well: `norm` is a module."""
    trace = passed(settings)[0].trace
    paths = {part for call in trace.calls for part in call.path.split(".")}
    arguments = {name for call in trace.calls for name in call.arguments}
    return frozenset(
        paths | arguments | {binding.name for binding in trace.bindings} | {step.op for step in trace.steps}
    )


@every_language
@every_model
def test_every_module_opens(model: str, language: Language) -> None:
    settings = SETTINGS[model]
    known = names_in(settings)
    for call in passed(settings)[0].trace.calls:
        # The second encoder layer is told in the words of the first.
        if language is Language.ZH and "attn_layers.1" in call.path:
            continue
        parts = written(settings, call.id, language)
        assert list(parts) == SECTIONS
        for name, html in parts.items():
            assert html.strip(), (call.path, name)
            assert LEFT_OVER.search(html) is None, (call.path, name)
            # Pictures take long to be read, and those of one language are by the tests of what ran.
            if name not in {"sequence", "groups"} or call.id % 9 == 0:
                assert_clean(section(model, call.id, name, language), language, known)


@every_language
@every_model
def test_every_step_and_call_has_its_card(model: str, language: Language) -> None:
    trace = passed(SETTINGS[model])[0].trace
    made = cards(SETTINGS[model], language)
    assert len(made) == len(trace.steps) + len(trace.calls) - 1
    known = names_in(SETTINGS[model])
    for key in made:
        tree = card_of(model, key, language)
        assert tree.one("article").attributes["data-card"] == key
        assert_clean(tree, language, known)


@pytest.mark.parametrize("name", ODD)
def test_every_module_opens_at_odd_settings(name: str) -> None:
    settings, language = ODD[name]
    known = names_in(settings)
    for call in passed(settings)[0].trace.calls:
        parts = written(settings, call.id, language)
        assert list(parts) == SECTIONS
        for section_name in ("inputs", "lines", "card"):
            assert_clean(read(parts[section_name]), language, known)
    # In train mode dropout draws and norms measure: the operations are others.
    for html in cards(settings, language).values() if settings.training or settings.n_variates == 1 else ():
        assert LEFT_OVER.search(html) is None


def test_the_odd_settings_are_odd() -> None:
    """Each differs from the defaults in what it is named for."""
    for settings, _ in ODD.values():
        default: Any = type(settings)()
        moved = [each.name for each in fields(settings) if getattr(settings, each.name) != getattr(default, each.name)]
        assert len(moved) > 1


@every_model
def test_the_heads_of_both_languages_name_the_same_layer(model: str) -> None:
    settings = SETTINGS[model]
    for call in passed(settings)[0].trace.calls[::4]:
        heads = [section(model, call.id, "head", language) for language in Language]
        for head in heads:
            assert head.one("h2").text.split()[0] == call.class_name
            assert head.one(aria_current="page").attributes["data-open"] == key_of_call(call)
            tree = [each.attributes["data-tree"] for each in head.all(data_tree=None)]
            assert tree == [key_of_call(each) for each in passed(settings)[0].trace.calls]
        assert heads[0].one(css="tb-job").text != heads[1].one(css="tb-job").text

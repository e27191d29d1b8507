"""The short texts of documents are there in both languages, and every one of them is used."""

import re
from collections import Counter
from string import Formatter

from explainer.documents import words
from explainer.language import Phrase
from tests.documents.passes import ROOT
from tests.web.test_every_phrase import PHRASES

CHINESE = re.compile(r"[\u3400-\u9fff]")


def phrases() -> dict[str, Phrase]:
    named: dict[str, Phrase] = {}
    for name, value in vars(words).items():
        if isinstance(value, Phrase):
            named[name] = value
        elif isinstance(value, dict):
            named |= {f"{name}.{key}": phrase for key, phrase in value.items() if isinstance(phrase, Phrase)}
    return named


def test_every_phrase_is_among_those_that_are_checked_for_the_whole_project() -> None:
    checked = {(phrase.en, phrase.zh) for phrase in PHRASES}
    assert len(phrases()) > 50
    assert [name for name, phrase in phrases().items() if (phrase.en, phrase.zh) not in checked] == []


def test_both_languages_ask_for_the_same_facts() -> None:
    for name, phrase in phrases().items():
        english, chinese = (
            Counter(field for _, field, _, _ in Formatter().parse(text) if field is not None)
            for text in (phrase.en, phrase.zh)
        )
        assert english == chinese, name


def test_no_language_speaks_the_other() -> None:
    for name, phrase in phrases().items():
        assert phrase.en.strip() == phrase.en != "", name
        assert phrase.zh.strip() == phrase.zh != "", name
        assert not CHINESE.search(phrase.en), name
        assert CHINESE.search(phrase.zh) or phrase.zh == phrase.en, name


def test_every_phrase_is_said_somewhere() -> None:
    texts = [file.read_text(encoding="utf-8") for file in (*ROOT.rglob("*.py"), *ROOT.rglob("*.html"))]
    said = set(re.findall(r"\bwords\.(\w+)", "\n".join(texts)))
    assert {name.partition(".")[0] for name in phrases()} - said == set()

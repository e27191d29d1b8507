"""Every sentence that a reader can meet, wherever in the code it stands, is there in both languages."""

import ast
import re
from collections import Counter
from pathlib import Path
from string import Formatter
from typing import NamedTuple

from explainer.language import Phrase
from explainer.series import sample_series
from explainer.web import words
from explainer.web.controls import TIME_MARKS, controls
from tests.web.visits import ROOT

CHINESE = re.compile(r"[\u3400-\u9fff]")
# Deliberately the same in both languages: the product's name, a sign, and the words that Chinese papers keep.
SAME = {"tracebook", "#", "key token", "query ↓ key →", "flops", "dropout"}
# Where a sentence about a sum has room for a bias, and there is none.
WITH_ROOM_FOR_NOTHING = {"products", "convolving"}


class Written(NamedTuple):
    """Both texts of a phrase, and where they are written."""

    place: str
    en: str
    zh: str


def written_in(file: Path) -> list[Written]:
    """Every `Phrase(en, zh)` and `refuse(setting, en, zh)` whose texts are written out."""
    calls = [node for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    texts = [(call, call.args[-2:]) for call in calls if ast.unparse(call.func) in {"Phrase", "refuse"}]
    return [
        Written(f"{file.stem}:{call.lineno}", *(str(ast.literal_eval(text)) for text in both))
        for call, both in texts
        if len(both) == 2 and all(isinstance(text, ast.Constant) for text in both)
    ]


EVERY = [phrase for file in sorted((ROOT / "explainer").rglob("*.py")) for phrase in written_in(file)]
PHRASES = [phrase for phrase in EVERY if (phrase.en, phrase.zh) != ("", "")]


def placeholders(text: str) -> Counter[str]:
    return Counter(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def shown_on_controls() -> list[Phrase]:
    groups = controls(sample_series())
    return [*groups, TIME_MARKS, *(control.title for group in groups.values() for control in group)]


def in_words() -> list[Phrase]:
    values = [value for name, value in vars(words).items() if name.isupper()]
    return [phrase for value in values for phrase in (value.values() if isinstance(value, dict) else [value])]


def test_the_phrases_of_words_and_controls_are_among_those_that_are_checked() -> None:
    checked = {(phrase.en, phrase.zh) for phrase in PHRASES}
    spoken = [*shown_on_controls(), *in_words()]
    assert len(spoken) > 50
    assert [phrase.en for phrase in spoken if (phrase.en, phrase.zh) not in checked] == []


def test_nothing_is_said_in_both_languages_only_where_that_is_meant() -> None:
    assert {phrase.place.partition(":")[0] for phrase in EVERY if phrase not in PHRASES} == WITH_ROOM_FOR_NOTHING


def test_neither_language_is_empty_or_cut() -> None:
    texts = [(phrase.place, text) for phrase in PHRASES for text in (phrase.en, phrase.zh)]
    assert [(place, text) for place, text in texts if text == "" or text != text.strip()] == []


def test_both_languages_have_the_same_placeholders() -> None:
    for phrase in PHRASES:
        english, chinese = placeholders(phrase.en), placeholders(phrase.zh)
        assert english.keys() == chinese.keys(), phrase
        assert "" not in english, phrase


def test_english_is_english_and_chinese_is_chinese() -> None:
    assert [phrase for phrase in PHRASES if CHINESE.search(phrase.en)] == []
    untranslated = [phrase for phrase in PHRASES if not CHINESE.search(phrase.zh)]
    assert [phrase for phrase in untranslated if not phrase.zh.lower() == phrase.en.lower() in SAME] == []


def test_a_sentence_ends_as_one_in_both_languages() -> None:
    assert [phrase for phrase in PHRASES if phrase.en.endswith(".") != phrase.zh.endswith("。")] == []

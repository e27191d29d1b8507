"""The two languages stand side by side and neither is forgotten."""

import pytest

from explainer.language import ExplainedError, Language, Phrase, counted, preferred_language, same_in_both


def test_facts_fill_both_languages() -> None:
    phrase = Phrase("{name} has {n} rows", "{name} 有 {n} 行").fill(name="ett.csv", n=3)
    assert phrase == Phrase("ett.csv has 3 rows", "ett.csv 有 3 行")


def test_a_phrase_inside_a_phrase_speaks_the_same_language() -> None:
    outer = Phrase("choose {what}", "请选择{what}").fill(what=Phrase("a head", "注意力头"))
    assert outer == Phrase("choose a head", "请选择注意力头")


def test_braces_in_a_fact_are_data_and_not_placeholders() -> None:
    assert Phrase("column {name}", "列 {name}").fill(name="{secret}").en == "column {secret}"


def test_a_missing_fact_is_an_error_and_not_an_empty_hole() -> None:
    with pytest.raises(KeyError):
        Phrase("{a} {b}", "{a} {b}").fill(a=1)


@pytest.mark.parametrize(
    ("locale", "language"),
    [("zh-CN", "zh"), ("zh", "zh"), ("ZH-tw", "zh"), ("en-US", "en"), ("de", "en"), ("", "en"), (None, "en")],
)
def test_the_language_follows_the_browser(locale: str | None, language: str) -> None:
    assert preferred_language(locale) == Language(language)


def test_an_error_speaks_english_to_python_and_both_to_readers() -> None:
    error = ExplainedError(same_in_both("x"))
    assert str(error) == "x"
    assert error.phrase.in_language(Language.ZH) == "x"


@pytest.mark.parametrize(("number", "en"), [(0, "0 tokens"), (1, "1 token"), (9, "9 tokens")])
def test_things_are_counted_as_each_language_does(number: int, en: str) -> None:
    assert counted(number, Phrase("token", "个 token")) == Phrase(en, f"{number} 个 token")

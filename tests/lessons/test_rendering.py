"""From a lesson and its facts to a page: nothing missing, and no fact becomes markup."""

import re
import string
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jinja2 import Environment, UndefinedError, meta
from markdown_it import MarkdownIt
from markdown_it.token import Token

from explainer.language import Language
from explainer.lessons import attention_facts, lesson, plain
from explainer.lessons.rendering import LESSONS
from explainer.reading import attention_maps
from explainer.running import Settings, run
from explainer.series import sample_series

HOSTILE = [
    "**x**",
    "_x_ __y__",
    "[a](http://b)",
    "![a](b.png)",
    "<img src=x onerror=alert(1)>",
    "<script>",
    "<http://b>",
    "&lt;b&gt; &amp;",
    "$x$",
    "$$y$$",
    ":red[x]",
    ":material/home:",
    "`code` ``more``",
    "# title",
    "> quote",
    "- item",
    "1. item",
    "| a | b |",
    "~~gone~~",
    "\\*back\\slash",
    "{{ n_tokens }} {% if x %}",
    "气温（℃）",
]
TOKENS = MarkdownIt("commonmark").enable(["table", "strikethrough"])
SMALLEST = Settings(n_variates=1, time_marks=False)


NAMES = sorted(
    meta.find_undeclared_variables(
        Environment(autoescape=True).parse((LESSONS / "attention_map/lesson.en.md").read_text(encoding="utf-8"))
    )
)


@cache
def facts(moved: Settings, language: Language) -> dict[str, object]:
    made = run(moved, sample_series())
    return attention_facts(made, attention_maps(made.trace)[0], language)


def shown(markdown: str) -> str:
    """What a reader sees of one paragraph of Markdown, without word joiners; anything but letters is an error."""
    (_, inline, _) = TOKENS.parse(markdown)
    return "".join(_letters(token) for token in inline.children or []).replace("\u2060", "")


def _letters(token: Token) -> str:
    assert token.type in {"text", "text_special"}, f"{token.type} in the middle of a sentence"
    return token.content


@pytest.mark.parametrize("text", HOSTILE)
def test_text_that_looks_like_markup_is_shown_as_it_is(text: str) -> None:
    assert shown(f"before {plain(text)} after") == f"before {text} after"
    assert shown(plain(text)) == text


@given(st.text(string.ascii_letters + string.digits + string.punctuation + "气温", min_size=1))
@settings(deadline=None)
def test_any_text_is_shown_as_it_is(text: str) -> None:
    assert shown(plain(text)) == text


def test_every_sign_that_could_open_markup_is_disarmed() -> None:
    assert plain(string.punctuation).replace("\u2060", "") == "".join(f"\\{sign}" for sign in string.punctuation)


@pytest.mark.parametrize("number", [12, -0.25, "1e-07"])
def test_numbers_are_shown_as_they_are(number: object) -> None:
    assert shown(f"x = {plain(number)}") == f"x = {number}"


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("text", HOSTILE)
def test_a_fact_in_a_lesson_never_becomes_markup(text: str, language: Language) -> None:
    page = lesson("attention_map", language, facts(SMALLEST, language) | {"series": f"⟦{text}⟧"})
    paragraph = next(block for block in page.split("\n\n") if "⟦" in block)
    bold_gone = re.sub(r"(?<!\\)\*\*", "", paragraph)
    assert f"⟦{text}⟧" in shown(bold_gone)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("missing", NAMES)
def test_a_missing_fact_is_an_error_and_not_an_empty_hole(missing: str, language: Language) -> None:
    others = {name: fact for name, fact in facts(Settings(), language).items() if name != missing}
    with pytest.raises(UndefinedError, match=missing):
        lesson("attention_map", language, others)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(
    "moved",
    [Settings(), SMALLEST, Settings(n_variates=1), Settings(time_marks=False), Settings(n_heads=1, e_layers=1)],
    ids=["defaults", "one token", "one variate", "no marks", "one head"],
)
def test_a_lesson_has_no_holes_at_any_setting(moved: Settings, language: Language) -> None:
    page = lesson("attention_map", language, facts(moved, language))
    assert len(re.findall(r"^### ", page, re.MULTILINE)) == 4
    assert not re.search(r"[^\n] {2,}| $|\(\)|（）|\*{4}| [.,;:] |None|nan|inf\b|\{|\}|%", page, re.MULTILINE)
    assert not re.search(r"\n{4,}", page)


@pytest.mark.parametrize(("language", "names"), [(Language.EN, ["time marks", "grey line"]), (Language.ZH, ["灰线"])])
def test_time_marks_are_told_of_only_where_there_are_some(language: Language, names: list[str]) -> None:
    with_marks = lesson("attention_map", language, facts(Settings(), language))
    without = lesson("attention_map", language, facts(Settings(time_marks=False), language))
    assert all(name in with_marks for name in names)
    assert not any(name in without for name in names)

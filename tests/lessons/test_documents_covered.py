"""Every point of the two documents, and every question of readers, is answered in both languages by a lesson."""

import re
from collections import Counter
from functools import cache

import pytest
from jinja2 import Environment

from explainer.language import Language, Phrase
from explainer.lessons.layers import layer_file
from tests.lessons.document_points import POINTS, Point
from tests.lessons.layer_passes import facts_of, lesson_at, made_with, readable

CASES = [(point, model) for point in POINTS for model in point.models]
in_both = pytest.mark.parametrize("language", Language)


@cache
def path_of(lesson: str, model: str) -> str:
    calls = made_with(model).trace.calls
    return next(call.path for call in calls if layer_file(call.path, call.class_name) == lesson)


@cache
def told(lesson: str, model: str, language: Language) -> dict[str, str]:
    """What each section of a lesson says, as a reader sees it."""
    sections = lesson_at(model, path_of(lesson, model), language).sections
    return {name: readable(section.markdown) for name, section in sections.items()}


def patterns(point: Point, language: Language) -> tuple[str, ...]:
    return point.zh if language is Language.ZH else point.en


def says(text: str, point: Point, language: Language) -> bool:
    return all(re.search(pattern, text) for pattern in patterns(point, language))


def worth(name: str, facts: dict[str, object], language: Language) -> str:
    """The value of a fact, in words: what an environment without any escaping makes of it."""
    value = Environment(autoescape=False).compile_expression(name)(facts)  # noqa: S701 - nothing is shown
    return value.in_language(language) if isinstance(value, Phrase) else str(value)


def test_the_checklist_has_no_point_twice() -> None:
    assert [name for name, count in Counter(point.id for point in POINTS).items() if count > 1] == []


def told_at(point: Point, model: str, language: Language) -> str:
    """What the section says where the checklist wants the point to be made."""
    return told(point.lesson, model, language)[point.section]


@in_both
def test_every_point_is_made_where_the_checklist_says(language: Language) -> None:
    for point, model in CASES:
        text = told_at(point, model, language)
        missing = [pattern for pattern in patterns(point, language) if not re.search(pattern, text)]
        assert missing == [], (point.id, model, text)


@in_both
def test_every_point_is_told_with_the_numbers_of_the_pass(language: Language) -> None:
    for point, model in CASES:
        facts = facts_of(model, path_of(point.lesson, model))
        wanted = {name: worth(name, facts, language) for name in point.facts}
        missing = {name: value for name, value in wanted.items() if value not in told_at(point, model, language)}
        assert missing == {}, (point.id, model)


@in_both
def test_no_tell_tale_is_so_vague_that_it_is_found_elsewhere(language: Language) -> None:
    for point, model in CASES:
        sections = told(point.lesson, model, language)
        assert len([name for name, text in sections.items() if says(text, point, language)]) <= 2, (point.id, model)


@pytest.mark.parametrize(("file", "letter"), [("full_attention", "F"), ("encoder_layer", "E")])
def test_every_section_of_a_lesson_has_a_point(file: str, letter: str) -> None:
    checked = {point.section for point in POINTS if point.lesson == file}
    assert checked >= set(told(file, "itransformer", Language.EN)) - {"next", "example"}
    assert any(point.id.startswith(letter) for point in POINTS)


def test_the_five_steps_of_the_document_are_headings() -> None:
    for language in Language:
        text = "\n".join(told("encoder_layer", "patchtst", language).values())
        assert len(re.findall(r"^### ", text, re.MULTILINE)) == 5


def test_a_point_that_is_not_made_is_found_out() -> None:
    point = Point("X", "none", "full_attention", "place", en=("the moon is made of cheese",), zh=("月亮是奶酪做的",))
    assert not any(says(text, point, Language.EN) for text in told("full_attention", "patchtst", Language.EN).values())

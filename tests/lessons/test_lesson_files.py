"""The files of the lessons: the same in both languages, and without a number typed by hand."""

import re
from collections import Counter
from pathlib import Path

import pytest
from jinja2 import Environment, meta, nodes

from explainer.language import Language
from explainer.lessons.rendering import LESSONS

FILES = sorted(LESSONS.glob("*/*.md"))
FOLDERS = sorted({file.parent for file in FILES})
_CONTROL = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.DOTALL)
# The only digits in formulas: one over a letter, and one over the number of tokens.
_FRACTIONS = re.compile(r"1/√E|1/\{\{ n_tokens \}\}")


def names_in(file: Path) -> Counter[str]:
    """Every placeholder of a file, and how often it stands there."""
    tree = Environment(autoescape=True).parse(file.read_text(encoding="utf-8"))
    return Counter(name.name for name in tree.find_all(nodes.Name))


def typed_digits(text: str) -> list[str]:
    return [sign for sign in _CONTROL.sub("", _FRACTIONS.sub("", text)) if sign.isnumeric() and not sign.isalpha()]


def headings(file: Path) -> list[int]:
    """The levels of the headings, in order."""
    return [len(marks) for marks in re.findall(r"^(#+) ", file.read_text(encoding="utf-8"), re.MULTILINE)]


def by_file(file: Path) -> str:
    return f"{file.parent.name}/{file.name}"


def test_there_is_a_lesson() -> None:
    assert FILES


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_lesson_is_there_in_every_language(folder: Path) -> None:
    stems = {file.name.split(".")[0] for file in folder.glob("*.md")}
    wanted = {f"{stem}.{language}.md" for stem in stems for language in Language}
    assert {file.name for file in folder.glob("*.md")} == wanted


@pytest.mark.parametrize("english", [file for file in FILES if ".en." in file.name], ids=by_file)
def test_both_languages_have_the_same_headings_and_the_same_placeholders(english: Path) -> None:
    chinese = english.with_name(english.name.replace(".en.", ".zh."))
    assert headings(english) == headings(chinese)
    assert names_in(english) == names_in(chinese)


@pytest.mark.parametrize("file", FILES, ids=by_file)
def test_every_name_in_a_lesson_is_a_placeholder(file: Path) -> None:
    tree = Environment(autoescape=True).parse(file.read_text(encoding="utf-8"))
    assert meta.find_undeclared_variables(tree) == set(names_in(file))


# The lessons of layers name code and hold formulas; test_layer_lessons tells their digits from sizes.
@pytest.mark.parametrize("file", [file for file in FILES if file.parent.name != "layers"], ids=by_file)
def test_no_digit_in_a_lesson_is_typed_by_hand(file: Path) -> None:
    assert typed_digits(file.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("text", ["9 tokens", "1/9", "{{ n_tokens }} × 9", "shape (3, {{ heads }})", "½", "1/√5", "９"])
def test_a_digit_typed_by_hand_is_found(text: str) -> None:
    assert typed_digits(text)


@pytest.mark.parametrize(
    "text", ["1/√E", "1/{{ n_tokens }}", "{{ n_tokens }}", "{% if n_marks > 1 %}x{% endif %}", "一"]
)
def test_a_formula_and_a_placeholder_are_not_taken_for_typed_digits(text: str) -> None:
    assert typed_digits(text) == []

"""The words of every layer: whole in both languages, beside the right lines, and without a size typed by hand."""

import ast
import inspect
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest
from jinja2 import UndefinedError
from latex2mathml.converter import convert
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin
from torch import nn

from explainer.language import Language
from explainer.lessons import layer_lesson
from explainer.lessons.layers import layer_file
from explainer.lessons.rendering import LESSONS
from explainer.models import itransformer, patchtst, transformer
from tests.lessons.layer_passes import SETTINGS, WITHOUT, facts_of, lesson_at, lessons

FILES = sorted((LESSONS / "layers").glob("*.md"))
ENGLISH = [file for file in FILES if ".en." in file.name]
BEFORE, AFTER = ["place", "inputs", "sequence", "groups"], ["example", "map", "next"]
MODULES = [
    kind
    for file in (transformer, itransformer, patchtst)
    for kind in vars(file).values()
    if inspect.isclass(kind) and issubclass(kind, nn.Module) and kind.__module__ == file.__name__
]
MARKDOWN = MarkdownIt("commonmark").enable("table").use(dollarmath_plugin, allow_digits=True)
by_file = pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
by_module = pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
by_settings = pytest.mark.parametrize("name", SETTINGS)
in_both = pytest.mark.parametrize("language", Language)


def headings(file: Path) -> list[str]:
    """The ids of the sections of a file, in order."""
    lines = re.findall(r"^## (?:`([^`]+)` .+|(\w+))$", file.read_text(encoding="utf-8"), re.MULTILINE)
    return [code or word for code, word in lines]


def keys(file: Path) -> list[str]:
    return [name for name in headings(file) if name not in BEFORE + AFTER]


def tags(file: Path) -> Counter[str]:
    """Every placeholder and every condition, as it is written, and how often."""
    return Counter(re.findall(r"{{\s*(.*?)\s*}}|{%\+?\s*(.*?)\s*\+?%}", file.read_text(encoding="utf-8")))


def paragraphs(module: type[nn.Module]) -> list[str]:
    """The first code line of every paragraph of a forward, from its source."""
    source = dedent(inspect.getsource(module.forward))
    (function,) = ast.parse(source).body
    assert isinstance(function, ast.FunctionDef)
    body = function.body[1:] if ast.get_docstring(function) else function.body
    first, lines = function.body[0].lineno, source.splitlines()
    while lines[first - 2].strip().startswith("#"):
        first -= 1
    assert body
    blocks = re.split(r"\n\s*\n", "\n".join(lines[first - 1 :]).strip("\n"))
    code = [[line.strip() for line in block.splitlines() if not line.strip().startswith("#")] for block in blocks]
    return [block[0] for block in code]


@pytest.mark.parametrize("english", ENGLISH, ids=lambda file: file.name)
def test_both_languages_have_the_same_sections_placeholders_and_conditions(english: Path) -> None:
    chinese = english.with_name(english.name.replace(".en.", ".zh."))
    assert headings(english) == headings(chinese)
    assert tags(english) == tags(chinese)


@by_file
def test_sections_stand_in_the_order_of_the_page(file: Path) -> None:
    found = headings(file)
    wanted = [name for name in BEFORE if name in found] + keys(file) + [name for name in AFTER if name in found]
    assert found == wanted
    assert found[:2] == ["place", "inputs"]


@by_module
def test_every_paragraph_of_a_forward_has_its_section_and_every_section_its_paragraph(module: type[nn.Module]) -> None:
    file = LESSONS / f"layers/{layer_file('', module.__name__)}.en.md"
    starts = paragraphs(module)
    assert len(starts) == len(keys(file))
    assert all(line.startswith(key) for line, key in zip(starts, keys(file), strict=True)), (starts, keys(file))
    for key in keys(file):
        assert sum(line.startswith(key) for line in starts) == 1


@by_module
def test_our_own_layers_have_whole_lessons(module: type[nn.Module]) -> None:
    found = headings(LESSONS / f"layers/{layer_file('', module.__name__)}.en.md")
    assert [name for name in found if name in BEFORE + AFTER and name != "map"] == [*BEFORE, "example", "next"]
    assert ("map" in found) == (module.__name__ == "FullAttention")


@pytest.mark.sweep
@in_both
@by_settings
def test_every_call_of_both_models_has_words_without_holes(name: str, language: Language) -> None:
    for call, told in lessons(name, language):
        assert told is not None, call.path
        for section in told.sections.values():
            check(f"{call.path} {section.id}", section.markdown)
            check(f"{call.path} {section.id}", section.title)


@in_both
@pytest.mark.parametrize("name", ["itransformer", "patchtst", "in training", "stride longer than patch"])
def test_a_record_without_numbers_has_its_lessons_too(name: str, language: Language) -> None:
    for call, told in lessons(name + WITHOUT, language):
        assert told is not None, call.path
        for section in told.sections.values():
            check(f"{call.path} {section.id}", section.markdown)


def check(where: str, markdown: str) -> None:
    """A section is read as a renderer reads it: every formula can be drawn, and nothing is left of the machinery."""
    assert markdown.strip(), where
    for token in leaves(MARKDOWN.parse(markdown)):
        if token.type in ("math_inline", "math_block"):
            assert "<math" in convert(token.content)
            assert not re.search(r"\\[^a-zA-Z,{}()]|None", token.content), f"{where}: {token.content}"
        elif token.type in ("code_inline", "code_block", "fence"):
            assert "\\" not in token.content, f"{where}: {token.content}"
            assert token.type == "code_inline", where
        else:
            assert not re.search(r"[{}$]|\*\*|namespace|TensorFact|Phrase|None|nan\b|\binf\b", token.content), (
                f"{where}: {token.content}"
            )


def leaves(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        if token.children:
            yield from leaves(token.children)
        elif token.type != "inline":
            yield token


@by_file
def test_no_size_is_typed_by_hand(file: Path) -> None:
    assert typed_digits(file.read_text(encoding="utf-8")) == []


def typed_digits(text: str) -> list[str]:
    """Digits outside placeholders, code, names of modules, lines on sources, and what is no size in a formula."""
    text = re.sub(r"^(Sources: |出处：).*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"{{.*?}}|{%.*?%}|`[^`]*`", "", text)
    text = re.sub(r"\$\$?(.*?)\$\$?", lambda formula: without_constants(formula[1]), text, flags=re.DOTALL)
    text = re.sub(r"\b(conv|norm)[12]\b|\b(Conv|BatchNorm|ReplicationPad)1d\b", "", text)
    return re.findall(r".{0,12}[\d²³½].{0,12}", text)


def without_constants(formula: str) -> str:
    """A formula without what is no size: exponents, indices, 1/√…, 2i, 2i+1, +2 patches, 1+ε, 10000."""
    formula = re.sub(r"[\^_](\d|{[^{}]*})", "", formula)
    return re.sub(
        r"10000(?=$|[^\d])|\\frac\{1\}(?=\{\\sqrt)|1/(?=\\sqrt)|rfloor\+2(?==)|1\+(?=\\varepsilon)", "", formula
    )


@pytest.mark.parametrize(
    "text",
    ["9 tokens", "$E=2$", "(3, 4)", "$9\\times 9$", "Conv2d", "½", "s²", r"$\sqrt{2}$", "**12**", "## `x` 4 heads"],
)
def test_a_size_typed_by_hand_is_found(text: str) -> None:
    assert typed_digits(text)


@pytest.mark.parametrize(
    "text", ["`dim=-1`", "$L^2$", "{{ x1.shape }}", "Conv1d", "$1/\\sqrt{E}$", "Sources: 2017", "出处：2017", "$W_1 x$"]
)
def test_what_is_no_size_is_not_taken_for_one(text: str) -> None:
    assert typed_digits(text) == []


@in_both
def test_the_words_of_a_shared_layer_are_those_of_the_model(language: Language) -> None:
    core = "encoder.attn_layers.0.attention.inner_attention"
    ours, others = (lesson_at(name, core, language).sections["place"].markdown for name in ("itransformer", "patchtst"))
    assert ("patch" in others, "patch" in ours) == (True, False)


@in_both
def test_training_and_eval_are_told_apart(language: Language) -> None:
    core = "encoder.attn_layers.0.attention.inner_attention"
    quiet, acted = (
        lesson_at(name, core, language).sections["scaled_scores = scale"].markdown
        for name in ("itransformer", "in training")
    )
    sentence = "Dropout has acted" if language is Language.EN else "dropout 起了作用"
    assert (sentence in acted, sentence in quiet) == (True, False)


def test_a_paragraph_finds_its_section_by_its_first_line_of_code() -> None:
    told = lesson_at("patchtst", "patch_embedding", Language.EN)
    found = told.on("    x = x.unfold(dimension=-1, size=self.patch_len, step=self.stride)")
    assert found is not None
    assert found.title == "Overlapping cuts"
    assert told.on("place") is None
    assert told.on("y = x") is None


def test_there_are_no_words_for_layers_and_models_of_others() -> None:
    assert layer_lesson("itransformer", "body", "LSTM", Language.EN, {}) is None
    assert layer_lesson("gpt", "", "ITransformer", Language.EN, {}) is None


def test_a_missing_fact_is_an_error() -> None:
    facts = {name: fact for name, fact in facts_of("patchtst", "patch_embedding").items() if name != "unused"}
    with pytest.raises(UndefinedError, match="unused"):
        layer_lesson("patchtst", "patch_embedding", "PatchEmbedding", Language.EN, facts)

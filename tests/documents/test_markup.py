"""Markdown and formulas: mathematics is drawn, tables are tables, and markup inside either is text."""

import pytest

from explainer.documents.markup import formula, markdown, spans, template
from explainer.drawing import Span
from tests.documents.html_read import Node, read

BROKEN = ["{", "x^", "_", "a^b^c", "a_b_c", "\\frac", "\\left(", "\\right)", "\\left", "\\sqrt", "\\begin{matrix}", ""]
BROKEN += ["\\begin{cases} a", "\\hspace{", "\\mathbf", "\\substack{", "{" * 3000, "\\color{red}"]
MATHML = {
    "math",
    "mrow",
    "mi",
    "mn",
    "mo",
    "mfrac",
    "msub",
    "msup",
    "msubsup",
    "munderover",
    "msqrt",
    "mtext",
    "mspace",
}


def tags(tree: Node) -> list[str]:
    return [node.tag for node in tree.nodes()]


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "a <b>bold</b> word",
        "<img src=x onerror=alert(1)>",
        "<!-- hidden -->",
        "<div>\n\nblock\n\n</div>",
        "<?php ?>",
    ],
)
def test_html_inside_markdown_is_shown_as_text(text: str) -> None:
    tree = read(markdown(text))
    assert set(tags(tree)) <= {"p"}
    assert tree.text.split() == text.split()


@pytest.mark.parametrize("address", ["javascript:alert(1)", "data:text/html,x", "vbscript:x"])
def test_links_that_run_something_are_no_links(address: str) -> None:
    assert read(markdown(f"[click]({address}) ![see]({address})")).all(href=None) == []


def test_markdown_is_markdown() -> None:
    tree = read(markdown("**bold** `a<b` *slanted*\n\n- one\n- two"))
    assert tree.one("strong").text == "bold"
    assert tree.one("code").text == "a<b"
    assert [item.text for item in tree.all("li")] == ["one", "two"]


def test_tables_are_tables() -> None:
    tree = read(markdown("| name | size |\n| --- | ---: |\n| `x` | 3 |\n| y | $n$ |"))
    assert [head.text for head in tree.all("th")] == ["name", "size"]
    assert [cell.text for cell in tree.one("tbody").all("td")] == ["x", "3", "y", "n"]
    assert tree.one("tbody").all("math")


def test_formulas_in_words_become_mathml() -> None:
    tree = read(markdown("A sum $x_i + \\frac{1}{2}$, then\n\n$$\\sum_{i=1}^{n} q_i k_i$$"))
    inline, block = tree.all("math")
    assert inline.attributes["display"] == "inline"
    assert block.attributes["display"] == "block"
    assert set(tags(tree)) - {"p", "span", "div", "section"} <= MATHML
    fraction = inline.one("mfrac")
    assert [number.text for number in fraction.all("mn")] == ["1", "2"]
    assert [part.text for part in inline.one("msub").all("mi")] == ["x", "i"]
    assert "$" not in tree.text


def test_dollars_that_are_money_stay() -> None:
    assert read(markdown("It costs \\$5 and \\$6.")).all("math") == []


@pytest.mark.parametrize(
    ("latex", "characters"),
    [
        ("a < b", "a<b"),
        ("\\sqrt{d}", "d"),
        ("q \\cdot k", "q·k"),
        ("\\alpha \\times \\sum", "α×∑"),
        ("a \\leq b", "a≤b"),
    ],
)
def test_symbols_are_characters(latex: str, characters: str) -> None:
    tree = read(formula(latex))
    assert tree.text.replace(" ", "") == characters
    assert "&amp;#" not in formula(latex)


@pytest.mark.parametrize("latex", BROKEN, ids=lambda latex: repr(latex[:16]))
def test_formulas_that_cannot_be_read_are_shown_as_they_are_written(latex: str) -> None:
    tree = read(formula(latex))
    assert (tags(tree), tree.text) == (["code"], latex)
    if latex.strip():
        assert latex in read(markdown(f"so ${latex}$ it is")).text


@pytest.mark.parametrize(
    "latex",
    [
        "\\text{<img src=x onerror=alert(1)>}",
        "\\text{<script>alert(1)</script>}",
        "\\mathrm{<b>}",
        "\\href{javascript:alert(1)}{x}",
        "\\class{tb-part}{x}",
        "\\style{position:fixed}{x}",
        "\\id{x}{y}",
        '\\color{red"><script>}{x}',
        "\\unicode{x3c}script\\unicode{x3e}",
        "\\operatorname{<script>}",
        "&lt;script&gt;",
        "\\text{&#60;script&#62;}",
        "\\hbox{<script>}",
        "\\tag{<script>}",
    ],
)
def test_formulas_bring_nothing_but_mathematics(latex: str) -> None:
    for html in (formula(latex), formula(latex, display=True), markdown(f"${latex}$")):
        tree = read(html)
        assert {"img", "script", "b", "a"}.isdisjoint(tags(tree))
        math = tree.all("math")
        for node in math and list(math[0].nodes()):
            assert {"href", "style", "class", "id"}.isdisjoint(node.attributes)
            assert not any(name.startswith("on") for name in node.attributes)


def test_axis_letters_carry_their_letter_and_everything_is_escaped() -> None:
    tree = read(spans((Span("N", "N"), Span("+<b>"), Span("s", "s"), Span("n", "n"))))
    assert tree.text == "N+<b>sn"
    assert [(each.text, each.attributes["data-axis"]) for each in tree.all("span", data_axis=None)] == [
        ("N", "N"),
        ("s", "s"),
        ("n", "n"),
    ]
    classes = [each.attributes["class"].split() for each in tree.all("span", data_axis=None)]
    assert [names[-1] for names in classes] == ["tb-axis-N", "tb-axis-stride", "tb-axis-patch"]


def test_what_a_template_is_given_is_escaped() -> None:
    assert read(template("refused", sentence='<b> & "quotes"')).text.strip() == '<b> & "quotes"'

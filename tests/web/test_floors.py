"""Who knows Streamlit, and what a page file may hold: conventions, checked by reading the code as code."""

import ast
from pathlib import Path

import pytest

from explainer.web.pages import PAGES as NAMED
from tests.web.visits import ROOT

PAGES = sorted((ROOT / "pages").glob("*.py"))
FILES = [ROOT / "app.py", *PAGES, *sorted((ROOT / "explainer").rglob("*.py"))]
KNOW_STREAMLIT = (ROOT / "app.py", ROOT / "pages", ROOT / "explainer" / "web")
VERBS = {"show", "list", "read", "bring", "weigh"}


def tree_of(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def imported(file: Path) -> set[str]:
    """The top names of all imports, wherever they stand in the file."""
    names = set()
    for node in ast.walk(tree_of(file)):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.split(".")[0])
    return names


def addresses() -> dict[str, str]:
    """The file of each page and its address, as the site names them."""
    return {each.path.stem: each.address for each in NAMED if each.path.is_file()}


def test_only_the_upper_floors_know_streamlit() -> None:
    knowing = {file for file in FILES if "streamlit" in imported(file)}
    assert knowing
    assert {str(file) for file in knowing if not any(file.is_relative_to(room) for room in KNOW_STREAMLIT)} == set()


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.name)
def test_a_page_file_is_a_thin_call(file: Path) -> None:
    words, told, call = tree_of(file).body
    assert isinstance(words, ast.Expr)
    assert isinstance(told, ast.ImportFrom)
    assert str(told.module).startswith("explainer.web.")
    assert isinstance(call, ast.Expr)
    assert ast.unparse(call) == f"{told.names[0].name}()"


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.name)
def test_a_page_file_is_named_by_a_verb_and_its_address_is_a_noun_of_its_own(file: Path) -> None:
    verb, _, noun = file.stem.partition("_")
    assert verb in VERBS, "name the page by what it does, and add a new verb to the list"
    assert noun
    assert file.stem in addresses()
    assert addresses()[file.stem] not in {file.stem, verb, ""}


def test_every_page_that_is_named_has_a_file_and_an_address_of_its_own() -> None:
    assert sorted(addresses()) == [file.stem for file in PAGES]
    assert len(set(addresses().values())) == len(PAGES)

"""The small example on the page: what is typed is computed with, and what cannot be is said and kept."""

import numpy as np
import pytest

from explainer.documents import filled_example
from explainer.language import Language
from tests.documents.html_read import Node, read
from tests.documents.numbers import number, stands_for
from tests.documents.passes import ATTENTION, SETTINGS, document, every_language, every_model, passed, subject

# queries, keys and values of the small example: one window, three tokens, two heads, two features each.
SHAPE = (1, 3, 2, 2)


def example(typed: dict[str, list[str]] | None, path: str = ATTENTION, language: Language = Language.EN) -> Node:
    return read(filled_example(document(subject("iTransformer", language), path), typed).html)


def typed_in(tree: Node, name: str) -> list[str]:
    """What stands in the fields of an input, in the order of its numbers."""
    fields = tree.one("fieldset", data_input=name).all("input")
    assert sorted(int(field.attributes["data-at"]) for field in fields) == list(range(len(fields)))
    return [field.attributes["value"] for field in sorted(fields, key=lambda field: int(field.attributes["data-at"]))]


def tables(tree: Node) -> dict[str, list[list[list[str]]]]:
    """The results by name: matrices of texts."""
    found = {}
    for result in tree.one("ol", css="tb-results").all("li"):
        matrices = result.all("table")
        found[result.one("p").one("b").text] = [
            [[cell.text for cell in row.all("td")] for row in matrix.all("tr")] for matrix in matrices
        ]
    return found


def numbers_of(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(-4, 5, SHAPE).astype(np.float64)


def texts(numbers: np.ndarray) -> list[str]:
    return [f"{number:g}" for number in numbers.flatten()]


def test_the_results_of_attention_are_those_that_numpy_gives() -> None:
    queries, keys, values = (numbers_of(seed) for seed in range(3))
    tree = example({"queries": texts(queries), "keys": texts(keys), "values": texts(values)})
    scores = np.einsum("blhe,bshe->bhls", queries, keys)
    raised = np.exp((scores - scores.max(-1, keepdims=True)) / np.sqrt(2))
    weights = raised / raised.sum(-1, keepdims=True)
    mixed = np.einsum("bhls,bshd->blhd", weights, values)
    shown = tables(tree)
    assert_shown(shown["scores"], scores[0])
    assert_shown(shown["A"], weights[0])
    assert_shown(shown["V"], mixed[0].transpose(1, 0, 2))
    assert tree.all(role="alert") == []


def assert_shown(matrices: list[list[list[str]]], exact: np.ndarray) -> None:
    """One matrix per head, every number rounded to three digits."""
    assert np.array(matrices).shape == exact.shape
    for text, wanted in zip(np.array(matrices).flatten(), exact.flatten(), strict=True):
        # The pass computes with 32 bits.
        assert stands_for(str(text), float(wanted), 3) or number(str(text)) == pytest.approx(wanted, rel=0.006), wanted


def test_what_was_typed_stands_in_the_fields() -> None:
    asked = texts(numbers_of(5))
    tree = example({"queries": asked})
    assert typed_in(tree, "queries") == asked
    assert typed_in(tree, "keys") != asked
    assert tree.one(data_example_reset=None)


def test_without_typing_there_is_nothing_to_go_back_from() -> None:
    tree = example(None)
    assert tree.all(data_example_reset=None) == []
    assert tree.all(role="alert") == []
    assert set(tables(tree)) >= {"scores", "A", "V"}


@pytest.mark.parametrize(
    ("written", "meant"), [("−2", -2.0), (" 3 ", 3.0), ("1,5", 1.5), ("2e1", 20.0), ("+4", 4.0), (".5", 0.5)]
)
def test_numbers_may_be_written_as_people_write_them(written: str, meant: float) -> None:
    """All queries and keys are equal then, so that a score is the sum of two squares."""
    tree = example({"queries": [written] * 12, "keys": [written] * 12})
    assert number(tables(tree)["scores"][0][0][0]) == pytest.approx(2 * meant * meant, rel=0.005)
    assert typed_in(tree, "queries") == [written] * 12


@every_language
@pytest.mark.parametrize("refused", ["", "two", "nan", "inf", "1e9", "1/2", "0x10", "１,２,３"])
def test_what_cannot_be_computed_with_is_said_and_stays(refused: str, language: Language) -> None:
    asked = ["1"] * 12
    asked[7] = refused
    tree = example({"keys": asked}, language=language)
    told = tree.one(role="alert").text
    # Row by row: number 8 of the second token, its second head, its second feature.
    assert "keys" in told
    assert "8" in told
    assert "[0, 1, 1, 1]" in told
    assert told.endswith("." if language is Language.EN else "。")
    assert typed_in(tree, "keys") == asked
    assert tables(tree) == {}


def test_what_is_no_number_is_named_as_it_was_typed() -> None:
    asked = ["1"] * 11 + ["twelve"]
    assert "'twelve'" in example({"keys": asked}).one(role="alert").text


@pytest.mark.parametrize("count", [1, 11, 13, 40])
def test_a_wrong_count_is_refused_and_leaves_a_field_for_every_number(count: int) -> None:
    tree = example({"keys": ["1"] * count})
    assert str(count) in tree.one(role="alert").text
    assert "12" in tree.one(role="alert").text
    assert typed_in(tree, "keys") == typed_in(example(None), "keys")
    assert tables(tree) == {}


def test_no_numbers_at_all_are_the_first_ones() -> None:
    assert typed_in(example({"keys": []}), "queries") == typed_in(example(None), "queries")


@every_model
def test_the_first_numbers_are_small_and_whole(model: str) -> None:
    about = subject(model)
    for path in dict.fromkeys(call.path for call in passed(SETTINGS[model])[0].trace.calls[:12]):
        tree = read(filled_example(document(about, path), None).html)
        for field in tree.one(css="tb-example").all("input"):
            assert float(field.attributes["value"]) in range(-3, 4)


def test_a_linear_layer_shows_its_weights_and_its_sums() -> None:
    path = "encoder.attn_layers.0.attention.query_projection"
    tree = example(None, path)
    given = np.array([float(text) for text in typed_in(tree, "input")]).reshape(3, 4)
    details = tree.one("details", data_keep="weights")
    weights = {
        each.one("b").text: np.array([[number(cell.text) for cell in row.all("td")] for row in each.all("tr")])
        for each in details.all(css="tb-slice")
    }
    wanted = given @ weights["weight"].T + weights["bias"]
    (result,) = tables(tree).values()
    assert_shown(result, wanted[None])


def test_a_layer_of_its_own_kind_is_shown_for_every_layer() -> None:
    """The second encoder layer has the example of the first."""
    first, second = (example(None, f"encoder.attn_layers.{place}.attention.inner_attention") for place in (0, 1))
    assert tables(first) == tables(second)

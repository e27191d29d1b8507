"""The card of a step or a call: its numbers are the recorded ones, and its arithmetic ends in them."""

import math

import pytest
import torch
from torch import Tensor, nn

from explainer.documents import Subject, View, card_section, layer_document
from explainer.documents.cards import card
from explainer.language import Language
from explainer.tracing import edges_in, trace
from tests.documents.html_read import Node, read
from tests.documents.numbers import cells, number, place, stands_for
from tests.documents.passes import ATTENTION, SETTINGS, card_of, cards, every_model, passed, subject


@pytest.mark.sweep
@every_model
def test_every_grid_shows_what_was_recorded(model: str) -> None:
    about, dimensions = subject(model), set()
    for key in cards(SETTINGS[model], Language.EN):
        step, call = about.keys.step(key), about.keys.call(key)
        outputs = step.outputs if step else edges_in(call.outcome) if call else ()
        data = about.trace.values[outputs[0]].data
        assert data is not None
        shown = cells(card_of(model, key).one("section", css="tb-spread"))
        assert len(shown) == math.prod(
            min(size, most) for size, most in zip((1, 1, *data.shape)[-2:], (10, 9), strict=True)
        )
        assert all(stands_for(text, float(data[index]), 3) for index, text in shown.items()), key
        dimensions.add(data.dim())
    assert dimensions >= {3, 4}


def last(shape: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(size - 1 for size in shape)


@every_model
def test_the_arithmetic_of_a_cell_ends_in_the_recorded_number(model: str) -> None:
    about, computed = subject(model), 0
    for step in about.trace.steps[::2]:
        key, value = about.keys.of(step), about.trace.values[step.outputs[0]]
        cell = last(value.shape)
        tree = read(card(about, View(chosen=key, cell=cell), key))
        assert value.data is not None
        recorded = float(value.data[cell])
        told = tree.one(css="tb-sum")
        assert told.one(css="tb-sum-head").one("code").text.endswith(f"[{', '.join(map(str, cell))}]")
        assert stands_for(told.one(css="tb-sum-head").one("b").text, recorded, 6), key
        for check in told.all("p", css="tb-check"):
            again, record = (each.text for each in check.all("b"))
            assert stands_for(record, recorded, 6)
            assert number(again) == pytest.approx(recorded, rel=1e-3, abs=1e-5), key
            computed += 1
    assert computed > len(about.trace.steps) * 0.4


def test_the_terms_of_a_score_are_the_products_of_query_and_key() -> None:
    about = subject("iTransformer")
    key = f"{ATTENTION}:einsum"
    tree = read(card(about, View(chosen=key, cell=(1, 2, 3, 4)), key))
    given = about.trace.call(ATTENTION).arguments
    queries, keys = (about.trace.values[given[name].value].data for name in ("queries", "keys"))
    assert queries is not None
    assert keys is not None
    products = (queries[1, 3, 2] * keys[1, 4, 2]).tolist()
    rows = tree.one("table", css="tb-terms").all("tr")
    assert len(rows) == len(products)
    for feature, (row, product) in enumerate(zip(rows, products, strict=True)):
        assert row.one("code").text == f"queries[1, 3, 2, {feature}] · keys[1, 4, 2, {feature}]"
        assert stands_for(row.all("td")[2].text.removeprefix("= "), product, 3)
    assert number(tree.one(css="tb-sum-head").one("b").text) == pytest.approx(sum(products), rel=1e-4)


def test_the_first_terms_of_a_long_sum_are_shown_and_the_others_are_added_up() -> None:
    about = subject("iTransformer")
    key = "encoder.attn_layers.0.conv2:conv1d"
    data = about.trace.values[about.trace.find(op="conv1d", path="encoder.attn_layers.0.conv2")[0].outputs[0]].data
    assert data is not None
    tree = read(card(about, View(chosen=key, cell=(0, 0, 0)), key))
    rows = [row.all("td") for row in tree.one("table", css="tb-terms").all("tr")]
    told = [number(row[2].text.removeprefix("= ")) for row in rows if len(row) == 4]
    (count, rest) = rows[-1][1].text.split(" more terms, together ")
    # 32 features and a bias.
    assert len(told) + int(count) == 33
    assert sum(told) + number(rest) == pytest.approx(float(data[0, 0, 0]), abs=0.01)


def test_every_tensor_can_be_spread_out() -> None:
    about = subject("iTransformer")
    key = f"{ATTENTION}:einsum"
    (step,) = about.trace.find(op="einsum", path=ATTENTION, name="scores")
    for slot, value in [("in0", step.inputs[0]), ("in1", step.inputs[1]), ("out0", step.outputs[0])]:
        tree = read(card(about, View(chosen=key, tensor=slot, cell=(0, 1, 2, 3)), key))
        (head,) = [each for each in tree.all(css="tb-tensor-head") if each.attributes["aria-expanded"] == "true"]
        assert head.attributes["data-cell"] == f"{slot}:"
        data = about.trace.values[value].data
        assert data is not None
        cell = tuple(min(at, size - 1) for at, size in zip((0, 1, 2, 3), data.shape, strict=True))
        (marked,) = tree.all("td", css="tb-cell-chosen")
        assert place(marked.one("button").attributes["data-cell"]) == cell
        assert stands_for(marked.text, float(data[cell]), 3)


@pytest.mark.parametrize("tensor", ["in7", "out9", "", "x", "out0 "])
def test_a_tensor_that_there_is_not_gives_the_result(tensor: str) -> None:
    about = subject("iTransformer")
    key = f"{ATTENTION}:einsum"
    tree = read(card(about, View(chosen=key, tensor=tensor, cell=(0, 0, 0, 0)), key))
    assert tree.one("section", css="tb-spread").one(css="tb-tensor-head").attributes["data-cell"] == "out0:"


@every_model
def test_facts_are_those_of_the_record(model: str) -> None:
    about = subject(model)
    for step in about.trace.steps:
        facts = facts_of(card_of(model, about.keys.of(step)))
        value = about.trace.values[step.outputs[0]]
        assert value.kept is not None
        assert facts["Result"].endswith(str(tuple(value.shape)))
        assert facts["Strides"] == str(value.kept.stride())
        assert facts["Type"] == str(value.dtype).removeprefix("torch.")
        assert facts.get("FLOPs", "0") == f"{about.trace.flops[step.id]:,}"


def facts_of(tree: Node) -> dict[str, str]:
    rows = tree.one("dl", css="tb-facts").all("div")
    return {row.one("dt").text: row.one("dd").text for row in rows}


@every_model
def test_the_card_of_a_call_counts_what_ran_inside(model: str) -> None:
    trace_of = subject(model).trace
    for call in passed(SETTINGS[model])[0].trace.calls[1:]:
        key = subject(model).keys.of(call)
        tree = card_of(model, key)
        assert facts_of(tree)["Operations inside"] == str(call.last_step - call.first_step)
        flops = sum(trace_of.flops[call.first_step : call.last_step])
        assert facts_of(tree).get("FLOPs", "0") == f"{flops:,}"
        assert tree.one("button", css="tb-open").attributes["data-open"] == key


def test_the_letters_of_an_einsum_are_those_of_its_equation() -> None:
    tree = card_of("iTransformer", f"{ATTENTION}:einsum")
    table = tree.one("details", css="tb-einsum")
    rows = [[cell.text for cell in row.all("td")] for row in table.one("tbody").all("tr")]
    fates = {row[0]: (row[1], int(row[2]), row[3]) for row in rows}
    # blhe,bshe->bhls: 3 windows, 9 tokens, 4 heads, 2 features each.
    assert table.one("summary").one("code").text == "blhe,bshe->bhls"
    assert fates == {
        "b": ("B", 3, "kept"),
        "l": ("N+T", 9, "kept"),
        "h": ("H", 4, "kept"),
        "e": ("E", 2, "summed away"),
        "s": ("N+T", 9, "kept"),
    }


class Scalar(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        total = x.sum()
        return total * 2


def test_a_single_number_is_explained_without_being_chosen() -> None:
    about = Subject(trace(Scalar(), torch.tensor([1.0, 2.5])), Language.EN)
    tree = read(card(about, View(), ":mul"))
    assert number(tree.one(css="tb-sum-head").one("b").text) == 7.0
    assert [tree.one("td", css="tb-cell-chosen").text] == ["7"]


class Whole(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return x


def test_a_layer_in_which_nothing_happened_has_its_own_card() -> None:
    """And not that of the model, whose key is empty."""
    about = Subject(trace(nn.Sequential(Whole(), nn.Linear(2, 2)), torch.ones(1, 2)), Language.EN)
    told = layer_document(about, about.trace.call("0"), View())
    assert told.order == ()
    assert read(card_section(told).html).one("article").attributes["data-card"] == "0"


@pytest.mark.parametrize("chosen", ["nonsense", "projection:linear", "", None, "<b>"])
def test_what_is_not_in_the_layer_gives_its_first_step(chosen: str | None) -> None:
    about = subject("iTransformer")
    told = layer_document(about, about.trace.call(ATTENTION), View(chosen=chosen))
    assert told.chosen == told.order[0] == f"{ATTENTION}:einsum"


def test_a_step_inside_a_module_that_was_called_can_be_chosen_at_any_depth() -> None:
    about = subject("iTransformer")
    told = layer_document(about, about.trace.root, View(depth="calls", chosen=f"{ATTENTION}:softmax"))
    assert told.chosen == f"{ATTENTION}:softmax"
    assert told.chosen not in told.order

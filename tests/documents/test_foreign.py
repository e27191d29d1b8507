"""Documents of models that nobody here wrote: without a run, without source, broken off, without numbers."""

from collections.abc import Iterator

import pytest
import torch
from torch import Tensor, nn

from explainer.documents import (
    Subject,
    View,
    card_section,
    closing_section,
    filled_example,
    layer_document,
    sections,
    standalone_html,
)
from explainer.documents.cards import card
from explainer.language import Language
from explainer.tracing import FailedPass, Trace, Tracer, trace
from tests.documents.html_read import Node, read
from tests.documents.numbers import cells, stands_for
from tests.documents.passes import direct_keys, in_order, inside, key_of_call, unchecked
from tests.tracing.cases import CASES, pass_of
from tests.tracing.foreign_skips import TRICKY


def opened(record: Trace, language: Language = Language.EN, slot: str = "out0") -> Iterator[tuple[str, Node]]:
    """Every section of every call, and the card of everything."""
    about = Subject(record, language)
    for call in record.calls:
        told = layer_document(about, call, View(depth="everything"))
        parts = [*sections(told), card_section(told), closing_section(told)]
        yield from ((part.id, read(part.html)) for part in parts)
        assert filled_example(told, None).html == ""
    for key in layer_document(about, record.root, View(depth="everything")).order:
        yield key, read(card(about, View(tensor=slot, cell=(0, 0, 0, 0)), key))


def assert_whole(record: Trace, language: Language = Language.EN, slot: str = "out0") -> None:
    drawn = [tree for name, tree in opened(record, language, slot) if name == "sequence"]
    for call, tree in zip(record.calls, drawn, strict=True):
        calls = [call.id, *(each.id for each in inside(record, call))]
        expected = in_order(record, calls, list(range(call.first_step, call.last_step)))
        for css in ("tb-wide", "tb-narrow"):
            told = tree.one("figure").one("div", css=css).values("data-key")
            assert list(dict.fromkeys(told)) == expected


def assert_saved(record: Trace) -> None:
    for call in record.calls:
        read(standalone_html(Subject(record, Language.EN), call, View()))


@pytest.mark.parametrize("name", CASES)
def test_any_model_has_its_documents(name: str) -> None:
    language = Language.EN if len(name) % 2 else Language.ZH
    with unchecked():
        assert_whole(pass_of(CASES[name])[1], language, "in0" if len(name) % 3 else "out0")


@pytest.mark.parametrize("model", TRICKY[::3], ids=lambda model: type(model).__name__)
def test_models_that_change_themselves_have_documents(model: nn.Module) -> None:
    with unchecked():
        assert_whole(trace(model, torch.rand(2, 2)))


class Twice(nn.Module):
    """One module, called three times."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x: Tensor) -> Tensor:
        # First, and again.
        x = self.layer(self.layer(x))

        # And once more.
        x += self.layer(x)
        return x


def test_every_call_of_a_module_has_a_document_of_its_own() -> None:
    record = trace(Twice(), torch.rand(2, 4))
    with unchecked():
        assert_whole(record)
        assert_saved(record)
    about = Subject(record, Language.EN)
    heads = [read(next(iter(sections(layer_document(about, call, View())))).html) for call in record.calls]
    assert [head.one("h2").text for head in heads] == [
        "Twice",
        "Linear",
        "Linear call 2 of this module",
        "Linear call 3 of this module",
    ]
    assert [head.one(aria_current="page").attributes["data-open"] for head in heads] == [
        "",
        "layer",
        "layer@1",
        "layer@2",
    ]


class Breaks(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Sequential(nn.Linear(4, 4), nn.Linear(3, 4))

    def forward(self, x: Tensor) -> Tensor:
        # Twice as much.
        x = x * 2

        # Which does not fit.
        y: Tensor = self.first(x)

        return y + x


def test_a_pass_that_broke_off_has_documents_as_far_as_it_went() -> None:
    with pytest.raises(FailedPass) as caught:
        trace(Breaks(), torch.rand(2, 4))
    record = caught.value.trace
    assert_whole(record)
    assert_saved(record)
    told = layer_document(Subject(record, Language.EN), record.root, View(depth="everything"))
    assert told.order == (":mul", "first", "first.0", "first.0:linear", "first.1")


def test_code_that_cannot_be_read_is_said_to_be_unreadable() -> None:
    space: dict[str, object] = {"nn": nn}
    exec("class Made(nn.Module):\n    def forward(self, x):\n        y = x + 1\n        return y * 2", space)  # noqa: S102
    made = space["Made"]
    assert isinstance(made, type)
    record = trace(made(), torch.rand(2))
    assert_whole(record)
    assert_saved(record)
    lines = next(tree for name, tree in opened(record) if name == "lines")
    assert "The source of this forward cannot be read." in lines.text
    assert lines.all(css="tb-row") == []
    groups = next(tree for name, tree in opened(record) if name == "groups")
    made_there = groups.one("div", css="tb-wide").values("data-key")
    assert set(direct_keys(record, record.root)) <= set(made_there)


class Chain(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        y = x * 2
        return y + 1


def test_values_that_were_not_kept_are_said_to_be_missing() -> None:
    record = Tracer(budget=0).trace(Chain(), torch.rand(3))
    assert_whole(record)
    assert_saved(record)
    tree = read(card(Subject(record, Language.EN), View(cell=(0,)), ":mul"))
    assert "The numbers of this tensor were not kept." in tree.one("section", css="tb-spread").text
    assert tree.all(css="tb-grid") == tree.all(css="tb-sum") == []
    assert tree.one(css="tb-facts").all("dd")[0].text == "(3,)"


class Kinds(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        whole = x.long()
        truth = whole > 1
        empty = x[:0]
        lone = x.sum()
        wild = torch.log(x - 2) / 0
        return wild + empty.sum() + lone + truth


def test_numbers_of_any_kind_are_spread_out() -> None:
    record = trace(Kinds(), torch.tensor([0.0, 1.0, 2.0, 3.0]))
    assert_whole(record)
    about = Subject(record, Language.EN)
    for name in ("whole", "truth", "lone", "wild"):
        value = record.value(name)
        (step,) = (step for step in record.steps if value.id in step.outputs)
        shown = cells(read(card(about, View(), about.keys.of(step))).one(css="tb-spread"))
        assert value.data is not None
        assert len(shown) == value.data.numel()
        assert all(stands_for(text, float(value.data[index]), 3) for index, text in shown.items())
    empty = read(card(about, View(cell=(0,)), ":__getitem__")).one(css="tb-spread")
    assert "This tensor is empty" in empty.text
    assert empty.all(css="tb-grid") == []


class Complex(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        y: Tensor = torch.fft.fft(x).real
        return y


def test_numbers_that_cannot_be_drawn_are_said_to_be_so() -> None:
    record = trace(Complex(), torch.rand(4))
    assert_whole(record)
    (step,) = (step for step in record.steps if record.values[step.outputs[0]].dtype.is_complex)
    about = Subject(record, Language.EN)
    tree = read(card(about, View(cell=(0,)), about.keys.of(step)))
    assert "complex64" in tree.one("section", css="tb-spread").one("p", css="tb-note").text


def test_numbers_that_are_too_many_are_counted() -> None:
    record = trace(Chain(), torch.zeros(500, 401))
    tree = read(card(Subject(record, Language.EN), View(cell=(0, 0)), ":mul"))
    assert "200500 numbers" in tree.one("section", css="tb-spread").text


def test_a_model_without_memory_has_documents() -> None:
    """On the meta device tensors have sizes and no numbers."""
    assert_whole(trace(nn.Linear(2, 3, device="meta"), torch.rand(4, 2, device="meta")))


class Takes(nn.Module):
    def forward(
        self,
        x: Tensor,
        thing: object,
        *more: Tensor,
        flag: bool = True,  # noqa: ARG002
        **named: Tensor,  # noqa: ARG002
    ) -> tuple[object, ...]:
        return x + 1, thing, None, {"a": [x, *more]}


class Mute:
    def __repr__(self) -> str:
        raise RuntimeError("this object cannot say what it is")


def test_arguments_of_any_kind_are_listed() -> None:
    record = trace(Takes(), torch.rand(2), Mute(), torch.rand(3), k=torch.rand(4))
    assert_whole(record)
    table = next(tree for name, tree in opened(record) if name == "inputs").one("tbody")
    given = {row.one("code").text: row.one(css="tb-live-cell").text for row in table.all("tr", css="tb-in")}
    assert {name: given[name] for name in ("x", "more", "flag", "named")} == {
        "x": "(2,)",
        "more": "(3,)",
        "flag": "True",
        "named": "(4,)",
    }
    assert "Mute" in given["thing"]
    returned = [row.one(css="tb-live-cell").text for row in table.all("tr", css="tb-out")]
    assert returned[0] == "(2,)"
    assert returned[2:] == ["None", "(2,), (3,)"]


class Silent(nn.Module):
    def forward(self, x: Tensor) -> None:  # noqa: ARG002
        return None


def test_a_model_that_does_nothing_has_a_document() -> None:
    record = trace(Silent(), torch.rand(2))
    assert_whole(record)
    assert_saved(record)
    assert key_of_call(record.root) == ""

"""Numbers of any kind in documents: kept or not, whole, true, empty, infinite, complex, too many."""

import torch
from torch import Tensor, nn

from explainer.documents import Subject, View
from explainer.documents.cards import card
from explainer.language import Language
from explainer.tracing import Tracer, trace
from tests.documents.html_read import read
from tests.documents.numbers import cells, stands_for
from tests.documents.opening import assert_saved, assert_whole


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

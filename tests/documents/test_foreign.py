"""Documents of models that nobody here wrote: without a run, without source, broken off, called more than once."""

import pytest
import torch
from torch import Tensor, nn

from explainer.documents import Subject, View, layer_document, sections
from explainer.language import Language
from explainer.tracing import FailedPass, trace
from tests.documents.html_read import read
from tests.documents.opening import assert_saved, assert_whole, opened
from tests.documents.passes import direct_keys, key_of_call
from tests.tracing.cases import CASES, pass_of
from tests.tracing.foreign_skips import TRICKY


@pytest.mark.sweep
@pytest.mark.parametrize("name", CASES)
def test_any_model_has_its_documents(name: str) -> None:
    language = Language.EN if len(name) % 2 else Language.ZH
    assert_whole(pass_of(CASES[name])[1], language, "in0" if len(name) % 3 else "out0")


@pytest.mark.parametrize("model", TRICKY[::3], ids=lambda model: type(model).__name__)
def test_models_that_change_themselves_have_documents(model: nn.Module) -> None:
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

"""Models that nobody here wrote are read as ours are, and so are passes that broke off."""

from collections import Counter

import pytest
import torch
from torch import Tensor, nn

from explainer.reading import keys_of, messages, read_layer
from explainer.tracing import FailedPass, Trace, trace
from tests.tracing.cases import Case, every_case, pass_of
from tests.tracing.foreign_skips import TRICKY


def assert_read_whole(record: Trace) -> None:
    """Every item of every call stands in one group, every step is told once, values pass from what made them."""
    keys = keys_of(record)
    for call in record.calls:
        layer = read_layer(record, call)
        own = [keys.of(step) for step in record.steps if step.call == call.id]
        own += [keys.of(each) for each in record.calls if each.parent == call.id]
        assert Counter(item.key for item in layer.items) == Counter(own)
        assert Counter(item.key for group in layer.groups for item in group.items) == Counter(own)
        assert all(item.line is None or layer.code is not None for item in layer.items)
        steps = [each.key for each in messages(layer, "everything") if each.kind == "step"]
        assert steps == [keys.of(step) for step in record.steps[call.first_step : call.last_step]]
        for group in layer.groups:
            inside = {number for item in group.items for number in item.steps}
            assert all(record.values[value].producer not in inside for value in group.takes)
            assert all(record.values[value].origin != "parameter" for value in group.takes)
            assert all((record.values[value].producer in inside or not inside) for value in group.gives)


@every_case
@pytest.mark.parametrize("training", [False, True])
def test_any_model_is_read_whole(case: Case, training: bool) -> None:
    assert_read_whole(pass_of(case, training=training)[1])


@pytest.mark.parametrize("model", TRICKY, ids=lambda model: type(model).__name__)
def test_models_that_change_themselves_are_read_whole(model: nn.Module) -> None:
    assert_read_whole(trace(model, torch.rand(2, 2)))


def test_torchs_transformer_is_read_whole() -> None:
    model = nn.Transformer(8, 2, 1, 1, 16, batch_first=True)
    assert_read_whole(trace(model, torch.rand(2, 3, 8), torch.rand(2, 3, 8)))


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


def test_a_pass_that_broke_off_is_read_as_far_as_it_went() -> None:
    with pytest.raises(FailedPass) as caught:
        trace(Breaks(), torch.rand(2, 4))
    record = caught.value.trace
    assert_read_whole(record)
    layer = read_layer(record, record.root)
    assert [(group.title, [item.key for item in group.items]) for group in layer.groups] == [
        ("Twice as much.", [":mul"]),
        ("Which does not fit.", ["first"]),
        ("", []),
    ]
    assert layer.results == ()
    assert [(each.kind, each.key) for each in messages(layer, "everything")] == [
        ("call", ""),
        ("step", ":mul"),
        ("call", "first"),
        ("call", "first.0"),
        ("step", "first.0:linear"),
        ("return", "first.0"),
        ("call", "first.1"),
    ]


def test_code_that_cannot_be_read_is_one_group() -> None:
    space: dict[str, object] = {"nn": nn}
    exec("class Made(nn.Module):\n    def forward(self, x):\n        y = x + 1\n        return y * 2", space)  # noqa: S102
    made = space["Made"]
    assert isinstance(made, type)
    record = trace(made(), torch.rand(2))
    assert_read_whole(record)
    layer = read_layer(record, record.root)
    (group,) = layer.groups
    assert (group.number, group.title, group.paragraph) == (1, "", None)
    assert [(item.key, item.line, item.names) for item in group.items] == [(":add", None, ()), (":mul", None, ())]
    assert (group.takes, group.gives) == (layer.arguments[0].values, layer.results[0].values)

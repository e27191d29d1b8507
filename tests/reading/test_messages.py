"""Sequence diagrams: nothing that happened is left out, and nothing is told twice."""

import torch
from torch import Tensor, nn

from explainer.reading import CALLER, Layer, Message, key_of_call, keys_of, messages, read_layer
from explainer.tracing import edges_in, trace
from tests.reading.passes import every_model, layer_of, layers_of, pass_of_ours, short

CORE = "encoder.attn_layers.0.attention.inner_attention"
LAYER = "encoder.attn_layers.0"


def told(layer: Layer, message: Message) -> tuple[str, str, str, str]:
    ends = (CALLER if end == CALLER else short(layer, end) for end in (message.sender, message.receiver))
    sender, receiver = ends
    return message.kind, sender, receiver, message.label


def test_full_attention_in_two_depths() -> None:
    layer = layer_of("iTransformer", CORE)
    asked = ("call", CALLER, "", "self.inner_attention(queries, keys, values, attn_mask)")
    dropped = ("call", "", "dropout", "self.dropout(torch.softmax(scaled_scores, dim=-1))")
    kept, answered = ("return", "dropout", "", "A"), ("return", "", CALLER, "mixed")
    assert [told(layer, each) for each in messages(layer, "calls")] == [asked, dropped, kept, answered]
    assert [told(layer, each) for each in messages(layer, "operations")] == [
        asked,
        ("step", "", "", "einsum → scores"),
        ("step", "", "", "mul → scaled_scores"),
        ("step", "", "", "softmax"),
        dropped,
        kept,
        ("step", "", "", "einsum → V"),
        ("step", "", "", "contiguous"),
        answered,
    ]


def test_encoder_layer_calls_its_modules_in_order() -> None:
    layer = layer_of("PatchTST", LAYER)
    assert [told(layer, each) for each in messages(layer, "calls")] == [
        ("call", CALLER, "", "attn_layer(x)"),
        ("call", "", "attention", "self.attention(x, x, x, attn_mask)"),
        ("return", "attention", "", "attended"),
        ("call", "", "dropout", "self.dropout(attended)"),
        ("return", "dropout", "", ""),
        ("call", "", "norm1", "self.norm1(x + self.dropout(attended))"),
        ("return", "norm1", "", "y, x"),
        ("call", "", "conv1", "self.conv1(y.transpose(-1, 1))"),
        ("return", "conv1", "", ""),
        ("call", "", "dropout@1", "self.dropout(self.activation(self.conv1(y.transpose(-1, 1))))"),
        ("return", "dropout@1", "", "y"),
        ("call", "", "conv2", "self.conv2(y)"),
        ("return", "conv2", "", ""),
        ("call", "", "dropout@2", "self.dropout(self.conv2(y).transpose(-1, 1))"),
        ("return", "dropout@2", "", "y"),
        ("call", "", "norm2", "self.norm2(x + y)"),
        ("return", "norm2", "", ""),
        ("return", "", CALLER, "x"),
    ]


@every_model
def test_at_every_depth_calls_and_returns_are_nested_and_carry_what_the_record_has(model: str) -> None:
    record = pass_of_ours(model).trace
    keys = keys_of(record)
    for layer in layers_of(model):
        for depth in ("calls", "operations", "everything"):
            open_calls: list[str] = [CALLER]
            for message in messages(layer, depth):  # type: ignore[arg-type]
                happened = keys.call(message.key) or keys.step(message.key)
                assert happened is not None
                if message.kind == "call":
                    assert (message.sender, message.receiver) == (open_calls[-1], message.key)
                    assert message.values == edges_in(happened.arguments)  # type: ignore[union-attr]
                    assert message.level == len(open_calls) - 1
                    open_calls.append(message.key)
                elif message.kind == "return":
                    assert open_calls.pop() == message.sender == message.key
                    assert message.receiver == open_calls[-1]
                    assert message.values == edges_in(happened.outcome)
                    assert message.level == len(open_calls) - 1
                else:
                    assert message.sender == message.receiver == open_calls[-1]
                    assert message.values == happened.outputs  # type: ignore[union-attr]
                    assert message.level == len(open_calls) - 1
            assert open_calls == [CALLER]


@every_model
def test_everything_is_every_step_once_and_nothing_else(model: str) -> None:
    record = pass_of_ours(model).trace
    keys = keys_of(record)
    for call in record.calls:
        told_of = messages(layers_of(model)[call.id], "everything")
        assert [each.key for each in told_of if each.kind == "step"] == [
            keys.of(step) for step in record.steps if call.first_step <= step.id < call.last_step
        ]
        inside = {
            key_of_call(each) for each in record.calls if each.id == call.id or _is_inside(record.calls, each, call.id)
        }
        assert {each.key for each in told_of if each.kind == "call"} == inside


def _is_inside(calls: tuple, call: object, outer: int) -> bool:  # type: ignore[type-arg]
    parent = call.parent  # type: ignore[attr-defined]
    return parent is not None and (parent == outer or _is_inside(calls, calls[parent], outer))


@every_model
def test_the_shallow_depths_tell_of_the_layer_alone(model: str) -> None:
    record = pass_of_ours(model).trace
    keys = keys_of(record)
    for layer in layers_of(model):
        call = layer.call
        children = [key_of_call(each) for each in record.calls if each.parent == call.id]
        calls = messages(layer, "calls")
        assert [each.key for each in calls if each.kind == "call"] == [key_of_call(call), *children]
        assert all(each.kind != "step" for each in calls)
        steps = [each.key for each in messages(layer, "operations") if each.kind == "step"]
        assert steps == [keys.of(step) for step in record.steps if step.call == call.id]


def test_calls_that_nobody_wrote_out_are_told_by_what_they_are() -> None:
    layer = layer_of("PatchTST", "encoder.norm")
    labels = [each.label for each in messages(layer, "calls") if each.kind == "call"]
    assert labels == ["self.norm(x)", "Transpose(x)", "BatchNorm1d(input)", "Transpose(x)"]
    assert messages(layer_of("iTransformer", ""), "calls")[0].label == "ITransformer(x, x_mark)"


class Falls(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.wrong = nn.Sequential(nn.Tanh(), nn.Linear(3, 3))
        self.right = nn.Linear(4, 4)

    def forward(self, x: Tensor) -> Tensor:
        try:
            y = self.wrong(x)
        except RuntimeError:
            y = x - 1
        return self.right(y)


def test_what_broke_off_does_not_return() -> None:
    record = trace(Falls().eval(), torch.rand(2, 4))
    told_of = messages(read_layer(record, record.root), "everything")
    assert [(each.kind, each.key) for each in told_of] == [
        ("call", ""),
        ("call", "wrong"),
        ("call", "wrong.0"),
        ("step", "wrong.0:tanh"),
        ("return", "wrong.0"),
        ("call", "wrong.1"),
        ("step", ":sub"),
        ("call", "right"),
        ("step", "right:linear"),
        ("return", "right"),
        ("return", ""),
    ]

"""What happened in a layer, in its own names, compared with what one reads in its source."""

# Models are written as people write them.
# ruff: noqa: RET504

import linecache

import pytest
import torch
from torch import Tensor, nn

from explainer.reading import Layer, read_layer
from explainer.tracing import trace
from tests.reading.passes import SETTINGS, every_model, layer_of, layers_of, named, pass_of_ours, short, text_of, told

CORE = "encoder.attn_layers.0.attention.inner_attention"
ATTENTION = "encoder.attn_layers.0.attention"
LAYER = "encoder.attn_layers.0"

SOFTMAX = "A = self.dropout(torch.softmax(scaled_scores, dim=-1))"
NORM_1 = "y = x = self.norm1(x + self.dropout(attended))"
WIDENED = "y = self.dropout(self.activation(self.conv1(y.transpose(-1, 1))))"
NARROWED = "y = self.dropout(self.conv2(y).transpose(-1, 1))"
NORM_2 = "return self.norm2(x + y), attn"
EMBEDDED = "return self.dropout(self.value_embedding(x))"
MARKED = "x = torch.cat([x, x_mark.permute(0, 2, 1)], dim=1)"


def told_of(model: str, path: str) -> list[tuple[str, tuple[str, ...], str]]:
    layer = layer_of(model, path)
    return [told(layer, item) for item in layer.items]


@every_model
def test_full_attention_item_by_item(model: str) -> None:
    assert told_of(model, CORE) == [
        (":einsum", ("scores",), 'scores = torch.einsum("blhe,bshe->bhls", queries, keys)'),
        (":mul", ("scaled_scores",), "scaled_scores = scale * scores"),
        (":softmax", (), SOFTMAX),
        ("dropout", ("A",), SOFTMAX),
        (":einsum.2", ("V",), 'V = torch.einsum("bhls,bshd->blhd", A, values)'),
        (":contiguous", (), "return V.contiguous(), None"),
    ]


@every_model
def test_attention_layer_item_by_item(model: str) -> None:
    cut = [
        (
            f"{name}_projection",
            f"{name.replace('query', 'querie')}s = self.{name}_projection({plural}).view(B, {size}, H, -1)",
        )
        for name, plural, size in (("query", "queries", "L"), ("key", "keys", "S"), ("value", "values", "S"))
    ]
    views = [(":view", "queries"), (":view.2", "keys"), (":view.3", "values")]
    halves = [
        [(projection, (), line), (view, (name,), line)]
        for (projection, line), (view, name) in zip(cut, views, strict=True)
    ]
    merged = "return self.out_projection(mixed.view(B, L, -1)), attn"
    met = "mixed, attn = self.inner_attention(queries, keys, values, attn_mask)"
    assert told_of(model, ATTENTION) == [
        *halves[0],
        *halves[1],
        *halves[2],
        ("inner_attention", ("mixed",), met),
        (":view.4", (), merged),
        ("out_projection", (), merged),
    ]


@every_model
def test_encoder_layer_item_by_item(model: str) -> None:
    assert told_of(model, LAYER) == [
        ("attention", ("attended",), "attended, attn = self.attention(x, x, x, attn_mask)"),
        ("dropout", (), NORM_1),
        (":add", (), NORM_1),
        ("norm1", ("y", "x"), NORM_1),
        (":transpose", (), WIDENED),
        ("conv1", (), WIDENED),
        (":gelu", (), WIDENED),
        ("dropout@1", ("y",), WIDENED),
        ("conv2", (), NARROWED),
        (":transpose.2", (), NARROWED),
        ("dropout@2", ("y",), NARROWED),
        (":add.2", (), NORM_2),
        ("norm2", (), NORM_2),
    ]


@pytest.mark.parametrize("marks", [True, False])
def test_inverted_embedding_item_by_item(marks: bool) -> None:
    joined = [(":permute.2", (), MARKED), (":cat", ("x",), MARKED)]
    assert told_of("iTransformer" if marks else "iTransformer without marks", "enc_embedding") == [
        (":permute", ("x",), "x = x.permute(0, 2, 1)"),
        *(joined if marks else []),
        ("value_embedding", (), EMBEDDED),
        ("dropout", (), EMBEDDED),
    ]


def test_layers_in_a_loop_stand_on_its_line_and_name_what_they_return() -> None:
    line = "x, attn = attn_layer(x)"
    assert told_of("PatchTST", "encoder") == [
        ("attn_layers.0", ("x",), line),
        ("attn_layers.1", ("x",), line),
        ("norm", (), "return self.norm(x), attns"),
    ]


# Lines inside torch's own modules


def line_in(layer: Layer) -> list[str]:
    return [text_of(layer, item.line) for item in layer.items]


def test_what_torch_computes_stands_on_torchs_lines() -> None:
    conv = "return self._conv_forward(input, self.weight, self.bias)"
    dropout = "return F.dropout(input, self.p, self.training, self.inplace)"
    assert line_in(layer_of("PatchTST", "patch_embedding.padding_patch_layer")) == [
        'return F.pad(input, self.padding, "replicate")'
    ]
    assert line_in(layer_of("PatchTST", "head.flatten")) == ["return input.flatten(self.start_dim, self.end_dim)"]
    assert line_in(layer_of("PatchTST", "encoder.norm")) == ["input = module(input)"] * 3
    assert line_in(layer_of("PatchTST", "encoder.norm.1")) == ["return F.batch_norm("]
    assert line_in(layer_of("PatchTST", f"{LAYER}.conv1")) == [conv]
    assert line_in(layer_of("PatchTST", f"{LAYER}.norm1")) == ["return F.layer_norm("]
    assert line_in(layer_of("iTransformer", f"{LAYER}.dropout")) == [dropout]
    assert line_in(layer_of("iTransformer", "projection")) == ["return F.linear(input, self.weight, self.bias)"]


def test_a_model_that_is_torchs_own_stands_on_its_own_lines() -> None:
    record = trace(nn.Sequential(nn.Linear(4, 3), nn.ReLU()).eval(), torch.rand(2, 4))
    assert line_in(read_layer(record, record.root)) == ["input = module(input)"] * 2
    assert line_in(read_layer(record, record.call("1"))) == ["return F.relu(input, inplace=self.inplace)"]


class Twice(nn.Module):
    """Its recurrent part calls for zeros on two lines of torch's, so that neither can be named."""

    def __init__(self) -> None:
        super().__init__()
        self.lstm = nn.LSTM(3, 4)
        self.lstm.register_forward_hook(lambda _module, _args, output: (output[0] * 2, output[1]))

    def forward(self, x: Tensor) -> Tensor:
        out, (hidden, _) = self.lstm(x)
        first, *_ = out.unbind(0)
        first += hidden[0]
        return first


def test_what_has_no_line_of_its_own_has_none() -> None:
    with torch.no_grad():
        record = trace(Twice().eval(), torch.rand(2, 5, 3))
    inner = read_layer(record, record.call("lstm"))
    assert [(short(inner, item.key), item.line) for item in inner.items] == [
        (":zeros", None),
        (":zeros.2", None),
        (":lstm", None),
        (":mul", None),  # in a hook, whose lines are not those of forward
    ]
    assert len(inner.groups[0].items) == 4
    outer = read_layer(record, record.root)
    assert [(short(outer, item.key), item.names) for item in outer.items] == [
        ("lstm", ("out", "hidden")),
        (":unbind", ("first",)),
        (":__getitem__", ()),
        (":add_", ("first",)),
    ]


class Helps(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        def helped(t: Tensor) -> Tensor:
            inside = self.linear(t)
            return inside + 1

        kept = x
        y = helped(kept)
        same = y
        return same, kept


def test_names_given_inside_a_helper_or_to_what_has_one_already_are_not_the_items() -> None:
    record = trace(Helps().eval(), torch.rand(2, 4))
    layer = read_layer(record, record.root)
    line = "y = helped(kept)"
    assert [told(layer, item) for item in layer.items] == [("linear", (), line), (":add", ("y",), line)]
    assert [(result.name, named(layer, result.values)) for result in layer.results] == [
        ("same", ["y"]),
        ("kept", ["x"]),
    ]


# What goes in and out


@every_model
def test_arguments_and_results_have_the_names_of_the_source(model: str) -> None:
    core, attention, layer = (layer_of(model, path) for path in (CORE, ATTENTION, LAYER))
    assert [each.name for each in core.arguments] == ["queries", "keys", "values", "attn_mask"]
    assert [len(each.values) for each in core.arguments] == [1, 1, 1, 0]
    # FullAttention returns an expression and None: what they are called is for its caller to say.
    assert [(each.name, len(each.values)) for each in core.results] == [("mixed", 1), ("attn", 0)]
    # AttentionLayer returns an expression and a name.
    assert [(each.name, len(each.values)) for each in attention.results] == [("attended", 1), ("attn", 0)]
    assert [(each.name, len(each.values)) for each in layer.results] == [("x", 1), ("attn", 0)]
    assert attention.arguments[0].values == attention.arguments[1].values == attention.arguments[2].values
    assert layer.results[0].values == layer.items[-1].outputs


@every_model
def test_places_in_the_whole(model: str) -> None:
    record = pass_of_ours(model).trace
    for call, layer in zip(record.calls, layers_of(model), strict=True):
        assert layer.call is call
        assert layer.parent is (None if call.parent is None else record.calls[call.parent])
        assert [argument.name for argument in layer.arguments] == list(call.arguments)
    root = layer_of(model, "")
    assert root.parent is None
    assert [(each.name, record.values[each.values[0]].label) for each in root.arguments if each.values] == [
        (name, name) for name in (["x", "x_mark"] if model == "iTransformer" else ["x"])
    ]
    assert [each.name for each in root.results] == [""]


class Returns(nn.Module):
    def __init__(self, way: str = "") -> None:
        super().__init__()
        self.way = way

    def forward(self, x: Tensor) -> object:
        y = x + 1
        if self.way == "names":
            return x, y
        if self.way == "mapping":
            return {"sum": y, "given": x}
        if self.way == "pair":
            pair = x, y
            return pair
        if self.way == "nothing":
            return None
        return y * 2


@pytest.mark.parametrize(
    ("way", "results"),
    [
        ("names", [("x", ["x"]), ("y", ["y"])]),
        ("mapping", [("sum", ["y"]), ("given", ["x"])]),
        ("pair", [("pair", ["x", "y"])]),
        ("nothing", []),
        ("", [("", [":mul"])]),
    ],
)
def test_results_are_named_by_the_return_that_ran(way: str, results: list[tuple[str, list[str]]]) -> None:
    record = trace(Returns(way), torch.rand(3))
    layer = read_layer(record, record.root)
    assert [(each.name, named(layer, each.values)) for each in layer.results] == results


# Lines that did not run


def test_skipped_branches_belong_to_the_layer_whose_lines_they_are() -> None:
    for model in SETTINGS:
        layer = layer_of(model, CORE)
        assert [skip.condition for skip in layer.skips] == ["self.mask_flag", "self.output_attention"]
        assert layer_of(model, ATTENTION).skips == ()
    (skip,) = layer_of("iTransformer without marks", "enc_embedding").skips
    assert (skip.condition, skip.value, skip.line) == ("x_mark is not None", False, skip.end_line)
    assert linecache.getline(skip.file, skip.line).strip() == MARKED
    assert layer_of("iTransformer", "enc_embedding").skips == ()

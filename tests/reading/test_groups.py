"""Semantic groups: every paragraph is one, and what passes between them is what passes in the source."""

import linecache

import pytest
import torch
from torch import Tensor, nn
from torch.nn import functional

from explainer.reading import Group, Layer, read_layer
from explainer.tracing import trace
from tests.reading.passes import every_model, layer_of, layers_of, named, short

CORE = "encoder.attn_layers.0.attention.inner_attention"
LAYER = "encoder.attn_layers.0"


def keys_in(layer: Layer, group: Group) -> list[str]:
    return [short(layer, item.key) for item in group.items]


def flow(layer: Layer) -> list[tuple[list[str], list[str]]]:
    return [(named(layer, group.takes), named(layer, group.gives)) for group in layer.groups]


def parts_told(layer: Layer, group: Group) -> list[tuple[str, list[str]]]:
    return [(part.role, [short(layer, item.key) for item in part.items]) for part in group.parts]


@every_model
def test_full_attention_has_the_groups_of_its_paragraphs(model: str) -> None:
    layer = layer_of(model, CORE)
    assert [group.number for group in layer.groups] == [1, 2, 3, 4, 5, 6]
    assert [keys_in(layer, group) for group in layer.groups] == [
        [],  # sizes and the scale are unpacked: numbers, no tensors
        [":einsum"],
        [],
        [":mul", ":softmax", "dropout"],
        [":einsum.2"],
        [":contiguous"],
    ]
    assert flow(layer) == [
        ([], []),
        (["queries", "keys"], ["scores"]),
        ([], []),
        (["scores"], ["A"]),
        (["A", "values"], ["V"]),
        (["V"], [":contiguous"]),
    ]
    assert [[skip.condition for skip in group.skips] for group in layer.groups] == [
        *([], [], ["self.mask_flag"]),
        *([], [], ["self.output_attention"]),
    ]
    assert all(group.parts == () for group in layer.groups)
    assert layer.groups[3].title.startswith("Dot products grow with √E")


def test_a_group_of_lines_that_did_not_run_is_there_without_items() -> None:
    layer = layer_of("iTransformer without marks", "enc_embedding")
    assert [keys_in(layer, group) for group in layer.groups] == [[":permute"], [], ["value_embedding", "dropout"]]
    assert [len(group.skips) for group in layer.groups] == [0, 1, 0]
    assert flow(layer) == [(["x"], ["x"]), ([], []), (["x"], ["dropout"])]
    with_marks = layer_of("iTransformer", "enc_embedding")
    assert flow(with_marks) == [(["x"], ["x"]), (["x_mark", "x"], ["x"]), (["x"], ["dropout"])]
    assert [group.title for group in layer.groups] == [group.title for group in with_marks.groups]


def test_what_an_early_paragraph_makes_reaches_the_last_one() -> None:
    layer = layer_of("iTransformer", "")
    assert flow(layer) == [
        (["x"], ["mean", "std", "x"]),
        (["x", "x_mark"], ["tokens"]),
        (["tokens"], ["tokens"]),
        (["tokens"], ["forecast"]),
        (["forecast", "std", "mean"], [":add.2"]),
    ]


# The two halves of an encoder layer


@every_model
def test_both_halves_of_an_encoder_layer_are_operation_residual_norm(model: str) -> None:
    for path in (LAYER, "encoder.attn_layers.1"):
        layer = layer_of(model, path)
        first, second = layer.groups
        assert parts_told(layer, first) == [
            ("operation", ["attention", "dropout"]),
            ("residual", [":add"]),
            ("norm", ["norm1"]),
        ]
        assert parts_told(layer, second) == [
            ("operation", [":transpose", "conv1", ":gelu", "dropout@1", "conv2", ":transpose.2", "dropout@2"]),
            ("residual", [":add.2"]),
            ("norm", ["norm2"]),
        ]
        assert flow(layer) == [(["x"], ["x"]), (["x"], ["norm2"])]


@every_model
def test_nothing_else_in_our_models_has_that_form(model: str) -> None:
    found = {layer.call.class_name for layer in layers_of(model) for group in layer.groups if group.parts}
    # `forecast * std + mean` adds what the forecast was made from, and a patch's place is added to what it holds.
    assert found == {"EncoderLayer"}


class Block(nn.Module):
    """Residual blocks as people write them; what is wanted of each stands in the table below."""

    def __init__(self, way: str) -> None:
        super().__init__()
        self.way = way
        self.one, self.two = nn.Linear(4, 4), nn.Linear(4, 4)
        self.norm = nn.LayerNorm(4)
        self.stack = nn.Sequential(Swap(), nn.BatchNorm1d(4), Swap())
        self.own = RootNorm()
        self.mixed = nn.Sequential(nn.LayerNorm(4), nn.Linear(4, 4))

    def forward(self, x: Tensor) -> Tensor:
        y: Tensor = getattr(self, self.way)(x)
        return y

    def plus(self, x: Tensor) -> Tensor:
        return self.norm(x + self.one(x))

    def in_place(self, x: Tensor) -> Tensor:
        h = self.one(x)
        h += x
        return functional.layer_norm(h, (4,))

    def batch(self, x: Tensor) -> Tensor:
        return self.stack(torch.add(self.two(self.one(x)), x))

    def own_norm(self, x: Tensor) -> Tensor:
        return self.own(self.one(x).add(x))

    def twice(self, x: Tensor) -> Tensor:
        y = self.norm(self.one(x) + x)
        return self.norm(y + self.two(y)) * 2

    def strangers(self, x: Tensor) -> Tensor:
        return self.norm(self.one(x) + self.two(x))

    def itself(self, x: Tensor) -> Tensor:
        return self.norm(x + x)

    def before(self, x: Tensor) -> Tensor:
        return x + self.one(self.norm(x))

    def not_only_a_norm(self, x: Tensor) -> Tensor:
        return self.mixed(x + self.one(x))


class Swap(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return x.transpose(1, 2)


class RootNorm(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return x * x.pow(2).mean(-1, keepdim=True).rsqrt()


FORMS: dict[str, list[tuple[str, list[str]]]] = {
    "plus": [("operation", ["one"]), ("residual", [":add"]), ("norm", ["norm"])],
    "in_place": [("operation", ["one"]), ("residual", [":add_"]), ("norm", [":layer_norm"])],
    "batch": [("operation", ["one", "two"]), ("residual", [":add"]), ("norm", ["stack"])],
    "own_norm": [("operation", ["one"]), ("residual", [":add"]), ("norm", ["own"])],
    "twice": [
        *(("operation", ["one"]), ("residual", [":add"]), ("norm", ["norm"])),
        *(("operation", ["two"]), ("residual", [":add.2"]), ("norm", ["norm@1"])),
        ("operation", [":mul"]),
    ],
    "strangers": [],
    "itself": [],
    "before": [],
    "not_only_a_norm": [],
}


@pytest.mark.parametrize("way", FORMS)
def test_the_form_is_found_by_what_is_computed(way: str) -> None:
    record = trace(Block(way).eval(), torch.rand(2, 3, 4))
    layer = read_layer(record, record.root)
    (group,) = layer.groups
    assert parts_told(layer, group) == FORMS[way]


def test_a_block_of_torchs_own_has_the_form_too() -> None:
    block = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
    record = trace(nn.Sequential(block), torch.rand(2, 3, 8))
    layer = read_layer(record, record.call("0"))
    halves = [(part.role, short(layer, part.items[-1].key)) for group in layer.groups for part in group.parts]
    assert halves == [
        *(("operation", "dropout1"), ("residual", ":add"), ("norm", "norm1")),
        *(("operation", "dropout2"), ("residual", ":add.2"), ("norm", "norm2")),
    ]


# Any paragraph of any author


class Bare(nn.Module):
    def forward(self, x: Tensor, shift: Tensor) -> Tensor:
        x = x.add_(shift)

        # An early return leaves the rest out.
        if x.ndim == 2:
            return x * shift

        x = x - 1

        return x / 2


def test_an_early_return_leaves_later_groups_skipped() -> None:
    record = trace(Bare(), torch.rand(2, 2), torch.rand(2, 2))
    layer = read_layer(record, record.root)
    assert [group.title for group in layer.groups] == ["", "An early return leaves the rest out.", "", ""]
    assert [keys_in(layer, group) for group in layer.groups] == [[":add_"], [":mul"], [], []]
    # One skip, from the first line left out to the last, lies in both.
    assert [len(group.skips) for group in layer.groups] == [0, 0, 1, 1]
    assert flow(layer) == [(["x", "shift"], ["x"]), (["x", "shift"], [":mul"]), ([], []), ([], [])]


@every_model
def test_paragraphs_of_groups_hold_the_lines_of_their_items(model: str) -> None:
    for layer in layers_of(model):
        assert layer.code is not None
        assert [group.paragraph for group in layer.groups] == list(layer.code.paragraphs)
        for group in layer.groups:
            assert group.paragraph is not None
            lines = [
                linecache.getline(layer.code.file, number)
                for number in range(group.paragraph.first, group.paragraph.last + 1)
            ]
            assert all(line.strip() for line in lines)
            assert all(group.paragraph.first <= (item.line or 0) <= group.paragraph.last for item in group.items)
        in_groups = [item for group in layer.groups for item in group.items]
        assert in_groups == list(layer.items)

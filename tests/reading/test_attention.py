"""Attention is found in models that nobody here wrote, by what they compute."""

import math
from collections.abc import Callable

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from explainer.reading import STAGES, AttentionMap, Stage, attention_maps
from explainer.tracing import edges_in, trace

Forward = Callable[..., Tensor]
Array = NDArray[np.float64]


class Of(nn.Module):
    """A module of nothing but a forward, as a reader may paste it."""

    def __init__(self, function: Forward) -> None:
        super().__init__()
        self.function = function

    def forward(self, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        mixed: Tensor = self.function(q, k, v)
        return mixed


def queries_keys_values(*batch: int, n_queries: int = 5, n_keys: int = 6) -> tuple[Tensor, Tensor, Tensor]:
    generator = torch.Generator().manual_seed(4)
    sizes = (n_queries, 4), (n_keys, 4), (n_keys, 3)
    q, k, v = (torch.randn(*batch, *size, generator=generator) for size in sizes)
    return q, k, v


def maps_of(function: Forward, *batch: int) -> tuple[AttentionMap, ...]:
    return attention_maps(trace(Of(function), *queries_keys_values(*batch)))


def the_map_of(function: Forward, *batch: int) -> AttentionMap:
    (found,) = maps_of(function, *batch)
    return found


def dot_products(*batch: int) -> Array:
    q, k, _ = (tensor.double().numpy() for tensor in queries_keys_values(*batch))
    return np.asarray(np.einsum("...le,...se->...ls", q, k))


def rows_to_one(scaled: Array) -> Array:
    weights = np.exp(scaled - scaled.max(-1, keepdims=True))
    return np.asarray(weights / weights.sum(-1, keepdims=True))


def assert_stages(found: AttentionMap, raw: Array, scaled: Array, attention: Array) -> None:
    for ours, theirs in ((found.raw, raw), (found.scaled, scaled), (found.attention, attention)):
        assert ours.dim() == 4  # (batch, head, query, key), whatever the model leaves out
        np.testing.assert_allclose(ours.numpy().reshape(theirs.shape), theirs, rtol=1e-4, atol=1e-6)


HIDDEN = torch.ones(5, 6).triu(diagonal=2).bool()
LOWERED = np.where(HIDDEN.numpy(), -1e9, 0.0)
BIAS = torch.linspace(-3, 3, 30).view(5, 6)


def plain(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    weights: Tensor = functional.softmax(q @ k.transpose(-2, -1) / math.sqrt(4), dim=-1)
    return weights @ v


def batched(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    weights = torch.softmax(torch.bmm(q, k.transpose(1, 2)) * 0.25, dim=-1)
    return torch.bmm(weights, v)


def scaled_twice(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    scores = torch.einsum("...le,...se->...ls", q, k)
    return torch.einsum("...ls,...sd->...ld", (3.0 * scores / 6).softmax(-1), v)


def not_scaled(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    return torch.matmul(torch.matmul(q, k.mT).softmax(dim=-1), v)


def masked(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    scores = (q @ k.mT / 2).masked_fill(HIDDEN, -1e9)
    return functional.softmax(scores, dim=-1) @ v


def masked_before_scaled(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    weights: Tensor = nn.Softmax(dim=-1)((q @ k.mT).masked_fill(HIDDEN, -1e9) / 2)
    return weights @ v


def biased(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    return torch.softmax(q @ k.mT * 0.5 + BIAS, dim=-1) @ v


def where_visible(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    return (q @ k.mT / 2).where(~HIDDEN, -1e9).softmax(-1) @ v


@pytest.mark.parametrize(
    ("function", "batch", "scale", "added"),
    [
        (plain, (2, 3), 0.5, 0.0),
        (plain, (), 0.5, 0.0),
        (batched, (7,), 0.25, 0.0),
        (scaled_twice, (2, 3), 0.5, 0.0),
        (not_scaled, (2, 3), None, 0.0),
        (masked, (2, 3), 0.5, LOWERED),
        (masked_before_scaled, (2, 3), 0.5, LOWERED / 2),
        (biased, (2, 3), 0.5, BIAS.numpy()),
        (where_visible, (2, 3), 0.5, LOWERED),
    ],
    ids=lambda value: value.__name__ if callable(value) else None,
)
def test_attention_is_found_however_it_is_written(
    function: Forward, batch: tuple[int, ...], scale: float | None, added: Array | float
) -> None:
    found, raw = the_map_of(function, *batch), dot_products(*batch)
    scaled = raw * (scale or 1.0) + added
    assert found.scale == scale
    assert_stages(found, raw, scaled, rows_to_one(scaled))


def test_every_stage_can_be_asked_for_by_its_name() -> None:
    found, raw = the_map_of(plain, 2, 3), dot_products(2, 3)
    expected: dict[Stage, Array] = {"raw": raw, "scaled": raw / 2, "attention": rows_to_one(raw / 2)}
    assert tuple(expected) == STAGES
    for stage, numbers in expected.items():
        np.testing.assert_allclose(found.stage(stage).numpy(), numbers, rtol=1e-4, atol=1e-6)


class DropsWeights(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.dropout = nn.Dropout(0.4)

    def forward(self, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        weights = torch.softmax(q @ k.mT / 2, dim=-1)
        kept: Tensor = self.dropout(weights).contiguous()
        return kept @ v


def test_in_training_the_map_is_what_weighs_the_values_and_not_the_softmax() -> None:
    q, k, v = queries_keys_values(2, 3)
    with torch.random.fork_rng():
        torch.manual_seed(0)
        record = trace(DropsWeights().train(), q, k, v)
    (found,) = attention_maps(record)
    (output,) = edges_in(record.root.outcome)
    mixed = record.values[output].data
    assert mixed is not None
    by_hand = np.einsum("...ls,...sd->...ld", found.attention.double().numpy(), v.double().numpy())
    np.testing.assert_allclose(mixed.numpy(), by_hand, rtol=1e-4, atol=1e-6)
    # Each weight was dropped, or grew by what the others lost on average.
    kept = (found.attention > 0).numpy()
    expected = np.where(kept, rows_to_one(dot_products(2, 3) / 2) / (1 - 0.4), 0.0)
    np.testing.assert_allclose(found.attention.numpy(), expected, rtol=1e-4)
    assert 0.3 < kept.mean() < 0.9
    assert not torch.allclose(found.attention.sum(-1), torch.ones(2, 3, 5))


def test_in_reading_the_same_model_drops_nothing() -> None:
    (found,) = attention_maps(trace(DropsWeights().eval(), *queries_keys_values(2, 3)))
    np.testing.assert_allclose(found.attention.numpy(), rows_to_one(dot_products(2, 3) / 2), rtol=1e-4)


class Blocks(nn.Module):
    """The same attention twice, then another one, as in an encoder whose layers share weights and a decoder."""

    def __init__(self) -> None:
        super().__init__()
        self.shared = Of(plain)
        self.last = nn.ModuleDict({"cross": Of(biased)})

    def forward(self, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        widened = torch.cat([self.shared(q, k, v), q[..., :1]], dim=-1)
        again = torch.cat([self.shared(widened, k, v), q[..., :1]], dim=-1)
        mixed = self.last["cross"](again, k, v)
        assert isinstance(mixed, Tensor)
        return mixed


def test_maps_come_in_the_order_of_the_pass_and_say_where_they_were_computed() -> None:
    maps = attention_maps(trace(Blocks(), *queries_keys_values(2, 3)))
    assert [(found.path, found.nth) for found in maps] == [("shared", 0), ("shared", 1), ("last.cross", 0)]
    np.testing.assert_allclose(maps[0].raw.numpy(), dot_products(2, 3), rtol=1e-4, atol=1e-6)
    assert not torch.allclose(maps[1].raw, maps[0].raw)


# A softmax is not always attention


class Classifier(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.classes = nn.Parameter(torch.linspace(-1, 1, 8).view(4, 2))

    def forward(self, q: Tensor, *_: Tensor) -> Tensor:
        return torch.softmax(q @ self.classes, dim=-1)


class Gate(nn.Module):
    """A mixture of experts: a Linear says how much of each is taken."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = nn.Linear(4, 6)

    def forward(self, q: Tensor, _: Tensor, v: Tensor) -> Tensor:
        return torch.softmax(self.gate(q), dim=-1) @ v


def weighs_by_cells(q: Tensor, k: Tensor, _: Tensor) -> Tensor:
    return torch.softmax(q @ k.mT, dim=-1) * 2.0


def softmax_of_values(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    return q @ k.mT @ torch.softmax(v, dim=-1)


def no_softmax(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    return q @ k.mT @ v


@pytest.mark.parametrize(
    "model",
    [Classifier(), Gate(), Of(weighs_by_cells), Of(softmax_of_values), Of(no_softmax)],
    ids=["classifier", "gate", "nothing is weighed", "softmax of the values", "linear attention"],
)
def test_a_softmax_that_is_no_attention_gives_no_map(model: nn.Module) -> None:
    assert attention_maps(trace(model, *queries_keys_values(2, 3))) == ()


def test_a_classifier_behind_an_attention_adds_no_map() -> None:
    def classified(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        return torch.softmax(plain(q, k, v) @ torch.ones(3, 2), dim=-1)

    raw = dot_products(2, 3)
    assert_stages(the_map_of(classified, 2, 3), raw, raw / 2, rows_to_one(raw / 2))


# The dot products are found on many ways


def where_with_the_condition_first(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    return torch.softmax(torch.where(HIDDEN, -1e9, q @ k.mT / 2), dim=-1) @ v


def bias_first(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    return torch.softmax(BIAS + q @ k.mT / 2, dim=-1) @ v


def learned_temperature(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    return torch.softmax(torch.tensor(0.5) * (q @ k.mT), dim=-1) @ v


def divided_by_a_tensor(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    return torch.softmax(q @ k.mT / torch.sqrt(torch.tensor(4.0)), dim=-1) @ v


def heads_unfolded_on_the_way(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    scores = torch.bmm(q.flatten(0, 1), k.flatten(0, 1).mT).view(2, 3, 5, 6) / 2
    return torch.softmax(scores, dim=-1) @ v


@pytest.mark.parametrize(
    ("function", "added"),
    [
        (where_with_the_condition_first, LOWERED),
        (bias_first, BIAS.numpy()),
        (learned_temperature, 0.0),
        (divided_by_a_tensor, 0.0),
        (heads_unfolded_on_the_way, 0.0),
    ],
    ids=lambda value: value.__name__ if callable(value) else None,
)
def test_attention_is_found_with_its_scale(function: Forward, added: Array | float) -> None:
    found = the_map_of(function, 2, 3)
    np.testing.assert_allclose(found.attention.numpy(), rows_to_one(dot_products(2, 3) / 2 + added), rtol=1e-4)
    assert found.scale == pytest.approx(0.5)


def test_an_input_that_is_changed_in_place_before_a_softmax_is_no_attention() -> None:
    def lifted(q: Tensor, *_: Tensor) -> Tensor:
        return q.add_(1.0).softmax(dim=-1)

    assert maps_of(lifted, 2, 3) == ()


def test_a_softmax_over_columns_is_no_attention_of_rows() -> None:
    def over_queries(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        return torch.softmax(q @ k.mT, dim=-2) @ v

    assert maps_of(over_queries, 2, 3) == ()


def test_scores_against_a_weight_are_no_attention() -> None:
    class Memory(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.slots = nn.Parameter(torch.linspace(-1, 1, 24).view(4, 6))

        def forward(self, q: Tensor, _: Tensor, v: Tensor) -> Tensor:
            return torch.softmax(q @ self.slots, dim=-1) @ v

    assert attention_maps(trace(Memory(), *queries_keys_values(2, 3))) == ()


def test_attention_inside_a_fused_kernel_is_reconstructed_and_says_so() -> None:
    def fused(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        return functional.scaled_dot_product_attention(q, k, v)

    raw = dot_products(2, 3)
    found = the_map_of(fused, 2, 3)
    assert_stages(found, raw, raw / 2, rows_to_one(raw / 2))
    assert found.scale == pytest.approx(0.5)
    assert found.reconstruction_error is not None
    assert found.reconstruction_error < 1e-5
    assert the_map_of(plain, 2, 3).reconstruction_error is None


@pytest.mark.parametrize("wanted", [True, False])
def test_attention_inside_torchs_own_module_is_found(wanted: bool) -> None:
    module = nn.MultiheadAttention(8, 2, batch_first=True).eval()
    x = torch.randn(3, 5, 8, generator=torch.Generator().manual_seed(1))
    with torch.no_grad():
        _, weights = module(x, x, x, need_weights=True, average_attn_weights=False)
        (found,) = attention_maps(trace(module, x, x, x, need_weights=wanted, average_attn_weights=False))
    np.testing.assert_allclose(found.attention.reshape(3, 2, 5, 5).numpy(), weights.numpy(), rtol=1e-4, atol=1e-6)
    assert (found.reconstruction_error is None) == wanted

"""Parts of the models against the same arithmetic written with numpy, or with PyTorch's own attention."""

from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from explainer.models import ITransformerConfig, PatchTSTConfig, build
from explainer.models.transformer import FullAttention
from tests.reference import expected, model_of

Array = NDArray[np.float64]


def numbers(*shape: int, seed: int = 0) -> Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed))


def with_random_weights(model: nn.Module) -> dict[str, Array]:
    """Gives a model weights of which no two are alike, norms included; returns them."""
    for number, (name, tensor) in enumerate(model.state_dict().items()):
        if tensor.is_floating_point() and not name.endswith(".pe"):
            drawn = numbers(*tensor.shape, seed=number)
            tensor.copy_(drawn.abs() + 0.5 if name.endswith("running_var") else drawn)
    return {name: tensor.double().numpy() for name, tensor in model.state_dict().items()}


def normalised(x: Array) -> tuple[Array, Array, Array]:
    mean = x.mean(1, keepdims=True)
    std = np.sqrt(((x - mean) ** 2).mean(1, keepdims=True) + 1e-5)
    return (x - mean) / std, mean, std


def sines_and_cosines(positions: int, width: int) -> Array:
    """Vaswani et al., section 3.5: sin and cos of position / 10000^(2i / width), in turns."""
    angle = np.arange(positions)[:, None] / 10000.0 ** (np.arange(0, width, 2) / width)
    table = np.empty((positions, width))
    table[:, 0::2], table[:, 1::2] = np.sin(angle), np.cos(angle)
    return table


def assert_same(ours: Tensor, theirs: Array, atol: float = 1e-4) -> None:
    torch.testing.assert_close(ours.double(), torch.from_numpy(theirs), rtol=1e-4, atol=atol)


def test_an_itransformer_without_layers_is_two_linears_and_a_norm() -> None:
    model = build(ITransformerConfig(seq_len=12, pred_len=6, d_model=8, n_heads=4, d_ff=32, e_layers=0), 0)
    weights, x = with_random_weights(model), numbers(3, 12, 5) * 4 + 2
    read, mean, std = normalised(x.double().numpy())
    embedding = [weights[f"enc_embedding.value_embedding.{part}"] for part in ("weight", "bias")]
    tokens = np.einsum("bln,dl->bnd", read, embedding[0]) + embedding[1]
    centred = tokens - tokens.mean(-1, keepdims=True)
    normed = centred / np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-5)
    normed = normed * weights["encoder.norm.weight"] + weights["encoder.norm.bias"]
    ahead = np.einsum("bnd,sd->bsn", normed, weights["projection.weight"]) + weights["projection.bias"][:, None]
    with torch.no_grad():
        assert_same(model(x), ahead * std + mean)


def test_a_patchtst_without_layers_is_patches_a_batch_norm_and_a_linear() -> None:
    sizes: dict[str, Any] = {"seq_len": 50, "pred_len": 7, "patch_len": 12, "stride": 5}
    model = build(PatchTSTConfig(d_model=10, n_heads=2, d_ff=20, e_layers=0, **sizes), 0)
    weights, x = with_random_weights(model), numbers(2, 50, 3) * 4 + 2
    read, mean, std = normalised(x.double().numpy())
    padded = np.concatenate([read, np.repeat(read[:, -1:], 5, axis=1)], axis=1)
    patches = np.stack([padded[:, start : start + 12] for start in range(0, 55 - 12 + 1, 5)], axis=1)
    tokens = np.einsum("bnpc,dp->bcnd", patches, weights["patch_embedding.value_embedding.weight"])
    tokens += sines_and_cosines(9, 10)
    spread = np.sqrt(weights["encoder.norm.1.running_var"] + 1e-5)
    normed = (tokens - weights["encoder.norm.1.running_mean"]) / spread
    normed = normed * weights["encoder.norm.1.weight"] + weights["encoder.norm.1.bias"]
    # Feature-major: weight number d * 9 + n reads feature d of patch n.
    head = weights["head.linear.weight"].reshape(7, 10, 9)
    ahead = np.einsum("bcnd,sdn->bsc", normed, head) + weights["head.linear.bias"][:, None]
    with torch.no_grad():
        assert_same(model(x), ahead * std + mean, atol=1e-3)


def test_the_position_table_is_that_of_the_paper() -> None:
    table = build(PatchTSTConfig(d_model=16), 0).get_buffer("patch_embedding.position_embedding.pe")
    expected = sines_and_cosines(5000, 16)
    assert_same(table[0, :60], expected[:60], atol=1e-5)
    # Far down the angles themselves are rounded to float32.
    torch.testing.assert_close(table[0].double(), torch.from_numpy(expected), rtol=0.0, atol=1e-3)


@pytest.mark.parametrize("configuration", ["pt_toy", "pt_stride_not_dividing"])
def test_a_fresh_position_table_is_the_one_in_a_checkpoint_of_the_reference(configuration: str) -> None:
    name = "patch_embedding.position_embedding.pe"
    fresh = build(PatchTSTConfig(d_model=16), 0).get_buffer(name)
    torch.testing.assert_close(fresh, model_of(configuration).get_buffer(name), rtol=0.0, atol=1e-5)


# Attention alone, against the one that PyTorch brings along


def heads(n_queries: int = 4, n_keys: int = 4, d_keys: int = 5, d_values: int = 3) -> tuple[Tensor, Tensor, Tensor]:
    """Queries, keys and values (batch 2, token, head 3, feature)."""
    sizes = (n_queries, d_keys), (n_keys, d_keys), (n_keys, d_values)
    queries, keys, values = (numbers(2, tokens, 3, width, seed=tokens + width) for tokens, width in sizes)
    return queries, keys, values


def by_pytorch(queries: Tensor, keys: Tensor, values: Tensor, **options: object) -> Tensor:
    inside = (tensor.transpose(1, 2) for tensor in (queries, keys, values))
    mixed = functional.scaled_dot_product_attention(*inside, **options)  # type: ignore[arg-type]
    return mixed.transpose(1, 2)


@pytest.mark.parametrize("scale", [None, 1.0, 0.25, -2.0])
@pytest.mark.parametrize(("n_queries", "n_keys"), [(4, 4), (2, 6), (1, 1)])
def test_attention_is_that_of_pytorch(scale: float | None, n_queries: int, n_keys: int) -> None:
    inputs = heads(n_queries, n_keys)
    mixed, attn = FullAttention(scale=scale).eval()(*inputs)
    torch.testing.assert_close(mixed, by_pytorch(*inputs, scale=scale))
    assert attn is None


def test_a_decoder_does_not_look_ahead() -> None:
    inputs = heads()
    mixed, attn = FullAttention(mask_flag=True, output_attention=True).eval()(*inputs)
    torch.testing.assert_close(mixed, by_pytorch(*inputs, is_causal=True))
    assert torch.equal(attn, attn.tril())
    torch.testing.assert_close(attn.sum(-1), torch.ones(2, 3, 4))
    assert torch.equal(attn[:, :, 0, 0], torch.ones(2, 3))


def test_a_mask_that_is_given_hides_what_it_marks() -> None:
    inputs = heads(3, 6)
    hidden = torch.tensor([0, 1, 0, 0, 1, 0], dtype=torch.bool).expand(1, 1, 3, 6)
    mixed, attn = FullAttention(mask_flag=True, output_attention=True).eval()(*inputs, hidden)
    torch.testing.assert_close(mixed, by_pytorch(*inputs, attn_mask=~hidden))
    assert attn[..., [1, 4]].abs().max() == 0.0


def test_the_attention_that_is_returned_weighs_the_values() -> None:
    inputs = heads(4, 6)
    mixed, attn = FullAttention(output_attention=True).eval()(*inputs)
    by_hand = np.einsum("bhls,bshd->blhd", attn.numpy(), inputs[2].numpy())
    np.testing.assert_allclose(mixed.numpy(), by_hand, rtol=1e-5, atol=1e-6)
    torch.testing.assert_close(attn.sum(-1), torch.ones(2, 3, 4))


def test_an_encoder_hands_out_the_attention_of_every_layer_where_it_is_asked_to() -> None:
    encoder, reference = model_of("it_toy").get_submodule("encoder"), expected("it_toy", "mark")
    with torch.no_grad():
        assert encoder(reference["embed"])[1] == [None, None]
        for module in encoder.modules():
            if isinstance(module, FullAttention):
                module.output_attention = True
        _, attns = encoder(reference["embed"])
    for number, attn in enumerate(attns):
        torch.testing.assert_close(attn, reference[f"enc.{number}.attn"], rtol=1e-4, atol=1e-5)

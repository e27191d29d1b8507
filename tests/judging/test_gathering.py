import copy
from math import sqrt

import numpy as np
import pytest
import torch
from torch import nn

from explainer.judging import JudgingError, gather
from explainer.models import ITransformerConfig, PatchTST, build
from explainer.models.transformer import AttentionLayer
from explainer.reading import attention_maps
from explainer.tracing import trace
from tests.judging.small import SEQ_LEN, SHARED, inverted, marks, patched, windows


@pytest.mark.parametrize(("model", "with_marks"), [(inverted(), True), (inverted(), False), (patched(), False)])
def test_what_is_heard_is_what_a_trace_records(model: nn.Module, with_marks: bool) -> None:
    x, x_mark = windows(1), marks(1) if with_marks else None
    heard = gather(model, x, x_mark)
    with torch.no_grad():
        recorded = attention_maps(trace(model, x, x_mark))
    assert len(heard.layers) == len(recorded) == 2
    for layer, attention in zip(heard.layers, recorded, strict=True):
        assert np.array_equal(layer[0], attention.attention.numpy())


def test_a_softmax_of_the_projected_tokens_gives_the_map_of_the_first_layer() -> None:
    model, x = inverted(), windows(2)
    seen: list[torch.Tensor] = []
    watched = copy.deepcopy(model)
    layer = next(module for module in watched.modules() if isinstance(module, AttentionLayer))
    layer.register_forward_pre_hook(lambda _module, inputs: seen.append(inputs[0]))
    with torch.no_grad():
        watched(x)
        queries, keys = (
            projection(seen[0]).view(2, 4, 2, 4).transpose(1, 2)
            for projection in (layer.query_projection, layer.key_projection)
        )
        expected = torch.softmax(queries @ keys.transpose(-1, -2) / sqrt(4), dim=-1)
    assert np.allclose(gather(model, x).layers[0][:, 0], expected.numpy(), atol=1e-6)


def test_marks_are_told_apart_from_variates() -> None:
    with_marks, without = gather(inverted(), windows(), marks()), gather(inverted(), windows())
    assert (with_marks.between, with_marks.n_tokens, with_marks.n_marks) == ("variate", 6, 2)
    assert (without.n_tokens, without.n_marks) == (4, 0)
    assert with_marks.between_variates(0, head=0).shape == (4, 4)


def test_patch_maps_stand_by_window_and_variate() -> None:
    model, x = patched(), windows(3, 4)
    assert isinstance(model, PatchTST)
    together = gather(model, x)
    assert together.between == "patch"
    assert together.layers[0].shape == (3, 4, 2, model.config.n_patches, model.config.n_patches)
    alone = gather(model, x[1:2, :, 2:3])
    assert np.allclose(together.layers[1][1, 2], alone.layers[1][0, 0], atol=1e-6)


@pytest.mark.parametrize("batch_size", [1, 2, 5, 7, None])
def test_batches_change_nothing(batch_size: int | None) -> None:
    x, x_mark = windows(7), marks(7)
    whole = [attention.attention.numpy() for attention in attention_maps(trace(inverted().eval(), x, x_mark))]
    cut = gather(inverted(), x, x_mark, batch_size=batch_size)
    for one, other in zip(cut.layers, whole, strict=True):
        assert np.allclose(one[:, 0], other, atol=1e-6)


def test_permuted_variates_permute_the_maps() -> None:
    x, order = windows(), [2, 0, 3, 1]
    as_given, permuted = gather(inverted(), x), gather(inverted(), x[..., order])
    for one, other in zip(as_given.layers, permuted.layers, strict=True):
        assert np.allclose(one[..., order, :][..., order], other, atol=1e-6)


def test_a_model_in_training_is_read_in_eval_mode_and_left_as_it_is() -> None:
    model = inverted().train()
    maps = gather(model, windows())
    assert model.training
    assert not any(module._forward_hooks for module in model.modules())
    assert np.array_equal(maps.layers[1], gather(inverted(), windows()).layers[1])
    assert np.allclose(maps.layers[1].sum(axis=-1), 1, atol=1e-6)


def test_too_many_windows_are_refused_with_the_number_that_fits() -> None:
    # 2 layers, 2 heads, 4 x 4 cells of 4 bytes: 256 bytes for each window.
    assert len(gather(inverted(), windows(4), most_bytes=1024).layers[0]) == 4
    with pytest.raises(JudgingError, match="up to 4 windows") as caught:
        gather(inverted(), windows(5), most_bytes=1024)
    assert "不超过 4 个窗口" in caught.value.phrase.zh
    assert caught.value.setting == "windows"
    with pytest.raises(JudgingError, match="fewer variates, heads or layers"):
        gather(inverted(), windows(1), most_bytes=255)


def test_a_model_without_layers_has_no_maps() -> None:
    model = build(ITransformerConfig(**{**SHARED, "e_layers": 0}), 0)
    maps = gather(model, windows())
    assert maps.layers == ()
    assert maps.n_tokens == 0


def test_many_variates_go_through() -> None:
    maps = gather(inverted(), torch.randn(2, SEQ_LEN, 321, generator=torch.Generator().manual_seed(0)))
    assert maps.layers[0].shape == (2, 1, 2, 321, 321)

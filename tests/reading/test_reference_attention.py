"""Every layer has the attention that the reference implementation computed."""

import pytest
import torch

from explainer.reading import attention_maps
from tests.reference import CONFIGURATIONS, RUNS, config_of, expected, recorded


@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("configuration", CONFIGURATIONS)
def test_every_layer_has_the_attention_of_the_reference(configuration: str, run: str) -> None:
    reference, maps = expected(configuration, run), attention_maps(recorded(configuration, run))
    assert len(maps) == config_of(configuration).e_layers
    for layer, found in enumerate(maps):
        scores, attn, queries = (reference[f"enc.{layer}.{name}"] for name in ("scores", "attn", "q"))
        scale = queries.shape[-1] ** -0.5
        assert (found.path, found.nth) == (f"encoder.attn_layers.{layer}.attention.inner_attention", 0)
        assert found.scale == pytest.approx(scale)
        for ours, theirs in ((found.raw, scores), (found.scaled, scores * scale), (found.attention, attn)):
            torch.testing.assert_close(ours, theirs, rtol=1e-4, atol=1e-5)

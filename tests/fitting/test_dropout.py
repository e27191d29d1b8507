"""Our dropout does what torch's does, from a generator of its own."""

import pytest
import torch
from torch import nn

from explainer.fitting.dropout import SeededDropout, seed_dropouts
from explainer.models import build
from tests.fitting.waves import INVERTED, PATCHED


def dropout(share: float, seed: int = 0) -> SeededDropout:
    return SeededDropout(share, torch.Generator().manual_seed(seed)).train()


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.9])
def test_the_share_dropped_and_the_mean_are_right(share: float) -> None:
    n = 400_003
    out = dropout(share)(torch.ones(n))
    dropped = float((out == 0).float().mean())
    assert dropped == pytest.approx(share, abs=5 * (share * (1 - share) / n) ** 0.5 + 1e-5)
    assert float(out.max()) == pytest.approx(1 / (1 - share), rel=1e-3)
    assert float(out.mean()) == pytest.approx(1, abs=5 * (share / (1 - share) / n) ** 0.5)


def test_neighbours_are_dropped_independently() -> None:
    gone = (dropout(0.5)(torch.ones(400_000)) == 0).double() - 0.5
    for distance in (1, 2, 3, 4):
        assert abs(float((gone[distance:] * gone[:-distance]).mean()) * 4) < 0.01


def test_gradients_pass_where_values_do() -> None:
    x = torch.ones(64, requires_grad=True)
    out = dropout(0.5)(x)
    out.sum().backward()
    assert x.grad is not None
    torch.testing.assert_close(x.grad, out.detach())


def test_nothing_is_dropped_in_eval_mode_or_at_share_zero() -> None:
    x = torch.ones(8)
    assert dropout(0.5).eval()(x) is x
    assert dropout(0.0)(x) is x


def test_the_random_state_of_the_process_is_neither_read_nor_changed() -> None:
    before = torch.get_rng_state()
    first = dropout(0.5)(torch.ones(100))
    assert torch.equal(before, torch.get_rng_state())
    torch.rand(7)
    torch.testing.assert_close(dropout(0.5)(torch.ones(100)), first)


@pytest.mark.parametrize("config", [INVERTED, PATCHED])
def test_every_dropout_of_a_model_is_replaced_and_the_weights_keep_their_names(config: object) -> None:
    model = build(config, 0)  # type: ignore[arg-type]
    names = list(model.state_dict())
    found = sum(isinstance(each, nn.Dropout) for each in model.modules())
    assert len(seed_dropouts(model, torch.Generator())) == found > 0
    assert not any(isinstance(each, nn.Dropout) for each in model.modules())
    assert list(model.state_dict()) == names

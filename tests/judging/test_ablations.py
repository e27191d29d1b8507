import numpy as np
import pytest
import torch
from torch import Tensor, nn

from explainer.judging import Maps, ablation, gather, layer_effects, shuffled
from tests.judging.small import inverted, marks, patched, windows


class Mixing(nn.Module):
    """Forecasts two steps: the last step, mixed. Row i tells what variate i copies from whom."""

    def __init__(self, weights: list[list[float]]) -> None:
        super().__init__()
        self.weights = torch.tensor(weights)

    def forward(self, x: Tensor, _x_mark: Tensor | None = None) -> Tensor:
        return (x[:, -1] @ self.weights.T)[:, None].expand(-1, 2, -1)


# Variate 0 copies itself and twice variate 2, variate 1 copies nobody, variate 2 the negative of variate 0.
COPIES = [[1.0, 0.0, 2.0], [0.0, 0.0, 0.0], [-1.0, 0.0, 0.0]]


def test_a_model_that_copies_moves_by_its_weights_times_what_was_blanked() -> None:
    x = windows(4, 3)
    told = ablation(Mixing(COPIES), x)
    gone = (x[:, -1] - x.mean(dim=1)).abs().numpy()
    assert told.moved == pytest.approx(np.abs(COPIES) * gone.mean(axis=0), abs=1e-6)
    assert told.deviation == pytest.approx(np.abs(COPIES) * gone.std(axis=0, ddof=1), abs=1e-6)
    assert told.blanked == (0, 1, 2)


def test_two_steps_counted_by_hand() -> None:
    # Means 2 and 5; the last steps are 1 and 2 away from them.
    x = torch.tensor([[[1.0, 7.0], [3.0, 3.0]]])
    told = ablation(Mixing([[0.0, 1.0], [1.0, 0.0]]), x)
    assert told.moved.tolist() == [[0, 2], [1, 0]]
    assert told.deviation is None


def test_variates_can_be_asked_for_in_parts() -> None:
    whole, part = ablation(inverted(), windows(), marks()), ablation(inverted(), windows(), marks(), variates=[3, 1])
    assert part.blanked == (3, 1)
    assert np.array_equal(part.moved, whole.moved[:, [3, 1]])


def test_variates_that_never_meet_move_each_their_own_forecast_only() -> None:
    moved = ablation(patched(), windows(5)).moved
    own = np.eye(4, dtype=bool)
    assert (moved[own] > 0).all()
    assert not moved[~own].any()


def test_in_an_inverted_model_all_forecasts_move_as_a_plain_loop_finds() -> None:
    model, x, x_mark = inverted(), windows(), marks()
    told = ablation(model, x, x_mark)
    with torch.no_grad():
        changed = x.clone()
        changed[:, :, 2] = x[:, :, 2].mean(dim=1, keepdim=True)
        expected = (model(changed, x_mark) - model(x, x_mark)).abs().mean(dim=(0, 1))
    assert (told.moved > 0).all()
    assert told.moved[:, 2] == pytest.approx(expected.numpy(), abs=1e-6)


def test_permuted_variates_permute_the_effects() -> None:
    order = [1, 3, 0, 2]
    as_given, permuted = ablation(inverted(), windows()), ablation(inverted(), windows()[..., order])
    assert permuted.moved == pytest.approx(as_given.moved[np.ix_(order, order)], abs=1e-6)


def test_shuffled_blanks_keep_the_level_and_lose_the_timing() -> None:
    x = windows(2, 3)
    told = ablation(Mixing(np.eye(3).tolist()), x, blank="shuffled")
    expected = (shuffled(x, seed=0)[:, -1] - x[:, -1]).abs().mean(dim=0)
    assert told.moved.diagonal() == pytest.approx(expected.numpy(), abs=1e-6)


def test_the_model_and_the_windows_stay_as_they_are() -> None:
    model, x = inverted().train(), windows()
    before = x.clone()
    ablation(model, x)
    assert model.training
    assert torch.equal(x, before)


def test_a_map_that_shows_who_copies_whom_tells_what_matters() -> None:
    weights = torch.rand(5, 5, generator=torch.Generator().manual_seed(0))
    x = torch.zeros(1, 2, 5)
    x[:, 1] = 2.0  # each last step is 1 from its mean, so the effects are the weights
    effects = ablation(Mixing(weights.tolist()), x)
    shown = Maps((weights.numpy()[None, None, None],), "variate", 0)
    turned = Maps((weights.numpy().T[None, None, None],), "variate", 0)
    assert layer_effects(shown, effects, head=0)[0].value == pytest.approx(1)
    (other_way,) = layer_effects(turned, effects, head=0)
    assert other_way.value is not None
    assert other_way.value < 0.9


def test_effects_of_some_variates_are_not_set_against_a_whole_map() -> None:
    maps = gather(inverted(), windows())
    with pytest.raises(ValueError, match="every variate"):
        layer_effects(maps, ablation(inverted(), windows(), variates=[0]), "mean")
    assert len(layer_effects(maps, ablation(inverted(), windows()), "mean")) == 2

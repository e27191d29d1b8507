import numpy as np
import pytest
import torch

from explainer.judging import Maps, contrast, gather, shuffled, uniform
from tests.judging.small import by_hand, inverted, marks, patched, random_maps, windows


def test_uniform_rows_sum_to_one() -> None:
    assert uniform(4).tolist() == [[0.25] * 4] * 4


def test_shuffling_keeps_the_values_of_each_variate_and_loses_their_order() -> None:
    x = windows(2, 3)
    moved = shuffled(x, seed=4)
    assert torch.equal(moved.sort(dim=1).values, x.sort(dim=1).values)
    assert not torch.equal(moved, x)
    assert torch.equal(moved, shuffled(x, seed=4))
    assert not torch.equal(moved, shuffled(x, seed=5))


def test_variates_are_shuffled_each_on_its_own() -> None:
    steps = torch.arange(50.0)[None, :, None].expand(2, 50, 3)
    orders = shuffled(steps, seed=0).permute(0, 2, 1).reshape(6, 50)
    assert len({tuple(order.tolist()) for order in orders}) == 6


def test_the_chance_of_the_process_is_not_touched() -> None:
    state = torch.get_rng_state()
    shuffled(windows(), seed=1)
    assert torch.equal(torch.get_rng_state(), state)


def test_contrast_counted_by_hand() -> None:
    sure, half, even = [[1.0, 0.0], [0.0, 1.0]], [[0.75, 0.25], [0.25, 0.75]], [[0.5, 0.5], [0.5, 0.5]]
    (told,) = contrast(by_hand(sure, half), by_hand(half, half))
    # Distances from uniform: ½ and ¼, against ¼ and ¼; the first window differs by ¼, the second not at all.
    assert told.from_uniform.tolist() == [0.375]
    assert told.shuffled_from_uniform.tolist() == [0.25]
    assert told.ratio.tolist() == [1.5]
    assert told.farther.tolist() == [0.75]
    assert told.apart.tolist() == [0.125]
    assert contrast(by_hand(even), by_hand(even))[0].ratio.tolist() == [1]
    assert contrast(by_hand(sure), by_hand(even))[0].ratio.tolist() == [np.inf]


def test_the_rows_of_marks_are_left_out() -> None:
    looks_away = [[0.5, 0.5, 0.0], [0.5, 0.5, 0.0], [0.0, 0.0, 1.0]]
    (told,) = contrast(by_hand(looks_away, n_marks=1), by_hand(looks_away, n_marks=1))
    assert told.from_uniform == pytest.approx([1 / 3])


def test_random_maps_are_as_far_from_uniform_as_other_random_maps() -> None:
    (told,) = contrast(random_maps(0, (40, 1, 2, 8, 8)), random_maps(1, (40, 1, 2, 8, 8)))
    assert told.ratio == pytest.approx([1, 1], abs=0.05)
    assert told.farther == pytest.approx([0.5, 0.5], abs=0.2)


@pytest.mark.parametrize("patches", [False, True])
def test_each_layer_and_head_of_a_model_is_told(patches: bool) -> None:
    model, x = patched() if patches else inverted(), windows(6)
    x_mark = None if patches else marks(6)
    layers = contrast(gather(model, x, x_mark), gather(model, shuffled(x, seed=0), x_mark))
    assert len(layers) == 2
    for layer in layers:
        for numbers in (layer.from_uniform, layer.shuffled_from_uniform, layer.farther, layer.apart):
            assert numbers.shape == (2,)
            assert ((numbers >= 0) & (numbers <= 1)).all()


def test_a_map_that_does_not_see_the_order_in_time_is_told_by_numbers() -> None:
    maps = random_maps(0, (3, 1, 2, 4, 4))
    (told,) = contrast(maps, Maps(maps.layers, "variate", 0))
    assert told.apart.tolist() == [0, 0]
    assert told.ratio.tolist() == [1, 1]
    assert told.farther.tolist() == [0.5, 0.5]

from math import log

import numpy as np
import pandas as pd
import pytest
from scipy.stats import entropy

from explainer.judging import JudgingError, Maps, gather, row_distance, row_entropy, summary, uniform
from tests.judging.small import by_hand, inverted, marks, patched, random_maps, windows

TWO = ([[0.5, 0.5], [0.0, 1.0]], [[1.0, 0.0], [0.5, 0.5]])


def test_two_windows_of_two_tokens_counted_by_hand() -> None:
    told = summary(by_hand(*TWO), layer=0, head=0)
    assert told.windows == 2
    assert told.mean.tolist() == [[0.75, 0.25], [0.25, 0.75]]
    assert told.deviation is not None
    # 0.5 and 1.0 are 0.25 from their mean; with divisor 1 their variance is 0.125.
    assert told.deviation == pytest.approx(np.full((2, 2), 0.125**0.5))
    # In each window one row is undecided and the other is sure.
    assert told.entropy.tolist() == [0.5, 0.5]
    assert told.entropy_deviation == pytest.approx([0.5**0.5, 0.5**0.5])
    assert told.key_sums.tolist() == [1.0, 1.0]
    assert told.own == 0.75
    assert told.chance == 0.5


def test_key_sums_show_the_token_that_all_look_at() -> None:
    told = summary(by_hand([[0.8, 0.1, 0.1], [0.6, 0.3, 0.1], [0.7, 0.1, 0.2]]), 0, 0)
    assert told.key_sums == pytest.approx([2.1, 0.5, 0.4])
    assert told.query_sums == pytest.approx([1, 1, 1])
    assert told.own == pytest.approx(1.3 / 3)
    assert told.own_first == pytest.approx(1 / 3)


def test_one_window_has_no_spread() -> None:
    told = summary(by_hand(TWO[0]), 0, 0)
    assert told.deviation is None
    assert told.entropy_deviation is None


@pytest.mark.parametrize(
    ("maps", "variate"), [(gather(inverted(), windows(), marks()), 0), (gather(patched(), windows()), 3)]
)
def test_each_query_of_a_model_gives_one(maps: Maps, variate: int) -> None:
    told = summary(maps, 1, "mean", variate)
    assert told.query_sums == pytest.approx(np.ones(len(told.mean)), abs=1e-6)
    assert told.key_sums.sum() == pytest.approx(len(told.mean), abs=1e-5)


def test_spread_is_that_of_pandas() -> None:
    maps = random_maps(0, (6, 1, 2, 3, 3))
    table = pd.DataFrame(maps.layers[0][:, 0, 1].reshape(6, 9))
    told = summary(maps, 0, 1)
    assert told.deviation is not None
    assert told.mean.ravel() == pytest.approx(table.mean().to_numpy())
    assert told.deviation.ravel() == pytest.approx(table.std().to_numpy())


def test_entropy_is_that_of_scipy_in_units_of_log_n() -> None:
    rows = random_maps(1, (2, 1, 3, 4, 5)).layers[0]
    assert row_entropy(rows) == pytest.approx(entropy(rows, axis=-1) / log(5))
    assert row_entropy(uniform(7)) == pytest.approx(np.ones(7))
    assert row_entropy(np.eye(3)).tolist() == [0, 0, 0]
    assert row_entropy(np.ones((2, 1))).tolist() == [1, 1]


def test_the_entropy_of_two_sure_heads_is_not_that_of_their_mean() -> None:
    maps = random_maps(0, (1, 1, 2, 2, 2))
    maps.layers[0][0, 0] = [[[1, 0], [1, 0]], [[0, 1], [0, 1]]]
    told = summary(maps, 0, "mean")
    assert told.mean.tolist() == [[0.5, 0.5], [0.5, 0.5]]
    assert told.entropy.tolist() == [0, 0]


def test_a_head_is_picked_and_the_mean_is_asked_for() -> None:
    maps = random_maps(2, (3, 4, 2, 5, 5))
    layer = maps.layers[0]
    assert summary(maps, 0, 1, 2).mean == pytest.approx(layer[:, 2, 1].mean(axis=0))
    assert summary(maps, 0, "mean", 2).mean == pytest.approx(layer[:, 2].mean(axis=(0, 1)))
    assert summary(maps, 0, 1, "mean").mean == pytest.approx(layer[:, :, 1].mean(axis=(0, 1)))
    assert maps.only([2]).mean(0, 0, 3) == pytest.approx(layer[2, 3, 0])
    with pytest.raises(IndexError, match="counted from 0"):
        summary(maps, 0, -1)


def test_distance_is_the_share_that_lies_elsewhere() -> None:
    assert row_distance(np.array([[1.0, 0.0], [0.5, 0.5]]), np.array([[0.0, 1.0], [0.25, 0.75]])).tolist() == [1, 0.25]
    assert row_distance(np.array([1.0, 0, 0, 0]), 0.25) == 0.75


def test_maps_between_patches_are_not_between_variates() -> None:
    with pytest.raises(JudgingError, match="patches of one variate"):
        gather(patched(), windows()).between_variates(0, "mean")

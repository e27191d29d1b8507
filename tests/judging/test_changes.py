import numpy as np
import pytest
from scipy.stats import spearmanr

from explainer.judging import JudgingError, Maps, before_after, gather, stability
from tests.judging.small import by_hand, inverted, marks, patched, random_maps, windows

EVEN, SURE = [[0.5, 0.5], [0.5, 0.5]], [[1.0, 0.0], [0.5, 0.5]]


def test_before_and_after_counted_by_hand() -> None:
    (told,) = before_after(by_hand(EVEN, EVEN), by_hand(SURE, EVEN))
    assert told.difference.tolist() == [[[0.25, -0.25], [0.0, 0.0]]]
    assert told.entropy_before.tolist() == [1]
    assert told.entropy_after.tolist() == [0.75]
    # One row of four moved, and half of it lies elsewhere.
    assert told.distance.tolist() == [0.125]


def test_weights_that_did_not_move_change_nothing() -> None:
    maps = gather(inverted(), windows(), marks())
    for layer in before_after(maps, gather(inverted(), windows(), marks())):
        assert not layer.difference.any()
        assert not layer.distance.any()


def test_heads_are_compared_one_by_one_for_the_variate_that_is_asked_for() -> None:
    before, after = gather(patched(), windows()), gather(patched(1), windows())
    layer = before_after(before, after, variate=2)[1]
    expected = (after.layers[1] - before.layers[1])[:, 2].mean(axis=0)
    assert layer.difference == pytest.approx(expected, abs=1e-6)
    assert before_after(before, after, "mean")[1].difference == pytest.approx(
        (after.layers[1] - before.layers[1]).mean(axis=(0, 1)), abs=1e-6
    )


def test_the_same_maps_agree_and_do_not_spread() -> None:
    maps = gather(inverted(), windows(3, 6))
    for layer in stability([maps, maps, maps]):
        assert layer.agreement == pytest.approx(1)
        assert len(layer.pairs) == 3
        assert layer.deviation == pytest.approx(np.zeros((6, 6)))


def test_agreement_is_the_mean_of_scipys_spearman_between_head_means() -> None:
    seeds = [random_maps(seed, (2, 1, 3, 5, 5)) for seed in range(3)]
    (layer,) = stability(seeds)
    means = [maps.layers[0].mean(axis=(0, 1, 2)) for maps in seeds]
    beside = ~np.eye(5, dtype=bool)
    pairs = [(0, 1), (0, 2), (1, 2)]
    rhos = [spearmanr(means[one][beside], means[other][beside]).statistic for one, other in pairs]
    assert [pair.value for pair in layer.pairs] == pytest.approx(rhos)
    assert layer.agreement == pytest.approx(np.mean(rhos))
    assert layer.mean == pytest.approx(np.mean(means, axis=0))
    assert layer.deviation == pytest.approx(np.std(means, axis=0, ddof=1))


def test_heads_in_another_order_are_as_stable() -> None:
    maps = random_maps(0, (2, 1, 3, 5, 5))
    turned = Maps((maps.layers[0][:, :, [2, 0, 1]],), "variate", 0)
    assert stability([maps, turned])[0].agreement == pytest.approx(1)


def test_marks_are_shown_and_not_compared() -> None:
    (layer, _) = stability([gather(inverted(seed), windows(), marks()) for seed in range(2)])
    assert layer.deviation.shape == (6, 6)
    assert layer.pairs[0].cells == 12


def test_maps_that_are_uniform_neither_agree_nor_disagree() -> None:
    assert stability([by_hand(EVEN), by_hand(EVEN)])[0].agreement is None


def test_one_seed_is_refused() -> None:
    with pytest.raises(JudgingError, match="at least 2") as caught:
        stability([by_hand(EVEN)])
    assert caught.value.setting == "seeds"
    assert "至少选择 2 个" in caught.value.phrase.zh

from itertools import permutations

import numpy as np
import pytest
from scipy.stats import spearmanr

from explainer.judging import gather, rank_correlation, uniform
from explainer.reading import attention_maps
from explainer.tracing import trace
from tests.judging.small import inverted, windows

BESIDE = ~np.eye(6, dtype=bool)


def matrices(seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    generator = np.random.default_rng(seed)
    return generator.random((6, 6)), generator.normal(size=(6, 6))


def test_it_is_spearman_over_the_cells_beside_the_diagonal() -> None:
    one, other = matrices()
    told = rank_correlation(one, other)
    assert told.value == pytest.approx(spearmanr(one[BESIDE], other[BESIDE]).statistic)
    assert told.cells == 30


def test_ties_are_ranked_as_scipy_ranks_them() -> None:
    one, other = (np.round(matrix, 1) for matrix in matrices())
    assert rank_correlation(one, other).value == pytest.approx(spearmanr(one[BESIDE], other[BESIDE]).statistic)


def test_three_tokens_counted_by_hand() -> None:
    one = np.array([[9.0, 1, 2], [3, 9, 4], [5, 6, 9]])
    other = np.array([[0.0, 1, 2], [3, 0, 4], [6, 5, 0]])
    # Two neighbours of six changed places: 1 - 6 * 2 / (6 * 35). Rows agree, agree, and are turned round.
    told = rank_correlation(one, other)
    assert told.value == pytest.approx(1 - 12 / 210)
    assert told.within_queries == pytest.approx(1 / 3)


def test_the_diagonal_and_the_marks_do_not_count() -> None:
    one, other = matrices()
    larger = np.pad(one, (0, 2), constant_values=5.0)
    np.fill_diagonal(larger, 100)
    assert rank_correlation(larger, other) == rank_correlation(one, other)


def test_undefined_cells_do_not_count() -> None:
    one, other = matrices()
    defined = np.ones((6, 6), dtype=bool)
    defined[2] = defined[:, 2] = False
    told = rank_correlation(one, other, defined)
    kept = np.delete(np.delete(other, 2, 0), 2, 1), np.delete(np.delete(one, 2, 0), 2, 1)
    assert told.cells == 20
    assert told == rank_correlation(kept[1], kept[0])


def test_the_sign_counts_unless_it_is_told_not_to() -> None:
    one, _ = matrices()
    against = -one
    assert rank_correlation(one, against).value == pytest.approx(-1)
    assert rank_correlation(one, against, absolute=True).value == pytest.approx(1)


def test_what_is_the_same_everywhere_has_no_ranks() -> None:
    _, other = matrices()
    told = rank_correlation(uniform(6), other)
    assert (told.value, told.within_queries, told.by_chance) == (None, None, None)
    nowhere = rank_correlation(other, other, np.zeros((6, 6), dtype=bool))
    assert (nowhere.value, nowhere.cells) == (None, 0)
    assert rank_correlation(np.eye(1), np.eye(1)).value is None


def test_relabelling_both_sides_changes_nothing_but_chance() -> None:
    one, other = matrices()
    order = np.ix_([3, 1, 5, 0, 2, 4], [3, 1, 5, 0, 2, 4])
    told, relabelled = rank_correlation(one, other), rank_correlation(one[order], other[order])
    assert told.value == pytest.approx(relabelled.value)
    assert told.within_queries == pytest.approx(relabelled.within_queries)


def test_chance_is_what_all_relabellings_give() -> None:
    one, other = matrices(1)
    # All 720 orders of six variates, by scipy alone.
    rhos = [abs(spearmanr(one[BESIDE], other[np.ix_(o, o)][BESIDE]).statistic) for o in permutations(range(6))]
    exact = np.mean(np.array(rhos) >= rhos[0] - 1e-9)
    told = rank_correlation(one, other, relabellings=2000)
    assert told.by_chance == pytest.approx(exact, abs=0.04)


def test_a_real_likeness_is_no_chance_and_is_the_same_each_time() -> None:
    one, _ = matrices()
    assert rank_correlation(one, one).by_chance == 1 / 200
    assert rank_correlation(one, one) == rank_correlation(one, one)
    assert rank_correlation(one, one, relabellings=0).by_chance is None


def test_within_queries_it_is_the_same_for_the_scores_before_the_softmax() -> None:
    model, x = inverted(), windows(1, 6)
    _, other = matrices()
    scores = attention_maps(trace(model, x))[0].scaled[0, 1].detach().double().numpy()
    of_scores = rank_correlation(scores, other)
    of_attention = rank_correlation(gather(model, x).mean(0, head=1), other)
    assert of_attention.within_queries == pytest.approx(of_scores.within_queries)

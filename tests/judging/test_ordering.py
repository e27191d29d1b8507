from itertools import pairwise

import numpy as np

from explainer.judging import CLUSTERED_FROM, clustered_order, gather
from tests.judging.small import inverted, windows


def groups(n: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """A map in which tokens of one group look at each other, and the group of each token."""
    generator = np.random.default_rng(seed)
    group = generator.permutation(np.arange(n) % 3)
    matrix = np.where(group[:, None] == group, 1.0, 0.1) + generator.random((n, n)) * 0.05
    return matrix / matrix.sum(axis=1, keepdims=True), group


def test_groups_that_were_mixed_stand_together() -> None:
    matrix, group = groups(36)
    order = clustered_order(matrix)
    assert sorted(order) == list(range(36))
    assert np.count_nonzero(np.diff(group[list(order)])) == 2


def test_tokens_that_are_looked_at_alike_stand_together_whoever_they_look_at() -> None:
    _, group = groups(36)
    looked_at = np.tile(np.array([1.0, 2.0, 6.0])[group], (36, 1))
    order = clustered_order(looked_at / looked_at.sum(axis=1, keepdims=True))
    assert np.count_nonzero(np.diff(group[list(order)])) == 2


def test_few_tokens_keep_the_order_of_the_file() -> None:
    matrix, _ = groups(CLUSTERED_FROM - 1)
    assert clustered_order(matrix) == tuple(range(CLUSTERED_FROM - 1))
    assert clustered_order(groups(CLUSTERED_FROM)[0]) != tuple(range(CLUSTERED_FROM))


def test_marks_stay_behind_the_variates() -> None:
    matrix, group = groups(40)
    order = clustered_order(matrix, n_marks=4)
    assert order[-4:] == (36, 37, 38, 39)
    assert np.count_nonzero(np.diff(group[list(order[:-4])])) == 2


def test_the_same_matrix_gives_the_same_order() -> None:
    matrix = gather(inverted(), windows(1, 33)).mean(0, "mean")
    assert clustered_order(matrix) == clustered_order(matrix.copy())


def test_the_order_of_the_file_does_not_decide_who_are_neighbours() -> None:
    matrix, _ = groups(31)
    shuffle = np.random.default_rng(3).permutation(31)
    as_given = list(clustered_order(matrix))
    moved = [int(shuffle[place]) for place in clustered_order(matrix[np.ix_(shuffle, shuffle)])]
    assert neighbours(as_given) == neighbours(moved)


def neighbours(order: list[int]) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in pairwise(order)}


def test_tokens_that_are_all_alike_can_be_ordered() -> None:
    assert sorted(clustered_order(np.full((321, 321), 1 / 321))) == list(range(321))

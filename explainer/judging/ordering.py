"""The order in which many tokens stand on the axes, so that those with like rows and columns are neighbours."""

import numpy as np
from scipy.cluster.hierarchy import leaves_list, linkage  # type: ignore[import-untyped]

from explainer.judging.maps import Matrix

# Up to here the names can be read, and the order of the file is what a reader expects.
CLUSTERED_FROM = 30


def clustered_order(matrix: Matrix, n_marks: int = 0, *, smallest: int = CLUSTERED_FROM) -> tuple[int, ...]:
    """Where each place of the axes comes from: `matrix[np.ix_(order, order)]` is the clustered map.

    Below `smallest` tokens the order is that of the matrix. Time marks, the last `n_marks`, stay behind the variates.
    Two tokens are alike where their rows and their columns are: who they look at, and who looks at them (Euclidean
    distance, average linkage, optimal order of the leaves). The same matrix always gives the same order.
    """
    n = len(matrix) - n_marks
    own = tuple(range(len(matrix)))
    if len(matrix) < smallest or n < 3:
        return own
    profiles = np.hstack([matrix[:n], matrix[:, :n].T])
    leaves = leaves_list(linkage(profiles, method="average", optimal_ordering=True))
    return (*(int(leaf) for leaf in leaves), *own[n:])

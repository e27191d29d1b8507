import numpy as np
import pandas as pd
import pytest

from explainer.judging import Correlation, JudgingError, correlation, gather, layer_correlations
from tests.judging.small import inverted, marks, patched, windows


def test_it_is_the_mean_of_what_pandas_finds_in_each_window() -> None:
    x = windows(5).numpy()
    found = correlation(x)
    assert found.defined.all()
    assert found.matrix == pytest.approx(np.mean([pd.DataFrame(window).corr() for window in x], axis=0), abs=1e-6)


def test_scale_and_level_of_a_variate_change_nothing() -> None:
    x = windows(2).double().numpy()
    assert correlation(x * [1, 20, 0.01, 3] + [5, -700, 0, 1]).matrix == pytest.approx(correlation(x).matrix)


def test_counted_by_hand() -> None:
    # 1 2 3 rises, 2 4 6 with it, 3 2 1 against it.
    found = correlation(np.array([[[1.0, 2.0, 3.0], [2.0, 4.0, 2.0], [3.0, 6.0, 1.0]]]))
    assert found.matrix == pytest.approx(np.array([[1, 1, -1], [1, 1, -1], [-1, -1, 1]]))


def test_a_constant_variate_is_undefined_and_no_nan() -> None:
    x = windows(2).numpy().copy()
    x[:, :, 1] = 0.1
    found = correlation(x)
    assert np.isfinite(found.matrix).all()
    assert not found.defined[1].any()
    assert not found.defined[:, 1].any()
    assert found.defined.sum() == 9
    assert not found.matrix[1].any()


def test_a_window_in_which_a_variate_is_constant_is_not_counted_for_it() -> None:
    x = windows(3).numpy().copy()
    x[0, :, 1] = 7
    found = correlation(x)
    assert found.matrix[1, 2] == pytest.approx(correlation(x[1:]).matrix[1, 2])
    assert found.matrix[0, 2] == pytest.approx(pd.concat([pd.Series([pd.DataFrame(w).corr()[0][2]]) for w in x]).mean())


def test_one_row_correlates_with_nothing() -> None:
    assert not correlation(np.ones((2, 1, 3))).defined.any()


def test_each_layer_is_set_against_past_and_future_without_its_marks() -> None:
    x, future = windows(3, 5), windows(3, 5, seed=9)
    maps = gather(inverted(), x, marks())
    past, later = correlation(x.numpy()), correlation(future.numpy())
    layers = layer_correlations(maps, past, later, head=1)
    assert [layer.layer for layer in layers] == [0, 1]
    cells = ~np.eye(5, dtype=bool)
    for layer in layers:
        shown = pd.Series(maps.layers[layer.layer][:, 0, 1].mean(axis=0)[:5, :5][cells])
        for told, period in ((layer.past, past), (layer.future, later)):
            assert told.cells == 20
            assert told.value == pytest.approx(shown.corr(pd.Series(period.matrix[cells]), method="spearman"), abs=1e-6)


def test_a_map_that_is_the_correlation_of_the_future_agrees_with_it_alone() -> None:
    past, future = correlation(windows(1, 6).numpy()), correlation(windows(1, 6, seed=5).numpy())
    maps = gather(inverted(), windows(1, 6))
    rising = np.exp(future.matrix)[None, None, None]
    built = type(maps)((rising / 10,), "variate", 0)
    (layer,) = layer_correlations(built, past, future, head=0)
    assert layer.future.value == pytest.approx(1)
    assert layer.past.value is not None
    assert abs(layer.past.value) < 0.9


def test_patches_cannot_be_set_against_variates() -> None:
    nothing = Correlation(np.eye(4), np.ones((4, 4), dtype=bool))
    with pytest.raises(JudgingError):
        layer_correlations(gather(patched(), windows()), nothing, nothing, "mean")

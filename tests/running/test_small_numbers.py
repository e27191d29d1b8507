"""The reader's numbers: what cannot work is refused by input, place and remedy, in both languages."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np
import pytest
import torch

from explainer.language import ExplainedError
from explainer.running import PatchTSTSettings, Settings, small_example
from explainer.running.small_numbers import HALVES, WHOLE, drawn, written
from tests.running.small import CORE


def refused(numbers: Mapping[str, Sequence[object]], path: str = CORE) -> ExplainedError:
    with pytest.raises(ExplainedError) as caught:
        small_example(Settings(), path, numbers)
    return caught.value


def with_one(odd: object, place: int) -> list[object]:
    return [odd if at == place else 1 for at in range(12)]


@pytest.mark.parametrize(
    "odd", ["2", None, True, 1j, [1], torch.tensor(1.0), float("nan"), float("inf"), -float("inf"), np.float32("nan")]
)
def test_what_is_no_finite_number_is_refused_with_its_place(odd: object) -> None:
    error = refused({"keys": with_one(odd, 6)})
    assert error.setting == "keys"
    # The seventh of (1, 3, 2, 2) is the first feature of the second head of the second token.
    assert error.phrase.en.startswith("Number 7 of keys, at [0, 1, 1, 0], is ")
    assert "finite number" in error.phrase.en
    assert error.phrase.zh.startswith("keys 的第 7 个数（位置 [0, 1, 1, 0]）是 ")
    assert "有限的数" in error.phrase.zh


@pytest.mark.parametrize("odd", [1_000_001, -1e7, 1e300, 10**400, -(10**5000)], ids=range(5))
def test_what_is_too_large_is_refused_with_the_bounds(odd: float) -> None:
    error = refused({"values": with_one(odd, 11)})
    assert error.phrase.en.startswith("Number 12 of values, at [0, 2, 1, 1], is ")
    assert error.phrase.en.endswith("choose a number from -1000000 to 1000000.")
    assert "-1000000 到 1000000" in error.phrase.zh
    assert len(error.phrase.en) < 250


@pytest.mark.parametrize("count", [0, 11, 13])
def test_another_count_is_refused_with_the_right_one(count: int) -> None:
    error = refused({"queries": [1] * count})
    assert error.phrase.en == (
        f"queries takes 12 numbers, row by row in the shape (1, 3, 2, 2), but was given {count}; give exactly 12."
    )
    assert error.phrase.zh.startswith(f"queries 需要 12 个数（形状 (1, 3, 2, 2)，按行依次排列），实际给出 {count} 个")


def test_an_unknown_name_is_refused_with_those_there_are() -> None:
    error = refused({"query": [1] * 12})
    assert error.setting == "query"
    assert error.phrase.en.startswith("query is neither an input nor a weight")
    assert all("queries, keys, values" in text for text in (error.phrase.en, error.phrase.zh))
    assert "weight, bias" in refused({"x": [1] * 12}, "encoder.attn_layers.0.norm1").phrase.en


def test_one_of_several_names_of_a_tensor_is_the_one_to_write_to() -> None:
    assert (
        "choose one of queries, query_projection"
        in refused({"keys": [1] * 12}, "encoder.attn_layers.0.attention").phrase.en
    )


@pytest.mark.parametrize("path", ["encoder.attn_layers", "decoder", "head", "encoder.attn_layers.0.activation"])
def test_a_path_where_nothing_runs_is_refused_with_those_where_something_does(path: str) -> None:
    error = refused({}, path)
    for text in (error.phrase.en, error.phrase.zh):
        assert repr(path) in text
        assert "ITransformer" in text
        assert f"'{CORE}'" in text


def test_numbers_of_all_kinds_and_up_to_the_bounds_are_taken() -> None:
    numbers = [10**6, -1e6, Fraction(1, 2), np.float32(0.25), np.int64(-3), -0.0]
    assert written("x", (2, 3), numbers).tolist() == [[1e6, -1e6, 0.5], [0.25, -3, 0]]


@pytest.mark.parametrize("settings", [Settings(), PatchTSTSettings()])
def test_numbers_at_the_bounds_still_give_numbers(settings: Settings | PatchTSTSettings) -> None:
    window = small_example(settings, "").inputs[0].value
    numbers = [10**6 * (-1) ** place for place in range(window.numel())]
    example = small_example(settings, "", {"x": numbers})
    assert all(bool(value.data.isfinite().all()) for value in example.trace.values if value.data is not None)


@pytest.mark.parametrize("shape", [(1, 5, 3), (1, 5, 1), (1, 3, 4), (6, 4, 1), (2, 12), (1, 1, 4, 3)])
def test_no_row_and_no_column_of_three_is_one_number_throughout(shape: tuple[int, ...]) -> None:
    for seed in range(200):
        numbers = drawn(shape, HALVES, str(seed))
        for axis, size in enumerate(shape):
            for line in numbers.movedim(axis, -1).reshape(-1, size):
                assert size < 3 or len(set(line.tolist())) > 1


def test_all_choices_are_drawn_and_no_others() -> None:
    assert set(drawn((20, 20), WHOLE, "").flatten().tolist()) == set(WHOLE)

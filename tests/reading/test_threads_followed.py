"""Threads through whole layers of both models, and what an index into a folded axis means."""

import pytest
import torch

from explainer.reading import Threads, index_parts, layer_threads
from tests.reading.test_threads import CORE, ITRANSFORMER, PATCHTST, one_step, record


def letters(threads: Threads, value: int, names: dict[str, tuple[int, int]]) -> list[str]:
    """The axes of a value by the names of the axes where their threads started; `?` for others."""
    known = {origin: name for name, origin in names.items()}
    return ["".join(sorted(known.get(threads.origin(each), "?") for each in axis)) for axis in threads.of(value)]


@pytest.mark.parametrize("variates", [1, 5])
def test_variates_and_marks_of_an_itransformer_are_followed_through_the_whole_model(variates: int) -> None:
    made = record(ITRANSFORMER, variates=variates)
    threads = layer_threads(made, made.root)
    x, x_mark = (made.root.arguments[name].value for name in ("x", "x_mark"))
    names = {"B": (x, 0), "L": (x, 1), "N": (x, 2), "b": (x_mark, 0), "l": (x_mark, 1), "T": (x_mark, 2)}

    def axes(name: str, path: str = "") -> list[str]:
        return letters(threads, made.value(name, path).id, names)

    assert letters(threads, x, names) == ["B", "L", "N"]
    assert axes("std") == ["B", "", "N"]
    assert axes("x", "enc_embedding") == ["Bb", "NT", "Ll"]
    assert axes("tokens") == ["Bb", "NT", "???"]
    assert axes("scores", CORE) == ["Bb", "??", "NT", "NT"]
    # The marks were cut off again, so their thread has ended.
    assert letters(threads, made.root.outcome.value, names) == ["Bb", "?", "N"]


@pytest.mark.parametrize("batch", [1, 3])
@pytest.mark.parametrize("variates", [1, 5])
def test_variates_of_a_patchtst_join_the_batch_and_leave_it(batch: int, variates: int) -> None:
    made = record(PATCHTST, batch=batch, variates=variates)
    threads = layer_threads(made, made.root)
    x = made.root.arguments["x"].value
    names = {"B": (x, 0), "L": (x, 1), "N": (x, 2)}

    def axes(value: int) -> list[str]:
        return letters(threads, value, names)

    assert axes(one_step(made, "unfold", "patch_embedding").outputs[0]) == ["B", "N", "L", "L"]
    assert axes(made.value("x", "patch_embedding").id) == ["BN", "L", "L"]
    assert [axis.strip("?") for axis in axes(made.value("scores", CORE).id)] == ["BN", "", "L", "L"]
    assert [axis.strip("?") for axis in axes(made.value("tokens").id)] == ["B", "N", "", "L"]
    assert [axis.strip("?") for axis in axes(made.value("x", "head").id)] == ["B", "N", "L"]
    assert axes(made.root.outcome.value) == ["B", "?", "N"]


def test_inside_the_attention_core_rows_are_queries_and_columns_are_keys() -> None:
    made = record(ITRANSFORMER)
    call = made.call(CORE)
    threads = layer_threads(made, call)
    queries, keys, values = (call.arguments[name].value for name in ("queries", "keys", "values"))
    letter = {"blhe": queries, "BsGf": keys, "ctgd": values}
    names = {name: (value, dim) for word, value in letter.items() for dim, name in enumerate(word)}
    assert letters(threads, made.value("scores", CORE).id, names) == ["Bb", "Gh", "l", "s"]
    assert letters(threads, made.value("V", CORE).id, names) == ["Bbc", "l", "Ggh", "d"]
    assert len(threads) == 12


def test_a_new_thread_starts_at_the_weight_that_makes_the_features() -> None:
    made = record(ITRANSFORMER)
    call = made.call("enc_embedding.value_embedding")
    threads = layer_threads(made, call)
    (step,) = made.steps_in(call)
    (x, weight, bias), (tokens,) = step.inputs, step.outputs
    (features,) = threads.of(tokens)[2]
    assert threads.origin(features) == (weight, 0)
    assert threads.path(features) == ((weight, 0), (bias, 0), (tokens, 2))
    assert threads.of(weight)[1] == threads.of(x)[2]
    (batch,) = threads.of(tokens)[0]
    assert threads.path(batch) == ((x, 0), (tokens, 0))


def test_a_table_of_weights_that_meets_no_data_has_threads_of_its_own() -> None:
    made = record(PATCHTST)
    call = made.call("patch_embedding.position_embedding")
    threads = layer_threads(made, call)
    (step,) = made.steps_in(call)
    (table,), (rows,) = step.inputs, step.outputs
    assert threads.of(rows) == threads.of(table)
    assert [len(axis) for axis in threads.of(rows)] == [0, 1, 1]


def test_a_value_that_the_call_does_not_touch_has_no_threads() -> None:
    made = record(ITRANSFORMER)
    threads = layer_threads(made, made.call("projection"))
    with pytest.raises(KeyError):
        threads.of(made.root.arguments["x"].value)


# Indices into folded axes


@pytest.mark.parametrize(
    ("text", "sizes", "index", "expected"),
    [
        ("B*N", {"B": 3, "N": 5}, 7, (("B", 1), ("N", 2))),
        ("D*n", {"D": 8, "n": 6}, 47, (("D", 7), ("n", 5))),
        ("B*N*H", {"B": 3, "N": 5, "H": 4}, 27, (("B", 1), ("N", 1), ("H", 3))),
        ("N+T", {"N": 5, "T": 4}, 4, (("N", 4),)),
        ("N+T", {"N": 5, "T": 4}, 7, (("T", 2),)),
        ("L+s", {"L": 12, "s": 2}, 13, (("s", 1),)),
        ("B*(N+T)", {"B": 3, "N": 5, "T": 4}, 16, (("B", 1), ("T", 2))),
        ("B*N + T", {"B": 3, "N": 5, "T": 4}, 16, (("T", 1),)),
        ("E", {"E": 2}, 1, (("E", 1),)),
        ("B*N", {"B": 1, "N": 1}, 0, (("B", 0), ("N", 0))),
        ("2*D", {"D": 8}, 3, ()),
        ("N+1", {"N": 5}, 3, (("N", 3),)),
        ("N+1", {"N": 5}, 5, ()),
        ("L-P", {"L": 12, "P": 4}, 2, ()),
        ("D*((L-P)//s + 2)", {"D": 8, "L": 12, "P": 4, "s": 2}, 9, ()),
        ("B*K", {"B": 3}, 1, ()),
        ("B*N", {"B": 3, "N": 5}, 15, ()),
        ("B*N", {"B": 3, "N": 5}, -1, ()),
        ("8", {}, 3, ()),
        ("", {}, 0, ()),
        ("not an axis", {}, 0, ()),
    ],
)
def test_an_index_into_a_folded_axis_names_its_parts(
    text: str, sizes: dict[str, int], index: int, expected: tuple[tuple[str, int], ...]
) -> None:
    assert index_parts(text, sizes, index) == expected


def test_the_parts_of_an_index_find_the_number_again() -> None:
    numbers = torch.arange(3 * 5 * 4).view(3, 5, 4)
    for index in range(numbers.numel()):
        parts = index_parts("B*N*E", {"B": 3, "N": 5, "E": 4}, index)
        assert int(numbers[tuple(place for _, place in parts)]) == int(numbers.flatten()[index])

"""Axes through operations that are not in our models: asked of the numbers, and where those say nothing, by hand."""

from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import Tensor, nn
from torch.nn import functional

from explainer.reading import layer_threads, step_links
from explainer.tracing import Step, Trace, edges_in, trace
from tests.reading.test_threads import Places, moves, moving_along, places, same


class Of(nn.Module):
    """A function as a model."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__()
        self.function = function

    def forward(self, *given: Tensor) -> Any:
        return self.function(*given)


def record(function: Callable[..., Any], *shapes: tuple[int, ...]) -> Trace:
    generator = torch.Generator().manual_seed(5)
    with torch.no_grad():
        return trace(Of(function), *(torch.rand(*shape, generator=generator) for shape in shapes))


def last_step(function: Callable[..., Any], *shapes: tuple[int, ...]) -> tuple[Trace, Step]:
    made = record(function, *shapes)
    return made, made.steps[-1]


IMAGES = (2, 6, 5, 4)
# Each ends in the operation that is looked at; no axis has size 1.
OPERATIONS: dict[str, tuple[Callable[..., Any], tuple[tuple[int, ...], ...]]] = {
    "reshape in groups": (lambda x: x.reshape(6, 2, 10), ((2, 3, 4, 5),)),
    "a cut and a fold": (lambda x: x.reshape(2, 12), ((4, 6),)),
    "reshape a transposed": (lambda x: x.transpose(0, 1).reshape(-1), ((4, 6),)),
    "movedim": (lambda x: x.movedim(0, -1), ((2, 3, 4),)),
    "T": (lambda x: x.T, ((2, 3),)),
    "mT": (lambda x: x.mT, ((2, 3, 4),)),
    "an index": (lambda x: x[:, 1], ((2, 3, 4),)),
    "dots": (lambda x: x[..., 1:, 0], ((2, 3, 4, 5),)),
    "every second": (lambda x: x[::2, 1], ((6, 3),)),
    "a list as index": (lambda x: x[:, [0, 2, 1]], ((2, 3, 4),)),
    "select": (lambda x: x.select(1, 0), ((2, 3, 4),)),
    "narrow": (lambda x: x.narrow(1, 1, 2), ((2, 3, 4),)),
    "flip": (lambda x: x.flip(1), ((2, 3),)),
    "roll": (lambda x: x.roll(1, 0), ((4, 3),)),
    "stack": (lambda x, y: torch.stack([x, y], dim=1), ((2, 3), (2, 3))),
    "repeat": (lambda x: x.repeat(2, 3, 1), ((3, 4),)),
    "pixel_shuffle": (lambda x: functional.pixel_shuffle(x, 2), ((2, 12, 3, 4),)),
    "repeat_interleave": (lambda x: x.repeat_interleave(2, dim=1), ((2, 3),)),
    "diagonal": (lambda x: x.diagonal(dim1=1, dim2=2), ((2, 3, 3),)),
    "matmul": (lambda x, y: x @ y, ((2, 3, 4), (2, 4, 5))),
    "matmul broadcast": (lambda x, y: x @ y, ((2, 7, 3, 4), (4, 5))),
    "matrix times vector": (lambda x, y: x @ y, ((3, 4), (4,))),
    "vector times matrix": (lambda x, y: x @ y, ((3,), (3, 4))),
    "baddbmm": (torch.baddbmm, ((3, 5), (2, 3, 4), (2, 4, 5))),
    "einsum with dots": (lambda x, y: torch.einsum("...ij,kj->k...i", x, y), ((2, 3, 4), (5, 4))),
    "einsum without a result": (lambda x, y: torch.einsum("ba,bc", x, y), ((2, 3), (2, 4))),
    "einsum of a diagonal": (lambda x: torch.einsum("iij->ij", x), ((3, 3, 4),)),
    "conv2d": (functional.conv2d, (IMAGES, (7, 6, 3, 3))),
    "linear of a vector": (functional.linear, ((4,), (5, 4))),
    "sum over two": (lambda x: x.sum((0, 2)), ((2, 3, 4),)),
    "sum of all, kept": (lambda x: x.sum(dim=-1, keepdim=True), ((2, 3, 4),)),
    "variance of rows": (lambda x: x.var(1, False), ((4, 3, 5),)),
    "power": (lambda x: x**2, ((2, 3),)),
    "one minus": (lambda x: 1 - x, ((2, 3),)),
    "max of two": (torch.maximum, ((2, 3), (2, 3))),
    "layer scale": (lambda x, y: x * y, ((2, 3, 4), (4,))),
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_links_of_an_operation_are_those_along_which_changes_move(name: str) -> None:
    function, shapes = OPERATIONS[name]
    made, step = last_step(function, *shapes)
    expected = moving_along(made, step)
    assert expected
    assert places(made, step) == expected


@pytest.mark.parametrize(
    ("function", "shapes", "expected"),
    [
        # Rows of 6 do not fill rows of 4: the old row changes within a new row too.
        (lambda x: x.reshape(6, 4), ((4, 6),), moves((0, 0), (0, 1), (1, 0), (1, 1))),
        (
            lambda x, y, z: torch.where(x > 0.5, y, z),
            ((2, 3), (2, 3), (3,)),
            {*same(0, 1), (1, 0, 0, 0), (1, 1, 0, 1), (2, 0, 0, 1)},
        ),
        (
            lambda x, w: functional.conv_transpose1d(x, w, stride=2),
            ((2, 3, 4), (3, 5, 2)),
            {*same(0, 2), (1, 1, 0, 1)},
        ),
        (lambda x, w: functional.conv2d(x, w, padding=1), (IMAGES, (7, 6, 3, 3)), {*same(0, 2, 3), (1, 0, 0, 1)}),
    ],
    ids=["reshape across", "where", "conv_transpose1d", "conv2d with padding"],
)
def test_links_where_changes_alone_do_not_tell(
    function: Callable[..., Any], shapes: tuple[tuple[int, ...], ...], expected: Places
) -> None:
    assert places(*last_step(function, *shapes)) == expected


def test_what_a_function_of_one_argument_does_not_say_is_asked_with_the_places_of_numbers() -> None:
    made, step = last_step(lambda x: x[torch.tensor([1, 0]), torch.tensor([2, 1])], (3, 4, 5))
    found = step_links(made, step)
    assert {(each.source_dim, each.dim) for each in found.links} == {(0, 0), (1, 0), (2, 1)}
    assert not found.certain  # the axes of the indices go somewhere too


# Axes of size 1: whether anything runs along them is in the source, not in the numbers


@pytest.mark.parametrize(
    ("function", "shapes", "expected"),
    [
        (lambda x: x.unsqueeze(1), ((2, 3),), moves((0, 0), (1, 2))),
        (lambda x: x.unsqueeze(-1).squeeze(-1), ((2, 3),), moves((0, 0), (1, 1))),
        (lambda x: x[:, None], ((1, 1),), moves((0, 0), (1, 2))),
        (lambda x: x.view(2, 1, 3), ((2, 3),), moves((0, 0), (1, 2))),
        (lambda x: torch.reshape(x, (1, 2, 3)), ((2, 3),), moves((0, 1), (1, 2))),
        (lambda x: x.flatten(0, 1), ((1, 1, 3),), moves((0, 0), (1, 0), (2, 1))),
        (lambda x: x.squeeze(1), ((2, 1, 3),), moves((0, 0), (2, 1))),
        (lambda x: x.squeeze(), ((2, 1, 3),), moves((0, 0), (2, 1))),
        (lambda x: x.unsqueeze(1).expand(-1, 4, -1), ((2, 3),), moves((0, 0), (2, 2))),
        (lambda x: x.max(dim=1, keepdim=True), ((2, 3),), {(0, 0, 0, 0), (0, 0, 1, 0)}),
        (lambda x: x.split(2, dim=1), ((2, 4),), {(0, dim, part, dim) for dim in (0, 1) for part in (0, 1)}),
        (lambda x: x.unbind(1), ((3, 2),), {(0, 0, 0, 0), (0, 0, 1, 0)}),
        # What was put in to be repeated gives way to the axis of the data, as it would along a longer one.
        (lambda x: x - x.mean(dim=1, keepdim=True), ((2, 1),), {*same(0, 1), (1, 0, 0, 0)}),
        (
            lambda x, y: x.unsqueeze(0) + y,
            ((1, 3), (1, 1, 3)),
            {(0, 1, 0, 1), (0, 2, 0, 2), (1, 0, 0, 0), (1, 1, 0, 1), (1, 2, 0, 2)},
        ),
    ],
)  # fmt: skip
def test_along_an_axis_that_was_put_in_nothing_runs(
    function: Callable[..., Any], shapes: tuple[tuple[int, ...], ...], expected: Places
) -> None:
    assert places(*last_step(function, *shapes)) == expected


@pytest.mark.parametrize("n_heads", [1, 2, 4])
def test_one_head_is_cut_from_the_width_as_several_are(n_heads: int) -> None:
    def heads(x: Tensor) -> Tensor:
        return x.view(3, 5, n_heads, -1)

    assert places(*last_step(heads, (3, 5, 4))) == moves((0, 0), (1, 1), (2, 2), (2, 3))


def test_of_an_unknown_operation_nothing_is_said() -> None:
    made, step = last_step(torch.fft.fft, (3, 3))
    found = step_links(made, step)
    assert (found.links, found.ended, found.new, found.certain) == ((), (), (), False)


def test_a_function_that_shares_its_name_with_another_is_not_taken_for_it() -> None:
    made, step = last_step(lambda x: functional.unfold(x, 2), IMAGES)
    assert step.op == "unfold"
    assert places(made, step) == moving_along(made, step)


def test_attention_in_one_operation_keeps_queries_and_the_width_of_values() -> None:
    made, step = last_step(functional.scaled_dot_product_attention, (2, 3, 5, 4), (2, 3, 7, 4), (2, 3, 7, 6))
    assert places(made, step) == {
        *((given, dim, 0, dim) for given in range(3) for dim in (0, 1)), (0, 2, 0, 2), (2, 3, 0, 3),
    }  # fmt: skip


def test_an_embedding_keeps_the_axes_of_its_numbers_and_adds_its_width() -> None:
    with torch.no_grad():
        made = trace(nn.Embedding(10, 4), torch.tensor([[1, 2, 3]]))
    (step,) = made.steps
    found = {(made.values[each.source_value].label, each.source_dim, each.dim) for each in step_links(made, step).links}
    assert found == {("input", 0, 0), ("input", 1, 1), ("weight", 1, 2)}


def test_memory_that_is_changed_in_place_keeps_its_axes() -> None:
    def shifted(x: Tensor) -> Tensor:
        y = x.clone()
        y += 1.0
        y[0] = 2.0
        return y

    made = record(shifted, (2, 3))
    assert [places(made, step) for step in made.steps] == [same(0, 1)] * 3


# Threads through folds that cross


def threads_at_the_end(function: Callable[..., Any], *shapes: tuple[int, ...]) -> list[set[tuple[int, int]]]:
    """For each axis of the outcome the arguments and axes from which its threads come."""
    made = record(function, *shapes)
    threads = layer_threads(made, made.root)
    (outcome,) = edges_in(made.root.outcome)
    given = list(edges_in(dict(made.root.arguments)))
    return [
        {(given.index(value), dim) for value, dim in map(threads.origin, axis)} for axis in threads.of(outcome)
    ]  # fmt: skip


def test_three_folded_axes_come_apart_again() -> None:
    def there_and_back(x: Tensor) -> Tensor:
        return x.reshape(-1, 5).reshape(2, 12, 5).view(2, 3, 4, 5)

    assert threads_at_the_end(there_and_back, (2, 3, 4, 5)) == [{(0, 0)}, {(0, 1)}, {(0, 2)}, {(0, 3)}]


def test_what_was_joined_comes_apart_where_it_is_cut() -> None:
    def joined(x: Tensor, y: Tensor) -> Tensor:
        both = torch.cat([x, y], dim=1).transpose(0, 1)
        return torch.einsum("ab,cb->ac", both[:3], both[3:])

    assert threads_at_the_end(joined, (2, 3), (2, 4)) == [{(0, 1)}, {(1, 1)}]


def test_a_cut_across_what_was_joined_has_both() -> None:
    assert threads_at_the_end(lambda x, y: torch.cat([x, y])[2:5], (3,), (4,)) == [{(0, 0), (1, 0)}]


def test_a_fold_that_is_cut_elsewhere_has_all_threads_on_both_sides() -> None:
    assert threads_at_the_end(lambda x: x.reshape(-1).view(3, 2), (2, 3)) == [{(0, 0), (0, 1)}] * 2


@pytest.mark.parametrize("training", [False, True])
def test_windows_and_steps_are_followed_through_torchs_own_transformer(training: bool) -> None:
    layer = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True).train(training)
    with torch.no_grad(), torch.random.fork_rng():
        made = trace(layer, torch.rand(2, 5, 8, generator=torch.Generator().manual_seed(1)))
    threads = layer_threads(made, made.root)
    (given,), (outcome,) = edges_in(dict(made.root.arguments)), edges_in(made.root.outcome)
    assert all(step_links(made, step).certain for step in made.steps)
    assert threads.of(outcome)[:2] == threads.of(given)[:2]
    assert threads.of(outcome)[2] > threads.of(given)[2]


def test_a_size_that_is_written_in_another_call_than_the_steps_own_is_not_read() -> None:
    class Inner(nn.Module):
        def forward(self, x: Tensor, groups: int) -> Tensor:
            cut: Tensor = nn.Unflatten(1, (groups, -1))(x)
            return cut.reshape(2, groups, -1)

    class Outer(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.view = Inner()

        def forward(self, x: Tensor) -> Tensor:
            result: Tensor = self.view(x, 1)
            return result

    with torch.no_grad():
        made = trace(Outer(), torch.rand(2, 6))
    assert [places(made, step) for step in made.steps] == [moves((0, 0), (1, 1), (1, 2)), same(0, 1, 2)]

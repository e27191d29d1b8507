"""A tensor spread out: the right number in the right cell, around the cell that was chosen."""

from itertools import product

import pytest
import torch
from torch import Tensor, nn

from explainer.documents import Subject, View
from explainer.documents.cards import card
from explainer.documents.grids import Shown, grid, title_of
from explainer.language import Language
from explainer.running import Settings
from explainer.tracing import trace
from tests.documents.html_read import Node, read
from tests.documents.numbers import cells, number, place, stands_for
from tests.documents.passes import ATTENTION, card_of, subject, subject_of

SHAPES = [(), (1,), (7,), (30,), (4, 3), (25, 40), (1, 1), (2, 3, 4), (3, 12, 11), (2, 2, 3, 4), (3, 4, 9, 9), (2,) * 6]


class Nothing(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return x + 0


BARE = Subject(trace(Nothing(), torch.zeros(1)), Language.EN)


def spread(data: Tensor, cell: tuple[int, ...] = (), *, chosen: bool = False) -> Node:
    return read(grid(BARE, Shown("out0", 0, data, (), cell, chosen)))


def some(*shape: int) -> Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(7)) * 100


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_every_cell_shows_the_number_at_its_index(shape: tuple[int, ...]) -> None:
    data = some(*shape)
    shown = cells(spread(data))
    assert shown
    for index, text in shown.items():
        assert len(index) == len(shape)
        assert stands_for(text, float(data[index]), 3), (index, text)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_the_chosen_cell_is_shown_and_marked_wherever_it_is(shape: tuple[int, ...]) -> None:
    data = some(*shape)
    last = tuple(size - 1 for size in shape)
    ends = product(*({0, size - 1} for size in shape[-2:]))
    for cell in ((*last[:-2], *end) for end in (*ends, tuple(size // 2 for size in shape[-2:]))):
        tree = spread(data, cell, chosen=True)
        (marked,) = tree.all("td", css="tb-cell-chosen")
        assert place(marked.one("button").attributes["data-cell"]) == cell
        assert stands_for(marked.text, float(data[cell]), 3)
        shown = cells(tree)
        assert {index[:-2] for index in shown} == {cell[:-2]}


@pytest.mark.parametrize("shape", [shape for shape in SHAPES if shape], ids=str)
def test_every_button_asks_for_a_cell_that_there_is(shape: tuple[int, ...]) -> None:
    last = tuple(size - 1 for size in shape)
    for cell in ((0,) * len(shape), last):
        for asked in spread(some(*shape), cell).values("data-cell"):
            index = place(asked)
            assert asked.startswith("out0:")
            assert len(index) == len(shape)
            assert all(0 <= at < size for at, size in zip(index, shape, strict=True))


def test_the_steppers_lead_one_step_on_and_back_and_around() -> None:
    tree = spread(some(3, 4, 5, 5), (2, 0, 1, 3))
    first, second = tree.all(css="tb-stepper")
    assert [place(asked) for asked in first.values("data-cell")] == [(1, 0, 1, 3), (0, 0, 1, 3)]
    assert [place(asked) for asked in second.values("data-cell")] == [(2, 3, 1, 3), (2, 1, 1, 3)]


def test_an_axis_of_one_cannot_be_stepped_through() -> None:
    (stepper,) = spread(some(1, 4, 5)).all(css="tb-stepper")
    assert stepper.values("data-cell") == []


def test_large_tensors_are_shown_around_the_chosen_cell_and_the_rest_is_counted() -> None:
    data = some(50, 41)
    for cell in ((0, 0), (25, 20), (49, 40)):
        tree = spread(data, cell, chosen=True)
        rows, columns = ({index[axis] for index in cells(tree)} for axis in (0, 1))
        for place_of, at, size in ((rows, cell[0], 50), (columns, cell[1], 41)):
            assert at in place_of
            assert sorted(place_of) == list(range(min(place_of), max(place_of) + 1))
            assert max(place_of) < size
        counted = [int(word) for word in tree.one("p", css="tb-note").text.split() if word.isdecimal()]
        assert counted == [50 - len(rows), 41 - len(columns)]
        heads = [int(head.text) for head in tree.all("th", scope="row")]
        assert heads == sorted(rows)
        assert [int(head.text) for head in tree.all("th", scope="col")] == sorted(columns)


def test_small_tensors_are_shown_whole() -> None:
    tree = spread(some(9, 9))
    assert len(cells(tree)) == 81
    assert tree.all("p", css="tb-note") == []


@pytest.mark.parametrize("cell", [(99, 99), (0, 99), (1, 2, 3, 4, 5), (3,), ()], ids=str)
def test_an_index_from_other_sizes_is_moved_inside(cell: tuple[int, ...]) -> None:
    (marked,) = spread(some(4, 5), cell, chosen=True).all("td", css="tb-cell-chosen")
    expected = tuple(min((*cell, 0, 0)[axis], size - 1) for axis, size in enumerate((4, 5)))
    assert place(marked.one("button").attributes["data-cell"]) == expected


@pytest.mark.parametrize(
    "data",
    [
        torch.tensor([[1, -2], [3, 40000]]),
        torch.tensor([True, False]),
        torch.tensor([float("nan"), float("inf"), -float("inf"), 0.0, -0.0, 1e-30, -1e30]),
        torch.tensor([float("nan")] * 3),
        torch.tensor([1.5, -2.25], dtype=torch.bfloat16),
        torch.tensor([1.0, -2.0], dtype=torch.float64).requires_grad_(),
        torch.tensor([1 + 2j, 3 - 4j]).conj().imag,
    ],
    ids=["whole numbers", "truths", "not finite", "nothing but nan", "bfloat16", "with a gradient", "a lazy view"],
)
def test_numbers_of_any_kind_are_shown(data: Tensor) -> None:
    for index, text in cells(spread(data)).items():
        assert stands_for(text, float(data.detach()[index]), 3)


def test_inks_are_colours_that_browsers_know_and_stronger_where_numbers_are() -> None:
    opacities = []
    tree = spread(torch.tensor([[float("inf"), 2.0, -float("inf"), float("nan"), -1.0]]))
    for style in tree.values("style"):
        inside = style.removeprefix("background:rgba(").removesuffix(")")
        red, green, blue, opacity = (float(part) for part in inside.split(","))
        assert all(0 <= part <= 255 for part in (red, green, blue))
        assert 0 <= opacity <= 1, style
        opacities.append((blue > red, opacity))
    # 2 is blue, -1 orange and half as strong; what is not finite has no ink.
    (two, strong), (one, weak) = opacities
    assert (two, one) == (True, False)
    assert strong == pytest.approx(2 * weak, abs=0.002)


def test_names_on_the_axes_are_those_of_the_series() -> None:
    about = subject("iTransformer")
    assert about.run is not None
    names = [about.run.series.title(name).en for name in about.run.windows.variates]
    assert [title_of(about, "N+T", at) for at in range(5)] == names
    assert all(title_of(about, "N+T", at) for at in range(5, 9))
    assert title_of(about, "N+T", 9) == ""
    assert [title_of(about, "B*N", at) for at in (0, 7)] == [f"window 1, {names[0]}", f"window 2, {names[2]}"]
    assert title_of(about, "L", 0) == ""


def test_the_rows_of_an_attention_map_are_named() -> None:
    about = subject("iTransformer", Language.ZH)
    assert about.run is not None
    tree = card_of("iTransformer", f"{ATTENTION}:softmax", Language.ZH)
    heads = [head.text for head in tree.one(css="tb-spread").all("th", scope="row")]
    names = [token.title.zh for token in about.run.tokens]
    assert heads == [f"{at} {name}" for at, name in enumerate(names)]


def test_a_cell_from_another_setting_is_moved_inside_and_explained() -> None:
    """With fewer variates the chosen row is gone; the nearest one is marked, and written out."""
    about = subject_of(Settings(n_variates=3))
    key = f"{ATTENTION}:softmax"
    tree = read(card(about, View(chosen=key, cell=(2, 3, 8, 8)), key))
    (marked,) = tree.all("td", css="tb-cell-chosen")
    assert place(marked.one("button").attributes["data-cell"]) == (2, 3, 6, 6)
    assert tree.one(css="tb-sum-head").text.startswith("A[2, 3, 6, 6]")
    assert stands_for(tree.one(css="tb-sum-head").one("b").text, number(marked.text), 3)

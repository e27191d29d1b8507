"""Axis threads: every link from its chip to its chip, in the colour of where it comes from."""

import pytest

from explainer.drawing import AxisChip, Threads, plain, spans_of, threads_svg
from tests.drawing import samples
from tests.drawing.checks import SVG, all_of, assert_all_is_inside, classes, numbers_of, parsed, texts, words

HOSTILE = "<script>alert('x')</script> & \"y\" \x00 </title>"
Box = tuple[float, float, float, float]


def chips(svg: str) -> list[tuple[str, Box]]:
    """Every chip with its box, row by row."""
    found = []
    for group in all_of(parsed(svg), "g"):
        for rect in group.findall(f"{SVG}rect"):
            x, y, width, height = (float(rect.get(name, "nan")) for name in ("x", "y", "width", "height"))
            found.append((words(group.findall(f"{SVG}text")[0]), (x, y, width, height)))
    return found


def curves(svg: str) -> list[tuple[list[float], set[str]]]:
    paths = [path for path in all_of(parsed(svg), "path") if "C" in path.get("d", "")]
    return [(numbers_of(path), classes(path)) for path in paths]


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("threads", [samples.einsum_threads(), samples.patch_threads()])
def test_every_curve_goes_from_its_chip_to_its_chip_in_the_colour_of_the_first(threads: Threads, narrow: bool) -> None:
    svg = threads_svg(threads, narrow=narrow, title="a title")
    places = [(row, place) for row, (_, axes) in enumerate(threads.rows) for place in range(len(axes))]
    at = dict(zip(places, (box for _, box in chips(svg)), strict=True))
    for (start, end), (numbers, css) in zip(threads.links, curves(svg), strict=True):
        x, y, *_, to_x, to_y = numbers
        for (left, top, width, height), px, py in ((at[start], x, y), (at[end], to_x, to_y)):
            assert left < px < left + width
            assert py in (pytest.approx(top), pytest.approx(top + height))
        letter = threads.rows[start[0]][1][start[1]].axis
        assert f"tb-axis-{'patch' if letter == 'n' else letter}" in css


@pytest.mark.parametrize("narrow", [False, True])
def test_curves_that_meet_in_one_chip_do_not_hide_each_other(narrow: bool) -> None:
    ends = [(numbers[-2], numbers[-1]) for numbers, _ in curves(threads_svg(samples.patch_threads(), narrow=narrow))]
    assert len(set(ends)) == len(ends)


def test_chips_show_axis_and_size_and_rows_their_labels() -> None:
    shown = texts(parsed(threads_svg(samples.patch_threads(), narrow=False)))
    assert shown == ["x", "B", "2", "N", "7", "n", "12", "P", "16", "tokens", "B·N", "14", "n", "12", "D", "32"]


@pytest.mark.parametrize("narrow", [False, True])
def test_an_axis_that_ends_and_one_that_is_new_have_their_marks(narrow: bool) -> None:
    svg = threads_svg(samples.patch_threads(), narrow=narrow)
    marks = {tuple(sorted(classes(path))): path for path in all_of(parsed(svg), "path") if "C" not in path.get("d", "")}
    assert set(marks) == {("tb-axis", "tb-axis-P", "tb-thread"), ("tb-axis", "tb-axis-D", "tb-thread")}
    at = dict(chips(svg))
    _, y, _, height = at["P"]
    assert numbers_of(marks["tb-axis", "tb-axis-P", "tb-thread"])[1] == y + height
    assert numbers_of(marks["tb-axis", "tb-axis-D", "tb-thread"])[1] == at["D"][1]


def test_on_a_phone_the_output_stands_between_two_inputs_that_have_no_room_side_by_side() -> None:
    tops = [box[1] for _, box in chips(threads_svg(samples.einsum_threads(), narrow=True))]
    queries, keys, scores = set(tops[:4]), set(tops[4:8]), set(tops[8:])
    assert max(queries) < min(scores)
    assert max(scores) < min(keys)
    wide = [box[1] for _, box in chips(threads_svg(samples.einsum_threads(), narrow=False))]
    assert len(set(wide[:8])) == 1


@pytest.mark.parametrize("narrow", [False, True])
def test_many_wide_axes_are_squeezed_into_the_picture(narrow: bool) -> None:
    row = tuple(AxisChip(spans_of("B*N*H*(L-P)"), 123456 + n) for n in range(7))
    threads = Threads((("a", row), ("b", row), ("c", row), ("a_long_name" * 20, row)), (((2, 6), (3, 0)),))
    assert_all_is_inside(parsed(threads_svg(threads, narrow=narrow)))


@pytest.mark.parametrize("narrow", [False, True])
def test_a_scalar_has_no_axes_and_is_drawn_all_the_same(narrow: bool) -> None:
    threads = Threads((("x", (AxisChip(spans_of("B"), 3, ended=True),)), ("loss", ())), ())
    root = parsed(threads_svg(threads, narrow=narrow))
    assert texts(root) == ["x", "B", "3", "loss"]
    assert_all_is_inside(root)


@pytest.mark.parametrize("narrow", [False, True])
def test_markup_in_any_text_is_shown_and_not_obeyed(narrow: bool) -> None:
    chip = AxisChip(plain(HOSTILE), 3)
    threads = Threads(((HOSTILE, (chip,)), (HOSTILE, (chip,))), (((0, 0), (1, 0)),))
    svg = threads_svg(threads, narrow=narrow, title=HOSTILE, language=HOSTILE)
    root = parsed(svg)
    assert "<script" not in svg
    assert root.get("aria-label") == HOSTILE.replace("\x00", "�")
    assert_all_is_inside(root)


def test_threads_without_an_output_are_refused() -> None:
    with pytest.raises(ValueError, match="output"):
        Threads((), ())

"""Semantic groups: numbered, in their order, two halves alike, and what did not run beside the line."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest

from explainer.drawing import Block, blocks_svg, plain
from tests.drawing import samples
from tests.drawing.checks import SVG, all_of, assert_all_is_inside, classes, keys, numbers_of, parsed, texts, words

HOSTILE = "<script>alert('x')</script> & \"y\" \x00 </title>"


def drawn(blocks: tuple[Block, ...], narrow: bool = False) -> str:
    return blocks_svg(blocks, narrow=narrow, title="a title", takes=samples.TAKES, gives=samples.GIVES)


def below(blocks: tuple[Block, ...]) -> Iterator[Block]:
    for block in blocks:
        yield block
        yield from below(block.children)


def boxes(svg: str) -> dict[str, tuple[float, float, float, float]]:
    found = {}
    for group in all_of(parsed(svg), "g"):
        if group.get("data-key"):
            rect = group.findall(f"{SVG}rect")[0]
            x, y, width, height = (float(rect.get(name, "nan")) for name in ("x", "y", "width", "height"))
            found[group.get("data-key", "")] = (x, y, width, height)
    return found


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("blocks", [samples.attention_blocks(), samples.attention_blocks(True), samples.halves()])
def test_every_block_and_every_part_can_be_chosen_exactly_once(blocks: tuple[Block, ...], narrow: bool) -> None:
    root = parsed(drawn(blocks, narrow))
    assert keys(root) == Counter(block.key for block in below(blocks))
    spoken = {part.get("data-key"): part.get("aria-label") for part in root.iter() if part.get("data-key")}
    assert spoken == {block.key: block.spoken for block in below(blocks)}


@pytest.mark.parametrize("narrow", [False, True])
def test_blocks_stand_below_each_other_with_their_numbers(narrow: bool) -> None:
    svg = drawn(samples.attention_blocks(), narrow)
    tops = [boxes(svg)[f"group:{number}"] for number in range(1, 6)]
    assert all(y + height + 20 < following for (_, y, _, height), (_, following, _, _) in pairwise(tops))
    numbers = [words(text) for text in all_of(parsed(svg), "text") if "tb-badge-number" in classes(text)]
    assert numbers == ["1", "2", "3", "4", "5"]


@pytest.mark.parametrize("narrow", [False, True])
def test_what_flows_stands_between_the_block_that_gives_it_and_the_next(narrow: bool) -> None:
    svg = drawn(samples.attention_blocks(), narrow)
    (scores,) = [text for text in all_of(parsed(svg), "text") if words(text) == "scores (B, H, L, S)"]
    _, y, _, height = boxes(svg)["group:2"]
    assert y + height < float(scores.get("y", "nan")) < boxes(svg)["group:3"][1]


@pytest.mark.parametrize("narrow", [False, True])
def test_what_is_taken_and_given_stands_at_both_ends(narrow: bool) -> None:
    shown = texts(parsed(drawn(samples.attention_blocks(), narrow)))
    assert shown[:3] == ["queries (B, L, H, E)", "keys (B, S, H, E)", "values (B, S, H, D)"]
    assert shown[-2:] == ["V (B, L, H, D)", "None"]


@pytest.mark.parametrize("narrow", [False, True])
def test_a_skipped_block_is_hatched_says_why_and_the_line_goes_by(narrow: bool) -> None:
    svg = drawn(samples.attention_blocks(), narrow)
    skipped = [group for group in all_of(parsed(svg), "g") if "tb-skipped" in classes(group)]
    assert [group.get("data-key") for group in skipped] == ["group:3"]
    assert "not run: self.mask_flag is False" in [words(text) for text in skipped[0].findall(f"{SVG}text")]
    hatch = next(path for path in skipped[0] if "tb-hatch" in classes(path))
    x, y, width, height = boxes(svg)["group:3"]
    numbers = numbers_of(hatch)
    assert all(x <= number <= x + width for number in numbers[::2])
    assert all(y <= number <= y + height for number in numbers[1::2])
    lines = [numbers_of(path) for path in all_of(parsed(svg), "path") if classes(path) == {"tb-wire"}]
    passing = [line for line in lines if len(line) == 3 and line[1] < y and line[2] > y + height]
    assert [line[0] < x for line in passing] == [True]


def test_two_halves_have_their_parts_in_the_same_columns() -> None:
    at = boxes(drawn(samples.halves()))
    for role in ("operation", "residual", "norm"):
        first, second = at[f"group:1:{role}"], at[f"group:2:{role}"]
        assert (first[0], first[2]) == (second[0], second[2])
    widths = {at[f"group:1:{role}"][2] for role in ("operation", "residual", "norm")}
    assert len(widths) == 1
    middles = {at[f"group:1:{role}"][1] + at[f"group:1:{role}"][3] / 2 for role in ("operation", "residual", "norm")}
    assert max(middles) - min(middles) < 1e-3


@pytest.mark.parametrize("narrow", [False, True])
def test_every_residual_has_a_way_around_its_operation(narrow: bool) -> None:
    root = parsed(drawn(samples.halves(), narrow))
    assert len([path for path in all_of(root, "path") if "tb-bypass" in classes(path)]) == 2
    assert len([disc for disc in all_of(root, "circle") if "tb-sum" in classes(disc)]) == 2
    at = boxes(drawn(samples.halves(), narrow))
    for bypass, half in zip((p for p in all_of(root, "path") if "tb-bypass" in classes(p)), (1, 2), strict=True):
        numbers = numbers_of(bypass)
        x, y, _, _ = at[f"group:{half}:operation"]
        # Above the operation on a wide page, at its left on a narrow one.
        assert min(numbers) < (x if narrow else y)


def test_parts_on_a_phone_stand_below_each_other() -> None:
    at = boxes(drawn(samples.halves(), True))
    parts = [at[f"group:1:{role}"] for role in ("operation", "residual", "norm")]
    assert len({(x, width) for x, _, width, _ in parts}) == 1
    assert parts[0][1] + parts[0][3] < parts[1][1] < parts[2][1]


@pytest.mark.parametrize("narrow", [False, True])
def test_many_chips_wrap_and_stay_in_their_block(narrow: bool) -> None:
    chips = tuple(Block(f"chip{n}", f"operation_{n}", plain(f"({n}, 9)"), spoken=f"{n}") for n in range(30))
    svg = drawn((Block("group:1", "many", children=chips, spoken="many"),), narrow)
    at = boxes(svg)
    x, y, width, height = at["group:1"]
    rows = {at[f"chip{n}"][1] for n in range(30)}
    assert len(rows) > 3
    for n in range(30):
        left, top, wide, high = at[f"chip{n}"]
        assert x < left < left + wide <= x + width
        assert y < top < top + high < y + height
    assert_all_is_inside(parsed(svg))


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("state", ["ran", "skipped"])
@pytest.mark.parametrize("role", [None, "operation", "residual", "norm", "another"])
def test_markup_in_any_text_is_shown_and_not_obeyed(narrow: bool, state: str, role: str | None) -> None:
    text = plain(HOSTILE)
    child = Block(f"c{HOSTILE}", HOSTILE, text, state, HOSTILE, (text,), (), role, HOSTILE)  # type: ignore[arg-type]
    block = replace(child, key=f"b{HOSTILE}", children=(child,), role=None)
    svg = blocks_svg((block,), narrow=narrow, title=HOSTILE, takes=(text,), gives=(text,), language=HOSTILE)
    root = parsed(svg)
    assert "<script" not in svg
    assert sum(keys(root).values()) == 2
    assert any("<script>" in shown for shown in texts(root))
    assert_all_is_inside(root)


@pytest.mark.parametrize("narrow", [False, True])
def test_a_picture_of_nothing_is_a_picture(narrow: bool) -> None:
    root = parsed(blocks_svg((), narrow=narrow, title="nothing"))
    assert texts(root) == []


def test_what_nobody_receives_leaves_the_last_block_all_the_same() -> None:
    root = parsed(blocks_svg((Block("group:1", "one", flows=(plain("y"),)),), narrow=False, title="one"))
    assert texts(root)[-1] == "y"
    assert_all_is_inside(root)


def test_without_words_of_its_own_a_block_is_read_by_its_title() -> None:
    root = parsed(blocks_svg((Block("group:1", "one"),), narrow=False, title="one"))
    assert [part.get("aria-label") for part in root.iter() if part.get("data-key")] == ["one"]

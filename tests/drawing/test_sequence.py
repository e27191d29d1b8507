"""Sequences: every arrow in its place, between the right lanes, with all of its words."""

from dataclasses import replace
from itertools import pairwise

import pytest

from explainer.drawing import Lane, Sequence, plain, sequence_svg, spans_of
from explainer.drawing.sequence.frames import frames_of
from tests.drawing import samples
from tests.drawing.checks import SVG, all_of, assert_all_is_inside, classes, keys, numbers_of, parsed, texts, words

HOSTILE = "<script>alert('x')</script> & \"y\" \x00 </title>"
LAYOUTS = [(False, False), (True, False), (False, True), (True, True)]


def drawn(sequence: Sequence, narrow: bool = False) -> str:
    return sequence_svg(sequence, narrow=narrow, title="a title", language="en")


def hits(svg: str) -> dict[str, tuple[float, float]]:
    """The band of every arrow: its top and its height."""
    found = {}
    for group in all_of(parsed(svg), "g"):
        for rect in group.findall(f"{SVG}rect"):
            if "tb-hit" in classes(rect):
                found[group.get("data-key", "")] = (float(rect.get("y", "nan")), float(rect.get("height", "nan")))
    return found


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("sequence", [samples.full_attention(), samples.encoder_layer(), samples.nested(2)])
def test_every_arrow_can_be_chosen_exactly_once(sequence: Sequence, narrow: bool) -> None:
    svg = drawn(sequence, narrow)
    assert keys(parsed(svg)) == {arrow.key: 1 for arrow in sequence.arrows}
    spoken = {part.get("data-key"): part.get("aria-label") for part in parsed(svg).iter() if part.get("data-key")}
    assert spoken == {arrow.key: arrow.spoken for arrow in sequence.arrows}


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("sequence", [samples.full_attention(), samples.encoder_layer(), samples.nested(2)])
def test_arrows_lie_below_each_other_in_their_order_without_overlap(sequence: Sequence, narrow: bool) -> None:
    bands = hits(drawn(sequence, narrow))
    assert list(bands) == [arrow.key for arrow in sequence.arrows]
    for (top, height), (following, _) in pairwise(bands.values()):
        assert top + height <= following + 1e-6


@pytest.mark.parametrize("narrow", [False, True])
def test_the_words_of_an_arrow_stand_in_its_band(narrow: bool) -> None:
    sequence = samples.full_attention()
    svg = drawn(sequence, narrow)
    bands = hits(svg)
    for group in all_of(parsed(svg), "g"):
        if "tb-arrow" in classes(group):
            arrow = next(each for each in sequence.arrows if each.key == group.get("data-key"))
            top, height = bands[arrow.key]
            shown = group.findall(f"{SVG}text")
            assert words(shown[-1]) == "".join(span.text for span in arrow.size)
            assert all(top < float(text.get("y", "nan")) < top + height for text in shown)
            assert words(group.findall(f"{SVG}title")[0]).startswith(arrow.label)


def test_a_call_goes_from_its_caller_to_the_called_and_a_return_back() -> None:
    sequence = samples.encoder_layer()
    root = parsed(drawn(sequence))
    lifelines = [numbers_of(path)[0] for path in all_of(root, "path") if "tb-lifeline" in classes(path)]
    x = dict(zip([lane.id for lane in sequence.lanes], lifelines, strict=True))
    for group in all_of(root, "g"):
        for arrow in sequence.arrows:
            if group.get("data-key") == arrow.key and arrow.kind != "step":
                wire = next(path for path in group if "tb-wire" in classes(path))
                start, _, end = numbers_of(wire)
                # Bars are 10 pixels wide, tips 6 long.
                assert start == pytest.approx(x[arrow.source], abs=6)
                assert end == pytest.approx(x[arrow.target], abs=13)
                assert ("tb-return" in classes(wire)) == (arrow.kind == "return")


def test_axis_letters_are_coloured_and_named() -> None:
    found = all_of(parsed(drawn(samples.full_attention())), "tspan")
    spans = {(each.get("data-axis"), each.get("class"), each.text) for each in found}
    assert spans == {(letter, f"tb-axis tb-axis-{letter}", letter) for letter in "BHLSED"}


@pytest.mark.parametrize(("narrow", "nested"), LAYOUTS)
def test_modules_with_a_page_of_their_own_can_be_opened(narrow: bool, nested: bool) -> None:
    sequence = replace(samples.full_attention(), nested=nested)
    opened = [each.get("data-open") for each in parsed(drawn(sequence, narrow)).iter() if each.get("data-open")]
    assert opened == [f"{samples.CORE}.dropout"]


@pytest.mark.parametrize(("narrow", "nested"), LAYOUTS)
def test_markup_in_any_text_is_shown_and_not_obeyed(narrow: bool, nested: bool) -> None:
    lanes = (Lane("^", HOSTILE, HOSTILE, HOSTILE), Lane("a", HOSTILE, HOSTILE, HOSTILE))
    size = (*plain(HOSTILE), *spans_of("B"))
    whole = samples.full_attention().arrows
    arrows = tuple(
        replace(arrow, key=f"{number}{HOSTILE}", source=source, target=target, label=HOSTILE, size=size, spoken=HOSTILE)
        for number, (arrow, source, target) in enumerate(
            ((whole[0], "^", "a"), (whole[1], "a", "a"), (whole[-1], "a", "^"))
        )
    )
    svg = sequence_svg(Sequence(lanes, arrows, nested), narrow=narrow, title=HOSTILE, language=HOSTILE)
    root = parsed(svg)
    assert "<script" not in svg
    assert not [part for part in root.iter() if "script" in part.tag]
    assert sum(keys(root).values()) == 3
    assert root.get("aria-label") == HOSTILE.replace("\x00", "�")
    assert any("<script>" in text for text in texts(root))
    assert_all_is_inside(root)


@pytest.mark.parametrize("narrow", [False, True])
def test_long_labels_lose_their_middle_and_keep_it_in_the_title(narrow: bool) -> None:
    sequence = samples.full_attention()
    label = f"begin_{'x' * 300}_end"
    arrows = tuple(replace(arrow, label=label) for arrow in sequence.arrows)
    root = parsed(drawn(replace(sequence, arrows=arrows), narrow))
    shown = [text for text in texts(root) if text.startswith("begin_")]
    assert len(shown) == len(arrows)
    assert all("…" in text and text.endswith("_end") for text in shown)
    assert sum(words(title).startswith(label) for title in all_of(root, "title")) == len(arrows)
    assert_all_is_inside(root)


def test_nested_modules_stand_one_column_further_right_than_their_callers() -> None:
    sequence = samples.nested(1)
    frames = frames_of(sequence)
    depth = {"^": 0} | {lane.id: lane.id.count(".") - 1 for lane in sequence.lanes[1:]}
    assert {frame.lane: frame.column for frame in frames} == depth
    root = parsed(drawn(sequence))
    heads = {
        group.get("data-open"): float(group.findall(f"{SVG}rect")[0].get("x", "nan"))
        for group in all_of(root, "g")
        if group.get("data-open")
    }
    lefts = sorted(set(heads.values()))
    assert {name: lefts.index(x) + 1 for name, x in heads.items()} == {k: v for k, v in depth.items() if k != "^"}


def test_a_module_is_active_from_its_call_to_its_return() -> None:
    frames = {frame.lane: (frame.first, frame.last) for frame in frames_of(samples.full_attention())}
    assert frames == {"^": (-1, 9), samples.CORE: (0, 8), f"{samples.CORE}.dropout": (4, 5)}


@pytest.mark.parametrize(("narrow", "nested"), LAYOUTS)
def test_a_pass_that_broke_off_is_drawn_to_where_it_broke(narrow: bool, nested: bool) -> None:
    whole = samples.full_attention()
    broken = replace(whole, arrows=whole.arrows[:5], nested=nested)
    assert [frame.last for frame in frames_of(broken)] == [5, 5, 5]
    assert sum(keys(parsed(drawn(broken, narrow))).values()) == 5
    assert_all_is_inside(parsed(drawn(broken, narrow)))


@pytest.mark.parametrize(("narrow", "nested"), LAYOUTS)
def test_a_module_that_calls_itself_and_one_that_does_nothing(narrow: bool, nested: bool) -> None:
    lanes = (Lane("a", "a", "A"), Lane("b", "b", "B"))
    arrows = (
        samples.arrow("1", "call", "a", "b", "b()"),
        samples.arrow("2", "call", "b", "b", "self()"),
        samples.arrow("3", "return", "b", "b", "y"),
        samples.arrow("4", "return", "b", "a", ""),
    )
    assert [(frame.first, frame.last, frame.again) for frame in frames_of(Sequence(lanes, arrows))] == [
        (-1, 4, 0),
        (0, 3, 0),
        (1, 2, 1),
    ]
    for sequence in (Sequence(lanes, arrows, nested), Sequence(lanes, (), nested)):
        assert_all_is_inside(parsed(drawn(sequence, narrow)))


def test_a_phone_moves_in_five_levels_and_no_further() -> None:
    lanes = tuple(Lane(str(n), f"module {n}", "Module") for n in range(12))
    arrows = tuple(samples.arrow(str(n), "call", str(n), str(n + 1), "f(x)", level=n + 3) for n in range(11))
    root = parsed(drawn(Sequence(lanes, arrows), True))
    lefts = [float(box.get("x", "nan")) for box in all_of(root, "rect") if "tb-box" in classes(box)]
    assert lefts == [10, 20, 30, 40, 50, 60, 60, 60, 60, 60, 60]


def test_an_arrow_without_its_lane_is_refused() -> None:
    with pytest.raises(ValueError, match="no such lane"):
        Sequence((Lane("a", "a", "A"),), (samples.arrow("1", "call", "a", "b", "b()"),))
    with pytest.raises(ValueError, match="needs a lane"):
        Sequence((), ())

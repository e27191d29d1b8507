"""Widths, shortening and wrapping."""

import pytest

from explainer.drawing import Span, plain, spans_of, written
from explainer.drawing.fitting import shorten, wrap
from explainer.drawing.text import CODE, SMALL, cleaned, width_of

SENTENCE = "Dot products grow with √E; scaled back, the softmax of a row stays soft."
CHINESE = "点积随 √E 增大；缩放之后，每行的 softmax 保持平缓，行和为 1。"


@pytest.mark.parametrize(
    ("text", "ems"), [("abc", 3 * 0.61), ("变量", 2), ("a变", 1.61), ("→①…", 3), ("e\u0301", 0.61), ("", 0)]
)
def test_a_chinese_character_is_one_em_wide_and_a_letter_less(text: str, ems: float) -> None:
    assert width_of(text, CODE) == pytest.approx(12.5 * ems)


def test_what_fits_is_not_shortened() -> None:
    text = spans_of("(B, H)")
    assert shorten(text, CODE, width_of(text, CODE)) == text


@pytest.mark.parametrize("limit", [0, 8, 20, 61, 100.5, 200])
@pytest.mark.parametrize("text", ["inner_attention(queries, keys, values)", CHINESE])
def test_a_long_text_loses_its_middle_and_keeps_both_ends(text: str, limit: float) -> None:
    short = written(shorten(plain(text), CODE, limit))
    head, _, tail = short.partition("…")
    assert short.count("…") == 1
    assert text.startswith(head)
    assert text.endswith(tail)
    assert width_of(short, CODE) <= max(limit + 0.01, 12.5)
    # One more character on either side would have been too much.
    assert width_of(short, CODE) > limit - 2 * 12.5 or limit < 12.5


def test_a_shortened_text_keeps_its_colours() -> None:
    short = shorten(spans_of("(B, H, L, S) = (3, 4, 9, 9)"), CODE, 90)
    assert short[:2] == (Span("("), Span("B", "B"))
    assert written(short).endswith("9)")


@pytest.mark.parametrize("text", [SENTENCE, CHINESE, "a_very_long_name_without_any_space_in_it_at_all", "变" * 50])
@pytest.mark.parametrize("limit", [60, 121, 300])
def test_wrapped_lines_fit_and_nothing_is_lost(text: str, limit: float) -> None:
    lines = [written(line) for line in wrap(plain(text), SMALL, limit, 99)]
    assert all(width_of(line, SMALL) <= limit for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_words_stay_whole_and_no_line_begins_with_a_full_stop() -> None:
    lines = [written(line) for line in wrap(plain(SENTENCE), SMALL, 160, 99)]
    assert " ".join(lines) == SENTENCE
    for limit in range(40, 200, 7):
        assert not [line for line in wrap(plain(CHINESE), SMALL, limit, 99) if written(line)[0] in "，。；"]


def test_what_is_left_over_ends_in_dots() -> None:
    lines = [written(line) for line in wrap(plain(SENTENCE), SMALL, 160, 2)]
    assert len(lines) == 2
    assert lines[1].endswith("…")
    assert SENTENCE.startswith(f"{lines[0]} {lines[1][:-1]}")
    assert width_of(lines[1], SMALL) <= 160


def test_an_empty_text_has_no_lines() -> None:
    assert wrap((), SMALL, 100, 3) == ()


def test_what_xml_cannot_hold_is_replaced() -> None:
    assert cleaned("a\x00b\x1b\ud800c\n\td") == "a�b��c  d"

"""The controls of the sidebar: what is shown, and that nothing is taken which no control could send."""

import json
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from explainer.web.panel import Choices, Heading, Note, Number, Segment, Slider, Switch, html_of, values_of
from tests.documents.html_read import read
from tests.web.visits import (
    address,
    complaints,
    given_to_panel,
    letters,
    moved,
    opened,
    panel_of,
    positions_in_panel,
    sent_by_panel,
    sentences,
    spoken,
    tokens_of,
    turned_to,
)

MARKUP = "<b onclick=\"x\">'*a*' & {{ 7 * 7 }} {b}</b>"
EVERY_KIND = [
    Heading(MARKUP),
    Note(MARKUP),
    Slider("a", MARKUP, 1, 8, 3),
    Number("b", MARKUP, 0, 2**31 - 1, 12),
    Segment("c", MARKUP, {"x": MARKUP, MARKUP: "y"}, "x", MARKUP),
    Choices("d", MARKUP, {MARKUP: MARKUP}, MARKUP),
    Switch("e", MARKUP, value=True),
]


def sent(visit: AppTest, key: str, value: str, *, done: bool = True) -> AppTest:
    return sent_by_panel(visit, [[key, value, given_to_panel(visit)["heard"] + 1, done]])


# What is shown


def test_names_are_shown_as_they_are() -> None:
    tree = read(html_of(EVERY_KIND))
    assert tree.all("b") == []
    assert tree.text.count(MARKUP) == 10
    assert tree.one("option").attributes["value"] == MARKUP
    assert not [name for node in tree.nodes() for name in node.attributes if name.startswith("on")]


def test_the_html_holds_no_values_so_that_moving_a_control_leaves_it_as_it_is() -> None:
    visit = opened()
    before = given_to_panel(visit)
    after = given_to_panel(moved(visit, n_variates=3, seed=9, time_marks=False, training="true"))
    assert after["html"] == before["html"]
    changed = {key: value for key, value in after["values"].items() if value != before["values"][key]}
    assert changed == {"n_variates": "3", "seed": "9", "time_marks": "false", "training": "true"}


def test_values_are_written_as_in_addresses() -> None:
    assert values_of(EVERY_KIND) == {"a": "3", "b": "12", "c": "x", "d": MARKUP, "e": "true"}


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("model", ["itransformer", "patchtst"])
def test_every_control_has_a_name_and_ends_and_a_value_in_reach(model: str, lang: str) -> None:
    visit = opened(model=model, lang=lang)
    values, tree = given_to_panel(visit)["values"], panel_of(visit)
    labelled = {label.attributes["for"] for label in tree.all("label") if "for" in label.attributes}
    numbers = [*tree.all("input", type="range"), *tree.all("input", type="number")]
    assert labelled == {number.attributes["id"] for number in numbers}
    for number in numbers:
        low, high = (int(number.attributes[end]) for end in ("min", "max"))
        assert low <= int(values[number.attributes["data-key"]]) <= high
    for radio in tree.all("input", type="radio"):
        assert values[radio.attributes["name"]] in tree.values("value")
    assert set(tree.values("data-key")) == set(values)


def test_where_there_is_nothing_to_choose_there_is_no_control() -> None:
    visit = turned_to("bring_data", opened())
    rows = "\n".join(str(number % 7) for number in range(100))
    visit.file_uploader[0].upload("one.csv", f"x\n{rows}".encode(), "text/csv").run()
    assert "n_variates" not in positions_in_panel(turned_to("show_attention", visit))
    assert complaints(visit) == []


# What is sent


def test_several_moves_of_one_message_are_all_taken() -> None:
    visit = sent_by_panel(opened(), [["n_variates", "2", 1, True], ["time_marks", "false", 2, True]])
    assert address(visit) == {"n_variates": "2", "time_marks": "false"}
    assert given_to_panel(visit)["heard"] == 2
    assert len(tokens_of(visit)) == 2


@pytest.mark.parametrize(
    ("lang", "asked", "told"),
    [
        ("en", "9999", "L · look-back window, steps cannot be 9999; choose a whole number from 1 to 8760."),
        ("zh", "9999", "“L · 历史窗口长度（步）”不能为 9999；请取 1 到 8760 之间的整数。"),
        ("en", "", "L · look-back window, steps cannot be empty; choose a whole number from 1 to 8760."),
        ("zh", "", "“L · 历史窗口长度（步）”不能为空；请取 1 到 8760 之间的整数。"),
        ("en", "abc", "L · look-back window, steps cannot be abc; choose a whole number from 1 to 8760."),
        ("en", "1.5", "L · look-back window, steps cannot be 1.5; choose a whole number from 1 to 8760."),
    ],
)
def test_a_number_out_of_reach_gets_a_sentence_and_the_old_one_stays(lang: str, asked: str, told: str) -> None:
    visit = sent(opened(seq_len=30, lang=lang), "seq_len", asked)
    assert sentences(visit.warning) == [told]
    assert positions_in_panel(visit)["seq_len"] == 30
    assert address(visit)["seq_len"] == "30"
    assert complaints(sent(visit, "seq_len", "31")) == []


def test_the_sentence_follows_the_language_and_stays_until_its_own_control_is_moved() -> None:
    visit = moved(sent(opened(), "pred_len", "0"), n_variates=3)
    assert "S · horizon, steps cannot be 0" in sentences(visit.warning)[0]
    assert "“S · 预测步长（步）”不能为 0" in sentences(spoken("zh", visit).warning)[0]
    assert not moved(visit, pred_len=7).warning


@pytest.mark.parametrize("asked", ["**x** [a](http://b) :red[z]", "<script>alert(1)</script>", "9" * 5000, "١", "--5"])
def test_a_sentence_shows_what_was_sent_as_it_is_and_not_too_much_of_it(asked: str) -> None:
    visit = sent(opened(), "seed", asked)
    (told,) = (letters(warning.value) for warning in visit.warning)
    assert told == f"Seed cannot be {asked[:40]}; choose a whole number from 0 to 2147483647."
    assert positions_in_panel(visit)["seed"] == 0


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("model", "gpt"),
        ("model", ""),
        ("training", "perhaps"),
        ("time_marks", "1"),
        ("weights", "0"),
        ("weights", "-1"),
        ("weights", "abc"),
        ("query", "pressure"),
        ("lang", "zh"),
        ("__class__", "x"),
        ("", ""),
        ("complaints about settings", "x"),
    ],
)
def test_what_no_control_could_send_changes_nothing(key: str, value: str) -> None:
    visit = opened()
    before = positions_in_panel(visit), tokens_of(visit)
    sent(visit, key, value)
    assert complaints(visit) == []
    assert address(visit) == {}
    assert (positions_in_panel(visit), tokens_of(visit)) == before


@pytest.mark.parametrize(
    "moves",
    [
        None,
        7,
        "n_variates",
        {"n_variates": 2},
        [[]],
        [None, 3, "abcd"],
        [["n_variates", 2, 1, True]],
        [["n_variates", "2", "1", True]],
        [["n_variates", "2", True, True]],
        [["n_variates", "2", 1]],
        [[["n_variates"], "2", 1, True]],
    ],
    ids=json.dumps,
)
def test_what_is_no_list_of_moves_changes_nothing(moves: Any) -> None:
    visit = sent_by_panel(opened(), moves)
    assert complaints(visit) == []
    assert address(visit) == {}
    assert len(tokens_of(visit)) == 9
    assert given_to_panel(visit)["heard"] == 0


# While a slider is dragged


def test_the_page_follows_a_slider_that_is_held_and_the_address_waits_for_its_end() -> None:
    visit = opened()
    for variates in ("4", "3", "2"):
        sent(visit, "n_variates", variates, done=False)
        assert len(tokens_of(visit)) == int(variates) + 4
        assert address(visit) == {}
    sent(visit, "n_variates", "2")
    assert len(tokens_of(visit)) == 2 + 4
    assert address(visit) == {"n_variates": "2"}


def test_a_slider_that_was_never_let_go_of_keeps_nothing_else_from_the_address() -> None:
    visit = moved(sent(opened(), "n_variates", "2", done=False), head="2")
    assert address(visit) == {"n_variates": "2", "head": "2"}


def test_a_slider_held_on_one_page_does_not_keep_the_next_page_from_its_address() -> None:
    visit = sent(opened(), "n_variates", "2", done=False)
    visit.session_state["whether the address waits for a slider to be let go of"] = True  # as if the run was stopped
    assert address(turned_to("list_record", visit)) == {"n_variates": "2"}

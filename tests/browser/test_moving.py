"""Moving a control draws the page anew and nothing else."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.browser.conftest import Open, settled

pytestmark = pytest.mark.browser
SIDEBAR = 1  # Streamlit's number for it, where the path of an element begins


def press(page: Page, label: str, key: str) -> None:
    page.get_by_role("slider", name=label).focus()
    page.keyboard.press(key)


def listen(page: Page) -> list[bytes]:
    """All that the server sends from now on; the page is read anew for it."""
    heard: list[bytes] = []
    page.on("websocket", lambda line: line.on("framereceived", lambda sent: heard.append(bytes(sent))))
    page.reload()
    settled(page)
    return heard


def elements(heard: list[bytes]) -> list[ForwardMsg]:
    """The messages that draw something, which a block does not do by itself."""
    messages = [ForwardMsg.FromString(sent) for sent in heard]
    return [
        message
        for message in messages
        if message.WhichOneof("type") == "delta" and message.delta.HasField("new_element")
    ]


def in_sidebar(heard: list[bytes]) -> list[ForwardMsg]:
    return [message for message in elements(heard) if message.metadata.delta_path[0] == SIDEBAR]


def test_one_press_sends_the_page_once_and_one_element_to_the_sidebar(open_page: Open) -> None:
    page = open_page("/layer?module=encoder.attn_layers.0")
    heard = listen(page)
    assert len(in_sidebar(heard)) == 1
    heard.clear()
    press(page, "N · variates", "ArrowLeft")
    expect(page).to_have_url(re.compile(r"n_variates=4"))
    expect(page.locator(".tb-changes")).to_contain_text("N: 5 → 4")
    settled(page)
    page.wait_for_timeout(300)  # whatever a second run would send
    drawn = elements(heard)
    (panel,) = in_sidebar(heard)
    assert drawn[-1] == panel  # with it the browser learns that the page has followed
    assert len(drawn) == len({tuple(message.metadata.delta_path) for message in drawn})


def test_the_other_model_brings_its_own_controls(open_page: Open) -> None:
    page = open_page("/layer")
    page.get_by_role("radio", name="PatchTST").click()
    expect(page.get_by_label("P · patch length, steps")).to_be_visible()
    expect(page.locator(".tb-head h2, .tb-section[data-section=head]").first).to_contain_text("PatchTST")


def test_a_slider_moved_while_the_page_changes_breaks_nothing(open_page: Open) -> None:
    """Which of both pages is seen then is up to Streamlit; it stands whole, and its controls work."""
    page = open_page("/record")
    page.get_by_role("link", name="Layers").click()
    press(page, "N · variates", "ArrowLeft")
    settled(page)
    page.get_by_role("link", name="Layers").click()
    expect(page.locator(".tb-legend")).to_be_visible()
    settled(page)
    press(page, "N · variates", "Home")
    expect(page).to_have_url(re.compile(r"/layer\?n_variates=1"))
    expect(page.locator(".tb-legend")).to_contain_text("N variates 1")


def drag(page: Page, label: str, to: float) -> None:
    """Take a slider where it stands, and bring it to a part of its length without letting go of it."""
    slider = page.get_by_role("slider", name=label)
    box = slider.bounding_box()
    assert box is not None
    low, high, value = (float(slider.evaluate(f"slider => slider.{name}")) for name in ("min", "max", "value"))
    radius, middle = 6, box["y"] + box["height"] / 2
    way = box["width"] - 2 * radius
    page.mouse.move(box["x"] + radius + way * (value - low) / (high - low), middle)
    page.mouse.down()
    page.mouse.move(box["x"] + radius + way * to, middle, steps=12)


def count_steps(page: Page) -> Callable[[], int]:
    """How many steps were added to the browser's history since; it keeps 50 of them, and its length stays there."""
    page.evaluate("""() => {
        const push = history.pushState;
        window.steps = 0;
        history.pushState = function (...all) { window.steps += 1; return push.apply(this, all); };
    }""")
    return lambda: int(page.evaluate("window.steps"))


def test_the_page_follows_a_slider_while_it_is_dragged_and_one_step_back_undoes_it_all(open_page: Open) -> None:
    page = open_page("/layer")
    steps = count_steps(page)
    legend, slider = page.locator(".tb-legend"), page.get_by_role("slider", name="N · variates")
    drag(page, "N · variates", to=0)
    expect(legend).to_contain_text("N variates 1")
    assert "n_variates" not in page.url
    page.mouse.move(600, 500)  # far from it, and still held
    expect(legend).to_contain_text("N variates 5")
    drag_back = slider.bounding_box()
    assert drag_back is not None
    page.mouse.move(drag_back["x"] + drag_back["width"] / 2, drag_back["y"] + 5)
    expect(legend).to_contain_text("N variates 3")
    page.mouse.up()
    expect(page).to_have_url(re.compile(r"n_variates=3"))
    settled(page)
    assert steps() == 1
    page.go_back()
    expect(legend).to_contain_text("N variates 5")
    expect(slider).to_have_value("5")


def test_a_slider_let_go_of_where_it_was_taken_leaves_no_step(open_page: Open) -> None:
    page = open_page("/layer")
    steps = count_steps(page)
    drag(page, "N · variates", to=0.5)
    expect(page.locator(".tb-legend")).to_contain_text("N variates 3")
    page.mouse.move(1000, 500)
    expect(page.locator(".tb-legend")).to_contain_text("N variates 5")
    page.mouse.up()
    settled(page)
    assert steps() == 0
    press(page, "N · variates", "ArrowLeft")
    expect(page).to_have_url(re.compile(r"n_variates=4"))
    assert steps() == 1


def test_a_number_out_of_reach_gets_a_sentence_and_its_field_the_old_number(open_page: Open) -> None:
    page = open_page("/layer")
    title = page.locator("[data-section=head] h2")
    title.evaluate("node => { node.marked = true; }")
    field = page.get_by_role("spinbutton", name="S · horizon, steps")
    field.fill("9999")
    field.press("Enter")
    told = page.get_by_text("S · horizon, steps cannot be 9999; choose a whole number from 1 to 8760.")
    expect(told).to_be_visible()
    expect(field).to_have_value("6")
    field.fill("7")
    field.press("Enter")
    expect(told).to_have_count(0)
    expect(page.locator(".tb-legend")).to_contain_text("S horizon steps 7")
    assert title.evaluate("node => node.marked === true")  # the document is the one that was there before


def test_a_field_that_is_being_typed_in_keeps_what_was_typed_while_the_page_is_drawn(open_page: Open) -> None:
    page = open_page("/layer")
    press(page, "N · variates", "ArrowLeft")
    field = page.get_by_role("spinbutton", name="S · horizon, steps")
    field.press("End")
    field.press("4")
    expect(page.locator(".tb-legend")).to_contain_text("N variates 4")
    settled(page)
    expect(field).to_have_value("64")
    field.press("Enter")
    expect(page.locator(".tb-legend")).to_contain_text("S horizon steps 64")
    expect(field).to_be_focused()


def test_the_page_follows_a_key_that_is_held(open_page: Open) -> None:
    page = open_page("/layer")
    slider = page.get_by_role("slider", name="F · inner width")
    slider.focus()
    for _ in range(40):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".tb-legend")).to_contain_text("d_ff 72")
    expect(slider).to_have_value("72")
    expect(page).to_have_url(re.compile(r"d_ff=72$"))


def test_the_focus_stays_where_it_is_when_another_model_brings_other_controls(open_page: Open) -> None:
    page = open_page("/layer")
    page.get_by_role("radio", name="iTransformer").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_label("P · patch length, steps")).to_be_visible()
    expect(page.get_by_role("radio", name="PatchTST")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("switch", name="T · time marks as tokens")).to_be_checked()
    expect(page.get_by_role("radio", name="iTransformer")).to_be_focused()

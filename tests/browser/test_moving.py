"""Moving a control draws the page anew and nothing else."""

import re

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


def test_a_slider_draws_the_page_anew_and_no_other_control(open_page: Open) -> None:
    page = open_page("/layer?module=encoder.attn_layers.0")
    heard = listen(page)
    places = {message.metadata.delta_path[0] for message in elements(heard)}
    assert SIDEBAR in places
    heard.clear()
    press(page, "N · variates", "ArrowLeft")
    expect(page).to_have_url(re.compile(r"n_variates=4"))
    expect(page.locator(".tb-changes")).to_contain_text("N: 5 → 4")
    places = {message.metadata.delta_path[0] for message in elements(heard)}
    assert places
    assert SIDEBAR not in places


def elements(heard: list[bytes]) -> list[ForwardMsg]:
    """The messages that draw something."""
    messages = [ForwardMsg.FromString(sent) for sent in heard]
    return [message for message in messages if message.WhichOneof("type") == "delta"]


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

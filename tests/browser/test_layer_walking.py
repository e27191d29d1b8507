"""Choosing on the layer page in a real browser: by pointer, by keys, back again, over a slow line."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open, settled
from tests.browser.layer import ATTENTION, GROUPS, LAYER, SEQUENCE, expect_chosen, part

pytestmark = pytest.mark.browser

# What the page says to the server arrives a quarter of a second later.
SLOW_LINE = """() => {
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (said) { setTimeout(() => send.call(this, said), 250); };
}"""
WATCHED = """element => {
  window.seen = [];
  const watcher = new MutationObserver(() => window.seen.push(element.textContent));
  watcher.observe(element, { childList: true, characterData: true, subtree: true });
}"""
# Both at once: the step is not told yet when the depth is chosen.
STEP_ON_AND_CLICK = """button => {
  button.getRootNode().querySelector("[data-walk='1']").click();
  button.click();
}"""


def test_a_step_is_chosen_by_pointer_or_by_walking_there(open_page: Open) -> None:
    page = open_page(f"/layer?module={ATTENTION}")
    choose_by_pointer(page)
    choose_a_group(page)
    walk(page)
    play(page)


def choose_by_pointer(page: Page) -> None:
    """In either diagram, in the code, and by the size behind a line."""
    for where, step, line in (
        (f"{SEQUENCE} .tb-part", ":view.2", "self.key_projection(keys).view("),
        (f"{GROUPS} .tb-part", ":view.4", "mixed.view("),
        (".tb-paragraph .tb-expression", ".query_projection", "self.query_projection(queries).view("),
        (".tb-paragraph .tb-hint", ".out_projection", "self.out_projection("),
    ):
        page.locator(f'{where}[data-key="{ATTENTION}{step}"]').first.click()
        expect_chosen(page, f"{ATTENTION}{step}")
        expect(page.locator(".tb-paragraph .tb-row-chosen code")).to_contain_text(line)


def choose_a_group(page: Page) -> None:
    part(page, "group:3", GROUPS).click(position={"x": 60, "y": 14})
    expect_chosen(page, f"{ATTENTION}.inner_attention")
    words = page.locator('.tb-paragraph[data-group="group:3"]')
    expect(words).to_be_in_viewport()
    expect(words).to_have_class(re.compile("tb-group-chosen"))
    expect(words.locator(".tb-row-chosen")).to_have_count(1)


def walk(page: Page) -> None:
    """By keys, by buttons, and by the range."""
    at = page.locator(".tb-walk output")
    scrub = page.get_by_role("slider", name="Walk through the steps")
    scrub.press("Home")
    expect(at).to_have_text("1 / 9")
    part(page, f"{ATTENTION}.query_projection").focus()
    page.keyboard.press("ArrowRight")
    expect_chosen(page, f"{ATTENTION}:view")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(at).to_have_text("1 / 9")
    page.get_by_role("button", name="One step on").click()
    page.get_by_role("button", name="One step on").click()
    expect_chosen(page, f"{ATTENTION}.key_projection")
    page.get_by_role("button", name="One step back").click()
    expect_chosen(page, f"{ATTENTION}:view")
    scrub.press("End")
    scrub.press("ArrowLeft")
    expect_chosen(page, f"{ATTENTION}:view.4")


def play(page: Page) -> None:
    """From the last step but one to the end, and no further."""
    button = page.get_by_role("button", name="Play")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".tb-walk output")).to_have_text("9 / 9")
    expect(button).to_have_attribute("aria-pressed", "false")
    expect_chosen(page, f"{ATTENTION}.out_projection")


def test_back_leads_through_what_was_chosen_and_a_shared_address_restores_all_of_it(open_page: Open) -> None:
    page = open_page(f"/layer?module={ATTENTION}")
    page.locator("[data-depth=everything]").click()
    expect(page.locator("[data-depth=everything]")).to_have_attribute("aria-pressed", "true")
    for step in (".inner_attention:softmax", ":view"):
        part(page, f"{ATTENTION}{step}").click()
        expect_chosen(page, f"{ATTENTION}{step}")
        settled(page)
    page.locator('.tb-grid td [data-cell="out0:0,0,3,1"]').click()
    expect(page.locator(".tb-sum-head")).to_contain_text("[0, 0, 3, 1]")
    other = open_page(page.url.partition("/layer")[2].join(["/layer", ""]))
    expect_chosen(other, f"{ATTENTION}:view")
    expect(other.locator("[data-depth=everything]")).to_have_attribute("aria-pressed", "true")
    expect(other.locator(".tb-cell-chosen [data-cell='out0:0,0,3,1']")).to_be_visible()
    expect(other.locator(".tb-sum-head")).to_have_text(page.locator(".tb-sum-head").inner_text())
    page.go_back()
    expect(page.locator(".tb-sum-head")).to_have_count(0)
    expect_chosen(page, f"{ATTENTION}:view")
    settled(page)
    page.go_back()
    expect_chosen(page, f"{ATTENTION}.inner_attention:softmax")


def test_a_quick_walk_is_followed_over_a_slow_line_and_nothing_goes_back(open_page: Open) -> None:
    page = open_page(f"/layer?module={LAYER}&depth=everything")
    page.evaluate(SLOW_LINE)
    at = page.locator(".tb-walk output")
    whole = at.inner_text().partition(" / ")[2]
    at.evaluate(WATCHED)
    part(page, ATTENTION).focus()
    for _ in range(9):  # quicker than the page tells the server
        page.keyboard.press("ArrowDown")
    for _ in range(9):  # slower than that, and quicker than the server answers
        page.keyboard.press("ArrowDown", delay=110)
    expect(at).to_have_text(re.compile("^19 / "))
    page.locator("[data-depth=operations]").evaluate(STEP_ON_AND_CLICK)
    expect(page.locator("[data-depth=operations]")).to_have_attribute("aria-pressed", "true")
    page.locator("[data-depth=everything]").click()
    expect(page.locator("[data-depth=everything]")).to_have_attribute("aria-pressed", "true")
    expect(at).to_have_text(re.compile("^20 / "))
    key = page.locator(".tb-walk input").get_attribute("aria-valuetext")
    assert key
    expect_chosen(page, key, LAYER)
    settled(page)
    expect_chosen(page, key, LAYER)
    seen = [int(text.split(" / ")[0]) for text in page.evaluate("window.seen") if text.endswith(f"/ {whole}")]
    assert seen[0] == 2
    assert seen == sorted(seen)


def test_what_is_chosen_is_there_again_after_a_look_at_another_page_and_can_be_left(open_page: Open) -> None:
    page = open_page(f"/layer?module={ATTENTION}")
    part(page, f"{ATTENTION}:view").click()
    expect_chosen(page, f"{ATTENTION}:view")
    page.get_by_role("link", name="Record").click()
    expect(page.get_by_role("heading", name="Everything that ran")).to_be_visible()
    settled(page)
    page.get_by_role("link", name="Layers").click()
    expect_chosen(page, f"{ATTENTION}:view")
    part(page, f"{ATTENTION}.query_projection").click()
    expect_chosen(page, f"{ATTENTION}.query_projection")

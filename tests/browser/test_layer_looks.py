"""The layer page in a real browser for every reader: on a phone, in the dark, by keyboard, read aloud."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open, settled, turned_to
from tests.browser.layer import ATTENTION, CORE, GROUPS, LAYER, SEQUENCE, expect_chosen, part

pytestmark = pytest.mark.browser

# Black on white is 21; 4.5 is what the accessibility guidelines ask of body text.
CONTRAST = """element => {
  const canvas = document.createElement("canvas").getContext("2d");
  const light = (colour) => {
    canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((each) => each / 255)
      .map((each) => (each <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4))
      .reduce((sum, each, at) => sum + each * [0.2126, 0.7152, 0.0722][at], 0);
  };
  const ground = getComputedStyle(document.querySelector("[data-testid=stApp]") ?? document.body).backgroundColor;
  const [high, low] = [light(getComputedStyle(element).color), light(ground)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}"""
NAMELESS = """() => [...document.querySelectorAll("*")].flatMap((each) => each.shadowRoot
  ? [...each.shadowRoot.querySelectorAll("button, input, summary, [role=button], [role=toolbar], [role=group], svg")]
  : []).filter((each) => each.checkVisibility()).map((each) => [each.outerHTML.slice(0, 90),
    each.getAttribute("aria-label") || each.textContent.trim() || each.closest("[aria-label]")?.ariaLabel ||
    each.labels?.[0]?.textContent.trim() || ""])
  .filter(([, name]) => !name).map(([html]) => html)"""


def test_a_phone_has_its_own_diagrams_and_nothing_is_wider_than_the_screen(open_page: Open) -> None:
    page = open_page("/layer", width=390, height=844)
    for path in (f"/layer?module={CORE}&lang=zh", f"/layer?model=patchtst&module={LAYER}&depth=everything"):
        turned_to(path, page)
        expect(page.locator(".tb-narrow svg").first).to_be_visible()
        expect(page.locator(".tb-wide svg").locator("visible=true")).to_have_count(0)
        for element in ("document.documentElement", "document.querySelector('[data-testid=stMain]')"):
            assert page.evaluate(f"{element}.scrollWidth <= {element}.clientWidth")
        boxes = page.locator(".tb-document").evaluate_all("all => all.map(each => each.scrollWidth - each.clientWidth)")
        assert max(boxes) <= 0


def test_letters_are_one_colour_everywhere_and_all_can_be_read_by_day_and_by_night(open_page: Open) -> None:
    page = open_page(f"/layer?module={ATTENTION}")
    look_for_a_letter(page)
    document = page.locator(".tb-document").first
    expect(document).not_to_have_class(re.compile("tb-dark"))
    read_all(page)
    page.emulate_media(color_scheme="dark")
    expect(document).to_have_class(re.compile("tb-dark"))
    read_all(page)


def look_for_a_letter(page: Page) -> None:
    """Under the pointer it is marked wherever it is, and the others step back."""
    page.locator("[data-section=inputs] .tb-axis[data-axis=B]").first.hover()
    marked = page.locator(".tb-thread-on")
    expect(page.locator(f"{SEQUENCE} .tb-thread-on[data-axis=B]").first).to_be_attached()
    expect(page.locator(".tb-paragraph .tb-thread-on[data-axis=B]").first).to_be_attached()
    assert set(marked.evaluate_all("all => all.map(each => each.dataset.axis)")) == {"B"}
    others = page.locator("[data-section=inputs] .tb-axis[data-axis=D]").first
    expect(others).to_have_css("opacity", "0.28")
    page.mouse.move(0, 0)
    expect(marked).to_have_count(0)
    expect(others).to_have_css("opacity", "1")


def read_all(page: Page) -> None:
    for words in ("[data-section=lines] p", ".tb-job", ".tb-row code", ".tb-note", ".tb-link", ".tb-hint", ".tb-k"):
        assert page.locator(words).first.evaluate(CONTRAST) >= 4.5, words
    for letter in "BNTHED":
        assert page.locator(f".tb-axis-{letter}").first.evaluate(CONTRAST) >= 4.5, letter
    drawn = page.locator(f"{SEQUENCE} text").first
    drawn.evaluate("each => { each.style.color = getComputedStyle(each).fill }")
    assert drawn.evaluate(CONTRAST) >= 4.5
    drawn.evaluate("each => { each.style.color = '' }")


def test_everything_is_in_reach_of_the_keyboard_and_has_a_name_in_the_language_of_the_page(open_page: Open) -> None:
    page = open_page(f"/layer?module={ATTENTION}")
    everything_has_a_name(page, "en")
    reach_by_keyboard(page)
    page.locator(".tb-tree summary").click()
    page.get_by_text("中文", exact=True).click()
    expect(page.get_by_role("button", name="下一步")).to_be_visible()
    settled(page)
    everything_has_a_name(page, "zh")
    expect(page.locator(".tb-tree")).to_have_attribute("open", "")  # left as the reader has it
    page.get_by_role("button", name="下一步").click()
    expect_chosen(page, f"{ATTENTION}.key_projection")


def everything_has_a_name(page: Page, language: str) -> None:
    expect(page.locator(".tb-document").first).to_have_attribute("lang", language)
    assert page.evaluate(NAMELESS) == []
    parts = page.locator(f"{SEQUENCE} .tb-part, {GROUPS} .tb-part").evaluate_all(
        "all => all.map(each => [each.getAttribute('role'), each.tabIndex, each.getAttribute('aria-label')])"
    )
    assert len(parts) > 20
    for role, place, name in parts:
        assert (role, place, name.strip() != "") == ("button", 0, True)


def reach_by_keyboard(page: Page) -> None:
    page.locator("[data-section=sequence] [data-save=png]").focus()
    reached = page.locator(f"{SEQUENCE} .tb-part:focus")
    for _ in range(6):
        page.keyboard.press("Tab")
        expect(reached).to_have_count(1)
        if reached.get_attribute("data-key") == f"{ATTENTION}:view":
            break
    page.keyboard.press("Enter")
    expect_chosen(page, f"{ATTENTION}:view")
    expect(part(page, f"{ATTENTION}:view")).to_be_focused()

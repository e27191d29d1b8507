"""The head of a page in a browser: ways to the other pages, and what a change of the page leaves alone."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open, settled
from tests.browser.layer import CORE

pytestmark = pytest.mark.browser

TITLES = {
    "Layers": "Layer by layer",
    "Attention": "What attends to what",
    "Evidence": "What to make of it",
    "Record": "Everything that ran",
    "Your data": "Your data",
}


def current(page: Page) -> str:
    return page.get_by_role("navigation", name="Pages").locator("[aria-current=page]").inner_text()


def test_every_page_is_a_click_away_and_its_name_is_marked(open_page: Open) -> None:
    page = open_page("/attention")
    links = page.get_by_role("navigation", name="Pages").get_by_role("link")
    expect(links).to_have_text(list(TITLES))
    for name in ("Layers", "Record", "Your data", "Evidence", "Attention"):
        page.get_by_role("link", name=name, exact=True).first.click()
        expect(page.get_by_role("link", name=name, exact=True).first).to_have_attribute("aria-current", "page")
        settled(page)
        assert current(page) == name
        expect(page.get_by_role("heading", level=1)).to_have_text([TITLES[name]])


def test_a_link_to_a_page_can_be_opened_in_another_tab(open_page: Open) -> None:
    page = open_page("/layer")
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Record", exact=True).click(modifiers=["Control"])
    expect(opened.value).to_have_url(re.compile(r"/record$"))
    opened.value.close()
    assert current(page) == "Layers"


def test_a_change_of_sizes_draws_what_is_equal_once_and_for_all(open_page: Open) -> None:
    """Folds, the focus and the very nodes stay; what they say is of the new pass."""
    page = open_page(f"/layer?module={CORE}")
    title = page.locator("[data-section=head] h2")
    title.evaluate("node => { node.marked = true; }")
    page.locator(".tb-tree summary").click()
    slider = page.get_by_role("slider", name="N · variates")
    slider.press("ArrowLeft")
    expect(page.locator(".tb-legend")).to_contain_text("N variates 4")
    expect(page.locator(".tb-tree")).to_have_attribute("open", "")
    assert title.evaluate("node => node.marked === true")
    again = open_page(f"/layer?module={CORE}&n_variates=4")
    for section in ("head", "place", "inputs", "sequence", "groups", "lines", "card", "example"):
        both = [each.locator(f"[data-section={section}]").text_content() for each in (page, again)]
        assert both[0] == both[1], section

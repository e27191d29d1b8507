"""Moving a control draws the page anew and nothing else."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open, settled

pytestmark = pytest.mark.browser
# Streamlit marks what it will draw anew.
WATCH = """() => {
  window.drawn = [];
  const note = (changes) => changes.forEach(({ target }) => {
    if (target.dataset.stale === "true") window.drawn.push(Boolean(target.closest("[data-testid=stSidebar]")));
  });
  new MutationObserver(note).observe(document.body, { subtree: true, attributeFilter: ["data-stale"] });
}"""


def press(page: Page, label: str, key: str) -> None:
    page.get_by_role("slider", name=label).focus()
    page.keyboard.press(key)


def test_a_slider_draws_the_page_anew_and_no_other_control(open_page: Open) -> None:
    page = open_page("/layer?module=encoder.attn_layers.0")
    page.evaluate(WATCH)
    press(page, "N · variates", "ArrowLeft")
    expect(page).to_have_url(re.compile(r"n_variates=4"))
    expect(page.locator(".tb-changes")).to_contain_text("N: 5 → 4")
    in_sidebar = page.evaluate("window.drawn")
    # The control that was moved may be marked for a moment; all others are left alone.
    assert sum(in_sidebar) <= 1 < len(in_sidebar)


def test_the_other_model_brings_its_own_controls(open_page: Open) -> None:
    page = open_page("/layer")
    page.get_by_role("radio", name="PatchTST").click()
    expect(page.get_by_label("P · patch length, steps")).to_be_visible()
    expect(page.locator(".tb-head h2, .tb-section[data-section=head]").first).to_contain_text("PatchTST")


def test_a_slider_moved_before_the_page_is_there_is_not_lost(open_page: Open) -> None:
    page = open_page("/record")
    page.get_by_role("link", name="Layers").click()
    press(page, "N · variates", "ArrowLeft")
    settled(page)
    expect(page).to_have_url(re.compile(r"/layer\?n_variates=4"))
    expect(page.locator(".tb-legend")).to_contain_text("N variates 4")

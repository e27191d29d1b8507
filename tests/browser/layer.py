"""Where things are on the layer page in a browser, and what has to agree there."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import settled

LAYER = "encoder.attn_layers.0"
# It has modules, operations and words, and no map, which would be the slowest part of the page.
ATTENTION = f"{LAYER}.attention"
CORE = f"{ATTENTION}.inner_attention"
SEQUENCE = ".tb-figure[data-name=sequence] .tb-wide"
GROUPS = ".tb-figure[data-name=groups] .tb-wide"


def part(page: Page, key: str, within: str = SEQUENCE) -> Locator:
    return page.locator(f'{within} [data-key="{key}"]').first


def escaped(key: str) -> str:
    """A key as it stands in an address, as a pattern."""
    return re.escape(key).replace(":", "(:|%3A)").replace("@", "(@|%40)")


def expect_chosen(page: Page, key: str, layer: str = ATTENTION) -> None:
    """The bar, the code, the card, the diagram and the address agree."""
    expect(page.locator(".tb-walk input")).to_have_attribute("aria-valuetext", key)
    expect(page.locator("article.tb-card")).to_have_attribute("data-card", key)
    expect(page).to_have_url(re.compile(rf"[?&]step={escaped(key.removeprefix(layer))}(&|$)"))
    expect(part(page, key)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".tb-paragraph .tb-row-chosen")).to_have_count(1)


def expect_opened(page: Page, module: str, name: str) -> None:
    """Another module is on the page, from its top."""
    expect(page.locator("[data-section=head] h2")).to_have_text(name)
    expect(page).to_have_url(re.compile(rf"[?&]module={escaped(module)}(&|$)"))
    settled(page)
    crumbs, header = page.locator(".tb-crumbs").bounding_box(), page.get_by_test_id("stHeader").bounding_box()
    assert crumbs is not None
    assert header is not None
    assert header["y"] + header["height"] <= crumbs["y"] < 500

"""Takes the README's picture anew: `.venv/bin/python -m tests.browser.picture`."""

from playwright.sync_api import sync_playwright

from tests.browser.chromium import chromium
from tests.browser.conftest import FLAGS, ROOT, serving, settled

PICTURE = ROOT / "explainer" / "web" / "pictures" / "layer.png"
CORE = "encoder.attn_layers.0.attention.inner_attention"


def take() -> None:
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        page = browser.new_page(viewport={"width": 1400, "height": 860}, reduced_motion="reduce")
        page.goto(f"{address}/layer?module={CORE}&step=:einsum")
        settled(page)
        lines = page.locator('[data-group="group:1"]')
        lines.wait_for()
        lines.scroll_into_view_if_needed()
        page.locator('[data-group="group:1"]').evaluate("part => part.scrollIntoView({block: 'start'})")
        page.wait_for_timeout(500)
        page.screenshot(path=PICTURE)
        browser.close()


if __name__ == "__main__":
    take()

"""Takes the README's picture anew: `.venv/bin/python -m tests.browser.picture`."""

from playwright.sync_api import sync_playwright

from tests.browser.chromium import chromium
from tests.browser.conftest import FLAGS, ROOT, serving, settled

PICTURE = ROOT / "explainer" / "web" / "pictures" / "attention.png"


def take() -> None:
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        page = browser.new_page(viewport={"width": 1400, "height": 860}, reduced_motion="reduce")
        page.goto(f"{address}/attention?head=2&query=pressure&key=dew_point")
        settled(page)
        page.locator(".js-plotly-plot .ytick text").first.wait_for()
        page.screenshot(path=PICTURE)
        browser.close()


if __name__ == "__main__":
    take()

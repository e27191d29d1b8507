"""Where things are on the attention page in a browser."""

from playwright.sync_api import Page, expect

MAP = ".js-plotly-plot"
ROWS = f"{MAP} .ytick text"


def cell(page: Page, query: int, key: int, of: int) -> tuple[float, float]:
    """Where the middle of a cell is on the screen, from the drawn area of the map."""
    expect(page.locator(ROWS)).to_have_count(of)
    box = page.locator(f"{MAP} .nsewdrag").bounding_box()
    assert box is not None
    return box["x"] + box["width"] * (key + 0.5) / of, box["y"] + box["height"] * (query + 0.5) / of

"""The evidence page in a browser: what is downloaded is what is on the page."""

import csv
import io
import re
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open, settled

pytestmark = pytest.mark.browser


def downloaded(page: Page, kind: str) -> Path:
    with page.expect_download() as waited:
        page.get_by_role("button", name=kind, exact=True).click()
    assert re.fullmatch(r"tracebook-map-layer-1-head-mean-window-mean\.[a-z]+", waited.value.suggested_filename)
    return Path(waited.value.path())


def test_the_csv_of_the_mean_over_heads_holds_the_numbers_of_the_page(open_page: Open) -> None:
    page = open_page("/evidence")
    page.get_by_role("radiogroup", name="Head").get_by_role("radio", name="mean").click()
    expect(page).to_have_url(re.compile(r"head=mean"))
    expect(page.get_by_text("Layer 1, mean of all heads, mean of 64 windows").first).to_be_visible()
    settled(page)

    heads, *rows = csv.reader(io.StringIO(downloaded(page, "CSV").read_text(encoding="utf-8-sig")))
    matrix = np.array([row[1:] for row in rows], dtype=float)
    np.testing.assert_allclose(matrix.sum(axis=1), 1, atol=1e-6)

    query, key = np.unravel_index(matrix.argmax(), matrix.shape)
    told = f"The strongest cell: {rows[query][0]} looks at {heads[1 + key]} with {matrix.max():.3g}."
    expect(page.get_by_text(told)).to_be_visible()
    sums = [float(text.replace("−", "-")) for text in bar_numbers(page)]
    np.testing.assert_allclose(sums, matrix.sum(axis=0) - 1, rtol=6e-3, atol=1e-6)


def bar_numbers(page: Page) -> list[str]:
    """The numbers at the ends of the first bars, one for each token."""
    bars = page.get_by_role("img", name="what each key is given, beyond the 1 of an indifferent map").first
    return bars.locator("g > text:last-child").all_text_contents()


def test_figures_come_as_vectors_and_as_pixels(open_page: Open) -> None:
    page = open_page("/evidence?head=mean")
    assert downloaded(page, "SVG").read_text(encoding="utf-8").count("<text") == 0
    assert downloaded(page, "PDF").read_bytes().startswith(b"%PDF")
    assert downloaded(page, "PNG").read_bytes().startswith(b"\x89PNG")

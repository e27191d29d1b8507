"""The layer page in a real browser: asking for numbers, opening modules, typing."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Open, settled
from tests.browser.layer import ATTENTION, CORE, LAYER, SEQUENCE, expect_chosen, expect_opened

pytestmark = pytest.mark.browser


def test_a_cell_shows_its_sum_and_stays_chosen_while_sliders_move(open_page: Open) -> None:
    page = open_page(f"/layer?module={CORE}&step=:einsum")
    cell = page.locator('.tb-grid td [data-cell="out0:0,0,3,2"]')
    number = cell.inner_text()
    cell.click()
    told = page.locator(".tb-sum")
    expect(told.locator(".tb-sum-head")).to_contain_text("[0, 0, 3, 2]")
    expect(told.locator(".tb-terms tr")).to_have_count(2)  # as many features as a head has
    expect(told.locator(".tb-check")).to_contain_text(re.compile(r"recomputed .* recorded .* \|Δ\| = "))
    recomputed, recorded = told.locator(".tb-check b").all_inner_texts()
    assert float(recorded.replace("−", "-")) == pytest.approx(float(number.replace("−", "-")), rel=0.01)
    assert float(recomputed.replace("−", "-")) == pytest.approx(float(recorded.replace("−", "-")), rel=1e-4)
    assert float(told.locator(".tb-check").inner_text().rpartition("= ")[2]) < 1e-5
    slider = page.get_by_role("slider", name="N · variates")
    slider.press("ArrowLeft")
    changes = page.locator("[data-section=changes]")
    expect(changes).to_have_text(re.compile(r"^Only this moved: N: 5 → 4\. In this layer \d+ of \d+ sizes follow\.$"))
    moved = page.locator(".tb-moved")
    expect(moved.filter(has_text=re.compile("^8|[( ]8[,)]")).first).to_be_attached()
    for letters in page.locator(".tb-moved").evaluate_all("all => all.map(each => each.dataset.moves)"):
        assert "N" in letters.split()
    expect(page.locator(".tb-cell-chosen [data-cell='out0:0,0,3,2']")).to_be_visible()
    expect(told.locator(".tb-check")).to_be_visible()
    expect_chosen(page, f"{CORE}:einsum", CORE)
    slider.press("ArrowRight")
    expect(changes).to_contain_text("Only this moved: N: 4 → 5.")
    expect(told.locator(".tb-check b").last).to_have_text(recorded)


def test_modules_are_opened_in_five_ways_and_each_is_read_from_its_top(open_page: Open) -> None:
    page = open_page("/layer")
    page.locator(".tb-next [data-open=encoder]").click()
    expect_opened(page, "encoder", "Encoder")
    page.locator(f'{SEQUENCE} [data-open="{LAYER}"]').first.click()
    expect_opened(page, LAYER, "EncoderLayer")
    page.locator(".tb-next [data-open$=attention]").click()
    expect_opened(page, ATTENTION, "AttentionLayer")
    page.locator(f'article.tb-card [data-open], .tb-next [data-open="{CORE}"]').last.click()
    expect_opened(page, CORE, "FullAttention")
    page.locator(f'[data-section=place] [data-open="{ATTENTION}"]').click()
    expect_opened(page, ATTENTION, "AttentionLayer")
    page.locator(f'.tb-crumbs [data-open="{LAYER}"]').click()
    expect_opened(page, LAYER, "EncoderLayer")
    page.locator(".tb-tree summary").click()
    page.locator('.tb-tree [data-tree="enc_embedding"]').click()
    expect_opened(page, "enc_embedding", "InvertedEmbedding")
    expect(page.locator(".tb-tree")).to_have_attribute("open", "")  # left as the reader has it
    page.locator('[data-section=place] .tb-listing [data-open="encoder"]').click()
    expect_opened(page, "encoder", "Encoder")
    settled(page)
    page.go_back()
    expect_opened(page, "enc_embedding", "InvertedEmbedding")


def test_numbers_of_the_small_example_can_be_changed_and_nonsense_is_answered_in_a_sentence(open_page: Open) -> None:
    page = open_page(f"/layer?module={LAYER}.norm1")
    results = in_sight(page, ".tb-results")
    built = results.inner_text()
    fields = page.locator(".tb-example input")
    first, second = fields.nth(0), fields.nth(1)
    was = first.input_value()
    first.fill("9")
    first.press("Tab")
    page.keyboard.type("-3")  # while the answer to the first is on its way
    expect(page.locator("[data-example-reset]")).to_be_visible()
    expect(results).not_to_have_text(built)
    expect(second).to_be_focused()
    expect(second).to_have_value("-3")
    expect(first).to_have_value("9")
    with_nine = results.inner_text()
    second.press("Enter")
    expect(results).not_to_have_text(with_nine, use_inner_text=True)
    expect(second).to_be_focused()
    second.fill("<b>two</b>")
    second.press("Tab")
    expect(page.locator(".tb-refused")).to_contain_text("<b>two</b>")
    expect(second).to_have_value("<b>two</b>")
    expect(first).to_have_value("9")
    look_at_the_other_model(page)
    expect(second).to_have_value("<b>two</b>")
    page.locator("[data-example-reset]").click()
    expect(page.locator(".tb-refused")).to_have_count(0)
    expect(first).to_have_value(was)
    expect(results).to_have_text(built, use_inner_text=True)


def in_sight(page: Page, selector: str) -> Locator:
    """What is out of sight is not laid out, and has no text that one could read."""
    found = page.locator(selector)
    found.scroll_into_view_if_needed()
    expect(found).not_to_have_text("", use_inner_text=True)
    return found


def look_at_the_other_model(page: Page) -> None:
    """It has a module of the same name, and nothing was typed there."""
    models = page.get_by_role("radiogroup", name="Which model")
    models.get_by_text("PatchTST").click()
    expect(page.locator("[data-example-reset]")).to_have_count(0)
    expect(page.locator(".tb-refused")).to_have_count(0)
    models.get_by_text("iTransformer").click()

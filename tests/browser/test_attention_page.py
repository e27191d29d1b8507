"""The attention page in a real browser: what a visitor does with the map, and what they then see."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.attention import MAP, ROWS, cell
from tests.browser.conftest import Open, settled

pytestmark = pytest.mark.browser


def test_a_slider_moved_by_keyboard_changes_the_size_of_the_map(open_page: Open) -> None:
    page = open_page("/attention")
    expect(page.locator(ROWS)).to_have_count(9)
    slider = page.get_by_role("slider", name="N · variates")
    slider.focus()
    slider.press("ArrowLeft")
    expect(page.locator(ROWS)).to_have_count(8)
    expect(page).to_have_url(re.compile("n_variates=4"))
    expect(page.get_by_text("8 tokens", exact=True)).to_be_visible()


def test_a_click_on_a_cell_shows_its_number_and_its_row(open_page: Open) -> None:
    page = open_page("/attention")
    page.mouse.click(*cell(page, query=2, key=6, of=9))
    expect(page.get_by_text("relative humidity looks at day of week")).to_be_visible()
    expect(page.get_by_text(re.compile(r"raw score .* × 0\.7071 = scaled score .* → attention 0\.\d+"))).to_be_visible()
    expect(page).to_have_url(re.compile("query=humidity&key=day_of_week"))
    settled(page)
    page.mouse.click(*cell(page, query=8, key=0, of=9))
    expect(page.get_by_text("day of year looks at temperature")).to_be_visible()


def test_back_leads_to_cells_that_were_chosen_and_to_no_others(open_page: Open) -> None:
    page = open_page("/attention")
    for query, key, said in ((1, 1, "dew point looks at dew point"), (2, 3, "relative humidity looks at air pressure")):
        page.mouse.click(*cell(page, query, key, of=9))
        expect(page.get_by_text(said)).to_be_visible()
        settled(page)
    expect(page).to_have_url(re.compile("query=humidity&key=pressure"))
    page.go_back()
    expect(page.get_by_text("dew point looks at dew point")).to_be_visible()
    expect(page).to_have_url(re.compile("query=dew_point&key=dew_point"))


def test_hovering_a_cell_names_query_key_and_value(open_page: Open) -> None:
    page = open_page("/attention")
    page.mouse.move(*cell(page, query=0, key=5, of=9))
    label = page.locator(f"{MAP} .hoverlayer .hovertext")
    expect(label).to_contain_text("temperature")
    expect(label).to_contain_text("hour of day")
    expect(label).to_contain_text(re.compile(r"0\.\d{3}"))


def test_a_small_map_chooses_its_head_by_click_and_by_keyboard(open_page: Open) -> None:
    page = open_page("/attention")
    page.locator("[data-choice='3']").click()
    expect(page.locator("[data-choice='3']")).to_have_attribute("aria-pressed", "true")
    expect(page).to_have_url(re.compile("head=3"))
    page.locator("[data-choice='4']").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-choice='4']")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("layer 1 · head 4")).to_be_visible()
    expect(page.locator("[data-choice='4']")).to_be_focused()


def test_a_small_map_answers_again_after_another_head_was_chosen_elsewhere(open_page: Open) -> None:
    page = open_page("/attention")
    third = page.locator("[data-choice='3']")
    third.click()
    expect(third).to_have_attribute("aria-pressed", "true")
    page.get_by_role("radiogroup", name="Head").get_by_text("1", exact=True).click()
    expect(page.locator("[data-choice='1']")).to_have_attribute("aria-pressed", "true")
    settled(page)
    third.click()
    expect(third).to_have_attribute("aria-pressed", "true")


def test_settings_that_cannot_work_get_a_sentence_and_the_last_good_map_stays(open_page: Open) -> None:
    page = open_page("/attention?d_model=8&n_heads=8&n_variates=2")
    slider = page.get_by_role("slider", name="H · heads")
    slider.focus()
    slider.press("ArrowRight")
    expect(page.get_by_text("n_heads is 9, more than d_model, which is 8")).to_be_visible()
    expect(page.locator(ROWS)).to_have_count(6)
    slider.press("ArrowLeft")
    expect(page.get_by_text("n_heads is 9")).to_have_count(0)


def test_a_click_on_a_cell_between_patches_names_both(open_page: Open) -> None:
    page = open_page("/attention?model=patchtst&window=3&variate=humidity")
    page.mouse.click(*cell(page, query=5, key=1, of=6))
    expect(page.get_by_text("patch 6 · 16:00–17:00 + pad looks at patch 2 · 08:00–11:00")).to_be_visible()
    expect(page).to_have_url(re.compile("query=patch_6&key=patch_2"))
    expect(page.get_by_text("window 3 · relative humidity")).to_be_visible()


def test_a_cell_among_many_patches_is_hit_although_not_all_are_named(open_page: Open) -> None:
    page = open_page("/attention?model=patchtst&seq_len=96&patch_len=16&stride=4")
    expect(page.locator(ROWS)).to_have_count(11)
    box = page.locator(f"{MAP} .nsewdrag").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * 3.5 / 22, box["y"] + box["height"] * 20.5 / 22)
    expect(page).to_have_url(re.compile("query=patch_21&key=patch_4"))


def test_train_mode_is_a_click_away(open_page: Open) -> None:
    page = open_page("/attention")
    page.get_by_role("radiogroup", name="Mode").get_by_text("train", exact=True).click()
    expect(page.get_by_text("one forward pass in train mode (dropout 0.1)")).to_be_visible()
    expect(page).to_have_url(re.compile("training=true"))

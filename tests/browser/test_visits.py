"""A visit in a real browser: how it begins, in which language, what stays from page to page, and what goes back."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.attention import ROWS
from tests.browser.conftest import Open, serving, settled, turned_to

pytestmark = pytest.mark.browser


def test_a_deep_link_is_the_first_thing_a_fresh_server_answers(open_page: Open) -> None:
    with serving() as fresh:
        page = open_page("/attention?lang=zh&n_variates=2", at=fresh)
        expect(page.get_by_role("heading", name="谁在关注谁")).to_be_visible()
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.get_by_role("link", name="前向记录")).to_be_visible()
        expect(page.locator(ROWS)).to_have_text(["气温", "露点温度", "小时", "星期", "月内第几天", "年内第几天"])


def test_the_front_door_leads_to_the_map_and_keeps_what_the_address_asks_for(open_page: Open) -> None:
    page = open_page("/?n_variates=3&time_marks=false")
    expect(page).to_have_url(re.compile(r"/attention\?"))
    expect(page.locator(ROWS)).to_have_text(["temperature", "dew point", "relative humidity"])


def test_the_language_switch_keeps_the_sliders_and_the_choices(open_page: Open) -> None:
    page = open_page("/attention?d_model=16&n_heads=2&layer=2&stage=raw&query=dew_point&key=pressure")
    page.get_by_text("中文", exact=True).click()
    expect(page.get_by_role("heading", name="谁在关注谁")).to_be_visible()
    settled(page)
    expect(page.get_by_role("slider", name="D · token 维度")).to_have_value("16")
    expect(page.get_by_role("slider", name="H · 注意力头数")).to_have_value("2")
    expect(page.get_by_role("radio", name="原始得分")).to_be_checked()
    expect(page.get_by_text("露点温度 看 气压")).to_be_visible()
    for part in ("d_model=16", "n_heads=2", "layer=2", "stage=raw", "query=dew_point", "key=pressure", "lang=zh"):
        expect(page).to_have_url(re.compile(part))


def test_a_chosen_language_is_spoken_on_the_other_page_too(open_page: Open) -> None:
    page = open_page("/attention")
    page.get_by_text("中文", exact=True).click()
    page.get_by_role("link", name="前向记录").click()
    expect(page.get_by_role("heading", name="这次前向都做了什么")).to_be_visible()
    settled(page)
    page.get_by_role("link", name="注意力").click()
    expect(page.get_by_role("heading", name="谁在关注谁")).to_be_visible()


def test_the_language_of_a_first_visit_is_the_browsers(open_page: Open) -> None:
    expect(open_page("/attention", locale="zh-CN").get_by_role("heading", name="谁在关注谁")).to_be_visible()
    expect(open_page("/attention", locale="de-DE").get_by_role("heading", name="What attends to what")).to_be_visible()


def test_an_address_that_asks_for_too_much_is_answered_in_a_sentence(open_page: Open) -> None:
    page = open_page("/attention?n_variates=9")
    expect(page.get_by_text("n_variates in the address is 9; choose a whole number from 1 to 5.")).to_be_visible()
    expect(page.locator(ROWS)).to_have_count(9)


def test_settings_and_choices_survive_a_look_at_the_other_page(open_page: Open) -> None:
    page = open_page("/attention?n_variates=3&layer=2&stage=scaled")
    page.get_by_role("link", name="Record").click()
    expect(page.get_by_role("heading", name="Everything that ran")).to_be_visible()
    settled(page)
    page.get_by_role("link", name="Attention").click()
    expect(page.get_by_text("Scaled score · layer 2")).to_be_visible()
    expect(page.locator(ROWS)).to_have_count(7)


@pytest.mark.parametrize(("width", "locale"), [(1400, "en-US"), (1400, "zh-CN"), (390, "en-US"), (390, "zh-CN")])
def test_no_page_is_wider_than_the_screen(open_page: Open, width: int, locale: str) -> None:
    page = open_page("/attention", locale=locale, width=width, height=900)
    for path in ("/attention", "/record", "/attention?model=patchtst", "/record?model=patchtst&training=true"):
        turned_to(path, page)
        too_wide = page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth - window.innerWidth")
        assert too_wide <= 0


def test_the_back_button_undoes_what_was_moved(open_page: Open) -> None:
    page = open_page("/attention")
    slider = page.get_by_role("slider", name="N · variates")
    slider.press("ArrowLeft")
    expect(page).to_have_url(re.compile("n_variates=4"))
    expect(page.locator(ROWS)).to_have_count(8)
    page.get_by_role("radiogroup", name="Stage").get_by_text("Raw score").click()
    expect(page).to_have_url(re.compile("stage=raw"))
    page.go_back()
    expect(page.get_by_role("radio", name="Attention")).to_be_checked()
    expect(page.locator(ROWS)).to_have_count(8)
    page.go_back()
    expect(page.locator(ROWS)).to_have_count(9)


def test_another_model_is_a_click_away_and_back_brings_the_first_one_and_its_cell(open_page: Open) -> None:
    page = open_page("/attention?n_variates=3&query=dew_point")
    expect(page.locator(ROWS)).to_have_count(7)
    page.get_by_text("PatchTST", exact=True).click()
    expect(page.locator(ROWS)).to_have_count(6)
    expect(page.locator(ROWS).last).to_have_text("patch 6 · 10:00–11:00 + pad")
    expect(page.get_by_role("slider", name="N · variates")).to_have_value("3")
    expect(page.get_by_role("spinbutton", name="P · patch length")).to_have_value("4")
    expect(page).to_have_url(re.compile(r"model=patchtst$"))
    settled(page)
    page.go_back()
    expect(page.locator(ROWS)).to_have_count(7)
    expect(page.get_by_text("dew point looks at temperature")).to_be_visible()

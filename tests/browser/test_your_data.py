"""A reader brings a file of their own: it is read, a model is fitted to it, and all pages are about it."""

import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import Page, expect

from explainer.fitting import load
from tests.browser.conftest import Open, settled

pytestmark = pytest.mark.browser
NAMES = ["风速", "功率", "温度"]
ROWS = 400


def chinese_file(folder: Path) -> Path:
    """Waves of a day with a gap, as a Chinese spreadsheet writes them."""
    angle = 2 * np.pi * np.arange(ROWS)[:, None] / 24 - np.arange(3) / 2
    values = np.round(10 + np.sin(angle) + np.random.default_rng(0).normal(0, 0.05, angle.shape), 3)
    table = pd.DataFrame(values, columns=NAMES)
    table.insert(0, "时间", pd.date_range("2024-03-01", periods=ROWS, freq="h").strftime("%Y年%m月%d日 %H:%M"))
    table.loc[8, "功率"] = np.nan
    file = folder / "风电场.csv"
    file.write_bytes(table.to_csv(index=False).encode("gb18030"))
    return file


def bring(page: Page, file: Path, field: int = 0) -> None:
    page.locator("input[type=file]").nth(field).set_input_files(file)
    settled(page)


def turn_to(page: Page, name: str) -> None:
    page.get_by_role("link", name=name, exact=True).first.click()
    settled(page)


def row_of_the_map(page: Page) -> list[str]:
    """The names and numbers beside the map."""
    expect(page.locator(".tb-row-of-map")).to_be_visible()
    return page.locator(".tb-row-of-map tr").all_inner_texts()


def downloaded_map(page: Page, file: Path) -> pd.DataFrame:
    """The mean map of the first head, as the page of evidence gives it away."""
    turn_to(page, "可信度")
    with page.expect_download() as download:
        page.get_by_role("button", name="CSV", exact=True).click()
    download.value.save_as(file)
    return pd.read_csv(file, index_col=0, encoding="utf-8-sig")


def test_a_file_is_read_fitted_saved_and_read_again_with_the_same_map(open_page: Open, tmp_path: Path) -> None:
    page = open_page("/data", locale="zh-CN")
    file = chinese_file(tmp_path)
    bring(page, file)
    expect(page.get_by_text("400 行")).to_be_visible(timeout=20_000)
    expect(page.get_by_text(re.compile("GB18030 文本"))).to_be_visible()
    expect(page.get_by_text(re.compile("功率.*第 10 行"))).to_be_visible()

    page.get_by_role("button", name="开始训练").click()
    expect(page.get_by_text("训练结果", exact=True)).to_be_visible(timeout=90_000)
    with page.expect_download() as download:
        page.get_by_role("button", name="权重与设置").click()
    saved = tmp_path / "fit.safetensors"
    download.value.save_as(saved)
    assert load(saved.read_bytes()).variates == tuple(NAMES)

    turn_to(page, "注意力")
    expect(page.locator(".stMarkdownBadge")).to_contain_text("在 风电场.csv 上训练得到")
    fitted = row_of_the_map(page)
    assert [line.split("\t")[0] for line in fitted][1:4] == NAMES
    taken = downloaded_map(page, tmp_path / "map.csv")
    assert list(taken.columns)[:3] == list(taken.index)[:3] == NAMES
    np.testing.assert_allclose(taken.sum(axis=1), 1, atol=1e-5)

    other = open_page("/data", locale="zh-CN")
    bring(other, file)
    expect(other.get_by_text("400 行")).to_be_visible(timeout=20_000)
    expect(other.get_by_role("button", name="开始训练")).to_be_visible(timeout=20_000)
    settled(other)
    bring(other, saved, field=1)
    expect(other.get_by_text("训练结果", exact=True)).to_be_visible(timeout=20_000)
    turn_to(other, "注意力")
    assert row_of_the_map(other) == fitted
    pd.testing.assert_frame_equal(downloaded_map(other, tmp_path / "again.csv"), taken)


def test_the_series_stays_when_other_pages_are_looked_at(open_page: Open, tmp_path: Path) -> None:
    page = open_page("/data")
    bring(page, chinese_file(tmp_path))
    expect(page.get_by_text("400 rows")).to_be_visible(timeout=20_000)
    settled(page)
    turn_to(page, "Layers")
    expect(page.get_by_text("风电场.csv").first).to_be_visible()
    turn_to(page, "Your data")
    expect(page.get_by_text("400 rows")).to_be_visible()
    page.get_by_role("button", name="Back to the sample").click()
    expect(page.get_by_text("No file yet")).to_be_visible()


def test_a_picture_under_the_name_of_a_table_is_refused_in_a_sentence(open_page: Open, tmp_path: Path) -> None:
    page = open_page("/data")
    picture = tmp_path / "table.csv"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(500))
    bring(page, picture)
    expect(page.get_by_text(re.compile("table.csv.*picture"))).to_be_visible(timeout=20_000)
    expect(page.get_by_text("No file yet")).to_be_visible()


def test_a_fit_can_be_stopped_and_the_page_is_usable_meanwhile(open_page: Open, tmp_path: Path) -> None:
    page = open_page("/data")
    file = tmp_path / "long.csv"
    rng = np.random.default_rng(0)
    table = pd.DataFrame(rng.normal(size=(16_000, 8)).cumsum(axis=0), columns=[f"v{number}" for number in range(8)])
    table.insert(0, "date", pd.date_range("2024-01-01", periods=len(table), freq="15min"))
    table.to_csv(file, index=False)
    bring(page, file)
    expect(page.get_by_text("16,000 rows")).to_be_visible(timeout=20_000)
    settled(page)
    page.get_by_role("radio", name="four phases").click(force=True)  # it does not end early by itself
    expect(page.get_by_role("radio", name="four phases")).to_be_checked()
    settled(page)
    page.get_by_role("button", name="Fit", exact=True).click()
    stop = page.get_by_role("button", name="Stop and keep the best so far")
    expect(page.get_by_text(re.compile(r"epoch \d+ of up to"))).to_be_visible(timeout=20_000)
    page.get_by_role("link", name="Attention", exact=True).first.click()
    expect(page.locator(".tb-row-of-map")).to_be_visible(timeout=20_000)
    page.get_by_role("link", name="Your data", exact=True).first.click()
    stop.click()
    expect(page.get_by_text("What the fits are worth", exact=True)).to_be_visible(timeout=60_000)

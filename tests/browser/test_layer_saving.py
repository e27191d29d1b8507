"""What is saved from the layer page in a real browser: diagrams, pictures, and the layer as one file."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Open
from tests.browser.layer import ATTENTION, CORE, part

pytestmark = pytest.mark.browser

READ_PNG = """async bytes => {
  const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
  const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  const pixels = new Uint32Array(canvas.getImageData(0, 0, image.width, image.height).data.buffer);
  return [image.width, image.height, new Set(pixels).size];
}"""


def test_diagrams_are_saved_as_drawings_and_pictures_and_the_layer_as_one_file(
    open_page: Open, browser: Browser, tmp_path: Path
) -> None:
    page = open_page(f"/layer?module={ATTENTION}&lang=zh")
    for name in ("sequence", "groups"):
        drawn = save_drawing(page, name)
        save_picture(page, name, drawn)
    with page.expect_download() as saved:
        page.get_by_role("button", name="把这一层存为 HTML").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    read_alone(browser, file)


def save_drawing(page: Page, name: str) -> ET.Element:
    buttons = page.locator(f"[data-section={name}] [data-save]")
    with page.expect_download() as saved:
        buttons.first.click()
    assert saved.value.suggested_filename == f"tracebook-{ATTENTION}-{name}.svg"
    written = Path(saved.value.path()).read_text(encoding="utf-8")
    drawn = ET.fromstring(written)  # noqa: S314 - our own file
    texts = ["".join(each.itertext()) for each in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert any("view" in text for text in texts)
    letters = {each.get("data-axis") for each in drawn.iter("{http://www.w3.org/2000/svg}tspan")} - {None}
    assert letters >= {"B", "H", "N", "T", "E"}
    for letter in ("B", "H", "N", "T", "E"):
        assert re.search(rf"\.tb-axis-{letter}\{{[^}}]*fill:var\(--[\w-]+, ?#[0-9a-f]{{6}}\)", written)
    assert re.findall(r"var\(--[\w-]+\)", written) == []
    return drawn


def save_picture(page: Page, name: str, drawn: ET.Element) -> None:
    with page.expect_download() as saved:
        page.locator(f"[data-section={name}] [data-save]").last.click()
    assert saved.value.suggested_filename == f"tracebook-{ATTENTION}-{name}.png"
    bytes_ = Path(saved.value.path()).read_bytes()
    assert bytes_.startswith(b"\x89PNG\r\n\x1a\n")
    width, height, colours = page.evaluate(READ_PNG, list(bytes_))
    assert [width, height] == [2 * float(drawn.attrib[side]) for side in ("width", "height")]
    assert colours > 50


def read_alone(browser: Browser, file: Path) -> None:
    """The file in a browser without a network: one walks in it and looks deeper."""
    context = browser.new_context(offline=True, reduced_motion="reduce", viewport={"width": 1400, "height": 1000})
    alone, complaints = context.new_page(), list[str]()
    alone.on("pageerror", lambda error: complaints.append(str(error)))
    alone.on("request", lambda request: complaints.append(request.url) if not request.url.startswith("file:") else None)
    alone.goto(file.as_uri())
    expect(alone.locator("html")).to_have_attribute("lang", re.compile("^zh"))
    card = alone.locator("article.tb-card")
    expect(card).to_have_attribute("data-card", f"{ATTENTION}.query_projection")
    part(alone, f"{ATTENTION}.query_projection").focus()
    alone.keyboard.press("ArrowDown")
    expect(card).to_have_attribute("data-card", f"{ATTENTION}:view")
    expect(part(alone, f"{ATTENTION}:view")).to_have_attribute("aria-pressed", "true")
    expect(part(alone, f"{CORE}:softmax")).to_have_count(0)
    alone.locator("[data-depth=everything]").click()
    expect(alone.locator("[data-depth=everything]")).to_have_attribute("aria-pressed", "true")
    part(alone, f"{CORE}:softmax").click()
    expect(card).to_have_attribute("data-card", f"{CORE}:softmax")
    context.close()
    assert complaints == []

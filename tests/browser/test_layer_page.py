"""The layer page in a real browser: choosing, walking, opening, typing, saving; on a desk, on a phone, in the dark."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import Open, settled

pytestmark = pytest.mark.browser
LAYER = "encoder.attn_layers.0"
# It has modules, operations and words, and no map, which would be the slowest part of the page.
ATTENTION = f"{LAYER}.attention"
CORE = f"{ATTENTION}.inner_attention"
SEQUENCE = ".tb-figure[data-name=sequence] .tb-wide"
GROUPS = ".tb-figure[data-name=groups] .tb-wide"
# Black on white is 21; 4.5 is what the accessibility guidelines ask of body text.
CONTRAST = """element => {
  const canvas = document.createElement("canvas").getContext("2d");
  const light = (colour) => {
    canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((each) => each / 255)
      .map((each) => (each <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4))
      .reduce((sum, each, at) => sum + each * [0.2126, 0.7152, 0.0722][at], 0);
  };
  const ground = getComputedStyle(document.querySelector("[data-testid=stApp]") ?? document.body).backgroundColor;
  const [high, low] = [light(getComputedStyle(element).color), light(ground)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}"""
READ_PNG = """async bytes => {
  const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
  const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  const pixels = new Uint32Array(canvas.getImageData(0, 0, image.width, image.height).data.buffer);
  return [image.width, image.height, new Set(pixels).size];
}"""


# What the page says to the server arrives a quarter of a second later.
SLOW_LINE = """() => {
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (said) { setTimeout(() => send.call(this, said), 250); };
}"""
WATCHED = """element => {
  window.seen = [];
  const watcher = new MutationObserver(() => window.seen.push(element.textContent));
  watcher.observe(element, { childList: true, characterData: true, subtree: true });
}"""
# Both at once: the step is not told yet when the depth is chosen.
STEP_ON_AND_CLICK = """button => {
  button.getRootNode().querySelector("[data-walk='1']").click();
  button.click();
}"""
NAMELESS = """() => [...document.querySelectorAll("*")].flatMap((each) => each.shadowRoot
  ? [...each.shadowRoot.querySelectorAll("button, input, summary, [role=button], [role=toolbar], [role=group], svg")]
  : []).filter((each) => each.checkVisibility()).map((each) => [each.outerHTML.slice(0, 90),
    each.getAttribute("aria-label") || each.textContent.trim() || each.closest("[aria-label]")?.ariaLabel || ""])
  .filter(([, name]) => !name).map(([html]) => html)"""


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


def test_a_step_is_chosen_by_pointer_or_by_walking_there(open_page: Open) -> None:
    page = open_page(f"/layer?module={ATTENTION}")
    choose_by_pointer(page)
    choose_a_group(page)
    walk(page)
    play(page)


def choose_by_pointer(page: Page) -> None:
    """In either diagram, in the code, and by the size behind a line."""
    for where, step, line in (
        (f"{SEQUENCE} .tb-part", ":view.2", "self.key_projection(keys).view("),
        (f"{GROUPS} .tb-part", ":view.4", "mixed.view("),
        (".tb-paragraph .tb-expression", ".query_projection", "self.query_projection(queries).view("),
        (".tb-paragraph .tb-hint", ".out_projection", "self.out_projection("),
    ):
        page.locator(f'{where}[data-key="{ATTENTION}{step}"]').first.click()
        expect_chosen(page, f"{ATTENTION}{step}")
        expect(page.locator(".tb-paragraph .tb-row-chosen code")).to_contain_text(line)


def choose_a_group(page: Page) -> None:
    part(page, "group:3", GROUPS).click(position={"x": 60, "y": 14})
    expect_chosen(page, f"{ATTENTION}.inner_attention")
    words = page.locator('.tb-paragraph[data-group="group:3"]')
    expect(words).to_be_in_viewport()
    expect(words).to_have_class(re.compile("tb-group-chosen"))
    expect(words.locator(".tb-row-chosen")).to_have_count(1)


def walk(page: Page) -> None:
    """By keys, by buttons, and by the range."""
    at = page.locator(".tb-walk output")
    scrub = page.get_by_role("slider", name="Walk through the steps")
    scrub.press("Home")
    expect(at).to_have_text("1 / 9")
    part(page, f"{ATTENTION}.query_projection").focus()
    page.keyboard.press("ArrowRight")
    expect_chosen(page, f"{ATTENTION}:view")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(at).to_have_text("1 / 9")
    page.get_by_role("button", name="One step on").click()
    page.get_by_role("button", name="One step on").click()
    expect_chosen(page, f"{ATTENTION}.key_projection")
    page.get_by_role("button", name="One step back").click()
    expect_chosen(page, f"{ATTENTION}:view")
    scrub.press("End")
    scrub.press("ArrowLeft")
    expect_chosen(page, f"{ATTENTION}:view.4")


def play(page: Page) -> None:
    """From the last step but one to the end, and no further."""
    button = page.get_by_role("button", name="Play")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".tb-walk output")).to_have_text("9 / 9")
    expect(button).to_have_attribute("aria-pressed", "false")
    expect_chosen(page, f"{ATTENTION}.out_projection")


def test_back_leads_through_what_was_chosen_and_a_shared_address_restores_all_of_it(open_page: Open) -> None:
    page = open_page(f"/layer?module={ATTENTION}")
    page.locator("[data-depth=everything]").click()
    expect(page.locator("[data-depth=everything]")).to_have_attribute("aria-pressed", "true")
    for step in (".inner_attention:softmax", ":view"):
        part(page, f"{ATTENTION}{step}").click()
        expect_chosen(page, f"{ATTENTION}{step}")
        settled(page)
    page.locator('.tb-grid td [data-cell="out0:0,0,3,1"]').click()
    expect(page.locator(".tb-sum-head")).to_contain_text("[0, 0, 3, 1]")
    other = open_page(page.url.partition("/layer")[2].join(["/layer", ""]))
    expect_chosen(other, f"{ATTENTION}:view")
    expect(other.locator("[data-depth=everything]")).to_have_attribute("aria-pressed", "true")
    expect(other.locator(".tb-cell-chosen [data-cell='out0:0,0,3,1']")).to_be_visible()
    expect(other.locator(".tb-sum-head")).to_have_text(page.locator(".tb-sum-head").inner_text())
    page.go_back()
    expect(page.locator(".tb-sum-head")).to_have_count(0)
    expect_chosen(page, f"{ATTENTION}:view")
    settled(page)
    page.go_back()
    expect_chosen(page, f"{ATTENTION}.inner_attention:softmax")


def test_a_quick_walk_is_followed_over_a_slow_line_and_nothing_goes_back(open_page: Open) -> None:
    page = open_page(f"/layer?module={LAYER}&depth=everything")
    page.evaluate(SLOW_LINE)
    at = page.locator(".tb-walk output")
    whole = at.inner_text().partition(" / ")[2]
    at.evaluate(WATCHED)
    part(page, ATTENTION).focus()
    for _ in range(9):  # quicker than the page tells the server
        page.keyboard.press("ArrowDown")
    for _ in range(9):  # slower than that, and quicker than the server answers
        page.keyboard.press("ArrowDown", delay=110)
    expect(at).to_have_text(re.compile("^19 / "))
    page.locator("[data-depth=operations]").evaluate(STEP_ON_AND_CLICK)
    expect(page.locator("[data-depth=operations]")).to_have_attribute("aria-pressed", "true")
    page.locator("[data-depth=everything]").click()
    expect(page.locator("[data-depth=everything]")).to_have_attribute("aria-pressed", "true")
    expect(at).to_have_text(re.compile("^20 / "))
    key = page.locator(".tb-walk input").get_attribute("aria-valuetext")
    assert key
    expect_chosen(page, key, LAYER)
    settled(page)
    expect_chosen(page, key, LAYER)
    seen = [int(text.split(" / ")[0]) for text in page.evaluate("window.seen") if text.endswith(f"/ {whole}")]
    assert seen[0] == 2
    assert seen == sorted(seen)


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
    results = page.locator(".tb-results")
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


def look_at_the_other_model(page: Page) -> None:
    """It has a module of the same name, and nothing was typed there."""
    models = page.get_by_role("radiogroup", name="Which model")
    models.get_by_text("PatchTST").click()
    expect(page.locator("[data-example-reset]")).to_have_count(0)
    expect(page.locator(".tb-refused")).to_have_count(0)
    models.get_by_text("iTransformer").click()


def test_diagrams_are_saved_as_drawings_and_pictures_and_the_layer_as_one_file(
    open_page: Open, browser: Browser, tmp_path: Path
) -> None:
    page = open_page(f"/layer?module={ATTENTION}&lang=zh")
    for name in ("sequence", "groups"):
        drawn = save_drawing(page, name)
        save_picture(page, name, drawn)
    with page.expect_download() as saved:
        page.get_by_test_id("stDownloadButton").get_by_role("button").click()
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


def test_a_phone_has_its_own_diagrams_and_nothing_is_wider_than_the_screen(open_page: Open) -> None:
    for path in (f"/layer?module={CORE}&lang=zh", f"/layer?model=patchtst&module={LAYER}&depth=everything"):
        page = open_page(path, viewport={"width": 390, "height": 844})
        expect(page.locator(".tb-narrow svg").first).to_be_visible()
        expect(page.locator(".tb-wide svg").locator("visible=true")).to_have_count(0)
        for element in ("document.documentElement", "document.querySelector('[data-testid=stMain]')"):
            assert page.evaluate(f"{element}.scrollWidth <= {element}.clientWidth")
        boxes = page.locator(".tb-document").evaluate_all("all => all.map(each => each.scrollWidth - each.clientWidth)")
        assert max(boxes) <= 0


def test_letters_are_one_colour_everywhere_and_all_can_be_read_by_day_and_by_night(open_page: Open) -> None:
    page = open_page(f"/layer?module={ATTENTION}")
    look_for_a_letter(page)
    document = page.locator(".tb-document").first
    expect(document).not_to_have_class(re.compile("tb-dark"))
    read_all(page)
    page.emulate_media(color_scheme="dark")
    expect(document).to_have_class(re.compile("tb-dark"))
    read_all(page)


def look_for_a_letter(page: Page) -> None:
    """Under the pointer it is marked wherever it is, and the others step back."""
    page.locator("[data-section=inputs] .tb-axis[data-axis=B]").first.hover()
    marked = page.locator(".tb-thread-on")
    expect(page.locator(f"{SEQUENCE} .tb-thread-on[data-axis=B]").first).to_be_attached()
    expect(page.locator(".tb-paragraph .tb-thread-on[data-axis=B]").first).to_be_attached()
    assert set(marked.evaluate_all("all => all.map(each => each.dataset.axis)")) == {"B"}
    others = page.locator("[data-section=inputs] .tb-axis[data-axis=D]").first
    expect(others).to_have_css("opacity", "0.28")
    page.mouse.move(0, 0)
    expect(marked).to_have_count(0)
    expect(others).to_have_css("opacity", "1")


def read_all(page: Page) -> None:
    for words in ("[data-section=lines] p", ".tb-job", ".tb-row code", ".tb-note", ".tb-link", ".tb-hint", ".tb-k"):
        assert page.locator(words).first.evaluate(CONTRAST) >= 4.5, words
    for letter in "BNTHED":
        assert page.locator(f".tb-axis-{letter}").first.evaluate(CONTRAST) >= 4.5, letter
    drawn = page.locator(f"{SEQUENCE} text").first
    drawn.evaluate("each => { each.style.color = getComputedStyle(each).fill }")
    assert drawn.evaluate(CONTRAST) >= 4.5
    drawn.evaluate("each => { each.style.color = '' }")


def test_everything_is_in_reach_of_the_keyboard_and_has_a_name_in_the_language_of_the_page(open_page: Open) -> None:
    page = open_page(f"/layer?module={ATTENTION}")
    everything_has_a_name(page, "en")
    reach_by_keyboard(page)
    page.locator(".tb-tree summary").click()
    page.get_by_text("中文", exact=True).click()
    expect(page.get_by_role("button", name="下一步")).to_be_visible()
    settled(page)
    everything_has_a_name(page, "zh")
    expect(page.locator(".tb-tree")).to_have_attribute("open", "")  # left as the reader has it
    page.get_by_role("button", name="下一步").click()
    expect_chosen(page, f"{ATTENTION}.key_projection")


def everything_has_a_name(page: Page, language: str) -> None:
    expect(page.locator(".tb-document").first).to_have_attribute("lang", language)
    assert page.evaluate(NAMELESS) == []
    parts = page.locator(f"{SEQUENCE} .tb-part, {GROUPS} .tb-part").evaluate_all(
        "all => all.map(each => [each.getAttribute('role'), each.tabIndex, each.getAttribute('aria-label')])"
    )
    assert len(parts) > 20
    for role, place, name in parts:
        assert (role, place, name.strip() != "") == ("button", 0, True)


def reach_by_keyboard(page: Page) -> None:
    page.locator("[data-section=sequence] [data-save=png]").focus()
    reached = page.locator(f"{SEQUENCE} .tb-part:focus")
    for _ in range(6):
        page.keyboard.press("Tab")
        expect(reached).to_have_count(1)
        if reached.get_attribute("data-key") == f"{ATTENTION}:view":
            break
    page.keyboard.press("Enter")
    expect_chosen(page, f"{ATTENTION}:view")
    expect(part(page, f"{ATTENTION}:view")).to_be_focused()


def test_what_is_chosen_is_there_again_after_a_look_at_another_page_and_can_be_left(open_page: Open) -> None:
    page = open_page(f"/layer?module={ATTENTION}")
    part(page, f"{ATTENTION}:view").click()
    expect_chosen(page, f"{ATTENTION}:view")
    page.get_by_role("link", name="Record").click()
    expect(page.get_by_role("heading", name="Everything that ran")).to_be_visible()
    settled(page)
    page.get_by_role("link", name="Layers").click()
    expect_chosen(page, f"{ATTENTION}:view")
    part(page, f"{ATTENTION}.query_projection").click()
    expect_chosen(page, f"{ATTENTION}.query_projection")

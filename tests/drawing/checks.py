"""What is true of every drawing: read back as XML, and measured by an estimate of its own."""

import re
from collections import Counter
from unicodedata import east_asian_width
from xml.etree import ElementTree as ET
from xml.etree.ElementTree import Element

SVG = "{http://www.w3.org/2000/svg}"
SIZES = {"tb-code": 12.5, "tb-sizes": 12.0, "tb-title": 13.0, "tb-heading": 14.0, "tb-small": 12.0}
BOXES = {"tb-box", "tb-card", "tb-chip-axis"}


def parsed(svg: str) -> Element:
    return ET.fromstring(svg)  # noqa: S314 (drawn here)


def classes(part: Element) -> set[str]:
    return set(part.get("class", "").split())


def all_of(root: Element, name: str) -> list[Element]:
    return list(root.iter(f"{SVG}{name}"))


def words(part: Element) -> str:
    return "".join(part.itertext())


def texts(root: Element) -> list[str]:
    return [words(each) for each in all_of(root, "text")]


def keys(root: Element) -> Counter[str]:
    return Counter(key for part in root.iter() if (key := part.get("data-key")) is not None)


def extent(text: Element) -> tuple[float, float]:
    """From where to where a line reaches: 0.6 em for a Latin letter, 1 em for a Chinese one."""
    (size,) = {size for name, size in SIZES.items() if name in classes(text)}
    wide = sum(1.0 if east_asian_width(char) in "WF" else 0.6 for char in words(text)) * size
    x = float(text.get("x", "nan"))
    start = x - wide * {None: 0.0, "middle": 0.5, "end": 1.0}[text.get("text-anchor")]
    return start, start + wide


def viewed(root: Element) -> tuple[float, float]:
    x, y, width, height = (float(number) for number in root.get("viewBox", "").split())
    assert (x, y) == (0, 0)
    return width, height


def assert_all_is_inside(root: Element) -> None:
    """No text and no box leaves the picture, and no text leaves its box."""
    width, height = viewed(root)
    for text in all_of(root, "text"):
        start, end = extent(text)
        assert start >= 0, words(text)
        assert end <= width, words(text)
        assert 8 < float(text.get("y", "nan")) < height, words(text)
    for box in all_of(root, "rect"):
        x, y, wide, high = (float(box.get(name, "nan")) for name in ("x", "y", "width", "height"))
        assert x >= 0
        assert y >= 0
        assert x + wide <= width
        assert y + high <= height
    for group in all_of(root, "g"):
        _assert_texts_stay_in_the_box_of(group)


def _assert_texts_stay_in_the_box_of(group: Element) -> None:
    boxes = [each for each in group.findall(f"{SVG}rect") if classes(each) & BOXES]
    if len(boxes) != 1 or "tb-arrow" in classes(group):
        return
    left = float(boxes[0].get("x", "nan"))
    right = left + float(boxes[0].get("width", "nan"))
    for text in group.findall(f"{SVG}text"):
        start, end = extent(text)
        assert left + 4 <= start, words(text)
        assert end <= right - 4, words(text)


def assert_well_formed(root: Element, title: str, language: str) -> None:
    """What a screen reader and a keyboard need, and no colours of its own."""
    assert root.tag == f"{SVG}svg"
    assert (root.get("role"), root.get("aria-label"), root.get("lang")) == ("group", title, language)
    for part in root.iter():
        assert part.tag.removeprefix(SVG) in {"svg", "g", "rect", "path", "circle", "text", "tspan", "title"}
        assert not {"fill", "stroke", "onclick", "id"} & set(part.attrib)
        if part.get("data-key") is not None or part.get("data-open") is not None:
            assert "tb-part" in classes(part)
            assert (part.get("role"), part.get("tabindex")) == ("button", "0")
            assert part.get("aria-label")
            inner = [each for each in part.iter() if each is not part and each.get("role") == "button"]
            assert not inner, "a button in a button"


def numbers_of(path: Element) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", path.get("d", ""))]

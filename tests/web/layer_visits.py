"""A visitor of the layer page without a browser, who reads what the components there are given."""

import json
from dataclasses import dataclass
from typing import Any

from streamlit.testing.v1 import AppTest

from tests.documents.html_read import Node, read
from tests.web.visits import ROOT, opened

CORE = "encoder.attn_layers.0.attention.inner_attention"
SECTIONS = ["origin", "head", "place", "inputs", "sequence", "groups", "lines", "changes", "card", "example", "next"]


@dataclass
class Given:
    """What the component that shows a document was given."""

    skeleton: str
    sections: list[tuple[str, str]]
    layer: str
    order: list[str]
    chosen: str
    letters: list[str]
    moved: int
    heard: int
    language: str
    file: dict[str, str] | None

    def __getitem__(self, section: str) -> Node:
        """A section, read as strictly as HTML can be."""
        return read(dict(self.sections)[section])


def looked_at(**asked: Any) -> AppTest:
    """The layer page at an address."""
    return opened(**asked).switch_page(str(ROOT / "pages/read_layer.py")).run()


def documents(visit: AppTest) -> dict[str, Given]:
    """What each of the components was given, by its key."""
    found = [component.proto for component in visit.get("bidi_component")]
    return {
        proto.id.rpartition("-")[2]: Given(**json.loads(proto.json))
        for proto in found
        if proto.component_name == "tracebook_document"
    }


def shown(visit: AppTest) -> Given:
    return documents(visit)["document"]


def name_of_layer(visit: AppTest) -> str:
    return shown(visit)["head"].one("h2").text.split()[0]


def sizes(visit: AppTest) -> list[str]:
    """The column "Size now" of the inputs and outputs."""
    return [cell.text for cell in shown(visit)["inputs"].all(css="tb-live-cell")]


def chosen_cells(visit: AppTest) -> list[str]:
    card = shown(visit)["card"]
    return [cell.one("button").attributes["data-cell"] for cell in card.all("td", css="tb-cell-chosen")]


def depths(visit: AppTest) -> list[str]:
    pressed = shown(visit)["sequence"].all("button", aria_pressed="true")
    return [button.attributes["data-depth"] for button in pressed]

"""A visitor without a browser: opens addresses, moves controls, and reads what the page says."""

import base64
import json
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

import numpy as np
from markdown_it import MarkdownIt
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

from explainer.running import Settings
from tests.documents.html_read import Node, read

ROOT = Path(__file__).parents[2]
SITE = ROOT / "explainer/web/site.py"
CHOICES = ("layer", "head", "stage", "window", "query", "key")
CONTROLS = tuple(field.name for field in fields(Settings)) + CHOICES

Page: TypeAlias = Literal["show_attention", "list_record", "read_layer"]
Spec: TypeAlias = dict[str, Any]

# Every visit looks for components in all packages that are installed. They are the same for all visits.
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)


def opened(**address: str | int | list[str]) -> AppTest:
    """The front door with an address: it leads to the attention page."""
    visit = AppTest.from_file(SITE, default_timeout=30)
    for name, value in address.items():
        visit.query_params[name] = value if isinstance(value, list) else str(value)
    return visit.run()


def turned_to(page: Page, visit: AppTest) -> AppTest:
    """The same visit on another page, by a link of the menu, which names the page and nothing else."""
    visit.query_params.clear()
    return visit.switch_page(str(ROOT / f"pages/{page}.py")).run()


def moved(visit: AppTest, **controls: int | bool | str) -> AppTest:
    """The same page after some controls were moved, or other choices made."""
    for key, value in controls.items():
        control: Any = visit.get_by_key(key)
        control.set_value(value)
    return visit.run()


def address(visit: AppTest) -> dict[str, str]:
    """What stands in the address; a name that stands there twice has its last value."""
    return {
        name: value[-1] if isinstance(value, list) else str(value)
        for name, value in visit.query_params.items()
        if value
    }


def positions(visit: AppTest) -> dict[str, Any]:
    """Where every control and every choice stands."""
    return {key: visit.session_state[key] for key in CONTROLS if key in visit.session_state}


def spoken(lang: str, visit: AppTest) -> AppTest:
    """The same page after the language was switched."""
    visit.query_params["lang"] = lang
    return visit.run()


def letters(markdown: str) -> str:
    """What a reader sees of one line of Markdown; a word joiner is not seen."""
    (inline,) = MarkdownIt("commonmark").parseInline(markdown)
    return "".join(token.content for token in inline.children or []).replace("\u2060", "")


def complaints(visit: AppTest) -> list[str]:
    """Everything the page holds against its reader or itself."""
    return [str(complaint.value) for complaint in (*visit.exception, *visit.error, *visit.warning)]


def given(visit: AppTest, component: str) -> list[str]:
    """What each place of a component was given, as JSON."""
    drawn = [each.proto for each in visit.get("bidi_component")]
    return [str(proto.json) for proto in drawn if proto.component_name == component]


def head(visit: AppTest) -> Node:
    """The head of the page, as its component was given it."""
    (drawn,) = given(visit, "tracebook_header")
    return read(json.loads(drawn)["html"])


def title(visit: AppTest) -> str:
    return head(visit).one("h1").text


def sentences(elements: Any) -> list[str]:
    """The texts of some elements, as a reader sees them."""
    return [letters(element.value) for element in elements]


def said(visit: AppTest) -> list[str]:
    """Every text on the page that comes from us."""
    labelled = [*visit.slider, *visit.number_input, *visit.toggle, *visit.selectbox, *visit.button_group]
    written = [*visit.subheader, *visit.markdown, *visit.caption, *visit.error, *visit.warning]
    chosen_from = [*visit.selectbox, *(group for group in visit.button_group if group.key != "lang")]
    columns = [str(column) for table in visit.dataframe for column in table.value.columns]
    options = [option for element in chosen_from for option in element.options]
    named = [node.text for node in head(visit).nodes() if node.tag in {"a", "h1", "legend"}]
    texts = [*(element.value for element in written), *(element.label for element in labelled)]
    return [*named, *texts, *options, *columns]


def row_of(visit: AppTest) -> list[list[str]]:
    """The row of the chosen cell: its heads, and then the key tokens with their numbers."""
    (drawn,) = (each.proto.body for each in visit.get("html") if '"tb-row-of-map"' in each.proto.body)
    return [[cell.text for cell in row.nodes() if cell.tag in {"th", "td"}] for row in read(drawn).all("tr")]


def map_of(visit: AppTest) -> Spec:
    """The large map as Plotly is given it."""
    (chart,) = visit.get("plotly_chart")
    spec: Spec = json.loads(chart.proto.spec)
    return spec


def tokens_of(visit: AppTest) -> list[str]:
    """The names along the map, which are the same on both axes."""
    layout = map_of(visit)["layout"]
    assert layout["xaxis"]["ticktext"] == layout["yaxis"]["ticktext"]
    return list(layout["xaxis"]["ticktext"])


def matrix_of(visit: AppTest) -> np.ndarray:
    """The numbers of the large map, decoded."""
    z = map_of(visit)["data"][0]["z"]
    if isinstance(z, list):
        return np.array(z)
    rows, columns = map(int, z["shape"].split(","))
    return np.frombuffer(base64.b64decode(z["bdata"]), dtype=z["dtype"]).reshape(rows, columns)

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
from streamlit.proto.BidiComponent_pb2 import BidiComponent
from streamlit.testing.v1 import AppTest

from explainer.running import Settings
from tests.documents.html_read import Node, read

ROOT = Path(__file__).parents[2]
SITE = ROOT / "explainer/web/site.py"
SIDEBAR = "panel"
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
    in_panels = {key: value for key, value in controls.items() if key in positions_in_panels(visit)}
    for key, value in controls.items() - in_panels.items():
        control: Any = visit.get_by_key(key)
        control.set_value(value)
    if not in_panels:
        return visit.run()
    sent = dict[str, object]()
    for panel, given in panels(visit).items():
        wanted = {key: written(value) for key, value in in_panels.items() if key in given["values"]}
        if wanted:
            numbered = enumerate(wanted.items(), given["heard"] + 1)
            sent[panel] = [[key, value, number, True] for number, (key, value) in numbered]
    return sent_by_panels(visit, sent)


def sent_by_panel(visit: AppTest, moves: object) -> AppTest:
    """The same page after the browser has sent this as the moves in the sidebar, whatever it is."""
    return sent_by_panels(visit, {SIDEBAR: moves})


def sent_by_panels(visit: AppTest, sent: dict[str, object]) -> AppTest:
    """The same page after the browser has sent this as the moves in some panels, by their keys."""
    states = visit._tree.get_widget_states()
    for proto in components(visit, "tracebook_panel"):
        if _key_of(proto) in sent:
            states.widgets.add(id=proto.id, json_value=json.dumps({"moves": sent[_key_of(proto)]}))
    return visit._run(states)


def written(value: object) -> str:
    """A value as a control of the sidebar sends it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def components(visit: AppTest, name: str) -> list[BidiComponent]:
    """What was sent to the browser for each of our components of this name."""
    found = [each.proto for each in visit.get("bidi_component")]
    return [proto for proto in found if proto.component_name == name]


def panels(visit: AppTest) -> dict[str, dict[str, Any]]:
    """What each panel of controls was given: its HTML, its values, and what was heard of it."""
    return {_key_of(proto): json.loads(proto.json) for proto in components(visit, "tracebook_panel")}


def given_to_panel(visit: AppTest) -> dict[str, Any]:
    """The same for the controls of the sidebar."""
    return panels(visit)[SIDEBAR]


def panel_of(visit: AppTest) -> Node:
    """The controls of the sidebar, read as strictly as HTML can be."""
    return read(given_to_panel(visit)["html"])


def positions_in_panel(visit: AppTest) -> dict[str, Any]:
    """Where the controls of the sidebar stand: numbers, switches, and ids of options."""
    values: dict[str, str] = given_to_panel(visit)["values"]
    return {
        key: json.loads(value) if value in {"true", "false"} or value.isdigit() else value
        for key, value in values.items()
    }


def positions_in_panels(visit: AppTest) -> dict[str, Any]:
    """Where all controls in panels stand; choices outside of the sidebar are ids."""
    every = [given["values"] for panel, given in panels(visit).items() if panel != SIDEBAR]
    beside = {key: value for values in every for key, value in values.items()}
    return beside | (positions_in_panel(visit) if SIDEBAR in panels(visit) else {})


def _key_of(proto: BidiComponent) -> str:
    return str(proto.id).rpartition("-")[2]


def address(visit: AppTest) -> dict[str, str]:
    """What stands in the address; a name that stands there twice has its last value."""
    return {
        name: value[-1] if isinstance(value, list) else str(value)
        for name, value in visit.query_params.items()
        if value
    }


def positions(visit: AppTest) -> dict[str, Any]:
    """Where every control and every choice stands."""
    chosen = {key: visit.session_state[key] for key in CONTROLS if key in visit.session_state}
    return chosen | positions_in_panels(visit)


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


def head(visit: AppTest) -> Node:
    """The head of the page, as its component was given it."""
    (drawn,) = components(visit, "tracebook_header")
    return read(json.loads(drawn.json)["html"])


def title(visit: AppTest) -> str:
    return head(visit).one("h1").text


def sentences(elements: Any) -> list[str]:
    """The texts of some elements, as a reader sees them."""
    return [letters(element.value) for element in elements]


def said(visit: AppTest) -> list[str]:
    """Every text on the page that comes from us."""
    labelled = [*visit.slider, *visit.number_input, *visit.toggle, *visit.selectbox, *visit.button_group]
    shown = [*visit.subheader, *visit.markdown, *visit.caption, *visit.error, *visit.warning]
    chosen_from = [*visit.selectbox, *visit.button_group]
    columns = [str(column) for table in visit.dataframe for column in table.value.columns]
    options = [option for element in chosen_from for option in element.options]
    in_head = [node for node in head(visit).nodes() if node.tag in {"a", "h1", "legend"}]  # languages name themselves
    in_panels = [node for given in panels(visit).values() for node in read(given["html"]).nodes()]
    ours = [*in_head, *in_panels]
    in_components = [part for node in ours for part in node.children if isinstance(part, str)]
    told = [*(element.value for element in shown), *(element.label for element in labelled), *options, *columns]
    return [*told, *(part.strip() for part in in_components if part.strip())]


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

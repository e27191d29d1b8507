"""The layer page without a browser: which module it shows, what the document is given, and what an address may ask."""

import json
import re
from dataclasses import dataclass
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from explainer.running import MODELS, run
from explainer.series import sample_series
from tests.documents.html_read import Node, read
from tests.documents.passes import key_of_call
from tests.web.visits import ROOT, address, complaints, moved, opened, sentences, spoken, title, turned_to

CORE = "encoder.attn_layers.0.attention.inner_attention"
FIRST, SECOND = f"{CORE}:einsum", f"{CORE}:einsum.2"
SECTIONS = ["head", "place", "inputs", "sequence", "groups", "lines", "changes", "card", "example"]
ROOTS = {"itransformer": "ITransformer", "patchtst": "PatchTST"}
TITLES = {"en": "Layer by layer", "zh": "逐层精读"}
CHINESE = re.compile(r"[\u4e00-\u9fff]")
WALK = {
    "itransformer": ["enc_embedding", CORE, "encoder.attn_layers.1.dropout@2"],
    "patchtst": [CORE, "encoder.norm.1", "head"],
}
every_model = pytest.mark.parametrize("model", ROOTS)


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


# What is shown


@every_model
def test_a_bare_address_shows_the_model_itself_in_both_languages(model: str) -> None:
    visit = looked_at(model=model)
    for lang in ("en", "zh"):
        spoken(lang, visit)
        assert complaints(visit) == sentences(visit.info) == []
        assert title(visit) == TITLES[lang]
        given = shown(visit)
        assert [name for name, _ in given.sections] == SECTIONS
        assert name_of_layer(visit) == ROOTS[model]
        assert (given.layer, given.language) == ("", lang)
        for name in ("place", "inputs", "sequence", "groups", "lines", "example"):
            assert bool(CHINESE.search(given[name].one("h3").text)) == (lang == "zh")
        closing = documents(visit)["closing"]
        assert [name for name, _ in closing.sections] == ["next"]
        assert "encoder" in closing["next"].values("data-open")
    assert address(visit).keys() <= {"model", "lang"}


@every_model
def test_every_module_of_the_tree_can_be_shown_and_begins_with_what_ran_first(model: str) -> None:
    visit = looked_at(model=model)
    calls = {key_of_call(call): call for call in run(MODELS[model](), sample_series()).trace.calls}
    (tree,) = shown(visit)["head"].all("details", css="tb-tree")
    assert sorted(tree.values("data-open")) == sorted(calls)
    for key in WALK[model]:
        visit.query_params["module"] = key
        visit.run()
        assert complaints(visit) == sentences(visit.info) == []
        assert name_of_layer(visit) == calls[key].class_name
        assert shown(visit).layer == address(visit)["module"] == key
        assert shown(visit).chosen == shown(visit).order[0]


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "There is no module {} in ITransformer; the model itself is shown."),
        ("zh", "ITransformer 中没有名为 {} 的模块；下面显示的是模型本身。"),
    ],
)
def test_a_module_that_there_is_not_gets_a_sentence_and_the_model_itself(lang: str, told: str) -> None:
    visit = looked_at(lang=lang)
    for asked in ("encoder.nonsense", "**x** `y` [a](b) :red[z]", "<script>alert(1)</script>"):
        visit.query_params["module"] = asked
        visit.run()
        assert complaints(visit) == []
        assert sentences(visit.info) == [told.format(asked)]
        assert name_of_layer(visit) == "ITransformer"


def test_the_attention_core_has_its_map_between_the_document_and_what_is_next() -> None:
    visit = looked_at(module=CORE)
    assert list(documents(visit)) == ["document", "panorama", "closing"]
    assert len(visit.get("plotly_chart")) == 0
    assert len(looked_at(module=CORE, map_as="heatmap").get("plotly_chart")) == 1
    rows = documents(visit)["panorama"]["panorama"].all("tr")[1:]
    assert [row.one(scope="row").text for row in rows][:2] == ["temperature", "dew point"]
    assert len(rows) == 5 + 4
    assert list(documents(looked_at(module="encoder"))) == ["document", "closing"]


# A pass that changes


def test_the_sizes_are_those_of_the_pass_on_screen() -> None:
    visit = looked_at(module=CORE)
    # Three windows, five variates and four time marks as tokens, four heads of two.
    assert sizes(visit) == ["(3, 9, 4, 2)"] * 3 + ["None"] * 1 + ["(3, 9, 4, 2)"] + ["None"]
    moved(visit, n_variates=3, n_heads=2)
    assert complaints(visit) == []
    assert sizes(visit) == ["(3, 7, 2, 4)"] * 3 + ["None"] * 1 + ["(3, 7, 2, 4)"] + ["None"]
    card = shown(visit)["card"].one("dl").text
    assert "(3, 2, 7, 7)" in card


def test_what_moved_is_told_and_marked_until_something_else_moves() -> None:
    visit = looked_at(module=CORE)
    given = shown(visit)
    assert (given["changes"].text, given.letters, given.moved) == ("", [], 0)
    given = shown(moved(visit, n_variates=4))
    assert given["changes"].text.startswith("Only this moved: N: 5 → 4. In this layer ")
    assert (given.letters, given.moved) == (["N"], 1)
    given = shown(moved(visit, n_heads=2))
    assert given["changes"].text.startswith("Only this moved: H: 4 → 2, E: 2 → 4. ")
    assert (given.letters, given.moved) == (["H", "E"], 2)
    given = shown(spoken("zh", visit))
    assert given["changes"].text.startswith("只有这些改变了：H: 4 → 2，E: 2 → 4。")
    assert (given.letters, given.moved) == (["H", "E"], 2)
    given = shown(moved(visit, seed=3))
    assert given["changes"].text == "本层所有尺寸都没有变化。"
    assert (given.letters, given.moved) == ([], 3)


def test_the_count_of_sizes_that_follow_is_that_of_two_passes_side_by_side() -> None:
    visit = looked_at(module=f"{CORE}.dropout")
    told = shown(moved(visit, n_variates=4))["changes"].text
    # One tensor in, (B, H, L, S) of N + T tokens on two axes; in eval mode dropout gives it back in one step.
    assert re.findall(r"(\d+) of (\d+) sizes", told) == [("2", "4")]


def test_the_page_stands_in_train_mode() -> None:
    visit = looked_at(module=f"{CORE}.dropout", training="true", cell="out0:0,0,0,0")
    assert "×" in shown(visit)["card"].one(css="tb-sum").text  # what is kept is scaled up
    for lang, model in (("zh", "itransformer"), ("en", "patchtst"), ("zh", "patchtst")):
        moved(spoken(lang, visit), model=model)
        assert complaints(visit) == []
        assert name_of_layer(visit) == "Dropout"
    moved(visit, training="false")
    assert complaints(visit) == []
    assert address(visit)["module"] == f"{CORE}.dropout"


def test_settings_that_cannot_work_leave_the_last_good_document() -> None:
    visit = looked_at(module=CORE, step=":softmax", n_variates=2)
    good = shown(visit)
    moved(visit, n_heads=16)
    assert len(complaints(visit)) == 1
    assert "the last settings that worked" in sentences(visit.error)[0]
    assert shown(visit) == good
    moved(visit, n_heads=2)
    assert complaints(visit) == []
    assert shown(visit)["changes"].text.startswith("Only this moved: H: 4 → 2, E: 2 → 4. ")


# What is chosen


def test_step_depth_and_cell_in_the_address_are_taken() -> None:
    visit = looked_at(module=CORE, step=":einsum.2", depth="everything", cell="in1:2,8,3,1")
    given = shown(visit)
    assert given.chosen == SECOND
    assert given["card"].one("article").attributes["data-card"] == SECOND
    assert depths(visit) == ["everything"]
    assert f"{CORE}.dropout:dropout" in given.order
    assert chosen_cells(visit) == ["in1:2,8,3,1"]
    assert given["card"].one(css="tb-sum").all("b")
    wanted = {"module": CORE, "step": ":einsum.2", "depth": "everything", "cell": "in1:2,8,3,1"}
    assert address(visit) == wanted


def test_a_step_may_be_sent_whole_and_a_step_of_an_inner_module_too() -> None:
    assert shown(looked_at(module=CORE, step=SECOND)).chosen == SECOND
    assert shown(looked_at(module=CORE, step=".dropout")).chosen == f"{CORE}.dropout"
    layer = "encoder.attn_layers.0"
    assert shown(looked_at(module=layer, step=f"{CORE}:mul")).chosen == f"{CORE}:mul"
    assert shown(looked_at(module=layer, step=layer)).chosen == layer
    assert shown(looked_at(step=":mean")).chosen == ":mean"


def test_choices_stay_through_sliders_languages_models_modes_and_other_pages() -> None:
    asked = {"module": CORE, "step": ":softmax", "depth": "calls", "cell": "in0:2,3,5,5"}
    visit = looked_at(**asked)

    def unchanged() -> bool:
        assert complaints(visit) == []
        assert shown(visit).chosen == f"{CORE}:softmax"
        assert depths(visit) == ["calls"]
        return address(visit).items() >= asked.items()

    assert unchanged()
    moved(visit, batch_size=4, d_ff=9)
    assert unchanged()
    assert chosen_cells(visit) == ["in0:2,3,5,5"]
    moved(visit, n_variates=1)  # five tokens are left; the nearest cell that there is
    assert unchanged()
    assert chosen_cells(visit) == ["in0:2,3,4,4"]
    spoken("zh", visit)
    assert unchanged()
    moved(visit, training="true")
    assert unchanged()
    moved(visit, model="patchtst")
    assert unchanged()
    turned_to("list_record", visit)
    turned_to("read_layer", visit)
    assert unchanged()


def test_a_module_that_only_one_model_has_waits_for_that_model() -> None:
    visit = looked_at(module="enc_embedding.value_embedding", step=":linear")
    moved(visit, model="patchtst")
    assert complaints(visit) == []
    assert sentences(visit.info) == [
        "There is no module enc_embedding.value_embedding in PatchTST; the model itself is shown."
    ]
    assert name_of_layer(visit) == "PatchTST"
    moved(visit, model="itransformer")
    assert sentences(visit.info) == []
    assert shown(visit).chosen == "enc_embedding.value_embedding:linear"


def test_back_leads_to_what_was_chosen_before() -> None:
    visit = looked_at(module=CORE)
    visit.query_params["step"] = ":softmax"
    assert shown(visit.run()).chosen == f"{CORE}:softmax"
    del visit.query_params["step"]
    assert shown(visit.run()).chosen == FIRST
    del visit.query_params["module"]
    assert name_of_layer(visit.run()) == "ITransformer"


JUNK = [
    {"depth": "nonsense", "cell": "out0:a,b", "step": "<script>alert(1)</script>"},
    {"depth": "", "cell": "out0:999999999999", "step": ":nonsense"},
    {"depth": "<script>", "cell": "out0:1,", "step": ".."},
    {"depth": "Calls", "cell": "out9:1,2", "step": ":"},
    {"depth": "calls,everything", "cell": ":::", "step": "group:1"},
    {"depth": "\x00", "cell": "out0:" + "1," * 5000 + "1", "step": "é" * 3000},
    {"depth": "٣", "cell": "out0:²,-1", "step": "\x00"},
]


def test_no_junk_in_the_address_is_too_much() -> None:
    visit = looked_at(module=CORE)
    usual = shown(visit)
    for junk in JUNK:
        for name, value in junk.items():
            visit.query_params[name] = value
        visit.run()
        assert complaints(visit) == sentences(visit.info) == []
        given = shown(visit)
        assert [section for section, _ in given.sections] == SECTIONS
        assert (given.chosen, given.order) == (usual.chosen, usual.order)
        assert all("<script" not in html for _, html in given.sections)
        assert depths(visit) == ["operations"]
        assert given["card"].one("article").attributes["data-card"] == FIRST


def test_a_cell_beyond_the_edge_is_the_last_one_there_is() -> None:
    assert chosen_cells(looked_at(module=CORE, cell="out0:99,99,999999999,99,7")) == ["out0:2,3,8,8"]
    assert chosen_cells(looked_at(module=CORE, cell="out0:1")) == ["out0:1,0,0,0"]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_nothing_but_code_and_kept_words_is_said_in_the_other_language(lang: str) -> None:
    visit = looked_at(module=CORE, lang=lang)
    skeletons = " ".join(given.skeleton for given in documents(visit).values())
    spoken_names = re.findall(r'aria-label="([^"]*)"', skeletons)
    assert spoken_names
    assert all(bool(CHINESE.search(name)) == (lang == "zh") for name in spoken_names)
    if lang == "en":
        assert [name for name, html in shown(visit).sections if CHINESE.search(html)] == []

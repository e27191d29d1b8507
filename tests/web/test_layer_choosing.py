"""What is chosen on the layer page without a browser: what an address may ask, and what stays."""

import pytest

from tests.web.layer_visits import CORE, SECTIONS, chosen_cells, depths, looked_at, name_of_layer, shown
from tests.web.visits import address, complaints, moved, sentences, spoken, turned_to

pytestmark = pytest.mark.sweep

FIRST, SECOND = f"{CORE}:einsum", f"{CORE}:einsum.2"
JUNK = [
    {"depth": "nonsense", "cell": "out0:a,b", "step": "<script>alert(1)</script>"},
    {"depth": "", "cell": "out0:999999999999", "step": ":nonsense"},
    {"depth": "<script>", "cell": "out0:1,", "step": ".."},
    {"depth": "Calls", "cell": "out9:1,2", "step": ":"},
    {"depth": "calls,everything", "cell": ":::", "step": "group:1"},
    {"depth": "\x00", "cell": "out0:" + "1," * 5000 + "1", "step": "é" * 3000},
    {"depth": "٣", "cell": "out0:²,-1", "step": "\x00"},
]


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

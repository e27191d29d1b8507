"""The layer page without a browser: which module it shows, in which language, and what belongs to it."""

import re

import pytest

from explainer.running import MODELS, run
from explainer.series import sample_series
from tests.documents.passes import key_of_call
from tests.web.layer_visits import (
    CORE,
    SECTIONS,
    documents,
    looked_at,
    name_of_layer,
    shown,
)
from tests.web.visits import address, complaints, sentences, spoken, title

ROOTS = {"itransformer": "ITransformer", "patchtst": "PatchTST"}
TITLES = {"en": "Layer by layer", "zh": "逐层精读"}
CHINESE = re.compile(r"[\u4e00-\u9fff]")
WALK = {
    "itransformer": ["enc_embedding", CORE, "encoder.attn_layers.1.dropout@2"],
    "patchtst": [CORE, "encoder.norm.1", "head"],
}
every_model = pytest.mark.parametrize("model", ROOTS)


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
        assert "encoder" in given["next"].values("data-open")
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
    assert list(documents(visit)) == ["document", "closing"]
    assert len(visit.get("plotly_chart")) == 0
    assert len(looked_at(module=CORE, map_as="heatmap").get("plotly_chart")) == 1
    rows = documents(visit)["closing"]["panorama"].all("tr")[1:]
    assert [row.one(scope="row").text for row in rows][:2] == ["temperature", "dew point"]
    assert len(rows) == 5 + 4
    assert shown(visit)["next"].text == "7Map"  # what is next stands below the map
    assert [name for name, _ in documents(visit)["closing"].sections] == ["panorama", "map", "next"]
    assert documents(visit)["closing"]["next"].one("h3").text.startswith("8")
    assert list(documents(looked_at(module="encoder"))) == ["document"]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_nothing_but_code_and_kept_words_is_said_in_the_other_language(lang: str) -> None:
    visit = looked_at(module=CORE, lang=lang)
    skeletons = " ".join(given.skeleton for given in documents(visit).values())
    spoken_names = re.findall(r'aria-label="([^"]*)"', skeletons)
    assert spoken_names
    assert all(bool(CHINESE.search(name)) == (lang == "zh") for name in spoken_names)
    if lang == "en":
        assert [name for name, html in shown(visit).sections if CHINESE.search(html)] == []

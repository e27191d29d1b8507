"""The models by their ids, and settings from a heap of values."""

from dataclasses import fields
from typing import get_type_hints

import pytest

from explainer.models import ITransformer, PatchTST, build
from explainer.running import MODELS, PassSettings, PatchTSTSettings, Settings, model_of, settings_of


def test_every_id_leads_to_the_settings_of_its_model_and_back() -> None:
    assert {model: type(build(kind().config(), 0)) for model, kind in MODELS.items()} == {
        "itransformer": ITransformer,
        "patchtst": PatchTST,
    }
    assert [model_of(kind()) for kind in MODELS.values()] == list(MODELS)
    assert [kind.title for kind in MODELS.values()] == ["iTransformer", "PatchTST"]


def test_a_model_takes_the_values_that_it_has_settings_for() -> None:
    values = {"n_variates": 2, "training": True, "stride": 3, "time_marks": False, "title": "x", "unheard of": 1}
    assert settings_of("patchtst", values) == PatchTSTSettings(n_variates=2, training=True, stride=3)
    assert settings_of("itransformer", values) == Settings(n_variates=2, training=True, time_marks=False)


def test_what_is_no_model_is_no_key() -> None:
    with pytest.raises(KeyError):
        settings_of("gpt", {})
    with pytest.raises(KeyError):
        model_of(PassSettings())


def test_what_both_models_have_has_the_same_default_in_both() -> None:
    ours, theirs = Settings(), PatchTSTSettings()
    common = {each.name for each in fields(ours)} & {each.name for each in fields(theirs)}
    assert {"seq_len", "d_model", "training"} <= common
    assert {name: getattr(ours, name) for name in common} == {name: getattr(theirs, name) for name in common}


@pytest.mark.parametrize("kind", MODELS.values())
def test_every_typed_name_is_a_setting(kind: type[PassSettings]) -> None:
    assert set(get_type_hints(kind)) == {each.name for each in fields(kind)}


def test_variates_share_the_batch_in_patchtst_only() -> None:
    assert [kind().channel_independent for kind in MODELS.values()] == [False, True]

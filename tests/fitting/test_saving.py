"""A saved fit is a safetensors file that anyone can read, and nothing else is taken for one."""

import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import safetensors.numpy
import safetensors.torch
import torch
from safetensors import safe_open

from explainer.fitting import Fit, FitError, load, save
from tests.fitting.waves import SEQ_LEN, waves

REFERENCE = Path(__file__).parents[1] / "reference" / "it_toy.safetensors"


@pytest.fixture(params=["inverted", "patched"])
def made(request: pytest.FixtureRequest) -> Fit:
    fit: Fit = request.getfixturevalue(request.param)
    return fit


def test_all_of_it_comes_back(made: Fit) -> None:
    loaded = load(save(made))
    for name in made.__dataclass_fields__:
        if name != "weights":
            assert getattr(loaded, name) == getattr(made, name), name
    np.testing.assert_array_equal(loaded.forecast(waves(), 7).forecast, made.forecast(waves(), 7).forecast)
    assert save(loaded) == save(made)


def test_any_reader_of_safetensors_reads_the_weights_and_the_configuration(made: Fit, tmp_path: Path) -> None:
    arrays = safetensors.numpy.load(save(made))
    assert {name: array.shape for name, array in arrays.items()} == {
        name: tuple(tensor.shape) for name, tensor in made.weights.items()
    }
    for name, array in arrays.items():
        np.testing.assert_array_equal(array, made.weights[name].numpy())
    (tmp_path / "fit.safetensors").write_bytes(save(made))
    with safe_open(tmp_path / "fit.safetensors", "np") as file:
        document = json.loads(file.metadata()["tracebook"])
    assert document["config"]["seq_len"] == SEQ_LEN
    assert document["fit"]["variates"] == ["slow", "fast"]
    assert document["fit"]["scores"]["windows"] == 33


def test_the_weights_load_into_a_model_that_somebody_else_built(made: Fit) -> None:
    model = made.model()
    assert not model.training
    model.load_state_dict(safetensors.torch.load(save(made)), strict=True)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "not a complete safetensors file"),
        (b"date,a\n2020-01-01,1\n", "not a complete safetensors file"),
        (pickle.dumps({"weights": [1.0]}), "not a complete safetensors file"),
        (REFERENCE.read_bytes(), "says nothing about how it was fitted"),
        (safetensors.torch.save({}, {"tracebook": "[" * 100_000}), "says nothing about how it was fitted"),
        (safetensors.torch.save({}, {"tracebook": "[]"}), "says nothing about how it was fitted"),
        (safetensors.torch.save({}, {"tracebook": '{"version": 2}'}), "another version"),
        (safetensors.torch.save({}, {"tracebook": '{"version": 1}'}), "do not fit together"),
    ],
)
def test_a_foreign_file_is_refused_in_one_sentence(data: bytes, said: str) -> None:
    with pytest.raises(FitError, match=said):
        load(data)


def test_a_file_cut_short_is_refused(inverted: Fit) -> None:
    with pytest.raises(FitError, match="not a complete safetensors file"):
        load(save(inverted)[:-1])


Change = Callable[[dict[str, Any]], object]


@pytest.mark.parametrize(
    "change",
    [
        lambda document: document.update(model="other"),
        lambda document: document["config"].update(d_model=32),
        lambda document: document["config"].update(d_model=10**18),
        lambda document: document["config"].update(e_layers=10**9),
        lambda document: document["config"].update(d_model="16"),
        lambda document: document["config"].update(d_model=0),
        lambda document: document["config"].update(stranger=1),
        lambda document: document["config"].pop("seq_len"),
        lambda document: document["fit"]["settings"].update(schedule="none"),
        lambda document: document["fit"]["settings"].update(borders=[1, 2]),
        lambda document: document["fit"].update(variates=["slow"]),
        lambda document: document["fit"].update(variates="slow"),
        lambda document: document["fit"].update(series_name=None),
        lambda document: document["fit"].update(ending="tired"),
        lambda document: document["fit"].update(best_epoch=99),
        lambda document: document["fit"]["scaler"].update(scale=[0.0, 1.0]),
        lambda document: document["fit"]["scaler"].update(mean=[float("nan"), 1.0]),
        lambda document: document["fit"]["curve"][0].update(train_loss="<b>"),
        lambda document: document.pop("fit"),
        lambda document: document.update(config=[]),
    ],
)
def test_a_file_that_does_not_hold_together_is_refused(inverted: Fit, change: Change, tmp_path: Path) -> None:
    (tmp_path / "fit.safetensors").write_bytes(save(inverted))
    with safe_open(tmp_path / "fit.safetensors", "pt") as file:
        document = json.loads(file.metadata()["tracebook"])
    change(document)
    with pytest.raises(FitError, match="do not fit together"):
        load(safetensors.torch.save(dict(inverted.weights), {"tracebook": json.dumps(document)}))


def test_weights_of_another_shape_or_type_are_refused(inverted: Fit, tmp_path: Path) -> None:
    (tmp_path / "fit.safetensors").write_bytes(save(inverted))
    with safe_open(tmp_path / "fit.safetensors", "pt") as file:
        metadata = file.metadata()
    weights = dict(inverted.weights)
    bias = weights["projection.bias"]
    for other in (bias[:1], bias.double(), None):
        changed = {**weights, "projection.bias": other}
        left = {name: tensor for name, tensor in changed.items() if isinstance(tensor, torch.Tensor)}
        with pytest.raises(FitError, match="do not fit together"):
            load(safetensors.torch.save(left, metadata))

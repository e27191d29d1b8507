"""A fit as one file: weights as safetensors, everything else as JSON in its header. Nothing in it can run.

The tensors have the names and shapes of the Time-Series-Library's models, so that other programs can use them;
`tracebook` in the header's metadata is a JSON object with the format's version and all other fields of `Fit`.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import isfinite
from typing import Any

import safetensors.torch
from safetensors import SafetensorError
from torch import Tensor

from explainer.fitting.decoding import decoded
from explainer.fitting.fit import Fit
from explainer.fitting.parts import Parts
from explainer.fitting.progress import Ending, Epoch
from explainer.fitting.scaler import Scaler
from explainer.fitting.scores import Scores
from explainer.fitting.settings import FitError, FitSettings
from explainer.fitting.sizes import shapes_of
from explainer.language import Phrase
from explainer.models import ForecastConfig, ITransformerConfig, PatchTSTConfig

VERSION = 1
KEY = "tracebook"
_KINDS: Mapping[str, type[ForecastConfig]] = {"itransformer": ITransformerConfig, "patchtst": PatchTSTConfig}


@dataclass(frozen=True)
class _Told:
    """The fields of a fit that are not weights or configuration, as they stand in the file."""

    settings: FitSettings
    scaler: Scaler
    variates: tuple[str, ...]
    frequency: str
    series_name: str
    parts: Parts
    curve: tuple[Epoch, ...]
    best_epoch: int
    ending: Ending
    seconds: float
    scores: Scores


def save(fit: Fit) -> bytes:
    """The file: `load` gives the same fit back, and any reader of safetensors the weights."""
    names = {kind: name for name, kind in _KINDS.items()}
    told = _Told(**{name: getattr(fit, name) for name in _Told.__dataclass_fields__})
    document = {"version": VERSION, "model": names[type(fit.config)], "config": asdict(fit.config), "fit": asdict(told)}
    return safetensors.torch.save(dict(fit.weights), {KEY: json.dumps(document, ensure_ascii=False)})


def load(data: bytes) -> Fit:
    """The fit in a file that `save` made. Nothing is built before names, shapes and types of all weights are right.

    Raises:
        FitError: the file is no safetensors file, was not made by `save`, or does not hold together.
    """
    try:
        weights = safetensors.torch.load(data)
    except (SafetensorError, KeyError) as error:  # KeyError: numbers of a kind that torch does not know here
        raise FitError(_NOT_SAFETENSORS) from error
    document = _document(data)
    try:
        config = _config(document, weights)
        told = decoded(_Told, document["fit"])
        _check(config, told, weights)
    except (KeyError, TypeError, ValueError, OverflowError, RuntimeError) as error:
        raise FitError(_BROKEN) from error
    return Fit(config=config, weights=weights, **{name: getattr(told, name) for name in _Told.__dataclass_fields__})


def _document(data: bytes) -> dict[str, Any]:
    """What stands under our key in the header: a length of 8 bytes, then JSON. safetensors reads it only from disk."""
    end = 8 + int.from_bytes(data[:8], "little")
    told = (json.loads(data[8:end]).get("__metadata__") or {}).get(KEY)
    try:
        document = json.loads(told or "")
    except (ValueError, RecursionError) as error:
        raise FitError(_FOREIGN) from error
    if not isinstance(document, dict) or "version" not in document:
        raise FitError(_FOREIGN)
    if document["version"] != VERSION:
        raise FitError(_OTHER_VERSION.fill(known=VERSION))
    return document


def _config(document: Mapping[str, Any], weights: Mapping[str, Tensor]) -> ForecastConfig:
    config: ForecastConfig = decoded(_KINDS[document["model"]], document["config"])
    # Each layer has tensors of its own; a file that names more layers than it has tensors would cost time for nothing.
    if config.e_layers > len(weights):
        raise ValueError("more layers than tensors")
    return config


def _check(config: ForecastConfig, told: _Told, weights: Mapping[str, Tensor]) -> None:
    expected = {name: (tensor.shape, tensor.dtype) for name, tensor in shapes_of(config).state_dict().items()}
    if expected != {name: (tensor.shape, tensor.dtype) for name, tensor in weights.items()}:
        raise ValueError("the weights are not those of the configuration")
    errors = [each for each in (told.scores.model, told.scores.naive, told.scores.seasonal) if each is not None]
    columns = [told.scaler.mean, told.scaler.scale, *(each.mse for each in errors), *(each.mae for each in errors)]
    if not told.variates or any(len(column) != len(told.variates) for column in columns):
        raise ValueError("scaler and scores are not those of the variates")
    if not all(isfinite(number) for column in columns for number in column) or min(told.scaler.scale) <= 0:
        raise ValueError("a scale or a score is no number that a fit gives")
    if told.best_epoch not in {epoch.number for epoch in told.curve}:
        raise ValueError("the best epoch is not one of the curve")
    if not all(tensor.isfinite().all() for tensor in weights.values()) or not isfinite(told.seconds):
        raise ValueError("a weight is no number")
    if min(told.parts.train, told.parts.validation, told.scores.windows) < 1 or not told.parts.test_starts(config):
        raise ValueError("a part has no window")


_NOT_SAFETENSORS = Phrase(
    "This is not a complete safetensors file; give one that was saved here after a fit.",
    "这不是完整的 safetensors 文件；请提供训练后在本站保存的文件。",
)
_FOREIGN = Phrase(
    "This safetensors file says nothing about how it was fitted; give one that was saved here after a fit.",
    "这个 safetensors 文件中没有训练信息；请提供训练后在本站保存的文件。",
)
_OTHER_VERSION = Phrase(
    "This file was saved by another version of the project; this one reads version {known} of the format.",
    "这个文件由本项目的其他版本保存；当前版本只能读取第 {known} 版格式。",
)
_BROKEN = Phrase(
    "The weights, the settings or the scores in this file do not fit together; save it again after a fit.",
    "这个文件中的权重、设置或评估结果互相对不上；请在训练后重新保存。",
)

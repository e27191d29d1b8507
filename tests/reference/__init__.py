"""What the reference implementation computed, and our models with its weights. README.md says where it comes from."""

import json
from dataclasses import fields
from functools import cache
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file
from torch import Tensor, nn

from explainer.models import ForecastConfig, ITransformerConfig, PatchTSTConfig, build
from explainer.tracing import Trace, trace

FOLDER = Path(__file__).parent
ITRANSFORMERS = ("it_toy", "it_e3_relu_dff", "it_constant_variate")
PATCHTSTS = ("pt_toy", "pt_stride_not_dividing")
CONFIGURATIONS = (*ITRANSFORMERS, *PATCHTSTS)
RUNS = ("nomark", "mark")


@cache
def config_of(configuration: str) -> ForecastConfig:
    """The settings of a reference run, as ours."""
    written = json.loads((FOLDER / f"{configuration}.json").read_text(encoding="utf-8"))
    kind = {"iTransformer": ITransformerConfig, "PatchTST": PatchTSTConfig}[written["model"]]
    names = {field.name for field in fields(kind)}
    config: ForecastConfig = kind(**{name: value for name, value in written["resolved"].items() if name in names})
    return config


@cache
def arrays_of(configuration: str) -> dict[str, Tensor]:
    """Everything that was written down of a configuration, by the full name: "in.x", "mark.enc.0.scores"."""
    with np.load(FOLDER / f"{configuration}.npz") as arrays:
        return {name: torch.tensor(arrays[name]) for name in arrays.files}


def expected(configuration: str, run: str) -> dict[str, Tensor]:
    """What the reference computed in one run."""
    arrays = arrays_of(configuration)
    return {name.removeprefix(f"{run}."): arrays[name] for name in arrays if name.startswith(f"{run}.")}


def model_of(configuration: str) -> nn.Module:
    """Our model, new each time, with the weights of the reference."""
    model = build(config_of(configuration), seed=0)
    model.load_state_dict(load_file(FOLDER / f"{configuration}.safetensors"), strict=True)
    return model


def pass_of(model: nn.Module, configuration: str, run: str) -> Trace:
    """The record of a model that is given the inputs of the reference."""
    inputs = arrays_of(configuration)
    with torch.no_grad():
        return trace(model, inputs["in.x"], inputs["in.x_mark"] if run == "mark" else None)


@cache
def recorded(configuration: str, run: str) -> Trace:
    """The record of our model in the place of the reference."""
    return pass_of(model_of(configuration), configuration, run)

"""The sizes of a model and the settings of a fit: the fields of both dataclasses as options."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, get_type_hints

import click

from explainer.commands.options import Borders, Typed, with_options
from explainer.commands.refusals import CommandError
from explainer.fitting import SCHEDULES, FitSettings
from explainer.language import Phrase
from explainer.models import ForecastConfig, ITransformerConfig, PatchTSTConfig
from explainer.models.configuration import ACTIVATIONS

CONFIGS: Mapping[str, type[ForecastConfig]] = {"itransformer": ITransformerConfig, "patchtst": PatchTSTConfig}
# The widths of the reference are for graphics cards; these learn a table of some thousand rows within minutes here.
DEFAULTS = {"d_model": 64, "n_heads": 4, "d_ff": 128}

_NOT_OF_MODEL = Phrase(
    "{model} has no {option}; leave it out, or choose another --model.",
    "{model} 没有 {option} 这项设置；请去掉它，或更换 --model。",
)

_SIZES = {name: kind for name, kind in get_type_hints(PatchTSTConfig).items() if kind in (int, float)}
_SETTINGS = {each.name: each.default for each in fields(FitSettings)}


def _option_of(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _setting(name: str, kind: type, *short: str) -> Any:
    return click.option(*short, _option_of(name), name, type=Typed(kind), default=_SETTINGS[name])


fit_options = with_options(
    [
        *(click.option(_option_of(name), type=Typed(kind)) for name, kind in _SIZES.items()),
        click.option("--activation", type=click.Choice(ACTIVATIONS)),
        _setting("learning_rate", float),
        _setting("batch_size", int),
        _setting("most_epochs", int, "--epochs"),
        _setting("patience", int),
        _setting("seed", int),
        click.option("--schedule", type=click.Choice(list(SCHEDULES)), default=_SETTINGS["schedule"]),
        _setting("budget_seconds", float, "--budget"),
        _setting("most_bytes", int, "--memory"),
        click.option("--borders", type=Borders()),
        _setting("windows_per_epoch", int),
        click.option("--time-marks/--no-time-marks", default=_SETTINGS["time_marks"]),
    ]
)
"""Gives a command all options for a model and its fit."""


def config_of(model: str, given: Mapping[str, Any]) -> ForecastConfig:
    """The model that the options ask for.

    Raises CommandError for an option that belongs to another model, and SettingError for sizes that cannot work.
    """
    chosen = {name: given[name] for name in (*_SIZES, "activation") if given[name] is not None}
    known = {each.name for each in fields(CONFIGS[model])}
    for name in chosen:
        if name not in known:
            raise CommandError(_NOT_OF_MODEL.fill(model=model, option=_option_of(name)))
    return CONFIGS[model](**(DEFAULTS | chosen))


def settings_of(given: Mapping[str, Any]) -> FitSettings:
    """The settings of the fit; raises FitError for values that cannot work."""
    return FitSettings(**{name: given[name] for name in _SETTINGS})

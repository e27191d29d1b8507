"""One real pass: from settings and a series to a record."""

from explainer.running.families import family_of, letters_of, setting_of
from explainer.running.inventory import ModuleRow, inventory
from explainer.running.passes import Run, Weights, axes_of, run
from explainer.running.settings import MODELS, PassSettings, PatchTSTSettings, Settings, model_of, settings_of
from explainer.running.small_example import EditableInput, SmallExample, small_example
from explainer.running.small_model import tiny_settings
from explainer.running.small_tables import NamedTable, slices, tables
from explainer.running.tokens import Token

__all__ = [
    "MODELS",
    "EditableInput",
    "ModuleRow",
    "NamedTable",
    "PassSettings",
    "PatchTSTSettings",
    "Run",
    "Settings",
    "SmallExample",
    "Token",
    "Weights",
    "axes_of",
    "family_of",
    "inventory",
    "letters_of",
    "model_of",
    "run",
    "setting_of",
    "settings_of",
    "slices",
    "small_example",
    "tables",
    "tiny_settings",
]

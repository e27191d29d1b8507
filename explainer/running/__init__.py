"""One real pass: from settings and a series to a record."""

from explainer.running.families import family_of, setting_of
from explainer.running.inventory import ModuleRow, inventory
from explainer.running.passes import Run, Token, axes_of, run
from explainer.running.settings import PassSettings, PatchTSTSettings, Settings

__all__ = [
    "ModuleRow",
    "PassSettings",
    "PatchTSTSettings",
    "Run",
    "Settings",
    "Token",
    "axes_of",
    "family_of",
    "inventory",
    "run",
    "setting_of",
]

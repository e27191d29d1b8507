"""One real pass: from settings and a series to a record."""

from explainer.running.inventory import ModuleRow, inventory
from explainer.running.passes import Run, Token, run
from explainer.running.settings import Settings

__all__ = ["ModuleRow", "Run", "Settings", "Token", "inventory", "run"]

"""The command line: `python -m explainer trace itransformer --set batch_size=3`."""

from explainer.commands.line import command_line

__all__ = ["command_line"]

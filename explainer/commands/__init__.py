"""The command line: `python -m explainer trace itransformer`, `python -m explainer layer itransformer encoder`."""

from explainer.commands.line import command_line

__all__ = ["command_line"]

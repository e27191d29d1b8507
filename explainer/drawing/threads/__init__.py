"""Axis threads: which axis of an input became which axis of the output."""

from explainer.drawing.threads.model import AxisChip, Threads
from explainer.drawing.threads.picture import threads_svg

__all__ = ["AxisChip", "Threads", "threads_svg"]

"""Axis threads: which axis of an input became which axis of an output, and what an index into a folded axis means."""

from explainer.reading.threads.following import Threads, layer_threads
from explainer.reading.threads.linking import StepLinks, step_links
from explainer.reading.threads.parts import index_parts
from explainer.reading.threads.seen import Dim, Link

__all__ = ["Dim", "Link", "StepLinks", "Threads", "index_parts", "layer_threads", "step_links"]

"""The words of every layer of both models, one file per layer and language, and the facts that fill them."""

from explainer.lessons.layers.facts import layer_facts
from explainer.lessons.layers.finding import LayerLesson, Section, layer_file, layer_lesson

__all__ = ["LayerLesson", "Section", "layer_facts", "layer_file", "layer_lesson"]

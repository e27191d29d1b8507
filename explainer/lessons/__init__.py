"""The words: Markdown in two languages, with every number filled in from a run."""

from explainer.lessons.attention_map import attention_facts
from explainer.lessons.layers import LayerLesson, Section, layer_facts, layer_lesson
from explainer.lessons.operations import OperationWords, operation_words, relation_words
from explainer.lessons.parts import ModuleWords, argument_words, module_words, none_words
from explainer.lessons.rendering import lesson, plain

__all__ = [
    "LayerLesson",
    "ModuleWords",
    "OperationWords",
    "Section",
    "argument_words",
    "attention_facts",
    "layer_facts",
    "layer_lesson",
    "lesson",
    "module_words",
    "none_words",
    "operation_words",
    "plain",
    "relation_words",
]

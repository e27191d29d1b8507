"""The words: Markdown in two languages, with every number filled in from a run."""

from explainer.lessons.attention_map import attention_facts
from explainer.lessons.rendering import lesson, plain

__all__ = ["attention_facts", "lesson", "plain"]

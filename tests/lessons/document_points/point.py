"""One point that the two documents make, or one question that readers ask, and how to tell that a lesson covers it."""

from dataclasses import dataclass

BOTH = ("itransformer", "patchtst")


@dataclass(frozen=True)
class Point:
    """A point and its tell-tales.

    source    section of the document, or "asked" for a question of readers
    lesson    name of the lesson's file, and `section` the id in it
    en, zh    patterns that are all found in the section as it is rendered
    facts     dotted names of facts whose present values stand in the section
    models    in whose lesson the point is made
    """

    id: str
    source: str
    lesson: str
    section: str
    en: tuple[str, ...]
    zh: tuple[str, ...]
    facts: tuple[str, ...] = ()
    models: tuple[str, ...] = BOTH

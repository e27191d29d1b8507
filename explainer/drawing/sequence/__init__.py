"""Sequence diagrams: who called whom, with what, in which order."""

from explainer.drawing.sequence.model import Arrow, Lane, Sequence
from explainer.drawing.sequence.narrow import narrow_svg
from explainer.drawing.sequence.nested import nested_svg
from explainer.drawing.sequence.wide import wide_svg

__all__ = ["Arrow", "Lane", "Sequence", "sequence_svg"]


def sequence_svg(sequence: Sequence, *, narrow: bool, title: str, language: str = "en") -> str:
    """The diagram as SVG; `narrow` for a column of 358 pixels, `title` is read aloud, `language` is that of the words.

    Lanes stand side by side; where the sequence is nested, each module stands where it is called.
    """
    if narrow:
        return narrow_svg(sequence, title, language)
    return nested_svg(sequence, title, language) if sequence.nested else wide_svg(sequence, title, language)

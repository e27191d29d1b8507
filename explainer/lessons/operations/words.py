"""What is said about one operation."""

from dataclasses import dataclass

from explainer.language import Phrase


@dataclass(frozen=True)
class OperationWords:
    """One operation in words.

    does     one or two plain sentences: what it does to the tensor
    formula  in LaTeX; "" where none says more than the words
    moves    whether it only moves or copies numbers and computes nothing
    """

    title: Phrase
    does: Phrase
    formula: str = ""
    moves: bool = False


def computes(title_en: str, title_zh: str, does_en: str, does_zh: str, formula: str = "") -> OperationWords:
    """The words of an operation that computes."""
    return OperationWords(Phrase(title_en, title_zh), Phrase(does_en, does_zh), formula)


def moves(title_en: str, title_zh: str, does_en: str, does_zh: str, formula: str = "") -> OperationWords:
    """The words of an operation that only moves or copies numbers."""
    return OperationWords(Phrase(title_en, title_zh), Phrase(does_en, does_zh), formula, moves=True)

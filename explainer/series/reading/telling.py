"""Texts of the reader's file inside our sentences: cut to a sane length, on one line, and never a template."""

from collections.abc import Sequence

from explainer.language import Phrase, same_in_both

_LONGEST = 40
_MOST = 5

_AND_MORE = Phrase("{listed} and {count} more", "{listed} 及另外 {count} 项")
_LINE = Phrase("line {lines}", "第 {lines} 行")
_LINES = Phrase("lines {lines}", "第 {lines} 行")
_LINES_AND_MORE = Phrase("lines {lines}, …", "第 {lines} … 行")


def cut(text: str) -> str:
    """A text for a sentence: no line breaks, nothing invisible, at most 40 characters."""
    plain = " ".join("".join(letter if letter.isprintable() else " " for letter in text[: 4 * _LONGEST]).split())
    return plain if len(plain) <= _LONGEST and len(text) <= 4 * _LONGEST else f"{plain[: _LONGEST - 1]}…"


def listed(names: Sequence[str]) -> Phrase:
    """The first names in quotation marks, and how many more there are."""
    shown = [f"“{cut(name)}”" for name in names[:_MOST]]
    told = Phrase(", ".join(shown), "、".join(shown))
    rest = len(names) - _MOST
    return _AND_MORE.fill(listed=told, count=rest) if rest > 0 else told


def lines(numbers: Sequence[int]) -> Phrase:
    """The first lines of the file where something is; the sentence around it tells how many there are."""
    shown = ", ".join(str(number) for number in numbers[:_MOST])
    sentence = _LINE if len(numbers) == 1 else _LINES if len(numbers) <= _MOST else _LINES_AND_MORE
    return sentence.fill(lines=Phrase(shown, shown.replace(", ", "、")))


def plain(text: str) -> Phrase:
    """One text of the file, the same in both languages."""
    return same_in_both(cut(text))

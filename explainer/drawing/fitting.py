"""Text made to fit: shortened in the middle, or wrapped into lines."""

from functools import lru_cache
from itertools import accumulate

from explainer.drawing.text import Char, Font, Text, chars, ems, joined, plain, width_of

_MORE: Char = ("…", None)
_NEVER_FIRST = set("，。；：、！？）」』】》”’,.;:!?)]}…")


# Most words of a drawing are those of the drawing before it.
@lru_cache(maxsize=4096)
def shorten(text: Text, font: Font, limit: float) -> Text:
    """The text, with … for its middle where it is wider than `limit` pixels."""
    # A box that was made as wide as its text is wide enough, whatever the last decimal says.
    limit += 0.01
    if width_of(text, font) <= limit:
        return text
    whole = chars(text)
    until = [0.0, *accumulate(width_of(char, font) for char, _ in whole)]
    room = limit - width_of("…", font)
    for kept in range(len(whole) - 1, 0, -1):
        head = (kept * 3 + 2) // 5
        tail = len(whole) - (kept - head)
        if until[head] + until[-1] - until[tail] <= room:
            return joined([*whole[:head], _MORE, *whole[tail:]])
    return plain("…")


@lru_cache(maxsize=4096)
def wrap(text: Text, font: Font, limit: float, lines: int) -> tuple[Text, ...]:
    """At most `lines` lines, each at most `limit` pixels wide; where more is left, the last one ends in …"""
    if text and width_of(text, font) <= limit:
        return (joined(_trimmed(chars(text))),)
    wrapped = _wrapped(chars(text), font, limit)
    if len(wrapped) > lines:
        wrapped = [*wrapped[: lines - 1], _ended(wrapped[lines - 1], font, limit)]
    return tuple(joined(line) for line in wrapped)


def _wrapped(text: list[Char], font: Font, limit: float) -> list[list[Char]]:
    lines: list[list[Char]] = []
    line: list[Char] = []
    for word in _words(text, font, limit):
        if line and _width([*line, *word], font) > limit:
            lines.append(_trimmed(line))
            line = []
        line = [*line, *word]
    return [*lines, _trimmed(line)] if line else lines


def _words(text: list[Char], font: Font, limit: float) -> list[list[Char]]:
    """What stays on one line: a Latin word with the space behind it, a CJK character, a bit of a word too long."""
    words: list[list[Char]] = []
    for char in text:
        if words and _holds_together(words[-1][-1][0], char[0]) and _width([*words[-1], char], font) <= limit:
            words[-1].append(char)
        else:
            words.append([char])
    return words


def _holds_together(before: str, after: str) -> bool:
    if after in _NEVER_FIRST or after == " ":
        return True
    return before != " " and not _breaks(before) and not _breaks(after)


def _breaks(char: str) -> bool:
    """Chinese and Japanese may be broken anywhere."""
    return "\u2e80" <= char <= "\uffef"


def _ended(line: list[Char], font: Font, limit: float) -> list[Char]:
    kept = list(line)
    while kept and _width([*kept, _MORE], font) > limit:
        kept.pop()
    return [*_trimmed(kept), _MORE]


def _trimmed(line: list[Char]) -> list[Char]:
    end = len(line)
    while end and line[end - 1][0] == " ":
        end -= 1
    return line[:end]


def _width(line: list[Char], font: Font) -> float:
    return font.size * sum(ems(char, font.em) for char, _ in _trimmed(line))

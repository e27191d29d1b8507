"""Text to records: lists of cells, each with the line of the file that it begins on."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from explainer.language import Phrase
from explainer.series.errors import SeriesError

# Where several would do, the one that is least likely inside a number or a sentence comes first.
_SEPARATORS = ("\t", ";", "|", ",")
_SAMPLE = 200
_DECLARED = re.compile(r'sep=([^\r\n"])\r?\n?', re.IGNORECASE)


_ONE_NUMBER = re.compile(r"(?:[+-]?\d+(?:,\d+)?)?")


@dataclass(frozen=True)
class Record:
    """One row of the file as text; `line` is where it begins, counted from 1 as an editor does."""

    line: int
    cells: tuple[str, ...]

    @property
    def blank(self) -> bool:
        """Whether no cell holds anything."""
        return not any(map(str.strip, self.cells))


_QUOTES = Phrase(
    "In {name} a quotation mark opened on line {line} is not closed as it should be; close it, or double it inside a "
    "cell.",
    "{name} 第 {line} 行的引号没有正确闭合；请补上引号，单元格内的引号需写成两个。",
)
_LONG_CELL = Phrase(
    "In {name} the cell that begins on line {line} is too long to be one; check its quotation marks.",
    "{name} 第 {line} 行开始的单元格过长；请检查其中的引号。",
)
_NO_SEPARATOR = Phrase(
    "The separator must be one character such as , ; | or a tab, and is “{asked}”.",
    "分隔符必须是一个字符，例如逗号、分号、竖线或制表符，而不是“{asked}”。",
)


def records_of(text: str, separator: str, name: str) -> Iterator[Record]:
    """The records one after the other, quoted line breaks inside; blank lines are not told.

    Raises:
        SeriesError: a quotation mark is not closed, which would swallow the rows behind it.
    """
    # Without translation, so that the lines are counted as an editor counts them, old Mac line ends included.
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    line = 1
    try:
        for cells in reader:
            if cells:
                yield Record(line, tuple(cells))
            line = reader.line_num + 1
    except csv.Error as error:
        sentence = _LONG_CELL if "field limit" in str(error) else _QUOTES
        raise SeriesError(sentence.fill(name=name, line=line)) from None


def declared_separator(text: str) -> str | None:
    """What Excel writes into a first line of its own: sep=;"""
    match = _DECLARED.match(text)
    return match[1] if match and text[match.end() - 1] in "\r\n" else None


def separator_of(text: str, asked: str | None, name: str) -> str:
    """The one asked for, else the declared one, else the one that cuts most rows into the same number of cells."""
    if asked is not None:
        if len(asked) != 1 or asked in '\r\n"':
            raise SeriesError(_NO_SEPARATOR.fill(asked=asked[:10]), setting="separator")
        return asked
    if _is_one_column(text):
        return _SEPARATORS[0]
    return declared_separator(text) or max(_SEPARATORS, key=lambda separator: _fitness(text, separator, name))


def _is_one_column(text: str) -> bool:
    """Whether the commas below a name without one can only be decimal ones."""
    name, *numbers = islice(io.StringIO(text), _SAMPLE)
    return "," not in name and len(numbers) > 1 and all(_ONE_NUMBER.fullmatch(line.strip()) for line in numbers)


def _fitness(text: str, separator: str, name: str) -> tuple[float, int]:
    """The share of rows with the most common width; a comma on equal terms loses, see the order above."""
    widths: list[int] = []
    # A quotation mark that is not closed ends the sample; the separator is told by what stands before it.
    with suppress(SeriesError):
        widths += (len(record.cells) for record in islice(records_of(text, separator, name), _SAMPLE))
    width, count = common_width(widths)
    return (count / len(widths), 0) if width > 1 else (0.0, int(separator == ","))


def common_width(widths: list[int]) -> tuple[int, int]:
    """The most common number of cells, the larger of two as common, and how often it comes."""
    if not widths:
        return 0, 0
    count = Counter(widths)
    width = max(count, key=lambda each: (count[each], each))
    return width, count[width]

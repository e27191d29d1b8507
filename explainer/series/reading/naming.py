"""The names of the columns: from the header, made unique where it leaves that open."""

import itertools
from collections.abc import Sequence

from explainer.language import Phrase
from explainer.series.reading.telling import listed

_UNNAMED = Phrase("Columns without a name were named by their place: {names}.", "没有列名的列已按位置命名：{names}。")
_TWICE = Phrase(
    "Column names that stand in the header more than once were numbered: {names}.",
    "表头中重复的列名已加上编号：{names}。",
)


def names_of(headers: Sequence[str]) -> tuple[tuple[str, ...], tuple[Phrase, ...]]:
    """A name for each header, none of them empty and none twice, and what there is to say about it.

    An empty first header is common: pandas writes its index so. It is named, and told only if it becomes a variate.
    """
    tidied = [" ".join(header.split()) for header in headers]
    unnamed = [f"column_{place}" for place, header in enumerate(tidied, start=1) if not header]
    wanted = [header or f"column_{place}" for place, header in enumerate(tidied, start=1)]
    names: list[str] = []
    numbered: list[str] = []
    for name in wanted:
        unique = _unique(name, set(names), set(wanted)) if name in names else name
        names.append(unique)
        numbered += [unique] if unique != name else []
    told = unnamed[1:] if unnamed[:1] == ["column_1"] else unnamed
    notes = [sentence.fill(names=listed(those)) for sentence, those in ((_UNNAMED, told), (_TWICE, numbered)) if those]
    return tuple(names), tuple(notes)


def _unique(name: str, taken: set[str], wanted: set[str]) -> str:
    return next(other for count in itertools.count(2) if (other := f"{name}_{count}") not in taken | wanted)

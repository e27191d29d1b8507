"""1,234 may be one and a bit or more than a thousand: what a column leaves open, the others settle."""

from collections import Counter
from collections.abc import Sequence

from explainer.language import Phrase
from explainer.series.reading.numbers import Decimal, NumberColumn, number_column
from explainer.series.reading.table import Table
from explainer.series.reading.telling import cut, listed

_UNSURE = Phrase(
    "In {names} a mark may be of decimals or of thousands, as in {value} on line {line}; {mark} was taken as the "
    "decimal mark, and `decimal` changes it.",
    "{names} 中的符号既可能是小数点也可能是千位分隔符，例如第 {line} 行的 {value}；已把 {mark} 当作小数点，"
    "可用 `decimal` 更改。",
)
_DIFFERENT = Phrase(
    "Columns of the file have different decimal marks: a comma in {commas}, a point in {points}.",
    "文件中各列的小数点不一致：{commas} 用逗号，{points} 用点。",
)


def settled(
    table: Table, columns: dict[int, NumberColumn], words: frozenset[str]
) -> tuple[dict[int, NumberColumn], Decimal, tuple[Phrase, ...]]:
    """The columns, each read with one mark; the mark of the file; and what to say where nothing proves one."""
    proven = Counter(column.decimal for column in columns.values() if column.decimal is not None)
    usual: Decimal = max(proven, key=lambda mark: proven[mark], default=".")
    unsure = [place for place, column in columns.items() if column.unsure]
    guessed = {place: usual if len(proven) == 1 else _guess(table, place) for place in unsure}
    again = {place: number_column(table.columns[place], mark, words) for place, mark in guessed.items()}
    doubtful = [place for place in unsure if len(proven) != 1 and _is_doubtful(table, place)]
    notes = [_told(table, doubtful, guessed)] if doubtful else []
    notes += [_different(table, columns)] if len(proven) > 1 else []
    if not proven and guessed:
        usual = Counter(guessed.values()).most_common(1)[0][0]
    return columns | again, usual, tuple(notes)


def _guess(table: Table, place: int) -> Decimal:
    """A comma goes with semicolons, as where it is the decimal mark no comma can separate."""
    has_comma = any("," in cell for cell in table.columns[place])
    return "," if has_comma and table.separator == ";" else "."


def _is_doubtful(table: Table, place: int) -> bool:
    """Points in a table that commas separate are as good as proven; any other is worth a word."""
    return table.separator != "," or any("," in cell for cell in table.columns[place])


def _told(table: Table, places: Sequence[int], guessed: dict[int, Decimal]) -> Phrase:
    cells = table.columns[places[0]]
    row = next(row for row, cell in enumerate(cells) if "," in cell or "." in cell)
    names = listed([table.names[place] for place in places])
    facts = {"value": cut(cells[row]), "line": table.lines[row], "mark": guessed[places[0]]}
    return _UNSURE.fill(names=names, **facts)


def _different(table: Table, columns: dict[int, NumberColumn]) -> Phrase:
    by_mark = {
        mark: listed([table.names[place] for place, column in columns.items() if column.decimal == mark])
        for mark in ",."
    }
    return _DIFFERENT.fill(commas=by_mark[","], points=by_mark["."])

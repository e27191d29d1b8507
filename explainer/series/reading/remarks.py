"""One sentence for each thing in the columns that was noticed or repaired."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool

from explainer.language import Phrase
from explainer.series.reading.numbers import NumberColumn
from explainer.series.reading.options import Fill
from explainer.series.reading.telling import cut, lines, listed

_MOST_COLUMNS = 10
# What loggers write for a missing value. Such a number is kept, as it may be one, and told.
_SENTINELS = (-9999.0, -999.0, -99999.0, -99.0, 9999.0, 99999.0, -9999.9, -999.9, -99.9)
_METHODS: dict[Fill, Phrase] = {
    "linear": Phrase("on the line between its neighbours", "线性插值"),
    "previous": Phrase("with the value before", "前一个值"),
    "mean": Phrase("with the mean of the column", "该列均值"),
    "zero": Phrase("with 0", "零值"),
}

_MISSING = Phrase(
    "“{column}” has {count} missing values ({lines}); each was filled {method}, and `fill` changes that.",
    "“{column}” 有 {count} 个缺失值（{lines}），已用{method}填补；可用 `fill` 更改。",
)
_ONE_MISSING = Phrase(
    "“{column}” has a missing value ({lines}); it was filled {method}, and `fill` changes that.",
    "“{column}” 有 1 个缺失值（{lines}），已用{method}填补；可用 `fill` 更改。",
)
_MORE_MISSING = Phrase(
    "Missing values in {names} ({count} in all) were filled in the same way.",
    "{names} 中的缺失值（共 {count} 个）已用同样的方式填补。",
)
_INFINITE = Phrase(
    "“{column}” has values that are infinite or too large for the model ({count} in all, {lines}: {value}); they were "
    "treated as missing.",
    "“{column}” 有 {count} 个无穷大或超出模型范围的值（{lines}：{value}），已按缺失值处理。",
)
_SENTINEL = Phrase(
    "“{column}” has the value {value} ({count} in all, {lines}), which often stands for a missing one; it was kept, "
    "and `missing` changes that.",
    "“{column}” 有 {count} 处为 {value}（{lines}），这往往表示缺失；目前按数值保留，可用 `missing` 更改。",
)
_CONSTANT = Phrase("Columns with one and the same value throughout: {names}.", "全列只有同一个值的列：{names}。")
_TRUTHS = Phrase("True and false were read as 1 and 0 in {names}.", "{names} 中的真/假已读作 1 和 0。")
_PERCENT = Phrase(
    "Percent signs were taken as the unit of {names}: 45% is 45.", "{names} 中的百分号已作为单位：45% 读作 45。"
)
_SOME_PERCENT = Phrase(
    "In “{column}” only some values have a percent sign; line {line} has {value}, which was read as percent too.",
    "“{column}” 中只有部分值带百分号；第 {line} 行的 {value} 也按百分数读取。",
)
_GROUPED = Phrase("Thousands separators were left out in {names}.", "{names} 中的千位分隔符已去掉。")
_TEXT = Phrase("“{column}” was left out: {reason}.", "“{column}”列未采用：{reason}。")
_MORE_TEXT = Phrase("Also left out: {names}.", "同样未采用的列：{names}。")


@dataclass(frozen=True, eq=False)
class Column:
    """A variate as it is told of: its name, its cells as text, its numbers before filling, and the lines of both."""

    name: str
    cells: Sequence[str]
    numbers: NumberColumn
    lines: Sequence[int]

    def where(self, rows: Bool[np.ndarray, " rows"]) -> Phrase:
        """The lines of some rows."""
        return lines([self.lines[row] for row in np.flatnonzero(rows).tolist()])


def remarks_on(columns: Sequence[Column], fill: Fill) -> tuple[Phrase, ...]:
    """How cells were read, then what is odd about the numbers, then what is missing."""
    said = [
        _about(_TRUTHS, [column.name for column in columns if column.numbers.truths]),
        _about(_PERCENT, [column.name for column in columns if _has_percent(column)]),
        *(_some_percent(column) for column in columns),
        _about(_GROUPED, [column.name for column in columns if column.numbers.grouped]),
        _about(_CONSTANT, [column.name for column in columns if _is_constant(column)]),
        *(_infinite(column) for column in columns),
        *(note for column in columns for note in _sentinels(column)),
        *_missing(columns, fill),
    ]
    return tuple(note for note in said if note is not None)


def remarks_on_left_out(left_out: Sequence[tuple[str, Phrase]]) -> tuple[Phrase, ...]:
    """A sentence for each of the first columns that were left out, and one for the rest."""
    notes = [_TEXT.fill(column=cut(name), reason=reason) for name, reason in left_out[:_MOST_COLUMNS]]
    rest = [name for name, _ in left_out[_MOST_COLUMNS:]]
    return (*notes, _MORE_TEXT.fill(names=listed(rest))) if rest else tuple(notes)


def _about(sentence: Phrase, names: Sequence[str]) -> Phrase | None:
    return sentence.fill(names=listed(names)) if names else None


def _has_percent(column: Column) -> bool:
    return column.numbers.percent is not None and bool(column.numbers.percent.any())


def _some_percent(column: Column) -> Phrase | None:
    if column.numbers.percent is None or not column.numbers.percent.any():
        return None
    bare = ~column.numbers.percent & ~column.numbers.missing
    if not bare.any():
        return None
    row = int(np.argmax(bare))
    return _SOME_PERCENT.fill(column=cut(column.name), line=column.lines[row], value=cut(column.cells[row]))


def _is_constant(column: Column) -> bool:
    values = column.numbers.values[~np.isnan(column.numbers.values)]
    return bool((values == values[0]).all())


def _infinite(column: Column) -> Phrase | None:
    rows = column.numbers.infinite
    if not rows.any():
        return None
    facts = {"count": int(rows.sum()), "lines": column.where(rows), "value": cut(column.cells[int(np.argmax(rows))])}
    return _INFINITE.fill(column=cut(column.name), **facts)


def _sentinels(column: Column) -> list[Phrase]:
    """A number of this kind that is far from all others, at one end of the column."""
    values = column.numbers.values
    known = values[~np.isnan(values)]
    notes = []
    for sentinel in _SENTINELS:
        others = known[known != sentinel]
        if 0 < len(others) < len(known) and _is_far(sentinel, float(others.min()), float(others.max())):
            rows = values == sentinel
            facts = {"value": f"{sentinel:g}", "count": int(rows.sum()), "lines": column.where(rows)}
            notes.append(_SENTINEL.fill(column=cut(column.name), **facts))
    return notes


def _is_far(value: float, low: float, high: float) -> bool:
    return value < low - (high - low) or value > high + (high - low)


def _missing(columns: Sequence[Column], fill: Fill) -> list[Phrase]:
    holed = [column for column in columns if column.numbers.missing.any()]
    notes = []
    for column in holed[:_MOST_COLUMNS]:
        rows = column.numbers.missing
        sentence = _ONE_MISSING if rows.sum() == 1 else _MISSING
        facts = {"count": int(rows.sum()), "lines": column.where(rows), "method": _METHODS[fill]}
        notes.append(sentence.fill(column=cut(column.name), **facts))
    rest = holed[_MOST_COLUMNS:]
    if rest:
        cells = sum(int(column.numbers.missing.sum()) for column in rest)
        notes.append(_MORE_MISSING.fill(count=cells, names=listed([each.name for each in rest])))
    return notes

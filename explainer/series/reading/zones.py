"""Time zones: one is kept as the clock on the wall, several are brought to UTC."""

import re
from collections.abc import Sequence

import numpy as np
from jaxtyping import Shaped

from explainer.language import Phrase
from explainer.series.errors import SeriesError
from explainer.series.reading.telling import cut, listed

_OFFSET = re.compile(r"(?:UTC|GMT)?(?P<sign>[+-])(?P<hours>\d{1,2}?)(?::?(?P<minutes>\d{2}))?")
_UTC = ("Z", "UTC", "GMT")
_WIDEST = 14 * 60

_ONE = Phrase(
    "All times in “{column}” are in {zone} and were kept as they stand there.",
    "“{column}” 中的时间都属于时区 {zone}，已按原有钟点保留。",
)
_SEVERAL = Phrase(
    "The times in “{column}” have {count} offsets ({zones}), as with daylight saving time, and were brought to UTC.",
    "“{column}” 中的时间有 {count} 种时区偏移（{zones}），例如夏令时前后；已统一换算为 UTC。",
)
_SOME = Phrase(
    "Some times in “{column}” have a zone and some have none: line {with_line} has {with_value}, line {without_line} "
    "has {without_value}; write all of them in one way.",
    "“{column}” 中有的时间带时区、有的不带：第 {with_line} 行为 {with_value}，第 {without_line} 行为 {without_value}；"
    "请统一写法。",
)
_LETTERS = Phrase(
    "The times in “{column}” have the zones {zones}, and letters do not tell how far they are apart; write offsets "
    "such as +01:00.",
    "“{column}” 中的时间使用时区缩写 {zones}，仅凭缩写无法换算；请改用 +01:00 这样的偏移。",
)
_FAR = Phrase(
    "Line {line} of “{column}” has {value}, and no zone is more than 14 hours from UTC; correct the offset.",
    "“{column}” 第 {line} 行为 {value}，而时区偏移不会超过 14 小时；请改正偏移。",
)


def without_zones(
    times: Shaped[np.ndarray, " rows"], zones: Sequence[str], column: str, lines: Sequence[int], cells: Sequence[str]
) -> tuple[Shaped[np.ndarray, " rows"], Phrase | None]:
    """The times on one clock, and what was done for that.

    Raises:
        SeriesError: some rows have a zone and others none, or zones are named by letters and differ.
    """
    kinds = {zone: _minutes(zone) for zone in zones}
    if not any(kinds):
        return times, None
    if "" in kinds:
        _refuse_some(zones, column, lines, cells)
    if len({*kinds.values()}) == 1 and (len(kinds) == 1 or None not in kinds.values()):
        zone = "UTC" if 0 in kinds.values() else next(iter(kinds))
        return times, _ONE.fill(column=cut(column), zone=zone)
    offsets = {zone: minutes for zone, minutes in kinds.items() if minutes is not None}
    if len(offsets) < len(kinds):
        raise SeriesError(_LETTERS.fill(column=cut(column), zones=listed(list(kinds))), setting="time_column")
    _refuse_far(zones, offsets, column, lines, cells)
    shift = np.array([offsets[zone] for zone in zones]).astype("timedelta64[m]")
    return times - shift, _SEVERAL.fill(column=cut(column), count=len({*offsets.values()}), zones=listed(list(kinds)))


def _minutes(zone: str) -> int | None:
    """How far a zone is from UTC; None for letters that do not tell."""
    if zone in _UTC:
        return 0
    match = _OFFSET.fullmatch(zone)
    if match is None:
        return None
    minutes = int(match["hours"]) * 60 + int(match["minutes"] or 0)
    return -minutes if match["sign"] == "-" else minutes


def _refuse_some(zones: Sequence[str], column: str, lines: Sequence[int], cells: Sequence[str]) -> None:
    without = zones.index("")
    having = next(row for row, zone in enumerate(zones) if zone)
    facts = {"with_line": lines[having], "with_value": cut(cells[having])}
    facts |= {"without_line": lines[without], "without_value": cut(cells[without])}
    raise SeriesError(_SOME.fill(column=cut(column), **facts), setting="time_column")


def _refuse_far(
    zones: Sequence[str], offsets: dict[str, int], column: str, lines: Sequence[int], cells: Sequence[str]
) -> None:
    for row, zone in enumerate(zones):
        if abs(offsets[zone]) > _WIDEST:
            facts = {"line": lines[row], "value": cut(cells[row])}
            raise SeriesError(_FAR.fill(column=cut(column), **facts), setting="time_column")

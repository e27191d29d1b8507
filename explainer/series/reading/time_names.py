"""What columns of times are called, and columns that only number the rows."""

import re

_USUAL = re.compile(
    "dates?|date_?time|date/time|timestamps?|times?|ds|dt|ts|day|month|year|quarter|period|week|"
    "日期|时间|时间戳|时刻|年月|年份|日期时间|(采集|采样|记录|监测|统计|数据)时间"
)
_LIKE = re.compile(
    "(?:^|[^a-z])(?:date|datetime|timestamp|time)(?:[^a-z]|$)|(?:date|time|timestamp)$|日期|时间|时刻|年月"
)
_COUNTER = re.compile("t|time|times|time_?step|time_idx|time_index|steps?|date|timestamp|ds|时间|时刻|时间步|步")
_INDEX = re.compile("index|idx|id|no\\.?|nr|#|row|row_?num|row_number|unnamed:.*|序号|编号|行号|索引")

# A usual name of a column of times, a name that speaks of times, and any other.
USUAL, LIKE_TIMES, OTHER = range(3)

PARTS = {
    "year": re.compile("year|yr|yyyy|年|年份"),
    "month": re.compile("month|mon|mo|mm|月|月份"),
    "day": re.compile("day|dd|dom|day_of_month|日"),
    "hour": re.compile("hours?|hour_of_day|hr|hh|时|小时"),
    "minute": re.compile("minute|min|分|分钟"),
}


def plain_name(name: str) -> str:
    """A name as it is looked up: small letters, and no unit in brackets."""
    return re.sub(r"\s*[(\[（].*", "", name).strip().lower().replace(" ", "_")


def rank(name: str) -> int:
    """How much a name speaks for a column of times; the lower, the more."""
    bare = plain_name(name)
    return USUAL if _USUAL.fullmatch(bare) else LIKE_TIMES if _LIKE.search(bare) else OTHER


def names_a_counter(name: str) -> bool:
    """Whether a column of rising numbers with this name counts time."""
    return _COUNTER.fullmatch(plain_name(name)) is not None


def names_an_index(name: str, header: str) -> bool:
    """Whether a column with this name, or without one, may be there only to number the rows."""
    return not header.strip() or _INDEX.fullmatch(plain_name(name)) is not None

"""What a single cell can be: missing, true or false, a number, a time."""

import re
import unicodedata

_MISSING = re.compile(
    r"n/?a|n\.a\.|-?nan|nat|null|\(null\)|none|nil|missing|n\.?d\.?|<na>|\\n|-{1,3}|–|—|\?|\.{1,3}|…|\*{1,2}|/"
    r"|#(?:n/a|na|value!|div/0!|ref!|num!|name\?|null!)|-?1\.#(?:qnan|ind)|缺失?|缺测|无|空值?|无数据|暂无"
)
_TRUE = re.compile("true|yes|on|t|y|是|真|对|开")
_FALSE = re.compile("false|no|off|f|n|否|假|错|关")
_INFINITE = re.compile(r"[+-]?(?:inf|infinity|∞|1\.#inf)")


def _numbers(decimal: str, thousands: str, group: str) -> re.Pattern[str]:
    """Grouped or plain digits, a fraction, an exponent. No group begins with 0: 0,125 can only have a decimal comma."""
    grouped = rf"[1-9]\d{{0,2}}(?P<mark>[{thousands}])(?:{group}(?P=mark))*\d{{3}}"
    digits = rf"(?:(?:{grouped}|\d+)(?:[{decimal}]\d*)?|[{decimal}]\d+)"
    return re.compile(rf"[+-]?{digits}(?:[eE][+-]?\d{{1,3}})?", re.ASCII)


# Groups of two digits, as in 12,34,567, are Indian.
_PATTERNS = {".": _numbers(".", ", ’'", r"\d{2,3}"), ",": _numbers(",", ". ’'", r"\d{3}")}
_MINUS = str.maketrans({"\u2212": "-"})
# The kinds of Unicode that are a usual letter in another width. A superscript is none: 10² is not 102.
_WIDTHS = ("<wide>", "<narrow>", "<small>")


def tidy(cell: str) -> str:
    """A cell with single blanks at most, full-width signs and digits as usual ones, every minus as a hyphen."""
    cell = " ".join(cell.split())
    return cell if cell.isascii() else " ".join("".join(map(_in_usual_width, cell)).translate(_MINUS).split())


def _in_usual_width(letter: str) -> str:
    return unicodedata.normalize("NFKC", letter) if unicodedata.decomposition(letter).startswith(_WIDTHS) else letter


def is_missing(cell: str, words: frozenset[str] = frozenset()) -> bool:
    """Whether a tidy cell stands for a missing value: blank, one of the usual words, or one of the reader's."""
    return not cell or _MISSING.fullmatch(cell.lower()) is not None or cell in words


def truth(cell: str) -> float | None:
    """1 for a tidy cell that says true, 0 for false, None for any other."""
    word = cell.lower()
    return 1.0 if _TRUE.fullmatch(word) else 0.0 if _FALSE.fullmatch(word) else None


def number(cell: str, decimal: str) -> float | None:
    """The number in a tidy cell, with thousands separators or without; None where it is none.

    A percent sign is passed over: "45 %" is 45. An infinite number is a number here.
    """
    bare = cell.removesuffix("%").rstrip()
    if _INFINITE.fullmatch(bare.lower()):
        return float("-inf") if bare.startswith("-") else float("inf")
    if _PATTERNS[decimal].fullmatch(bare) is None:
        return None
    digits = re.sub(r"[\s’']", "", bare)
    return float(digits.replace(",", "") if decimal == "." else digits.replace(".", "").replace(",", "."))


def is_number(cell: str) -> bool:
    """Whether a tidy cell is a number under one of the two decimal marks."""
    return number(cell, ".") is not None or number(cell, ",") is not None

"""Bytes to text: which encoding a file is written in."""

import codecs
import re
from dataclasses import dataclass

from explainer.language import Phrase
from explainer.series.errors import SeriesError
from explainer.series.reading.signatures import refuse_what_is_no_table


@dataclass(frozen=True)
class Decoded:
    """The text of a file, the encoding that it was read with, and what there is to say about it."""

    text: str
    encoding: str
    notes: tuple[Phrase, ...] = ()


# The longer mark first: that of UTF-32 begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig", "UTF-8 (BOM)"),
    (codecs.BOM_UTF32_LE, "utf-32", "UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32", "UTF-32"),
    (codecs.BOM_UTF16_LE, "utf-16", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16", "UTF-16"),
)
_TITLES = {"gb18030": "GB18030", "cp1252": "Windows-1252"}

_GUESSED = Phrase(
    "The file is not UTF-8 and was read as {encoding}; `encoding` changes that if names look wrong.",
    "文件不是 UTF-8，已按 {encoding} 读取；如果名称显示为乱码，请设置 `encoding`。",
)
_EMPTY = Phrase(
    "{name} is empty; give a file with a header and rows of numbers.", "{name} 是空文件；请提供带表头和数值行的文件。"
)
_BINARY = Phrase(
    "{name} is a binary file, not a text table: line {line} has control characters; export the data as CSV and read "
    "that.",
    "{name} 是二进制文件，不是文本表格：第 {line} 行含有控制字符；请先把数据导出为 CSV，再读取。",
)
_NOT_DECODED = Phrase(
    "Line {line} of {name} has bytes that are not {encoding}; save the file as UTF-8, or set `encoding`.",
    "{name} 第 {line} 行的字节不符合 {encoding} 编码；请把文件另存为 UTF-8，或设置 `encoding`。",
)
_NO_SUCH_ENCODING = Phrase(
    "The encoding “{encoding}” is not known; utf-8, utf-16, gb18030 and cp1252 are.",
    "无法识别编码“{encoding}”；可用的有 utf-8、utf-16、gb18030 和 cp1252。",
)


def decode(data: bytes, name: str, encoding: str | None = None) -> Decoded:
    """The text of a file in UTF-8, UTF-16, GB18030 or Windows-1252, or in the encoding asked for.

    Raises:
        SeriesError: the file is empty, no text at all, or not in that encoding.
    """
    refuse_what_is_no_table(data, name)
    decoded = _found(data, name) if encoding is None else Decoded(_text(data, name, encoding, encoding), encoding)
    if not decoded.text.strip("\ufeff \t\r\n\x00"):
        raise SeriesError(_EMPTY.fill(name=name))
    _refuse_binary(decoded.text, name)
    return decoded


def _found(data: bytes, name: str) -> Decoded:
    for mark, codec, title in _MARKS:
        if data.startswith(mark):
            return Decoded(_text(data, name, codec, title), title)
    wide = _wide(data)
    if wide is not None:
        return Decoded(_text(data, name, wide, "UTF-16"), "UTF-16")
    try:
        return Decoded(data.decode("utf-8"), "UTF-8")
    except UnicodeDecodeError:
        return _older(data, name)


def _wide(data: bytes) -> str | None:
    """UTF-16 without a mark: in a table of numbers nearly every second byte is zero."""
    start = data[:4000]
    half = len(start) // 2
    if half and start[1::2].count(0) > 0.6 * half and start[::2].count(0) == 0:
        return "utf-16-le"
    return "utf-16-be" if half and start[::2].count(0) > 0.6 * half and start[1::2].count(0) == 0 else None


def _older(data: bytes, name: str) -> Decoded:
    """Not UTF-8: one of the encodings of before, unless it is UTF-8 with a few damaged bytes, or no text."""
    _refuse_binary(data.decode("latin-1"), name)
    read = data.decode("utf-8", errors="replace")
    damaged = read.count("\ufffd")
    good = len(read) - len(read.encode("ascii", errors="ignore")) - damaged
    if good > 10 * damaged:
        _text(data, name, "utf-8", "UTF-8")
    codec = "gb18030" if _looks_chinese(data) else "cp1252"
    title = _TITLES[codec]
    return Decoded(_text(data, name, codec, title), title, (_GUESSED.fill(encoding=title),))


def _looks_chinese(data: bytes) -> bool:
    """GB18030 takes nearly any bytes, so that a "°C" in Windows-1252 would become a Chinese character.

    Common characters have pairs of high bytes of which the first is in two known ranges. Western letters stand alone,
    or their first byte is in another range, as in "Größe".
    """
    try:
        data.decode("gb18030")
    except UnicodeDecodeError:
        return False
    common = sum(1 for _ in re.finditer(rb"[\xa1-\xa9\xb0-\xd7][\xa1-\xfe]", data))
    return common * 4 > len(data) - len(data.translate(None, bytes(range(0x80, 0x100))))


def _text(data: bytes, name: str, codec: str, title: str) -> str:
    try:
        return data.decode(codec)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SeriesError(_NOT_DECODED.fill(name=name, line=line, encoding=title), setting="encoding") from None
    except (LookupError, UnicodeError, ValueError):
        raise SeriesError(_NO_SUCH_ENCODING.fill(encoding=title[:40]), setting="encoding") from None


# An old end-of-file mark (\x1a) is the one control character that a text may end with.
_CONTROL = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f]")


def _refuse_binary(text: str, name: str) -> None:
    found = _CONTROL.search(text.rstrip("\x1a\r\n "))
    if found is not None:
        line = text.count("\n", 0, found.start()) + 1
        raise SeriesError(_BINARY.fill(name=name, line=line))

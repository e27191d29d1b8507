"""Files that are no text: told by how they begin, whatever they are called."""

import json

from explainer.language import Phrase
from explainer.series.errors import SeriesError

_SPREADSHEET = Phrase("a spreadsheet (.xlsx) or a ZIP archive", "电子表格（.xlsx）或 ZIP 压缩包")
_OLD_SPREADSHEET = Phrase("an old Office document (.xls)", "旧版 Office 文档（.xls）")
_PICTURE = Phrase("a picture", "图片")
_ARCHIVE = Phrase("a compressed file", "压缩文件")
_TABLE = Phrase("a Parquet, Arrow, HDF5 or NumPy file", "二进制数据文件（Parquet、Arrow、HDF5 或 NumPy）")
_WEB_PAGE = Phrase("a web page", "网页")
_JSON = Phrase("JSON", "数据文件（JSON）")

_BEGINNINGS: tuple[tuple[bytes, Phrase], ...] = (
    (b"PK\x03\x04", _SPREADSHEET),
    (b"PK\x05\x06", _SPREADSHEET),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", _OLD_SPREADSHEET),
    (b"%PDF-", Phrase("a PDF document", "文档（PDF）")),
    (b"{\\rtf", Phrase("an RTF document", "文档（RTF）")),
    (b"\x89PNG\r\n\x1a\n", _PICTURE),
    (b"\xff\xd8\xff", _PICTURE),
    (b"GIF87a", _PICTURE),
    (b"GIF89a", _PICTURE),
    (b"II*\x00", _PICTURE),
    (b"MM\x00*", _PICTURE),
    (b"\x1f\x8b", _ARCHIVE),
    (b"BZh", _ARCHIVE),
    (b"\xfd7zXZ\x00", _ARCHIVE),
    (b"7z\xbc\xaf\x27\x1c", _ARCHIVE),
    (b"Rar!\x1a\x07", _ARCHIVE),
    (b"\x28\xb5\x2f\xfd", _ARCHIVE),
    (b"PAR1", _TABLE),
    (b"ARROW1", _TABLE),
    (b"\x89HDF\r\n\x1a\n", _TABLE),
    (b"\x93NUMPY", _TABLE),
    (b"SQLite format 3\x00", Phrase("an SQLite database", "数据库（SQLite）")),
    (b"version https://git-lfs", Phrase("a Git LFS pointer without the data", "不含数据的指针文件（Git LFS）")),
)
_MARKUP = (b"<!doctype html", b"<html", b"<?xml")

_NOT_A_TABLE = Phrase(
    "{name} is {kind}, not a text table, whatever its name says; export the data as CSV and read that.",
    "{name} 实际上是{kind}，不是文本表格（与扩展名无关）；请先把数据导出为 CSV，再读取。",
)


def refuse_what_is_no_table(data: bytes, name: str) -> None:
    """Raise SeriesError, with what it really is, for a spreadsheet, a picture, an archive or markup."""
    kind = _kind_of(data)
    if kind is not None:
        raise SeriesError(_NOT_A_TABLE.fill(name=name, kind=kind))


def _kind_of(data: bytes) -> Phrase | None:
    for beginning, kind in _BEGINNINGS:
        if data.startswith(beginning):
            return kind
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return _PICTURE
    start = data[:256].removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    if start.startswith(_MARKUP):
        return _WEB_PAGE
    return _JSON if start[:1] in (b"{", b"[") and _is_json(data) else None


def _is_json(data: bytes) -> bool:
    # Also a header may begin with a bracket, so the whole of it is asked.
    try:
        json.loads(data)
    except (ValueError, RecursionError):
        return False
    return True

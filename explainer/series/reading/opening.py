"""The bytes of a file, and what to call it in a sentence."""

from pathlib import Path

from explainer.language import Phrase
from explainer.series.errors import SeriesError
from explainer.series.reading.limits import Limits, check_bytes

_UNNAMED = "data.csv"
_NOT_THERE = Phrase("There is no file {name}; check the path.", "找不到文件 {name}；请检查路径。")
_NO_FILE = Phrase(
    "{name} is a folder, not a file; give the path of a file.", "{name} 是文件夹而不是文件；请给出文件路径。"
)
_NOT_READ = Phrase("{name} cannot be read: {why}.", "无法读取 {name}：{why}。")


def name_of(source: bytes | Path, name: str | None) -> str:
    """The name of a series: the one that is given, else that of the file."""
    return name or (source.name or str(source) if isinstance(source, Path) else _UNNAMED)


def opened(source: bytes | Path, title: str, limits: Limits) -> bytes:
    """The bytes of a file, which is measured before it is read; `title` is its name in sentences.

    Raises:
        SeriesError: there is no such file, it cannot be read, or it is too large.
    """
    if isinstance(source, bytes):
        check_bytes(title, len(source), limits)
        return source
    try:
        check_bytes(title, source.stat().st_size, limits)
        return source.read_bytes()
    except FileNotFoundError:
        raise SeriesError(_NOT_THERE.fill(name=title)) from None
    except IsADirectoryError:
        raise SeriesError(_NO_FILE.fill(name=title)) from None
    except OSError as error:
        raise SeriesError(_NOT_READ.fill(name=title, why=error.strerror or type(error).__name__)) from None

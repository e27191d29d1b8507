"""How large a file may be: each limit is a setting, and each refusal says what the file has and what is read."""

from dataclasses import dataclass

from explainer.language import Phrase
from explainer.series.errors import SeriesError


@dataclass(frozen=True)
class Limits:
    """The most that is read. A file is refused before it is parsed wherever its size can be told before that."""

    bytes: int = 10_000_000
    rows: int = 100_000
    columns: int = 400


_BYTES = Phrase(
    "{name} has {asked} bytes, and at most {most} are read; cut the file, or raise the limit.",
    "{name} 有 {asked} 字节，最多读取 {most} 字节；请截短文件，或调高上限。",
)
_ROWS = Phrase(
    "{name} has more than {most} rows, and no more than that are read; cut the file, or raise the limit.",
    "{name} 超过 {most} 行，最多读取 {most} 行；请截短文件，或调高上限。",
)
_COLUMNS = Phrase(
    "{name} has {asked} columns, and at most {most} are read; keep fewer of them, or raise the limit.",
    "{name} 有 {asked} 列，最多读取 {most} 列；请减少列数，或调高上限。",
)


def check_bytes(name: str, asked: int, limits: Limits) -> None:
    """Raise SeriesError for a file of too many bytes."""
    if asked > limits.bytes:
        raise SeriesError(_BYTES.fill(name=name, asked=f"{asked:,}", most=f"{limits.bytes:,}"), setting="limits")


def check_rows(name: str, asked: int, limits: Limits) -> None:
    """Raise SeriesError for a table of too many rows; `asked` may be where counting stopped."""
    if asked > limits.rows:
        raise SeriesError(_ROWS.fill(name=name, most=f"{limits.rows:,}"), setting="limits")


def check_columns(name: str, asked: int, limits: Limits) -> None:
    """Raise SeriesError for a table of too many columns."""
    if asked > limits.columns:
        raise SeriesError(_COLUMNS.fill(name=name, asked=f"{asked:,}", most=f"{limits.columns:,}"), setting="limits")

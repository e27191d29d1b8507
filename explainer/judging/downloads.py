"""A matrix as a file, with the names of its rows and columns."""

import csv
from collections.abc import Sequence
from io import BytesIO, StringIO

import numpy as np

from explainer.judging.maps import Matrix

# What a spreadsheet takes for the beginning of a formula, in full width too, and what hides one from the eye.
_FORMULAS = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")
CORNER = "query \\ key"


def map_csv(matrix: Matrix, queries: Sequence[str], keys: Sequence[str]) -> bytes:
    """Rows are queries, columns keys; UTF-8 with a mark at the beginning, by which spreadsheets know Chinese.

    Numbers have as many digits as it takes to read the same number again. A name that a spreadsheet would run as a
    formula gets an apostrophe in front, which makes it text (OWASP, CSV Injection).
    """
    _check(matrix, queries, keys)
    text = StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow([CORNER, *map(_as_text, keys)])
    writer.writerows([_as_text(name), *map(str, row)] for name, row in zip(queries, matrix, strict=True))
    return text.getvalue().encode("utf-8-sig", errors="replace")


def map_npz(matrix: Matrix, queries: Sequence[str], keys: Sequence[str], *, about: str = "") -> bytes:
    """For `numpy.load`, without pickles: `map` (query, key), the names `queries` and `keys`, and `about`.

    `about` is for where the weights come from, which a file should tell as well as the page does.
    """
    _check(matrix, queries, keys)
    file = BytesIO()
    np.savez_compressed(file, map=matrix, queries=_names(queries), keys=_names(keys), about=np.array(about))
    return file.getvalue()


def _names(names: Sequence[str]) -> np.ndarray:
    return np.array(names, dtype=np.str_)


def _as_text(name: str) -> str:
    # Spreadsheets trim what stands before a formula.
    return f"'{name}" if name.startswith(_FORMULAS) or name.lstrip().startswith(_FORMULAS) else name


def _check(matrix: Matrix, queries: Sequence[str], keys: Sequence[str]) -> None:
    if matrix.shape != (len(queries), len(keys)):
        raise ValueError(f"a map of {matrix.shape} cells cannot have {len(queries)} queries and {len(keys)} keys")

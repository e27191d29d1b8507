"""Results that take a while are kept with the visit: a few of each kind, those that were asked for last."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

import streamlit as st

_KEPT = "results of the evidence page"
Result = TypeVar("Result")


def kept(kind: str, key: Hashable, make: Callable[[], Result], *, most: int = 6) -> Result:
    """What `make` gave for this key, or gives now; of each kind `most` are kept."""
    of_kind = _of_kind(kind)
    found: Result = of_kind.pop(key) if key in of_kind else make()
    of_kind[key] = found
    while len(of_kind) > most:
        del of_kind[next(iter(of_kind))]
    return found


def is_kept(kind: str, key: Hashable) -> bool:
    """Whether it would be given at once."""
    return key in _of_kind(kind)


def _of_kind(kind: str) -> dict[Hashable, Any]:
    kinds: dict[str, dict[Hashable, Any]] = st.session_state.setdefault(_KEPT, {})
    return kinds.setdefault(kind, {})

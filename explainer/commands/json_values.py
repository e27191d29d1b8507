"""Our values as JSON has them: texts in both languages, times as text, and no number that is none."""

from dataclasses import fields
from math import isfinite
from typing import Any

import pandas as pd

from explainer.language import Phrase


def both(phrase: Phrase) -> dict[str, str]:
    """A text in both languages."""
    return {"en": phrase.en, "zh": phrase.zh}


def moment(time: Any) -> str | int | float:
    """A time in ISO 8601; the number of a row that has no time."""
    if isinstance(time, pd.Timestamp):
        return time.isoformat()
    return float(time) if time % 1 else int(time)


def finite(number: float) -> float | None:
    """A number, or None for what JSON has no number for."""
    return number if isfinite(number) else None


def fields_of(told: Any) -> dict[str, Any]:
    """A dataclass of numbers and texts by the names of its fields."""
    values = {each.name: getattr(told, each.name) for each in fields(told)}
    return {name: finite(value) if isinstance(value, float) else value for name, value in values.items()}

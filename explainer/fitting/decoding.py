"""From parsed JSON back to frozen dataclasses, with every type checked: a file from elsewhere may say anything."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints


def decoded(kind: Any, value: object) -> Any:
    """`value` as `kind`: a dataclass, a tuple, a union, an enum, or a plain type.

    Raises:
        TypeError: it is something else, or a field is missing or not known. Dataclasses raise what they raise.
    """
    if is_dataclass(kind):
        return _dataclass(kind, value)
    if get_origin(kind) is tuple:
        return _tuple(get_args(kind), value)
    if isinstance(kind, UnionType):
        return None if value is None and NoneType in get_args(kind) else decoded(get_args(kind)[0], value)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(value)
    return _plain(kind, value)


def _dataclass(kind: Any, value: object) -> Any:
    hints = get_type_hints(kind)
    known = [field.name for field in fields(kind)]
    if not isinstance(value, Mapping) or set(value) != set(known):
        raise TypeError(f"{kind.__name__} has the fields {known}")
    return kind(**{name: decoded(hints[name], value[name]) for name in known})


def _tuple(kinds: tuple[Any, ...], value: object) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise TypeError("a list was expected")
    if kinds[-1] is Ellipsis:
        kinds = kinds[:1] * len(value)
    return tuple(decoded(kind, item) for kind, item in zip(kinds, value, strict=True))


def _plain(kind: type, value: object) -> object:
    if kind is float and type(value) is int:
        return float(value)
    if type(value) is not kind:
        raise TypeError(f"{kind.__name__} was expected, not {type(value).__name__}")
    return value

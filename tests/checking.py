"""While tests run, every call of the project is checked against its signature: types are promises, and so are shapes.

The import hook of jaxtyping decorates every function and class. jaxtyping knows shapes, and makes a call many times
slower than the checker of types that it uses; so it is used where there are shapes, and the checker alone elsewhere.
"""

from collections.abc import Callable
from dataclasses import is_dataclass
from functools import partial
from inspect import isclass
from typing import Any, get_args

import jaxtyping

with_shapes = jaxtyping.jaxtyped


def checked(thing: Any = None, *, typechecker: Callable[[Any], Any]) -> Any:
    """Stands in for `jaxtyping.jaxtyped`, on a function or, with its fields, on a dataclass."""
    if thing is None:
        return partial(checked, typechecker=typechecker)
    promised = thing.__init__ if isclass(thing) else thing
    if any(needs_jaxtyping(hint) for hint in getattr(promised, "__annotations__", {}).values()):
        return with_shapes(thing, typechecker=typechecker)
    if not isclass(thing):
        return typechecker(thing)
    if is_dataclass(thing):
        thing.__init__ = typechecker(promised)  # type: ignore[misc]
    return thing


def needs_jaxtyping(hint: object) -> bool:
    if isinstance(hint, str):
        # An alias that holds itself; beartype makes nothing of it, and jaxtyping resolves it.
        return "[" in hint
    is_shaped = isclass(hint) and issubclass(hint, jaxtyping.AbstractArray)
    return is_shaped or any(needs_jaxtyping(part) for part in get_args(hint))


def check_every_call() -> None:
    """Has to come before anything of the project is imported."""
    jaxtyping.jaxtyped = checked

"""Short words on every operation of both models, and on the operations that other models are made of."""

from collections.abc import Mapping

from explainer.lessons.operations.choosing import CHOOSING, CHOOSING_ALIASES
from explainer.lessons.operations.moving import MOVING, MOVING_ALIASES
from explainer.lessons.operations.normalising import NORMALISING, NORMALISING_ALIASES
from explainer.lessons.operations.pointwise import POINTWISE, POINTWISE_ALIASES
from explainer.lessons.operations.relations import relation_words
from explainer.lessons.operations.shaping import SHAPING, SHAPING_ALIASES
from explainer.lessons.operations.summing import SUMMING, SUMMING_ALIASES
from explainer.lessons.operations.words import OperationWords

__all__ = ["OPERATIONS", "OperationWords", "operation_words", "relation_words"]

_WRITTEN = {**SHAPING, **MOVING, **POINTWISE, **CHOOSING, **SUMMING, **NORMALISING}
_ALIASES = {
    **SHAPING_ALIASES,
    **MOVING_ALIASES,
    **POINTWISE_ALIASES,
    **CHOOSING_ALIASES,
    **SUMMING_ALIASES,
    **NORMALISING_ALIASES,
}

# By the name of the operation without the marks of in-place and of operators: "add" is `add_` and `__iadd__` too.
OPERATIONS: Mapping[str, OperationWords] = _WRITTEN | {alias: _WRITTEN[op] for alias, op in _ALIASES.items()}


def operation_words(op: str) -> OperationWords | None:
    """The words on an operation, `einsum` or `__getitem__`, by its name in a record; None where there are none."""
    return OPERATIONS.get(op.strip("_"))

"""What kind of function comes by: one that only answers a question, one that computes, one that changes memory."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from types import FunctionType
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

ASKS, COMPUTES, CHANGES, OPENS = 0, 1, 2, 3
# From here on: computes, and changes memory where its argument number `kind - MAY_CHANGE` ("inplace") is true.
MAY_CHANGE = 100

# Properties that give a tensor; all others (`.shape`, `.dtype`, …) only answer questions.
_TENSOR_PROPERTIES = frozenset({"T", "mT", "H", "mH", "data", "real", "imag", "grad"})
_QUESTIONS = frozenset({
    "size", "dim", "ndimension", "numel", "nelement", "stride", "storage_offset", "is_contiguous", "is_floating_point",
    "is_complex", "is_conj", "is_neg", "is_inference", "is_signed", "is_shared", "element_size", "data_ptr",
    "get_device", "untyped_storage", "storage", "__len__", "__hash__", "__repr__", "__format__", "__str__", "__dir__",
    "__contains__",
})  # fmt: skip
# They change running statistics besides what they return: where the first of those stands, and the flag that asks.
_STATISTICS: Mapping[Callable[..., Any], tuple[int, str, int]] = {
    functional.batch_norm: (1, "training", 5),
    functional.instance_norm: (1, "use_input_stats", 5),
    torch.batch_norm: (3, "training", 5),
    torch.instance_norm: (3, "use_input_stats", 5),
}
# Properties that change memory when they are set.
_SET_IN_PLACE = frozenset({"data", "real", "imag"})
_DRAWING = frozenset({
    "normal", "uniform", "bernoulli", "multinomial", "poisson", "exponential", "geometric", "cauchy", "log_normal",
    "rrelu", "binomial", "_standard_gamma", "_sample_dirichlet", "fractional_max_pool2d", "fractional_max_pool3d",
    "xavier_uniform", "xavier_normal", "kaiming_uniform", "kaiming_normal", "trunc_normal", "orthogonal", "sparse",
    "gumbel_softmax", "scaled_dot_product_attention", "lstm", "gru", "rnn_tanh", "rnn_relu",
})  # fmt: skip
_READING_DUNDERS = frozenset({"__index__", "__int__", "__invert__", "__iter__"})


def kind_of(function: Callable[..., Any]) -> int:
    """One of the kinds above."""
    name = name_of(function)
    if function is functional.multi_head_attention_forward:
        return OPENS
    match getattr(function, "__name__", ""):
        case "__get__":
            return COMPUTES if name in _TENSOR_PROPERTIES else ASKS
        case "__set__":
            return CHANGES if name in _SET_IN_PLACE else ASKS
    if name in _QUESTIONS:
        return ASKS
    in_place = name.endswith("_") and not name.endswith("__")
    in_place_operator = name.startswith("__i") and name not in _READING_DUNDERS
    if in_place or in_place_operator or name == "__setitem__" or function in _STATISTICS:
        return CHANGES
    place = _place_of_inplace(function)
    return COMPUTES if place is None else MAY_CHANGE + place


def name_of(function: Callable[..., Any]) -> str:
    """The function's own name; for the getter of a property, the property's."""
    name = str(getattr(function, "__name__", repr(function)))
    owner = getattr(function, "__self__", None)
    return str(getattr(owner, "__name__", name)) if name in {"__get__", "__set__"} else name


def _place_of_inplace(function: Callable[..., Any]) -> int | None:
    """Which argument of a function such as `dropout` is its flag `inplace`; None where it has none."""
    if not isinstance(function, FunctionType):
        return None
    # Not through wrappers: behind that of `x ** 2` stands a builtin, which has no signature.
    parameters = list(inspect.signature(function, follow_wrapped=False).parameters)
    return parameters.index("inplace") if "inplace" in parameters else None


def asked_in_place(kind: int, args: tuple[Any, ...], kwargs: Mapping[str, Any] | None) -> bool:
    """Whether a function that may work in place was asked to."""
    place = kind - MAY_CHANGE
    return bool(args[place]) if place < len(args) else bool(kwargs and kwargs.get("inplace"))


def changeable(function: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Iterator[Tensor]:
    """The tensors whose memory a changing call may write to."""
    silent = silently_changed(function, args, kwargs)
    if silent is not None:
        yield from silent
        return
    for candidate in (*args[:1], kwargs.get("out")):
        for part in candidate if isinstance(candidate, (tuple, list)) else (candidate,):
            if isinstance(part, Tensor):
                yield part


def silently_changed(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any] | None
) -> list[Tensor] | None:
    """What a function changes without raising its version: the running statistics of a norm in training, the tensor
    whose `.data` is set. None for functions that raise the versions of all they change.
    """
    if getattr(function, "__name__", "") == "__set__" and name_of(function) == "data":
        return [args[0]]
    place = _STATISTICS.get(function)
    if place is None:
        return None
    options = kwargs or {}
    first, name, position = place
    training = options.get(name, args[position] if len(args) > position else name == "use_input_stats")
    statistics = (*args[first : first + 2], options.get("running_mean"), options.get("running_var"))
    return [tensor for tensor in statistics if isinstance(tensor, Tensor)] if training else []


def may_draw(function: Callable[..., Any]) -> bool:
    """Whether a function may draw random numbers."""
    name = name_of(function).rstrip("_")
    return name.startswith("rand") or "dropout" in name or name in _DRAWING


def draws(function: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any] | None) -> bool:
    """Whether a call of such a function draws: dropout does in training only."""
    options = kwargs or {}
    if "dropout" not in name_of(function):
        return True
    return bool(options.get("training", args[2] if len(args) > 2 else True)) or bool(options.get("train", False))


@lru_cache
def unguarded(function: FunctionType) -> FunctionType:
    """A copy of a Python function of torch that does its work instead of handing itself over to the recorder.

    So its inner operations are heard one by one. It computes what the original computes without its fast path.
    """
    inside = {**function.__globals__, "has_torch_function": lambda _: False}
    copy = FunctionType(function.__code__, inside, function.__name__, function.__defaults__, function.__closure__)
    copy.__kwdefaults__ = function.__kwdefaults__
    return copy

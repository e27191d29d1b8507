"""One layer with numbers that can be checked by hand: really run, alone, and recorded.

The layer is taken out of a tiny model with small round weights. What it is given are small whole numbers, or the
reader's own; every number after them is what the layer's real code makes of them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, TypeAlias

import torch
from torch import Tensor, nn

from explainer.language import ExplainedError, Phrase
from explainer.running.settings import PassSettings
from explainer.running.small_letters import Letters
from explainer.running.small_model import Given, tiny_model, tiny_path, tiny_settings
from explainer.running.small_numbers import WHOLE, drawn, written
from explainer.tracing import Trace, edges_in, trace

# Flat, row by row, by the name of an input or a weight. What is no number is refused with a sentence.
Numbers: TypeAlias = Mapping[str, Sequence[object]]

_UNKNOWN = Phrase(
    "{name} is neither an input nor a weight of this layer; choose one of {known}.",
    "{name} 既不是这一层的输入，也不是它的权重；可选：{known}。",
)


@dataclass(frozen=True, eq=False)
class EditableInput:
    """One tensor that the layer was given.

    name    by which a reader's numbers for it are given: the first of `names`
    names   all names that the forward has for it: queries, keys and values at once in self-attention
    value   the numbers of this run
    """

    name: str
    names: tuple[str, ...]
    value: Tensor
    _letters: Callable[[], str] = field(repr=False)

    @property
    def axes(self) -> str:
        """Its sizes in letters, `(B, L, H, E)`; "" where they are not known."""
        return self._letters()


@dataclass(frozen=True, eq=False)
class SmallExample:
    """The module at `path` of a tiny model, run by itself in eval mode.

    trace    the record of that run; the module is its root
    inputs   what it was given, every tensor once
    weights  its parameters, which a reader may set by name too, and its buffers, such as the mean of a BatchNorm
    sizes    the letters of the tiny model: B, N, L, S, D, H, F, E and, where there are patches, P, s, n
    """

    path: str
    trace: Trace
    inputs: tuple[EditableInput, ...]
    weights: tuple[tuple[str, Tensor], ...]
    sizes: Mapping[str, int]
    _letters: Letters = field(repr=False)

    def axes_text(self, value: int) -> str:
        """The sizes in letters of a value of the trace, `(B, H, L, S)`; "" where they are not known.

        The first time for a kind of model it is run at some twenty sizes, which takes about a second.
        """
        return self._letters.text(value)


def small_example(settings: PassSettings, path: str, numbers: Numbers | None = None) -> SmallExample:
    """Run the module at `path` of the tiny model of the kind of `settings`, and record it.

    Of `settings` count the kind, the activation, the dropout and the seed. Any encoder layer is shown as layer 0.
    The process-wide random state is neither read nor changed. Raises ExplainedError, with the place and the remedy,
    where nothing runs at `path` and for numbers that cannot work.
    """
    tiny, place = tiny_settings(settings), tiny_path(path)
    return _run(tiny, place, numbers) if numbers else _as_built(tiny, place)


@lru_cache(maxsize=256)
def _as_built(settings: PassSettings, place: str) -> SmallExample:
    """An example that nobody has changed is the same for all readers, at whatever sizes they look."""
    return _run(settings, place, {})


def _run(settings: PassSettings, place: str, numbers: Numbers) -> SmallExample:
    tiny = tiny_model(settings)
    layer, given = tiny.layer(place)
    names = _names_of(given)
    _refuse_unknown(numbers, (*(each[0] for each in names.values()), *(name for name, _ in layer.named_parameters())))
    swap = _new_inputs(given, names, numbers, settings.seed)
    with torch.no_grad():
        _set_weights(layer, numbers)
        args = (swap.get(id(argument), argument) for argument in given.args)
        record = trace(layer, *args, **{name: swap.get(id(slot), slot) for name, slot in given.kwargs.items()})
    letters = Letters(tiny, place, record)
    return SmallExample(place, record, _inputs(record, names, swap, letters), _weights(layer), tiny.sizes, letters)


def _names_of(given: Given) -> dict[int, tuple[str, ...]]:
    """The names of every tensor of floats among the arguments, by its identity: the same tensor may have several."""
    names: dict[int, tuple[str, ...]] = {}
    for name, argument in given.named.items():
        if _is_editable(argument):
            names[id(argument)] = (*names.get(id(argument), ()), name)
    return names


def _is_editable(argument: Any) -> bool:
    return isinstance(argument, Tensor) and argument.is_floating_point()


def _refuse_unknown(numbers: Numbers, known: tuple[str, ...]) -> None:
    for name in numbers:
        if name not in known:
            raise ExplainedError(_UNKNOWN.fill(name=name, known=", ".join(known)), name)


def _new_inputs(given: Given, names: Mapping[int, tuple[str, ...]], numbers: Numbers, seed: int) -> dict[int, Tensor]:
    """The tensor to give instead of each one of `names`, by its identity; it lies in memory as that one did."""
    tensors = {id(argument): argument for argument in given.named.values() if id(argument) in names}
    new = {}
    for count, (number, old) in enumerate(tensors.items()):
        name, shape = names[number][0], tuple(old.shape)
        # Drawn by shape: the tokens of a layer are the tokens of the attention inside it.
        chosen = written(name, shape, numbers[name]) if name in numbers else drawn(shape, WHOLE, f"{seed} {count}")
        new[number] = torch.empty_like(old).copy_(chosen)
    return new


def _set_weights(layer: nn.Module, numbers: Numbers) -> None:
    for name, parameter in layer.named_parameters():
        if name in numbers:
            parameter.copy_(written(name, tuple(parameter.shape), numbers[name]))


def _inputs(
    record: Trace, names: Mapping[int, tuple[str, ...]], swap: Mapping[int, Tensor], letters: Letters
) -> tuple[EditableInput, ...]:
    def value_of(name: str) -> int:
        return edges_in(record.root.arguments[name])[0]

    return tuple(
        EditableInput(each[0], each, swap[number], partial(letters.text, value_of(each[0])))
        for number, each in names.items()
    )


def _weights(layer: nn.Module) -> tuple[tuple[str, Tensor], ...]:
    buffers = ((name, buffer) for name, buffer in layer.named_buffers() if buffer.is_floating_point())
    return tuple((name, tensor.detach()) for name, tensor in (*layer.named_parameters(), *buffers))

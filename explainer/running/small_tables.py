"""The numbers of a small example as tables: everything that the layer computed itself or got from its children."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal, TypeAlias

from torch import Tensor

from explainer.running.small_example import SmallExample
from explainer.tracing import Call, Step, Trace, edges_in

Item: TypeAlias = Step | Call
Kind: TypeAlias = Literal["step", "call"]
Slices: TypeAlias = tuple[tuple[str, Tensor], ...]


@dataclass(frozen=True, eq=False)
class NamedTable:
    """One result inside a layer.

    name    that its line gives it, `scores`, or `y = x` where it gives two; else the operation or the module called
    key     of the step without the path, `einsum.2`; of a call the path from the layer on, `dropout@1`
    kind    whether a step made it or a module returned it
    value   its number in the trace of the example
    axes    its sizes in letters, `(B, H, L, S)`; "" where they are not known
    slices  its numbers, cut into matrices: each with a label, `b=0, h=1`, that is "" where there is one only
    """

    name: str
    key: str
    kind: Kind
    value: int
    shape: tuple[int, ...]
    axes: str
    slices: Slices

    def key_under(self, layer: str) -> str:
        """The whole key of the step or call, for the key of the layer's own call: "" for the model itself."""
        if self.kind == "step":
            return f"{layer}:{self.key}"
        return f"{layer}.{self.key}" if layer else self.key


def tables(example: SmallExample) -> tuple[NamedTable, ...]:
    """One table per result, in the order in which they came about."""
    return tuple(_tables(example))


def _tables(example: SmallExample) -> Iterator[NamedTable]:
    items = _items(example.trace)
    keys, names = _keys(items), _names(example.trace, items)
    for place, item in enumerate(items):
        for value in _results(item):
            data = example.trace.values[value].data
            if data is not None:
                name, axes = names.get((place, value), _plain_name(item)), example.axes_text(value)
                yield NamedTable(name, keys[place], _kind(item), value, tuple(data.shape), axes, slices(data, axes))


def _items(record: Trace) -> list[Item]:
    """The steps and calls directly in the layer, in their order; a call that takes no step goes before the next one."""
    steps: list[tuple[int, int, Item]] = [(step.id, 1, step) for step in record.steps_in(record.root)]
    calls = [(call.first_step, 0, call) for call in record.calls if call.parent == record.root.id]
    return [item for *_, item in sorted((*steps, *calls), key=lambda each: each[:2])]


def _results(item: Item) -> tuple[int, ...]:
    return item.outputs if isinstance(item, Step) else edges_in(item.outcome)


def _kind(item: Item) -> Kind:
    return "step" if isinstance(item, Step) else "call"


def _plain_name(item: Item) -> str:
    return item.op if isinstance(item, Step) else item.path


def _keys(items: Sequence[Item]) -> list[str]:
    met = Counter[str]()
    keys = []
    for item in items:
        if isinstance(item, Step):
            met[item.op] += 1
            keys.append(f"{item.op}.{met[item.op]}" if met[item.op] > 1 else item.op)
        else:
            keys.append(f"{item.path}@{item.nth}" if item.nth else item.path)
    return keys


def _names(record: Trace, items: Sequence[Item]) -> dict[tuple[int, int], str]:
    """For each item and value that it gave the name it got in the layer's forward, `y = x` where it got two at once.

    A dropout in eval mode passes on what it is given: one value, two results. The name is that of the one on its
    line, and of two on one line that of the outer one, `A = self.dropout(torch.softmax(…))`, which came last.
    """
    names: dict[tuple[int, int], dict[str, None]] = {}
    for each in record.bindings:
        if each.call == record.root.id and each.how == "result":
            for value in edges_in(each.slot):
                giving = [place for place, item in enumerate(items) if value in _results(item)]
                if giving:
                    nearest = min(reversed(giving), key=lambda place: _distance(items[place], each.line))
                    names.setdefault((nearest, value), {})[each.name] = None
    return {place: " = ".join(given) for place, given in names.items()}


def _distance(item: Item, line: int) -> int:
    return abs(item.site.line - line) if item.site else 0


def slices(data: Tensor, axes: str = "") -> Slices:
    """A tensor cut into matrices, each with its place on the axes that were cut along.

    Cut along are axes of size 1, then that of the heads, so that a matrix has tokens and features, then the first
    ones; never the last. Their letters are taken from `axes`, `(B, L, H, E)`; without them a label is an index.
    """
    if data.dim() < 2:
        return (("", data.reshape(1, -1)),)
    letters = _letters(axes, data.dim())
    cut = _cut_along(data, letters)
    places = product(*(range(data.shape[axis]) for axis in cut))
    return tuple(_slice(data, letters, dict(zip(cut, place, strict=True))) for place in places)


def _letters(axes: str, count: int) -> list[str]:
    letters = axes.strip("()").removesuffix(",").split(", ")
    return letters if len(letters) == count else [""] * count


def _cut_along(data: Tensor, letters: list[str]) -> list[int]:
    def worth(axis: int) -> tuple[bool, bool, int]:
        return data.shape[axis] != 1, letters[axis] != "H", axis

    return sorted(sorted(range(data.dim() - 1), key=worth)[: data.dim() - 2])


def _slice(data: Tensor, letters: list[str], place: Mapping[int, int]) -> tuple[str, Tensor]:
    index = tuple(place.get(axis, slice(None)) for axis in range(data.dim()))
    return _label(data, letters, place), data[index]


def _label(data: Tensor, letters: list[str], place: Mapping[int, int]) -> str:
    """`b=0, h=1`; an index, `[0, :, 1, :]`, where an axis of several has no letter."""
    if any(data.shape[axis] > 1 and not _is_letter(letters[axis]) for axis in place):
        return f"[{', '.join(str(place.get(axis, ':')) for axis in range(data.dim()))}]"
    return ", ".join(f"{_index(letters[axis])}={at}" for axis, at in place.items() if _is_letter(letters[axis]))


def _is_letter(text: str) -> bool:
    """A letter or an expression of letters, and not a plain number."""
    return bool(text) and not text.isdecimal()


def _index(letter: str) -> str:
    """Of a letter the index that runs over it; of an expression, B*N, the expression."""
    return letter.lower() if len(letter) == 1 else letter

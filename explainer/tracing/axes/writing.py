"""The letters that the running code itself has for the sizes of a value: `B, L, H, E` inside FullAttention.

Several names may hold one size, such as L and S in self-attention. Then the source decides: `_, S, _, D =
values.shape` says what the axes of `values` are called, an einsum string says it of its operands and its result,
and operations that keep all axes keep their names.
"""

import ast
import linecache
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeAlias

from explainer.tracing.record import Call, Edge, Site, Step, edges_in
from explainer.tracing.syntax import target_of
from explainer.tracing.trace import Trace

Names: TypeAlias = tuple[str | None, ...]


class Unpacking(NamedTuple):
    """`B, L, _ = queries.shape`: the names on the left, and the variable on the right."""

    names: Names
    variable: str


class Writing:
    """What a record's source calls the axes of its values."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace

    def home(self, step: Step) -> Call:
        """The call in whose forward a step is written: for a step of one of torch's modules, that of the caller."""
        call = self._trace.calls[step.call]
        while call.parent is not None and call.site is not None and call.site == step.site:
            call = self._trace.calls[call.parent]
        return call

    def names(
        self, value: int, call: Call, candidates: Sequence[tuple[str, ...]], alike: Callable[[int], bool]
    ) -> Names:
        """One name per axis, chosen from the candidates, which hold its size in `call`; None where there are none.

        `alike` tells which other values have the same sizes at all settings.
        """
        written = self._written(value, call, alike)
        return tuple(
            name if name in names else next(iter(names), None)
            for names, name in zip(candidates, written or (None,) * len(candidates), strict=True)
        )

    def _written(self, value: int, call: Call, alike: Callable[[int], bool]) -> Names | None:
        """What the source says about a value's axes, or about those of the value that it was made from."""
        while True:
            if (call.id, value) in self._unpacked:
                return self._unpacked[call.id, value]
            if (call.id, value) in self._in_einsums:
                return self._in_einsums[call.id, value]
            step = self._trace.producer(value)
            if step is None or self.home(step).id != call.id:
                return None
            source = next((each for each in step.inputs if each != value and alike(each)), None)
            if source is None:
                return None
            value = source

    @cached_property
    def _unpacked(self) -> Mapping[tuple[int, int], Names]:
        """For each call and value whose shape was unpacked there, the names that it was unpacked to."""
        found = {}
        for call, file, function in self._forwards():
            lines = {each.line for each in self._trace.bindings if each.call == call.id and each.function == function}
            for line in lines:
                for unpacking in unpackings(file).get(line, ()):
                    value = self._held(unpacking.variable, call, line)
                    if value is not None and len(unpacking.names) == len(self._trace.values[value].shape):
                        found[call.id, value] = unpacking.names
        return found

    @cached_property
    def _in_einsums(self) -> Mapping[tuple[int, int], Names]:
        """For each call and value that an einsum there made or read, its letters, large as the variables are.

        What made a value comes before what read it, and the first that read it before all others.
        """
        found: dict[tuple[int, int], Names] = {}
        for step in self._trace.steps:
            if step.op == "einsum" and step.args and isinstance(step.args[0], str):
                operands, _, result = step.args[0].replace(" ", "").partition("->")
                letters = (result, *operands.split(","))
                for value, its in zip((*step.outputs, *step.inputs), letters, strict=False):
                    if len(its) == len(self._trace.values[value].shape) and its.isalpha():
                        found.setdefault((self.home(step).id, value), tuple(its.upper()))
        return found

    def _forwards(self) -> set[tuple[Call, str, str]]:
        """Every call with the file and the name of its forward, as far as steps are written in it."""
        outermost: dict[Call, Site] = {self.home(step): step.chain[-1] for step in self._trace.steps if step.chain}
        return {(call, site.file, site.function) for call, site in outermost.items()}

    def _held(self, variable: str, call: Call, line: int) -> int | None:
        """The value that a variable held just before a line: what it was last given, or came in as."""
        slot = call.arguments.get(variable)
        for binding in self._trace.bindings:
            if binding.call == call.id and binding.name == variable and binding.line < line and edges_in(binding.slot):
                slot = binding.slot
        return slot.value if isinstance(slot, Edge) else None


@lru_cache(maxsize=64)
def unpackings(file: str) -> Mapping[int, tuple[Unpacking, ...]]:
    """The lines of a file that unpack the shape of a variable."""
    found: dict[int, tuple[Unpacking, ...]] = {}
    for node in ast.walk(_tree(file)):
        if isinstance(node, ast.Assign):
            variable = _variable_of_shape(node.value)
            names = [_names_of(target_of(target)) for target in node.targets]
            read = tuple(Unpacking(each, variable) for each in names if variable is not None and each is not None)
            found |= {node.lineno: read} if read else {}
    return found


def _tree(file: str) -> ast.Module:
    try:
        return ast.parse("".join(linecache.getlines(file)))
    except SyntaxError:
        return ast.Module(body=[], type_ignores=[])


def _variable_of_shape(node: ast.expr) -> str | None:
    """`queries` of `queries.shape` and of `queries.size()`."""
    match node:
        case ast.Attribute(value=ast.Name(id=name), attr="shape"):
            return name
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="size"), args=[]):
            return name
    return None


def _names_of(target: object) -> Names | None:
    """The names of a target that is a row of plain names."""
    if not isinstance(target, tuple) or not all(type(part) is str for part in target):
        return None
    return target

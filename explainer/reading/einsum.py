"""An einsum as a card: what each letter is, the equal matrix product, and the loops that it stands for."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from explainer.reading.arithmetic.equations import Equation, Letters, equation_of
from explainer.tracing import Edge, Step, Trace
from explainer.tracing.work import flops_of

Role: TypeAlias = Literal["kept", "summed"]

_SPARE_NAMES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_OUTPUT = "out"
_TOTAL = "total"
_INDENT = "    "


@dataclass(frozen=True)
class Operand:
    """A tensor of an einsum, with one letter per axis; the first of its names is that in the einsum's own forward.

    `name` is the one used in loops and matrix product: a name of its own, or a spare one where it has none that
    could stand in code beside the letters.
    """

    letters: str
    value: int
    names: tuple[str, ...]
    name: str


@dataclass(frozen=True)
class Letter:
    """A letter of the equation: its size, whether it is kept in the output or summed over, and where it stands.

    `places` are all (value, axis) that it stands at, operands first, in the order of the equation.
    """

    letter: str
    size: int
    role: Role
    places: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class EinsumCard:
    """What an einsum step computes, in words of its letters.

    equation  as it was written; letters for the axes behind an ellipsis were chosen among those not used
    matmul    the equal matrix product, `scores[b,h] = queries[b,:,h,:] · keys[b,:,h,:]ᵀ`; None where there is none
    loops     the same as nested loops: lines of Python with the sizes of this pass
    flops     floating-point operations, a multiply-add counting as two
    """

    equation: str
    operands: tuple[Operand, ...]
    output: Operand
    letters: tuple[Letter, ...]
    matmul: str | None
    loops: tuple[str, ...]
    flops: int


def einsum_card(trace: Trace, step: Step) -> EinsumCard | None:
    """The card of an einsum; None for other steps, and for equations that cannot be taken apart."""
    equation = equation_of(step, trace.values)
    if equation is None or len(step.outputs) != 1:
        return None
    *operands, output = _named(trace, step, equation)
    return EinsumCard(
        equation=equation.text,
        operands=tuple(operands),
        output=output,
        letters=tuple(_letter(letter, equation, (*operands, output)) for letter in equation.letters),
        matmul=_matmul(equation, operands, output),
        loops=tuple(_loops(equation, operands, output)),
        flops=flops_of(step, trace.values),
    )


def _letter(letter: str, equation: Equation, tensors: tuple[Operand, ...]) -> Letter:
    places = ((each.value, axis) for each in tensors for axis, written in enumerate(each.letters) if written == letter)
    return Letter(letter, equation.sizes[letter], "kept" if letter in equation.output else "summed", tuple(places))


# Names


def _named(trace: Trace, step: Step, equation: Equation) -> list[Operand]:
    """The operands and the output, each with a name of its own in code."""
    values = (*(slot.value for slot in equation.slots), step.outputs[0])
    taken: dict[str, int] = dict.fromkeys((*equation.letters, _TOTAL, "range"), -1)
    tensors = []
    for place, (value, letters) in enumerate(zip(values, (*equation.operands, equation.output), strict=True)):
        names = _names(trace, step, value)
        spare = _OUTPUT if place == len(equation.slots) else _SPARE_NAMES[place % len(_SPARE_NAMES)]
        free = (name for name in (*names, spare) if name.isidentifier() and taken.get(name, value) == value)
        name = next(free, f"{spare}_{place}")
        taken[name] = value
        tensors.append(Operand("".join(letters), value, names, name))
    return tensors


def _names(trace: Trace, step: Step, value: int) -> tuple[str, ...]:
    """What the forward of the einsum calls a value, then what others call it."""
    given = [name for name, slot in trace.calls[step.call].arguments.items() if slot == Edge(value)]
    here = [each.name for each in trace.bindings if each.call == step.call and each.slot == Edge(value)]
    return tuple(dict.fromkeys((*here, *given, *trace.names_of(value))))


# The equal matrix product


def _matmul(equation: Equation, operands: list[Operand], output: Operand) -> str | None:
    """Two operands that share one summed letter, and have at most one letter each that the other has not."""
    if len(operands) != len("AB") or _has_repeats(equation):
        return None
    left, right = (set(each.letters) for each in operands)
    batch = left & right & set(equation.output)
    rows, columns = left - right, right - left
    one_each = len(equation.summed) == 1 and len(rows) <= 1 and len(columns) <= 1
    if not one_each or rows | columns | batch != set(equation.output):
        return None
    summed = equation.summed[0]
    first = _slice(operands[0], batch, (*rows, summed))
    second = _slice(operands[1], batch, (summed, *columns))
    return f"{_slice(output, batch, (*rows, *columns))} = {first} · {second}"


def _has_repeats(equation: Equation) -> bool:
    """Whether an operand has a letter twice, or an axis of size 1 that is repeated: neither is a matrix product."""
    return any(len(set(letters)) < len(letters) for letters in equation.operands) or equation.repeats


def _slice(tensor: Operand, batch: set[str], wanted: Letters) -> str:
    """`keys[b,:,h,:]ᵀ`: a matrix of the tensor, turned where its axes stand the other way round."""
    own = tuple(letter for letter in tensor.letters if letter not in batch)
    turned = "ᵀ" if own != wanted else ""
    leading = tensor.letters[: len(tensor.letters) - len(own)]
    # Axes that stand behind all others need no colons.
    shown = leading if set(leading) == batch else tensor.letters
    index = ",".join(letter if letter in batch else ":" for letter in shown)
    return f"{tensor.name}[{index}]{turned}" if index and batch else f"{tensor.name}{turned}"


# The loops


def _loops(equation: Equation, operands: list[Operand], output: Operand) -> list[str]:
    lines: list[str] = []
    for letter in equation.output:
        lines.append(_loop(letter, equation, len(lines)))
    depth = len(lines)
    lines.append(f"{_INDENT * depth}{_TOTAL} = 0.0")
    lines += [_loop(letter, equation, depth + at) for at, letter in enumerate(equation.summed)]
    factors = " * ".join(
        _cell(each, _own_letters(each, shape, equation)) for each, shape in zip(operands, equation.shapes, strict=True)
    )
    lines.append(f"{_INDENT * (depth + len(equation.summed))}{_TOTAL} += {factors}")
    lines.append(f"{_INDENT * depth}{_cell(output, equation.output)} = {_TOTAL}")
    return lines


def _loop(letter: str, equation: Equation, depth: int) -> str:
    return f"{_INDENT * depth}for {letter} in range({equation.sizes[letter]}):"


def _own_letters(tensor: Operand, shape: tuple[int, ...], equation: Equation) -> Letters:
    """The letters of an operand, with 0 for an axis of size 1 that is repeated."""
    pairs = zip(tensor.letters, shape, strict=True)
    return tuple(letter if size == equation.sizes[letter] else "0" for letter, size in pairs)


def _cell(tensor: Operand, indices: Letters) -> str:
    """`queries[b, l, h, e]`; a single number has no index."""
    return f"{tensor.name}[{', '.join(indices)}]" if indices else tensor.name

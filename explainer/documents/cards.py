"""The card of what is chosen: what the step does, its formula, its axes, its memory, its numbers."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from markupsafe import Markup
from torch import strided

from explainer.documents import words
from explainer.documents.grids import Shown, axes_texts, grid, inside
from explainer.documents.markup import template
from explainer.documents.naming import bracketed, local_letters, name_of, size, text_of
from explainer.documents.pictures import threads_picture
from explainer.documents.subject import Subject, View
from explainer.documents.sums import sum_of
from explainer.drawing import Text, spans_of
from explainer.language import Phrase
from explainer.lessons import module_words, operation_words, relation_words
from explainer.reading import EinsumCard, einsum_card
from explainer.tracing import Call, Step, Value, edges_in

_SHOWN = 200_000


def card(subject: Subject, view: View, key: str) -> Markup:
    """The card of the step or call with this key."""
    step, call = subject.keys.step(key), subject.keys.call(key)
    if step is not None:
        return _step_card(subject, view, key, step)
    return _call_card(subject, view, key, call) if call is not None else Markup("")


def _step_card(subject: Subject, view: View, key: str, step: Step) -> Markup:
    known = operation_words(step.op)
    home = subject.trace.calls[step.call]
    return template(
        "card",
        key=key,
        say=subject.say,
        words=words,
        title=subject.say(known.title) if known else step.op,
        code=step.site.text if step.site else step.op,
        where=home.path or home.class_name,
        does=subject.say(known.does) if known else "",
        formula_text=known.formula if known else "",
        facts=list(_step_facts(subject, step, home)),
        einsum=_einsum(subject, einsum_card(subject.trace, step)),
        picture=threads_picture(subject, step),
        tensors=_tensors(subject, view, home, step.inputs, step.outputs),
        open="",
    )


def _call_card(subject: Subject, view: View, key: str, call: Call) -> Markup:
    known = module_words(subject.trace.model_class, call.path, call.class_name)
    parent = subject.trace.calls[call.parent] if call.parent is not None else None
    return template(
        "card",
        key=key,
        say=subject.say,
        words=words,
        title=subject.say(known.title) if known else call.class_name,
        code=call.site.text if call.site else call.class_name,
        where=f"{call.path} · {call.class_name}",
        does=subject.say(known.job) if known else "",
        formula_text="",
        facts=list(_call_facts(subject, call)),
        einsum=None,
        picture=Markup(""),
        tensors=_tensors(
            subject, view, parent or call, edges_in(call.arguments), edges_in(call.outcome), _argument_names(call)
        ),
        open=key,
    )


def _argument_names(call: Call) -> dict[int, str]:
    """What a forward calls the values that it was given."""
    return {value: name for name, slot in call.arguments.items() for value in edges_in(slot)}


def _step_facts(subject: Subject, step: Step, home: Call) -> Iterator[tuple[str, Markup | str]]:
    trace = subject.trace
    for value in dict.fromkeys(step.outputs):
        yield subject.say(words.RESULT), size(subject, value)
        here = local_letters(subject, value, home)
        if here:
            yield subject.say(words.HERE), here
    for value in dict.fromkeys(step.outputs):
        yield subject.say(words.MEMORY), subject.say(relation_words(trace, step, value))
        tensor = trace.values[value]
        yield subject.say(words.STRIDES), bracketed(tensor.strides)
        yield subject.say(words.TYPE), str(tensor.dtype).removeprefix("torch.")
    flops = trace.flops[step.id]
    if flops:
        yield subject.say(words.FLOPS), f"{flops:,}"
    yield from _constants(subject, step)


def _constants(subject: Subject, step: Step) -> Iterator[tuple[str, str]]:
    shown = {name: slot for name, slot in step.constants.items() if slot is not None and not callable(slot)}
    if shown:
        text = ", ".join(("" if name.isdecimal() else f"{name}=") + text_of(slot) for name, slot in shown.items())
        yield subject.say(words.CONSTANTS), text[:120]


def _call_facts(subject: Subject, call: Call) -> Iterator[tuple[str, Markup | str]]:
    steps = subject.trace.steps_in(call, inner=True)
    for value in dict.fromkeys(edges_in(call.outcome)):
        yield subject.say(words.RESULT), size(subject, value)
    yield subject.say(words.STEPS_INSIDE), str(len(steps))
    flops = sum(subject.trace.flops[step.id] for step in steps)
    if flops:
        yield subject.say(words.FLOPS), f"{flops:,}"


def _einsum(subject: Subject, found: EinsumCard | None) -> dict[str, object] | None:
    if found is None:
        return None
    letters = [
        {
            "letter": each.letter,
            "size": each.size,
            "axis": _axis_of(subject, each.places),
            "kept": each.role == "kept",
            "in": ", ".join(dict.fromkeys(name_of(subject, value) for value, _ in each.places)),
        }
        for each in found.letters
    ]
    return {"equation": found.equation, "letters": letters, "matmul": found.matmul, "loops": found.loops}


def _axis_of(subject: Subject, places: tuple[tuple[int, int], ...]) -> Text:
    value, dim = places[0]
    texts = axes_texts(subject, value)
    return spans_of(texts[dim]) if texts else ()


def _tensors(
    subject: Subject,
    view: View,
    home: Call,
    inputs: tuple[int, ...],
    outputs: tuple[int, ...],
    arguments: Mapping[int, str] = MappingProxyType({}),
) -> list[dict[str, object]]:
    """What went in and what came out; the one that was chosen is spread out."""
    slots = {f"in{n}": value for n, value in enumerate(dict.fromkeys(inputs))}
    slots |= {f"out{n}": value for n, value in enumerate(dict.fromkeys(outputs))}
    chosen = view.tensor if view.tensor in slots else next((slot for slot in slots if slot.startswith("out")), "")
    return [
        _tensor(subject, view, home, slot, value, slot == chosen, arguments.get(value, ""))
        for slot, value in slots.items()
    ]


def _tensor(
    subject: Subject, view: View, home: Call, slot: str, value: int, spread: bool, argument: str
) -> dict[str, object]:
    tensor = subject.trace.values[value]
    why_not = _why_not(tensor)
    cell = view.cell if view.tensor in {slot, ""} else None
    # A single number has no other cell that could be chosen.
    chosen = spread and why_not is None and (cell is not None or not tensor.shape)
    index = inside(cell or (), tensor.shape)
    name = name_of(subject, value, home) or argument or subject.say(words.UNNAMED)
    return {
        "slot": slot,
        "into": slot.startswith("in"),
        "name": name,
        "size": size(subject, value),
        "spread": spread,
        "grid": _grid(subject, slot, tensor, index, chosen=chosen) if spread and why_not is None else Markup(""),
        "sum": sum_of(subject, home, value, index) if chosen else Markup(""),
        "why_not": subject.say(why_not) if why_not else "",
    }


def _grid(subject: Subject, slot: str, tensor: Value, index: tuple[int, ...], *, chosen: bool) -> Markup:
    if tensor.data is None:
        return Markup("")
    return grid(subject, Shown(slot, tensor.id, tensor.data, axes_texts(subject, tensor.id), index, chosen))


def _why_not(tensor: Value) -> Phrase | None:
    """Why the numbers of a tensor cannot be spread out; None where they can."""
    data = tensor.data
    if data is None:
        return words.NO_NUMBERS
    if data.is_meta or data.is_complex() or data.layout is not strided:
        return words.NO_REAL_NUMBERS.fill(dtype=str(tensor.dtype).removeprefix("torch."))
    if not data.numel():
        return words.NO_CELLS
    return words.TOO_MANY_CELLS.fill(count=data.numel()) if data.numel() > _SHOWN else None

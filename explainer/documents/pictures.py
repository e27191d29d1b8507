"""From readings to drawings: the sequence of messages, the groups of a forward, the threads of axes."""

from collections.abc import Callable, Iterator

from markupsafe import Markup

from explainer.documents import words
from explainer.documents.naming import name_of, size_text, sizes
from explainer.documents.subject import Subject
from explainer.drawing import (
    Arrow,
    AxisChip,
    Lane,
    Sequence,
    Span,
    Text,
    Threads,
    sequence_svg,
    spans_of,
    threads_svg,
)
from explainer.reading import CALLER, Depth, Layer, Message, StepLinks, messages, step_links
from explainer.tracing import Call, Step


def both(draw: Callable[..., str]) -> Markup:
    """A drawing for wide pages and its other layout for phones; the page shows one of them."""
    frame = Markup('<div class="tb-wide tb-scroll">{}</div><div class="tb-narrow">{}</div>')
    return frame.format(Markup(draw(narrow=False)), Markup(draw(narrow=True)))  # noqa: S704 - drawings escape their labels


def sequence_picture(subject: Subject, layer: Layer, depth: Depth) -> Markup:
    """The sequence diagram of a layer."""
    told = messages(layer, depth)
    drawn = Sequence(
        lanes=tuple(_lanes(subject, layer, told)),
        arrows=tuple(_arrow(subject, layer, message) for message in told),
        nested=depth == "everything",
    )
    title = subject.say(words.SEQUENCE_OF, layer=title_of_call(layer.call))
    return both(lambda narrow: sequence_svg(drawn, narrow=narrow, title=title, language=subject.language.value))


def title_of_call(call: Call) -> str:
    """What a module is called: its attribute, with the list where it is one of many; the model by its class."""
    above, _, name = call.path.rpartition(".")
    return f"{above.rpartition('.')[2]}.{name}".lstrip(".") if name.isdecimal() else name or call.class_name


def _lanes(subject: Subject, layer: Layer, told: tuple[Message, ...]) -> Iterator[Lane]:
    above = layer.parent.class_name if layer.parent else ""
    yield Lane(CALLER, subject.say(words.CALLER), above, subject.keys.of(layer.parent) if layer.parent else None)
    seen = dict.fromkeys(end for message in told for end in (message.sender, message.receiver) if end != CALLER)
    for key in seen:
        call = subject.keys.call(key)
        if call is not None:
            opens = None if call.id == layer.call.id else key
            yield Lane(key, title_of_call(call), call.class_name, opens)


def _arrow(subject: Subject, layer: Layer, message: Message) -> Arrow:
    size: Text = ()
    for value in dict.fromkeys(message.values):
        size = (*size, Span("  ")) if size else ()
        size = (*size, *size_text(subject, value))
    return Arrow(
        key=message.key or subject.keys.of(layer.call),
        kind=message.kind,
        source=message.sender,
        target=message.receiver,
        label=message.label,
        size=size,
        spoken=f"{message.label} {' '.join(sizes(subject, value) for value in message.values)}",
        level=message.level,
    )


def threads_picture(subject: Subject, step: Step) -> Markup:
    """Which axis of an input became which axis of the output."""
    found = step_links(subject.trace, step)
    values = [*dict.fromkeys(step.inputs), *(each for each in dict.fromkeys(step.outputs) if each not in step.inputs)]
    shown = [value for value in values if subject.trace.values[value].shape]
    if not found.links or not shown:
        return Markup("")
    rows = tuple((_named(subject, step, value), _chips(subject, value, found)) for value in shown)
    row_of = {value: row for row, value in enumerate(shown)}
    links = tuple(
        ((row_of[link.source_value], link.source_dim), (row_of[link.value], link.dim))
        for link in found.links
        if link.source_value in row_of and link.value in row_of
    )
    drawn = Threads(rows, links)
    # The card is as narrow as a phone.
    return Markup(threads_svg(drawn, narrow=True, language=subject.language.value))  # noqa: S704 - it escapes its labels


def _named(subject: Subject, step: Step, value: int) -> str:
    return name_of(subject, value, subject.trace.calls[step.call]) or step.op


def _chips(subject: Subject, value: int, found: StepLinks) -> tuple[AxisChip, ...]:
    sizes_here = subject.trace.values[value].shape
    texts = [axis.text for axis in subject.axes.of(value)] if subject.axes else [str(number) for number in sizes_here]
    return tuple(
        AxisChip(
            spans_of(text),
            size,
            ended=(value, dim) in found.ended,
            new=(value, dim) in found.new,
        )
        for dim, (text, size) in enumerate(zip(texts, sizes_here, strict=True))
    )

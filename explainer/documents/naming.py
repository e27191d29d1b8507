"""How values are written on the page: their names, their axes in letters, and their live sizes."""

from dataclasses import replace
from html import escape

from markupsafe import Markup

from explainer.documents.markup import spans
from explainer.documents.subject import Subject
from explainer.drawing import Span, Text, spans_of
from explainer.tracing import Call
from explainer.tracing.axes import Axis


def sizes(subject: Subject, value: int) -> str:
    """The live sizes of a value: `(3, 4, 9, 9)`."""
    return bracketed(subject.trace.values[value].shape)


def bracketed(numbers: tuple[int, ...]) -> str:
    """Sizes as Python writes a tuple."""
    return f"({numbers[0]},)" if len(numbers) == 1 else f"({', '.join(map(str, numbers))})"


def letters(subject: Subject, value: int) -> Text:
    """The axes of a value in letters, with the threads they belong to; empty where no letter is known."""
    if value not in subject.letters:
        subject.letters[value] = _letters(subject, value)
    return subject.letters[value]


def _letters(subject: Subject, value: int) -> Text:
    axes = subject.axes.of(value) if subject.axes is not None else ()
    if all(axis.text.isdecimal() for axis in axes):
        return ()
    threads = _threads(subject, value, len(axes))
    parts = [_on(spans_of(axis.text), thread) for axis, thread in zip(axes, threads, strict=True)]
    inside = tuple(span for part in parts for span in (Span(", "), *part))[1:]
    return (Span("("), *inside, Span(",)" if len(parts) == 1 else ")"))


def _threads(subject: Subject, value: int, count: int) -> list[str]:
    """For each axis the threads that run along it, where the layer in focus touches the value."""
    try:
        runs = subject.threads.of(value) if subject.threads is not None else ()
    except KeyError:
        runs = ()
    return [" ".join(map(str, sorted(run))) for run in runs] if len(runs) == count else [""] * count


def _on(text: Text, threads: str) -> Text:
    return tuple(replace(span, threads=threads) if span.axis else span for span in text)


def local_letters(subject: Subject, value: int, call: Call) -> str:
    """The axes by the local names of a forward, "" where it has no names of its own for them."""
    if subject.axes is None:
        return ""
    here = subject.axes.local_text(value, call)
    return "" if here == subject.axes.text(value) else here


def size_text(subject: Subject, value: int) -> Text:
    """`(B, H, N+T, N+T) = (3, 4, 9, 9)`; the numbers alone where no letter is known."""
    axes, live = letters(subject, value), sizes(subject, value)
    return (*axes, Span(f" = {live}")) if axes else (Span(live),)


def size(subject: Subject, value: int) -> Markup:
    """The same for the page: sizes that moved since the pass before carry their letters."""
    if value not in subject.sizes:
        subject.sizes[value] = _size(subject, value)
    return subject.sizes[value]


def _size(subject: Subject, value: int) -> Markup:
    tensor = subject.trace.values[value]
    if subject.axes is None:
        return Markup('<span class="tb-size">{}</span>').format(sizes(subject, value))
    axes = subject.axes.of(value)
    was = subject.was.get(value, (None,) * len(axes))
    live = Markup(", ").join(_live(axis, before) for axis, before in zip(axes, was, strict=True))
    comma = "," if len(tensor.shape) == 1 else ""
    shown = letters(subject, value)
    lead = spans(shown) + Markup(" = ") if shown else Markup("")
    return Markup('<span class="tb-size">{}({}{})</span>').format(lead, live, comma)


def _live(axis: Axis, before: int | None) -> Markup:
    """A size now; E stays 2 when D moves from 8 to 9, so its formula alone does not say that it moved."""
    if before is None or before == axis.size:
        return Markup('<span class="tb-live">{}</span>').format(axis.size)
    return Markup('<span class="tb-live" data-moves="{}">{}</span>').format(_atoms(axis.formula), axis.size)


def _atoms(formula: str) -> str:
    """The letters that a formula is made of: moving one of them moves the size."""
    return escape(" ".join(dict.fromkeys(letter for letter in formula if letter.isalpha())))


def name_of(subject: Subject, value: int, call: Call | None = None) -> str:
    """The name of a value: the last one given in `call` where there is one, else any, else its label."""
    given = [each.name for each in subject.trace.bindings if call and each.call == call.id and _is(each.slot, value)]
    anywhere = subject.trace.names_of(value)
    return (given or anywhere or (subject.trace.values[value].label or "",))[-1]


def _is(slot: object, value: int) -> bool:
    return getattr(slot, "value", None) == value


def text_of(slot: object) -> str:
    """Something that is no tensor, as it says of itself; its class where it cannot say."""
    try:
        return str(slot)
    except Exception:  # an object of the reader's own, whose text is broken
        return type(slot).__name__

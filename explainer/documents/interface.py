"""Where a layer stands in its parent, and what goes in and comes out."""

from collections.abc import Iterator
from reprlib import repr as shortened

from markupsafe import Markup

from explainer.documents import words
from explainer.documents.listing import Row, rows
from explainer.documents.markup import spans, template
from explainer.documents.naming import letters, local_letters, size, sizes
from explainer.documents.subject import Subject
from explainer.lessons import argument_words, none_words
from explainer.reading import Argument, Layer

_AROUND = 3


def place_section(subject: Subject, layer: Layer, told: Markup) -> Markup:
    """The parent's code around the call, the call marked."""
    return template(
        "place",
        say=subject.say,
        words=words,
        parent=layer.parent.class_name if layer.parent else "",
        opens=subject.keys.of(layer.parent) if layer.parent else None,
        rows=_around(subject, layer),
        takes=[(argument.name, size(subject, value)) for argument in layer.arguments for value in argument.values],
        gives=[(result.name, size(subject, value)) for result in layer.results for value in result.values],
        told=told,
    )


def _around(subject: Subject, layer: Layer) -> tuple[Row, ...]:
    if layer.parent is None or layer.call.site is None:
        return ()
    above = subject.layer(layer.parent)
    line = next((item.line for item in above.items if item.call is not None and item.call.id == layer.call.id), None)
    if above.code is None or line is None:
        return ()
    first = max(above.code.first, line - _AROUND)
    last = min(above.code.first + len(above.code.lines) - 1, line + _AROUND)
    return rows(subject, above, first, last, around=subject.keys.of(layer.call))


def inputs_section(subject: Subject, layer: Layer, told: Markup) -> Markup:
    """The table of arguments and results."""
    given = [_row(subject, layer, argument, into=True) for argument in layer.arguments]
    returned = [_row(subject, layer, result, into=False) for result in layer.results]
    notes = [subject.axes.sentence] if subject.axes is not None else []
    return template(
        "inputs",
        say=subject.say,
        words=words,
        rows=[*given, *returned],
        notes=[subject.say(note) for note in (*notes, *subject.trace.notes)],
        told=told,
    )


def _row(subject: Subject, layer: Layer, argument: Argument, *, into: bool) -> dict[str, object]:
    model, path = subject.trace.model_class, layer.call.path
    is_none = argument.slot is None
    if is_none:
        meaning = none_words(model, path, argument.name)
    else:
        meaning = argument_words(model, path, argument.name, result=not into)
    return {
        "into": into,
        "key": _key(layer, argument, into=into),
        "name": argument.name,
        "axes": [spans(letters(subject, value)) for value in argument.values],
        "here": list(_here(subject, layer, argument)),
        "live": [sizes(subject, value) for value in argument.values] or [_plain(argument.slot)],
        "meaning": subject.say(meaning) if meaning else "",
        "none": is_none,
    }


def _key(layer: Layer, argument: Argument, *, into: bool) -> str:
    """What first reads an argument, or what a result came from."""
    touched = [item for item in layer.items if set(argument.values) & set(item.inputs if into else item.outputs)]
    return (touched[0] if into else touched[-1]).key if touched else ""


def _here(subject: Subject, layer: Layer, argument: Argument) -> Iterator[str]:
    for value in argument.values:
        here = local_letters(subject, value, layer.call)
        if here:
            yield here


def _plain(slot: object) -> str:
    text = shortened(slot)
    return text if len(text) <= 40 else f"{text[:39]}…"

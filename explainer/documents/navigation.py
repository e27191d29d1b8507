"""Ways from layer to layer: the breadcrumb, the tree of modules, and what to read next."""

from collections.abc import Iterator

from markupsafe import Markup

from explainer.documents import words
from explainer.documents.markup import template
from explainer.documents.pictures import title_of_call
from explainer.documents.subject import Subject
from explainer.drawing import spans_of
from explainer.lessons import module_words
from explainer.reading import Layer
from explainer.running import letters_of
from explainer.tracing import Call


def head_section(subject: Subject, layer: Layer) -> Markup:
    """Breadcrumb, title, job, and the tree of modules."""
    known = module_words(subject.trace.model_class, layer.call.path, layer.call.class_name)
    return template(
        "head",
        say=subject.say,
        words=words,
        crumbs=[(subject.keys.of(each), title_of_call(each)) for each in _way(subject, layer.call)],
        title=layer.call.class_name,
        path=layer.call.path,
        called=subject.say(words.NTH_CALL, nth=layer.call.nth + 1) if layer.call.nth else "",
        job=subject.say(known.job) if known else "",
        legend=list(_legend(subject)),
        tree=list(_tree(subject, layer)),
        open=subject.keys.of(layer.call),
    )


def _way(subject: Subject, call: Call) -> tuple[Call, ...]:
    above = () if call.parent is None else _way(subject, subject.trace.calls[call.parent])
    return (*above, call)


def _legend(subject: Subject) -> Iterator[dict[str, object]]:
    """Every letter of this pass with its word and its number."""
    if subject.run is None or subject.axes is None:
        return
    letters = letters_of(subject.run.settings.config(), *subject.run.inputs)
    for letter, number in letters.items():
        formula = subject.axes.meanings.get(letter, letter)
        moved = subject.before is not None and subject.before.get(letter, number) != number
        yield {
            "letter": spans_of(letter),
            "word": subject.say(words.LETTERS[letter]),
            "number": number,
            "moves": " ".join(dict.fromkeys(each for each in formula if each.isalpha())) if moved else "",
        }


def _tree(subject: Subject, layer: Layer) -> Iterator[dict[str, object]]:
    """All modules to be opened; under the one that is open, what happened in it, to be chosen."""
    for call in subject.trace.calls:
        depth = len(_way(subject, call)) - 1
        entry = {"key": subject.keys.of(call), "depth": depth, "name": title_of_call(call), "class": call.class_name}
        yield entry | {"opens": True}
        if call.id == layer.call.id:
            for item in layer.items:
                if item.step is not None:
                    names = ", ".join(item.names)
                    yield {"key": item.key, "depth": depth + 1, "name": item.step.op, "class": names, "opens": False}


def next_section(subject: Subject, layer: Layer, told: Markup, number: int) -> Markup:
    """The sub-components, each with its job in one line; `number` is that of the section."""
    inside = [item.call for item in layer.items if item.call is not None]
    first_calls = {call.path: call for call in reversed(inside)}
    return template(
        "next",
        number=number,
        say=subject.say,
        words=words,
        parts=[_part(subject, call) for call in reversed(first_calls.values())],
        above=subject.keys.of(layer.parent) if layer.parent else None,
        above_name=title_of_call(layer.parent) if layer.parent else "",
        told=told,
    )


def _part(subject: Subject, call: Call) -> dict[str, object]:
    known = module_words(subject.trace.model_class, call.path, call.class_name)
    return {
        "key": subject.keys.of(call),
        "name": title_of_call(call),
        "class": call.class_name,
        "job": subject.say(known.job) if known else "",
    }

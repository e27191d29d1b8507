"""The small example: the same module with so few and so round numbers that a reader can check it by hand."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import torch
from markupsafe import Markup
from torch import Tensor

from explainer.documents import words
from explainer.documents.grids import written
from explainer.documents.markup import spans, template
from explainer.documents.naming import bracketed
from explainer.documents.subject import Subject
from explainer.drawing import range_of, spans_of
from explainer.language import ExplainedError, Language, Phrase
from explainer.reading import Layer
from explainer.running import (
    EditableInput,
    NamedTable,
    PassSettings,
    SmallExample,
    slices,
    small_example,
    tables,
    tiny_settings,
)

_MOST_CELLS = 400
_FULLEST = 0.45

Typed = Mapping[str, Sequence[str]]


def example_section(subject: Subject, layer: Layer, typed: Typed | None, told: Markup) -> Markup:
    """The example as the reader has typed it. Where that cannot work, it is said, and what was typed stays."""
    if subject.run is None:
        return Markup("")
    frozen = tuple((name, tuple(texts)) for name, texts in (typed or {}).items())
    return _drawn(subject.language, tiny_settings(subject.run.settings), layer.call.path, frozen, told)


# The example does not change with the sizes of the page, so it is drawn once for most of what a reader does.
@lru_cache(maxsize=256)
def _drawn(
    language: Language, settings: PassSettings, path: str, frozen: tuple[tuple[str, tuple[str, ...]], ...], told: Markup
) -> Markup:
    typed = dict(frozen)
    example, complaint = _made(settings, path, typed)

    def say(phrase: Phrase) -> str:
        return phrase.in_language(language)

    return template(
        "example",
        say=say,
        words=words,
        complaint=say(complaint.phrase) if complaint else "",
        sizes=", ".join(f"{letter} = {size}" for letter, size in example.sizes.items()),
        inputs=[_input(each, typed.get(each.name)) for each in example.inputs],
        weights=[_weight(name, weight) for name, weight in example.weights],
        results=[] if complaint else [_result(table) for table in tables(example)],
        edited=bool(typed),
        told=told,
    )


def _made(settings: PassSettings, path: str, typed: Typed) -> tuple[SmallExample, ExplainedError | None]:
    try:
        numbers = {name: [_number(text) for text in texts] for name, texts in typed.items()}
        return small_example(settings, path, numbers), None
    except ExplainedError as error:
        return small_example(settings, path), error


def _number(text: str) -> float | str:
    """What was typed as a number; where it is none, the text itself, which the example refuses and names."""
    try:
        return float(text.strip().replace("\N{MINUS SIGN}", "-").replace(",", "."))
    except ValueError:
        return text


def _input(each: EditableInput, typed: Sequence[str] | None) -> dict[str, object]:
    built = [f"{float(number):g}" for number in each.value.flatten()]
    texts = typed if typed and len(typed) == len(built) else built
    # Cut like the results are, so that a reader can go from matrix to matrix.
    places = torch.arange(each.value.numel()).reshape(each.value.shape)
    return {
        "name": each.name,
        "names": " = ".join(each.names),
        "size": _size(each.axes, tuple(each.value.shape)),
        "slices": [
            {"label": label, "rows": [[{"at": at, "text": texts[at]} for at in row] for row in matrix.tolist()]}
            for label, matrix in slices(places, each.axes)
        ],
    }


def _size(axes: str, shape: tuple[int, ...]) -> Markup:
    live = bracketed(shape)
    return spans(spans_of(axes)) + Markup(" = {}").format(live) if axes else Markup("{}").format(live)


def _weight(name: str, weight: Tensor) -> dict[str, object]:
    matrix = weight.reshape(weight.shape[0], -1) if weight.dim() > 1 else weight.reshape(1, -1)
    shown = matrix if matrix.numel() <= _MOST_CELLS else matrix[:0]
    return {"name": name, "size": bracketed(tuple(weight.shape)), "rows": list(_rows(shown))}


def _rows(matrix: Tensor) -> Iterator[list[dict[str, str]]]:
    if not matrix.numel():
        return
    shades = range_of(matrix.detach().double().numpy())
    for row in matrix.tolist():
        yield [{"text": written(float(number)), "ink": shades.css(float(number), _FULLEST)} for number in row]


def _result(table: NamedTable) -> dict[str, object]:
    return {
        "name": table.name,
        "size": _size(table.axes, tuple(table.shape)),
        "slices": [{"label": label, "rows": list(_rows(matrix))} for label, matrix in table.slices],
    }

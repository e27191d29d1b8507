"""Passes and documents that the tests share, and the rule for keys as it is agreed upon, written down once more."""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from explainer import documents
from explainer.documents import (
    LayerDocument,
    Subject,
    View,
    card_section,
    closing_section,
    filled_example,
    layer_document,
    sections,
)
from explainer.documents.cards import card
from explainer.language import Language
from explainer.running import PassSettings, PatchTSTSettings, Run, Settings, axes_of, run
from explainer.series import sample_series
from explainer.tracing import Call, Trace
from explainer.tracing.axes import Axes
from tests.documents.html_read import Node, read

ROOT = Path(documents.__file__).parent
SETTINGS: dict[str, PassSettings] = {"iTransformer": Settings(), "PatchTST": PatchTSTSettings()}
ATTENTION = "encoder.attn_layers.0.attention.inner_attention"
every_model = pytest.mark.parametrize("model", SETTINGS)
every_language = pytest.mark.parametrize("language", Language)


@cache
def passed(settings: PassSettings) -> tuple[Run, Axes]:
    """A pass, made once for all tests, and the names of its sizes."""
    made = run(settings, sample_series())
    return made, axes_of(made)


@cache
def subject_of(settings: PassSettings, language: Language = Language.EN) -> Subject:
    made, axes = passed(settings)
    return Subject(made.trace, language, axes, made)


def subject(model: str, language: Language = Language.EN) -> Subject:
    return subject_of(SETTINGS[model], language)


def calls_of(model: str) -> tuple[Call, ...]:
    return passed(SETTINGS[model])[0].trace.calls


def document(about: Subject, path: str, view: View | None = None) -> LayerDocument:
    return layer_document(about, about.trace.call(path), view or View())


@cache
def written(settings: PassSettings, call: int, language: Language) -> dict[str, str]:
    """Every section of the document of a call, with the whole sequence; the card is that of what happened first."""
    about = subject_of(settings, language)
    told = layer_document(about, about.trace.calls[call], View(depth="everything"))
    parts = [*sections(told), card_section(told), filled_example(told, None), closing_section(told)]
    return {part.id: str(part.html) for part in parts}


@cache
def section(model: str, call: int, name: str, language: Language = Language.EN) -> Node:
    """A section as it is read."""
    return read(written(SETTINGS[model], call, language)[name])


@cache
def card_of(model: str, key: str, language: Language = Language.EN) -> Node:
    """A card as it is read."""
    return read(cards(SETTINGS[model], language)[key])


@cache
def cards(settings: PassSettings, language: Language) -> dict[str, str]:
    """The card of every step and call of a pass, by key."""
    about = subject_of(settings, language)
    keys = layer_document(about, about.trace.root, View(depth="everything")).order
    return {key: str(card(about, View(), key)) for key in keys}


def key_of_call(call: Call) -> str:
    return call.path + (f"@{call.nth}" if call.nth else "")


@cache
def step_keys(trace: Trace) -> tuple[str, ...]:
    """The key of every step: that of its call, the operation, and its number from the second such operation on."""
    seen: Counter[tuple[int, str]] = Counter()
    keys = []
    for step in trace.steps:
        seen[step.call, step.op] += 1
        number = seen[step.call, step.op]
        keys.append(f"{key_of_call(trace.calls[step.call])}:{step.op}" + (f".{number}" if number > 1 else ""))
    return tuple(keys)


def inside(trace: Trace, call: Call) -> list[Call]:
    """All calls inside a call, at any depth."""
    found: list[Call] = []
    known = {call.id}
    for each in trace.calls:
        if each.parent in known:
            known.add(each.id)
            found.append(each)
    return found


def direct_keys(trace: Trace, call: Call) -> list[str]:
    """The keys of all that happened directly in a call, in order."""
    return in_order(
        trace,
        [each.id for each in trace.calls if each.parent == call.id],
        [step.id for step in trace.steps if step.call == call.id],
    )


def in_order(trace: Trace, calls: list[int], steps: list[int]) -> list[str]:
    """Keys by the order of the record: a call stands before the first step that ran in it."""
    told = [(trace.calls[call].first_step, 0, call, key_of_call(trace.calls[call])) for call in calls]
    told += [(step, 1, step, step_keys(trace)[step]) for step in steps]
    return [key for *_, key in sorted(told)]

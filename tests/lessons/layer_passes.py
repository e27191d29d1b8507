"""Passes at default and odd settings, and their lessons, for the tests of the layers' words. Made once, and shared."""

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import replace
from functools import cache

import torch

from explainer.language import Language
from explainer.lessons import LayerLesson, layer_facts, layer_lesson
from explainer.running import PassSettings, PatchTSTSettings, Run, Settings, axes_of, model_of, run
from explainer.series import sample_series
from explainer.tracing import Call, Tracer
from explainer.tracing.axes import Axes

# Few kinds of models and modes: the first pass of each is run at some twenty other sizes, to name its sizes.
SETTINGS: Mapping[str, PassSettings] = {
    "itransformer": Settings(),
    "patchtst": PatchTSTSettings(),
    "as many tokens as steps": Settings(n_variates=2, seq_len=6, batch_size=1),
    "one token, one head, one layer": Settings(n_variates=1, time_marks=False, n_heads=1, e_layers=1),
    "no layers": Settings(e_layers=0, time_marks=False),
    "in training": Settings(n_heads=3, d_model=10, d_ff=6, activation="relu", training=True),
    "stride that does not divide": PatchTSTSettings(n_heads=3, d_model=10, seq_len=13, patch_len=5, stride=3),
    "patch longer than window": PatchTSTSettings(n_variates=1, batch_size=1, seq_len=3, patch_len=5, stride=2),
    "stride longer than patch": PatchTSTSettings(patch_len=2, stride=5, n_heads=16, d_model=16, training=True),
    "patches side by side": PatchTSTSettings(patch_len=3, stride=3, training=True, dropout=0.0),
}
WITHOUT = ", without numbers"


@cache
def made_with(name: str) -> Run:
    """A pass; with `WITHOUT` behind the name of the settings, recorded with a budget for no tensor at all."""
    if not name.endswith(WITHOUT):
        return run(SETTINGS[name], sample_series())
    made = made_with(name.removesuffix(WITHOUT))
    with torch.no_grad():
        return replace(made, trace=Tracer(budget=0).trace(deepcopy(made.model), *made.inputs))


@cache
def named(name: str) -> Axes:
    return axes_of(made_with(name))


@cache
def facts_of(name: str, path: str, nth: int = 0) -> dict[str, object]:
    made = made_with(name)
    return layer_facts(made, made.trace.call(path, nth), named(name))


def lesson_at(name: str, path: str, language: Language) -> LayerLesson:
    made = made_with(name)
    class_name = made.trace.call(path).class_name
    told = layer_lesson(model_of(made.settings), path, class_name, language, facts_of(name, path))
    assert told is not None
    return told


def lessons(name: str, language: Language) -> Iterator[tuple[Call, LayerLesson | None]]:
    """Every call of a pass with its lesson."""
    made = made_with(name)
    for call in made.trace.calls:
        facts = facts_of(name, call.path, call.nth)
        yield call, layer_lesson(model_of(made.settings), call.path, call.class_name, language, facts)


def readable(markdown: str) -> str:
    """Markdown without the backslashes that keep facts from becoming markup."""
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", markdown).replace("\u2060", "")

"""Passes that the tests of the reading share, and words for what is expected of them."""

import linecache
from functools import cache

import pytest

from explainer.reading import Item, Layer, read_layer
from explainer.running import PassSettings, PatchTSTSettings, Run, Settings, run
from explainer.series import sample_series

SETTINGS: dict[str, PassSettings] = {
    "iTransformer": Settings(),
    "iTransformer without marks": Settings(time_marks=False),
    "PatchTST": PatchTSTSettings(),
}
every_model = pytest.mark.parametrize("model", SETTINGS)


@cache
def pass_of_ours(model: str) -> Run:
    """A pass of one of our models, made once for all tests."""
    return run(SETTINGS[model], sample_series())


@cache
def layers_of(model: str) -> tuple[Layer, ...]:
    """Every call of that pass, in order."""
    record = pass_of_ours(model).trace
    return tuple(read_layer(record, call) for call in record.calls)


def layer_of(model: str, path: str) -> Layer:
    return layers_of(model)[pass_of_ours(model).trace.call(path).id]


def text_of(layer: Layer, line: int | None) -> str:
    """The text of a line, read from the file."""
    assert layer.code is not None
    assert line is not None
    return linecache.getline(layer.code.file, line).strip()


def short(layer: Layer, key: str) -> str:
    """A key without what it shares with its layer's."""
    return key.removeprefix(layer.call.path).removeprefix(".")


def told(layer: Layer, item: Item) -> tuple[str, tuple[str, ...], str]:
    """An item as tests write it down: its key, its names, and the text of its line."""
    return short(layer, item.key), item.names, text_of(layer, item.line)


def named(layer: Layer, values: tuple[int, ...]) -> list[str]:
    """Values by the name that they have in the forward, arguments by theirs, the others by what made them."""
    names = {value: argument.name for argument in reversed(layer.arguments) for value in argument.values}
    for item in layer.items:
        names |= {value: item.names[-1] if item.names else short(layer, item.key) for value in item.outputs}
    return [names[value] for value in values]

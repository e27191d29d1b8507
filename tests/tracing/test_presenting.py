"""A record as JSON says what the model really did, whatever the model holds."""

import json
from enum import Enum, IntEnum, StrEnum
from typing import Any

import jsonschema
import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor, nn

from explainer.models import build
from explainer.tracing import trace
from explainer.tracing.presenting import SCHEMA, to_json
from explainer.tracing.presenting.slots import plain
from tests.tracing.hard_models import CONFIGS, Hostile, X, failing, odd

RECORD = jsonschema.Draft202012Validator(SCHEMA)
SLOT = jsonschema.Draft202012Validator({**SCHEMA["$defs"]["slot"], "$defs": SCHEMA["$defs"]})


def check(record: dict[str, Any]) -> None:
    RECORD.validate(record)
    assert json.loads(json.dumps(record, allow_nan=False)) == record


class Color(Enum):
    RED = "red"


class Level(IntEnum):
    HIGH = 3


class Word(StrEnum):
    HI = "hi"


@pytest.mark.parametrize("config", CONFIGS, ids=["itransformer", "patchtst"])
def test_the_json_of_a_real_pass_meets_its_schema(config: Any) -> None:
    check(to_json(trace(build(config, 0), X)))


@pytest.mark.parametrize("made", [odd, failing])
def test_odd_and_failing_passes_meet_the_schema_too(made: Any) -> None:
    check(to_json(made(), data=True))


@pytest.mark.parametrize("config", CONFIGS, ids=["itransformer", "patchtst"])
def test_shapes_and_strides_are_those_that_forward_hooks_see(config: Any) -> None:
    model, seen = build(config, 0), []
    hooks = [
        module.register_forward_hook(lambda _module, _inputs, output, path=path: seen.append((path, output)))
        for path, module in model.named_modules()
    ]
    model(X)
    for hook in hooks:
        hook.remove()

    record = to_json(trace(model, X))

    assert len(seen) == len(record["calls"])
    outcomes = {path: iter([call["outcome"] for call in record["calls"] if call["path"] == path]) for path, _ in seen}
    for path, output in seen:
        outcome = next(outcomes[path])
        tensor, edge = (output[0], outcome[0]) if isinstance(output, tuple) else (output, outcome)
        value = record["values"][edge["value"]]
        assert (value["shape"], value["strides"]) == (list(tensor.shape), list(tensor.stride()))


@pytest.mark.parametrize(
    ("slot", "expected"),
    [
        (None, None),
        (True, True),
        (7, 7),
        ("blhe,bshe->bhls", "blhe,bshe->bhls"),
        (float("nan"), {"float": "nan"}),
        (-float("inf"), {"float": "-inf"}),
        (2**60, {"integer": "0x1000000000000000"}),
        (complex(1, float("inf")), {"complex": [1.0, {"float": "inf"}]}),
        (..., {"ellipsis": "..."}),
        (slice(None, -1), {"slice": [None, -1, None]}),
        (torch.float32, {"dtype": "float32"}),
        (torch.device("cpu"), {"device": "cpu"}),
        (torch.Size([3, 4]), {"size": [3, 4]}),
        (torch.channels_last, {"object": "torch.memory_format", "name": "channels_last"}),
        (torch.strided, {"object": "torch.layout", "name": "strided"}),
        (nn.functional.relu, {"function": "torch.nn.functional.relu"}),
        (torch.relu, {"function": "torch._VariableFunctionsClass.relu"}),
        (nn.ReLU, {"type": "torch.nn.modules.activation.ReLU"}),
        ((1, [2]), [1, [2]]),
        ({"value": 3, 4: None}, {"mapping": [["value", 3], [4, None]]}),
        (np.float32(0.5), 0.5),
        (np.int64(3), 3),
        (Level.HIGH, 3),
        (Word.HI, "hi"),
        (Color.RED, {"object": f"{__name__}.Color", "name": "RED"}),
        (Hostile(), {"object": f"{Hostile.__module__}.Hostile"}),
        ({1}, {"object": "builtins.set"}),
    ],
    ids=lambda slot: type(slot).__name__,
)
def test_every_constant_has_a_form_that_json_takes(slot: Any, expected: Any) -> None:
    assert plain(slot) == expected
    assert type(plain(slot)) is type(expected)


plain_things = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.complex_numbers() | st.just(...)
slots = st.recursive(
    plain_things,
    lambda inner: (
        st.lists(inner)
        | st.lists(inner).map(tuple)
        | st.dictionaries(st.text() | st.integers(), inner)
        | st.builds(slice, inner, inner)
    ),
    max_leaves=6,
)


@settings(max_examples=50)
@given(slots)
def test_whatever_is_nested_in_whatever_is_valid_json(slot: Any) -> None:
    SLOT.validate(plain(slot))
    json.dumps(plain(slot), allow_nan=False)


def test_the_schema_is_a_schema_and_says_what_each_field_means() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    objects = [SCHEMA, *(each for each in SCHEMA["$defs"].values() if "properties" in each)]
    silent = [name for each in objects for name, field in each["properties"].items() if not field.get("description")]
    assert silent == []


def test_numbers_are_written_out_on_request_only_and_only_of_small_tensors() -> None:
    class Three(nn.Module):
        def forward(self, x: Tensor) -> Tensor:
            small = x[:2] / 0
            return small.sum() + torch.zeros(40, 40)

    record = trace(Three(), torch.tensor([1.0, 0.0, 2.0]))
    assert all("data" not in value for value in to_json(record)["values"])
    numbers = {tuple(value["shape"]): value["data"] for value in to_json(record, data=True)["values"]}
    assert numbers[2,] == [{"float": "inf"}, {"float": "nan"}]
    assert numbers[3,] == [1.0, 0.0, 2.0]
    assert numbers[40, 40] is None


def test_a_failing_pass_says_where_in_json() -> None:
    failure = to_json(failing())["failure"]
    assert (failure["op"], failure["shapes"], failure["site"]["text"]) == (
        "matmul",
        [[2, 3], [5, 2]],
        "h @ self.weight",
    )

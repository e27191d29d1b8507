"""Keys stand in addresses: each is one thing's, and always the same thing's."""

import re
from itertools import groupby

from explainer.reading import key_of_call, keys_of
from explainer.tracing import Trace
from tests.reading.passes import every_model, pass_of_ours
from tests.tracing.cases import Case, every_case, pass_of

LAYER = "encoder.attn_layers.0"
CORE = f"{LAYER}.attention.inner_attention"


def test_keys_are_what_addresses_promise() -> None:
    record = pass_of_ours("iTransformer").trace
    keys = keys_of(record)
    assert key_of_call(record.root) == ""
    assert [key_of_call(record.call(f"{LAYER}.dropout", nth)) for nth in range(3)] == [
        f"{LAYER}.dropout",
        f"{LAYER}.dropout@1",
        f"{LAYER}.dropout@2",
    ]
    assert [keys.of(step) for step in record.steps_in(record.call(CORE))] == [
        f"{CORE}:einsum",
        f"{CORE}:mul",
        f"{CORE}:softmax",
        f"{CORE}:einsum.2",
        f"{CORE}:contiguous",
    ]
    assert keys.of(record.steps[0]) == ":mean"
    assert keys.of(record.steps_in(record.call(f"{LAYER}.dropout", 2))[0]) == f"{LAYER}.dropout@2:dropout"


def assert_both_ways(record: Trace) -> None:
    keys = keys_of(record)
    happened = [*record.calls, *record.steps]
    assert len({keys.of(each) for each in happened}) == len(happened)
    assert all(keys.call(keys.of(call)) is call and keys.step(keys.of(call)) is None for call in record.calls)
    assert all(keys.step(keys.of(step)) is step and keys.call(keys.of(step)) is None for step in record.steps)


@every_model
def test_every_key_leads_back_to_what_it_is_the_key_of(model: str) -> None:
    assert_both_ways(pass_of_ours(model).trace)


@every_case
def test_every_key_of_a_stranger_leads_back(case: Case) -> None:
    assert_both_ways(pass_of(case)[1])


@every_model
def test_steps_of_one_operation_in_one_call_are_counted_from_two(model: str) -> None:
    record = pass_of_ours(model).trace
    keys = keys_of(record)
    in_order = sorted(record.steps, key=lambda step: (step.call, step.op, step.id))
    for _, same in groupby(in_order, key=lambda step: (step.call, step.op)):
        first, *others = (keys.of(step) for step in same)
        assert not re.search(r"\.\d+$", first.rpartition(":")[2])
        assert others == [f"{first}.{count}" for count in range(2, len(others) + 2)]


def test_what_is_not_there_has_no_key() -> None:
    keys = keys_of(pass_of_ours("PatchTST").trace)
    assert keys.call("decoder") is None
    assert keys.call(f"{LAYER}.dropout@3") is None
    assert keys.step(":einsum") is None
    assert keys.step(f"{CORE}:einsum.3") is None

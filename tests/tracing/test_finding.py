"""Steps are found by what they do, where, under which name and on which line; numbers are described when asked for."""

import inspect

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from explainer.models import ITransformerConfig, build
from explainer.models.transformer import FullAttention
from explainer.tracing import Trace, trace

CORE = "encoder.attn_layers.1.attention.inner_attention"


@pytest.fixture(scope="module")
def record() -> Trace:
    model = build(ITransformerConfig(seq_len=12, pred_len=6, d_model=8, n_heads=4, e_layers=2, d_ff=32), 0)
    with torch.no_grad():
        return trace(model, torch.randn(3, 12, 5), torch.randn(3, 12, 4))


def line_of(text: str) -> int:
    lines, first = inspect.getsourcelines(inspect.unwrap(FullAttention.forward))
    return first + next(place for place, line in enumerate(lines) if text in line)


def test_by_operation_in_the_order_of_the_pass(record: Trace) -> None:
    found = record.find(op="einsum")
    assert [step.constants["0"] for step in found] == ["blhe,bshe->bhls", "bhls,bshd->blhd"] * 2
    assert [step.id for step in found] == sorted(step.id for step in found)


def test_by_name_and_path(record: Trace) -> None:
    (scores,) = record.find(name="scores", path=CORE)
    assert scores.op == "einsum"
    assert [step.op for step in record.find(name="A", path=CORE)] == ["softmax"]
    assert len(record.find(name="scores")) == 2


def test_by_line(record: Trace) -> None:
    line = line_of("scaled_scores = ")
    assert [step.op for step in record.find(line=line, path=CORE)] == ["mul"]
    assert {step.site.line for step in record.find(line=line) if step.site} == {line}


def test_what_is_not_there_is_not_found(record: Trace) -> None:
    assert record.find(op="conv3d") == record.find(name="nobody") == record.find(path="nowhere") == ()


class Numbers(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return x + 0


def test_statistics_are_those_of_numpy() -> None:
    numbers = np.array([0.5, -2.0, np.nan, np.inf, 0.0, -np.inf, 7.25])
    record = trace(Numbers(), torch.tensor(numbers).float())
    told = record.statistics(record.steps[0].outputs[0])
    finite = numbers[np.isfinite(numbers)]
    assert told is not None
    assert (told.count, told.nan, told.infinite, told.zero) == (7, 1, 2, 1)
    assert (told.smallest, told.largest) == (-2.0, 7.25)
    assert told.mean == pytest.approx(finite.mean())
    assert told.deviation == pytest.approx(finite.std())


@pytest.mark.parametrize(
    "x", [torch.zeros(0, 3), torch.full((2,), torch.nan), torch.tensor([True, False]), torch.arange(3)]
)
def test_statistics_of_odd_tensors_stand(x: Tensor) -> None:
    record = trace(Numbers(), x)
    told = record.statistics(record.steps[0].outputs[0])
    assert told is not None
    assert told.count == x.numel()
    assert (told.mean is None) == (not torch.isfinite(x.double()).any())

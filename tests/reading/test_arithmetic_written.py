"""What stands on the page for an operation: its lines, its terms, and the cells that it reads."""

import math
from collections.abc import Callable

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from explainer.reading import Arithmetic, explain_cell
from tests.reading.test_arithmetic import random_numbers
from tests.reading.test_arithmetic_operations import LETTERS, record_of

Function = Callable[..., object]


def last(function: Function, *inputs: Tensor, index: tuple[int, ...]) -> Arithmetic:
    record = record_of(function, *inputs)
    return explain_cell(record, record.steps[-1].outputs[0], index)


def text_of(found: Arithmetic) -> list[str]:
    return [f"{line.what}: {line.text}" for line in found.lines]


def row(*numbers: float) -> Tensor:
    return torch.tensor([numbers], dtype=torch.float32)


def test_a_normalised_number_is_written_line_by_line() -> None:
    norm = nn.LayerNorm(4)
    with torch.no_grad():
        norm.weight.copy_(torch.tensor([1.0, 2.0, 3.0, -0.5]))
        norm.bias.fill_(-0.25)
    found = last(norm, row(1, 2, 3, 6), index=(0, 3))
    assert text_of(found) == [
        "mean: (1 + 2 + 3 + 6) ÷ 4",
        "variance: ((1 − 3)² + (2 − 3)² + (3 − 3)² + (6 − 3)²) ÷ 4",
        "standard deviation: √(3.5 + 1·10⁻⁵)",
        "normalised: (6 − 3) ÷ 1.871",
        "times the weight: 1.604 × (−0.5)",
        "plus the bias: −0.8018 − 0.25",
    ]
    assert [line.number for line in found.lines] == pytest.approx(
        [
            3,
            3.5,
            math.sqrt(3.50001),
            3 / math.sqrt(3.50001),
            -1.5 / math.sqrt(3.50001),
            -1.5 / math.sqrt(3.50001) - 0.25,
        ]
    )
    assert found.step is not None
    assert {cell.index for cell in found.reads if cell.value == found.step.inputs[0]} == {(0, at) for at in range(4)}


def test_a_softmax_is_written_line_by_line() -> None:
    found = last(lambda x: x.softmax(-1), row(0, math.log(3), -math.inf), index=(0, 0))
    assert text_of(found) == [
        "largest of the row: max(0, 1.099, −∞)",
        "numerator: exp(0 − 1.099)",
        "denominator: 0.3333 + 1 + 0",
        "share of the row: 0.3333 ÷ 1.333",
    ]
    assert found.result == pytest.approx(0.25)


@pytest.mark.parametrize(
    ("function", "text"),
    [
        (lambda x: x / 4, "quotient: −0.5 ÷ 4"),
        (lambda x: 4 / x, "quotient: 4 ÷ (−0.5)"),
        (lambda x: x**2, "power: (−0.5)²"),
        (lambda x: x.square().sqrt(), "value: √0.25"),
        (torch.sigmoid, "value: 1 ÷ (1 + exp(−(−0.5)))"),
        (torch.relu, "value: max(0, −0.5)"),
        (lambda x: x > -1, "comparison: −0.5 > −1"),
        (lambda x: x % 3, "remainder: −0.5 − floor(−0.5 ÷ 3) × 3"),
        (lambda x: x.clamp(0, 1), "limited: min(1, max(0, −0.5))"),
    ],
)
def test_a_line_is_written_as_by_hand(function: Function, text: str) -> None:
    assert text_of(last(function, row(-0.5), index=(0, 0))) == [text]


def test_of_a_long_sum_the_text_is_short_and_the_terms_are_all_there() -> None:
    found = last(lambda x: x.mean(-1), random_numbers(2, 40), index=(1,))
    (line,) = found.lines
    assert line.text.count("…") == 1
    assert line.text.endswith("÷ 40")
    assert len(found.terms) == len(found.reads) == 40


def test_a_convolution_reads_what_lies_under_its_kernel_and_no_padding() -> None:
    conv = nn.Conv1d(4, 6, 3, stride=2, padding=1, groups=2)
    found = last(conv, random_numbers(2, 4, 7), index=(1, 4, 0))
    assert found.step is not None
    record_input, weight, bias = found.step.inputs
    # Channel 4 is of the second group, which reads channels 2 and 3; the kernel's first place lies on the padding.
    assert [cell.index for cell in found.reads if cell.value == record_input] == [
        (1, 2, 0),
        (1, 2, 1),
        (1, 3, 0),
        (1, 3, 1),
    ]
    assert [cell.index for cell in found.reads if cell.value == weight] == [(4, 0, 1), (4, 0, 2), (4, 1, 1), (4, 1, 2)]
    assert [cell.index for cell in found.reads if cell.value == bias] == [(4,)]


def test_a_batch_norm_in_training_reads_its_channel_in_the_whole_batch() -> None:
    record = record_of(nn.BatchNorm1d(4), random_numbers(3, 4, 5))
    step = record.find(op="batch_norm")[0]
    found = explain_cell(record, step.outputs[0], (2, 1, 3))
    read = {cell.index for cell in found.reads if cell.value == step.inputs[0]}
    assert read == {(batch, 1, place) for batch in range(3) for place in range(5)}


def test_the_running_statistics_of_a_batch_norm_are_explained_from_the_batch() -> None:
    x = random_numbers(3, 4, 5)
    record = record_of(nn.BatchNorm1d(4, momentum=0.3), x)
    step = record.find(op="batch_norm")[0]
    channel = x[:, 2].double().numpy()
    expected = 0.3 * channel.mean(), 0.7 + 0.3 * channel.var(ddof=1)
    for value, number in zip(step.changed, expected, strict=True):
        found = explain_cell(record, value, (2,))
        assert found.result == pytest.approx(number)
        assert abs(found.difference) < 1e-6


def test_what_dropout_dropped_is_told_from_the_record() -> None:
    record = record_of(nn.Dropout(0.75), random_numbers(50))
    output = record.values[record.steps[0].outputs[0]]
    assert output.data is not None
    for place, number in enumerate(output.data.tolist()):
        (term,) = explain_cell(record, output.id, (place,)).terms
        assert term.factors[0] == (0.0 if number == 0 else 4.0)
    assert 0 < int((output.data == 0).sum()) < 50


def test_a_masked_softmax_is_followed_from_the_mask_to_the_row() -> None:
    mask = torch.ones(4, 5).triu(diagonal=1).bool()
    record = record_of(lambda x: x.masked_fill(mask, -math.inf).softmax(-1))
    filled, softmax = record.steps
    hidden = explain_cell(record, filled.outputs[0], (1, 2, 4))
    assert (hidden.result, hidden.same_as, [each.product for each in hidden.terms]) == (-math.inf, None, [-math.inf])
    assert mask[2, 4]
    assert (2, 4) in {cell.index for cell in hidden.reads}
    seen = explain_cell(record, filled.outputs[0], (1, 2, 1))
    assert seen.same_as is not None
    assert (seen.same_as.value, seen.same_as.index) == (filled.inputs[0], (1, 2, 1))
    assert explain_cell(record, softmax.outputs[0], (1, 2, 4)).result == 0
    visible = LETTERS[1, 2, :3].double().exp()
    assert explain_cell(record, softmax.outputs[0], (1, 2, 1)).result == pytest.approx(
        float(visible[1] / visible.sum())
    )


def test_the_variance_of_few_numbers_says_by_what_it_was_divided() -> None:
    biased = last(lambda x: x.var(-1, unbiased=False), row(1, 3, 8), index=(0,))
    unbiased = last(lambda x: x.var(-1), row(1, 3, 8), index=(0,))
    assert (biased.result, unbiased.result) == pytest.approx((np.var([1, 3, 8]), np.var([1, 3, 8], ddof=1)))
    assert text_of(unbiased)[-1] == "variance: ((1 − 4)² + (3 − 4)² + (8 − 4)²) ÷ 2"
    assert text_of(biased)[-1].endswith("÷ 3")
    assert "2" in unbiased.rule.zh


def test_the_formula_of_an_einsum_has_its_letters() -> None:
    found = last(lambda x: torch.einsum("bij,bkj->bik", x, x), index=(0, 1, 2))
    assert found.formula == r"Y_{bik} = \sum_{j} A_{bij} \, B_{bkj}"

"""One small module per operation, in the spellings that torch has for it, and what is written for each."""

import math
from collections.abc import Callable
from itertools import product
from random import Random

import pytest
import torch
from torch import Tensor, nn
from torch.nn import functional

from explainer.reading import Arithmetic, explain_cell
from explainer.tracing import Trace, trace
from tests.reading.test_arithmetic import Of, assert_cells_are_recorded, assert_explains, made, random_numbers

MANY = 8
RANDOM = Random(3)  # noqa: S311 - which cells
Function = Callable[..., object]
LETTERS = random_numbers(2, 4, 5, seed=7)
OTHERS = random_numbers(4, 5, seed=8)
WEIGHTS = random_numbers(3, 5, seed=9)


def record_of(function: Function, *inputs: Tensor) -> Trace:
    model = function if isinstance(function, nn.Module) else Of(function)
    with torch.random.fork_rng():
        torch.manual_seed(0)
        return trace(model, *(each.clone() for each in inputs or (LETTERS,)))


def explained(record: Trace, value: int) -> list[Arithmetic]:
    """The cells of a value; of many, some, the first and the last among them."""
    indices = list(product(*map(range, record.values[value].shape)))
    chosen = indices if len(indices) <= MANY else [indices[0], *RANDOM.sample(indices, MANY), indices[-1]]
    return [explain_cell(record, value, index) for index in chosen]


def kinds_of(function: Function, *inputs: Tensor) -> list[str]:
    """The kind of every step; cells of everything that a step made are checked."""
    record = record_of(function, *inputs)
    kinds = []
    for step in record.steps:
        for value in made(step):
            cells = explained(record, value)
            for found in cells:
                assert_explains(found)
                assert_cells_are_recorded(record, found)
            kinds.append(cells[0].kind)
    return kinds


SPELLINGS: dict[str, list[Function]] = {
    "add": [
        lambda x: x + 1, lambda x: 1 + x, lambda x: x + OTHERS, lambda x: OTHERS[0] + x,
        lambda x: x.add(OTHERS, alpha=2), lambda x: torch.add(x, 2, alpha=0.5),
        lambda x: torch.add(input=x, other=OTHERS), lambda x: x.add_(1), lambda x: x[:, :1].add(x),
        lambda x: x + torch.tensor(2), lambda x: x + True,
    ],
    "sub": [
        lambda x: x - 1, lambda x: 1 - x, lambda x: x - OTHERS, lambda x: torch.sub(x, OTHERS, alpha=3),
        lambda x: torch.rsub(x, 4), lambda x: x.sub_(OTHERS), lambda x: OTHERS - x, lambda x: x.subtract(x),
    ],
    "mul": [lambda x: x * 2, lambda x: 0.5 * x, lambda x: x * OTHERS[:, :1], lambda x: x.mul_(x), torch.square],
    "div": [
        lambda x: x / 2, lambda x: 2 / x, lambda x: x / OTHERS, lambda x: x.true_divide(3), lambda x: x.div_(2),
        lambda x: x // 0.3, lambda x: torch.div(x, 0.3, rounding_mode="trunc"), lambda x: x / 0, lambda x: 3 // x,
    ],
    "pow": [
        lambda x: x**2, lambda x: 2**x, lambda x: x.pow(3), lambda x: x.abs() ** 0.5, lambda x: x**-1,
        lambda x: torch.pow(2, x), lambda x: x.abs().pow(OTHERS), lambda x: x.pow_(2),
    ],
    "remainder": [lambda x: x % 0.3, lambda x: torch.fmod(x, 0.3), lambda x: 1 % x],
    "neg": [lambda x: -x, torch.neg, lambda x: x.neg_()],
    "matmul": [
        lambda x: x @ OTHERS.T, lambda x: torch.matmul(x, x.mT), lambda x: torch.bmm(x, x.transpose(1, 2)),
        lambda x: x @ torch.ones(5), lambda x: torch.ones(4) @ x, lambda x: x[0] @ x.mT, lambda x: x[0].mm(x[1].T),
        lambda x: x[:, None] @ x.mT, lambda x: x[0, 0] @ x[1, 1], lambda x: x[0].mv(x[0, 1]),
        lambda x: x[0, 0].dot(x[1, 0]), lambda x: torch.matmul(x[0], other=x[1].T),
        lambda x: x[0].__rmatmul__(x[0, :, :4]), lambda x: x @ x[0].T.expand(3, 1, 5, 4),
    ],
    "addmm": [
        lambda x: torch.addmm(torch.ones(5), x[0].mT, x[0]),
        lambda x: torch.addmm(OTHERS, x[0, :, :4], x[1], beta=2, alpha=0.5),
        lambda x: torch.baddbmm(torch.ones(2, 4, 4), x, x.mT), lambda x: torch.addmm(OTHERS, x[0, :, :4], x[1], beta=0),
        lambda x: OTHERS.addmm(mat1=x[0, :, :4], mat2=x[1]),
    ],
    "linear": [
        lambda x: functional.linear(x, WEIGHTS), lambda x: functional.linear(x, WEIGHTS, torch.ones(3)),
        nn.Linear(5, 3), nn.Linear(5, 3, bias=False), lambda x: functional.linear(x[0, 0], WEIGHTS),
        lambda x: functional.linear(x, WEIGHTS[0]),
        lambda x: functional.linear(input=x, weight=WEIGHTS, bias=WEIGHTS[:, 0]),
    ],
    "einsum": [
        lambda x: torch.einsum("bij,bkj->bik", x, x), lambda x: torch.einsum("bij->ji", x),
        lambda x: torch.einsum("bij", x), lambda x: torch.einsum("...ij,...kj->...ik", x, OTHERS),
        lambda x: torch.einsum("bij,kj,bim->bkm", x, OTHERS, x), lambda x: torch.einsum("bij,bij->", x, x),
        lambda x: torch.einsum("i,j->ij", x[0, 0], x[0, 1]), lambda x: torch.einsum("ii->i", x[0, :, :4]),
        lambda x: torch.einsum("ii", x[0, :, :4]), lambda x: torch.einsum("b i j, k j -> k b", x, OTHERS),
        lambda x: torch.einsum("bij,bij->bj", x[:, :1], x), lambda x: torch.einsum("...j,kj", x, OTHERS),
        lambda x: torch.einsum("bij,bkj->bik", [x, x]), lambda x: torch.einsum(x, [0, 1, 2], [2, 0]),
        lambda x: torch.einsum("cb...,b...->c", x.permute(1, 0, 2), x[:, 0]),
    ],
    "conv1d": [
        nn.Conv1d(4, 6, 3), nn.Conv1d(4, 6, 3, stride=2, padding=1), nn.Conv1d(4, 6, 2, dilation=2, padding=3),
        nn.Conv1d(4, 6, 3, groups=2, bias=False), nn.Conv1d(4, 4, 4, padding="same", groups=4), nn.Conv1d(4, 3, 1),
        nn.Conv1d(4, 3, 3, padding=1, padding_mode="circular"), nn.Conv1d(4, 3, 5, padding="valid"),
        lambda x: functional.conv1d(x[0], torch.ones(2, 4, 3), padding=1),
        nn.Conv1d(4, 4, 2, padding="same", dilation=3),
    ],
    "conv2d": [nn.Sequential(nn.Unflatten(0, (1, 2)), nn.Conv2d(2, 3, (2, 3), stride=(1, 2), padding=(1, 0)))],
    "layer_norm": [
        nn.LayerNorm(5), nn.LayerNorm((4, 5)), nn.LayerNorm(5, elementwise_affine=False), nn.LayerNorm(5, bias=False),
        lambda x: functional.layer_norm(x, (5,), WEIGHTS[0], WEIGHTS[1], 0.1), lambda x: torch.layer_norm(x, (5,)),
    ],
    "batch_norm": [
        nn.BatchNorm1d(4), nn.BatchNorm1d(4).eval(), nn.BatchNorm1d(4, affine=False), nn.BatchNorm1d(4, momentum=0.3),
        nn.BatchNorm1d(4, track_running_stats=False),
        lambda x: functional.batch_norm(x, torch.ones(4), torch.full((4,), 2.0)),
        lambda x: nn.BatchNorm1d(5).eval()(x[0]), lambda x: nn.BatchNorm2d(2)(x[None]),
        lambda x: torch.batch_norm(x, OTHERS[:, 0], OTHERS[:, 1], None, None, True, 0.1, 1e-5, False),
    ],
    "softmax": [
        lambda x: x.softmax(-1), lambda x: torch.softmax(x, 0), lambda x: functional.softmax(x, dim=-2),
        nn.Softmax(dim=1), lambda x: torch.softmax(x.masked_fill(x > 0.5, -math.inf), -1),
        lambda x: (x * 1000).softmax(-1), lambda x: x[0, 0].softmax(0), lambda x: x.sum().softmax(0),
        lambda x: functional.softmax(x, -1, dtype=torch.float64),
    ],
    "log_softmax": [lambda x: x.log_softmax(-1), nn.LogSoftmax(dim=0)],
    "mean": [
        lambda x: x.mean(), lambda x: x.mean(-1), lambda x: torch.mean(x, (0, -1)),
        lambda x: x.mean(dim=1, keepdim=True), lambda x: x.mean((0, 1, 2), True),
        lambda x: x.mean(axis=0, keepdims=True), lambda x: torch.var_mean(x, 1)[1],
    ],
    "sum": [
        lambda x: x.sum(), lambda x: x.sum((0, -1), keepdim=True), lambda x: torch.sum(x, 1), lambda x: (x > 0).sum(-1),
    ],
    "prod": [lambda x: x.prod(), lambda x: x.prod(-1)],
    "cumsum": [lambda x: x.cumsum(-1), lambda x: torch.cumsum(x, dim=0)],
    "var": [
        lambda x: x.var(), lambda x: x.var(1), lambda x: x.var(False), lambda x: x.var(-1, False, True),
        lambda x: torch.var(x, dim=1, unbiased=False), lambda x: x.var(0, correction=0),
        lambda x: x.var((1, 2), correction=2),
    ],
    "std": [lambda x: x.std(), lambda x: x.std(-1, unbiased=False), lambda x: torch.std(x, 1, keepdim=True)],
    "max": [
        lambda x: x.max(), lambda x: x.amax(1), lambda x: x.amax((0, -1), keepdim=True),
        lambda x: torch.maximum(x, OTHERS), lambda x: torch.max(x, OTHERS), lambda x: x.max(-1)[0].clone().max(),
    ],
    "min": [lambda x: x.min(), lambda x: x.amin(-1), lambda x: torch.minimum(x, OTHERS)],
    "argmax": [lambda x: x.argmax(-1), lambda x: x.argmax(), lambda x: x.argmax(1, keepdim=True)],
    "gelu": [functional.gelu, nn.GELU(), nn.GELU("tanh"), lambda x: functional.gelu(x * 5, approximate="tanh")],
    "relu": [torch.relu, functional.relu, nn.ReLU(inplace=True), lambda x: x.relu_()],
    "silu": [functional.silu, nn.SiLU()],
    "leaky_relu": [functional.leaky_relu, lambda x: functional.leaky_relu(x, 0.3)],
    "sigmoid": [torch.sigmoid, nn.Sigmoid(), lambda x: x.sigmoid_(), lambda x: (x * 100).sigmoid()],
    "tanh": [torch.tanh, nn.Tanh()],
    "exp": [torch.exp, lambda x: (x * 30).exp()],
    "log": [lambda x: x.abs().log(), lambda x: torch.log(x.relu())],
    "sqrt": [lambda x: x.abs().sqrt(), torch.sqrt],
    "rsqrt": [lambda x: torch.rsqrt(x.abs()), lambda x: x.relu().rsqrt()],
    "abs": [torch.abs, abs],
    "sin": [torch.sin],
    "cos": [torch.cos],
    "erf": [torch.erf],
    "reciprocal": [torch.reciprocal],
    "clamp": [
        lambda x: x.clamp(min=0), lambda x: x.clamp(-0.5, 0.5), lambda x: torch.clamp(x, max=OTHERS),
        lambda x: x.clip_(0, 1),
    ],
    "masked_fill": [
        lambda x: x.masked_fill(x > 0, -1e9), lambda x: x.masked_fill(OTHERS > 0, -math.inf),
        lambda x: x.masked_fill_(x > 0, 0), lambda x: x.masked_fill(x > 0, torch.tensor(2.5)),
    ],
    "where": [
        lambda x: torch.where(x > 0, x, 0.0), lambda x: x.where(OTHERS > 0, -1.0),
        lambda x: torch.where(OTHERS > 0, x, OTHERS), lambda x: torch.where(x > 0, 1.0, x.mean(-1, keepdim=True)),
    ],
    "dropout": [nn.Dropout(0.4), lambda x: functional.dropout(x, 0.9, True, True), nn.Dropout1d(0.5), nn.Dropout(1.0)],
    "comparison": [
        lambda x: x > 0, lambda x: x <= OTHERS, lambda x: x.eq(x), lambda x: x != 0, lambda x: (x > 0) & (x < 1),
        lambda x: torch.logical_or(x > 1, x < -1),
    ],
    "cast": [
        lambda x: x.double(), lambda x: x.to(torch.int64), lambda x: x.half(), lambda x: (x > 0).float(),
        lambda x: x.bool(),
    ],
    "attention": [
        lambda x: functional.scaled_dot_product_attention(x, x, x),
        lambda x: functional.scaled_dot_product_attention(x, x, x, is_causal=True),
        lambda x: functional.scaled_dot_product_attention(x[None], x[None], x[None, :1], enable_gqa=True, scale=0.3),
    ],
}  # fmt: skip
RENAMED = {("mul", 4): "square"}


@pytest.mark.filterwarnings("ignore:Using padding='same' with even kernel lengths")
@pytest.mark.parametrize(
    ("kind", "place"), [(kind, place) for kind, spellings in SPELLINGS.items() for place in range(len(spellings))]
)
def test_an_operation_is_written_out_however_it_is_spelled(kind: str, place: int) -> None:
    assert RENAMED.get((kind, place), kind) in kinds_of(SPELLINGS[kind][place])


def test_formulas_are_balanced_latex() -> None:
    for spellings in SPELLINGS.values():
        record = record_of(spellings[0])
        found = explain_cell(
            record, record.steps[-1].outputs[0], (0,) * len(record.values[record.steps[-1].outputs[0]].shape)
        )
        assert found.formula
        assert found.formula.count("{") == found.formula.count("}")
        assert found.formula.count(r"\left") == found.formula.count(r"\right")


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (lambda x: x.int() & 1, "bits"),
        (lambda x: ~x.int(), "bits"),
        (lambda x: (x > 0) + (x > 1), "truths"),
        (lambda x: torch.where(x > 0)[0], "called in a way"),
        (lambda x: x.view(torch.int32), "another type"),
        (lambda x: torch.fft.rfft(x).real, "complex64"),
    ],
)
def test_what_is_no_arithmetic_of_numbers_says_why(function: Function, reason: str) -> None:
    record = record_of(function)
    output = record.steps[-1].outputs[0]
    found = explain_cell(record, output, (0,) * len(record.values[output].shape))
    assert found.kind == "unsupported"
    assert reason in found.rule.en
    assert found.result == found.recorded


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_a_pass_of_few_digits_says_that_the_numbers_differ(dtype: torch.dtype) -> None:
    record = record_of(nn.Linear(5, 3).to(dtype), LETTERS.to(dtype))
    found = explain_cell(record, record.steps[0].outputs[0], (0, 1, 2))
    name = str(dtype).removeprefix("torch.")
    assert name in found.rule.en
    assert name in found.rule.zh
    assert 0 < abs(found.difference) < 0.02

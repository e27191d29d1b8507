"""Models in the styles of other people: their operations counted by hand, replayed, and their work added up."""

import pytest
import torch
from torch import Tensor
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.utils.flop_counter import FlopCounterMode

from explainer.tracing import Trace, trace
from tests.tracing.cases import CASES, every_case, fresh_pass_of, pass_of
from tests.tracing.foreign import STANDARD, Case, Fused, numbers, seeded
from tests.tracing.foreign_torch import TORCH

both_modes = pytest.mark.parametrize("training", [False, True], ids=["eval", "train"])
# BatchNorm counts its batches in training; autograd's own functions and checkpoints wrap what they are given.
IN_TRAINING = {"residual block": STANDARD["residual block"].ops.replace("batch_norm", "add_ batch_norm")}


@both_modes
@every_case
def test_the_operations_are_those_counted_by_hand(case: Case, training: bool) -> None:
    _, record = pass_of(case, training=training)
    name = next(name for name, each in CASES.items() if each is case)
    by_hand = IN_TRAINING.get(name, case.ops) if training else case.ops
    assert " ".join(step.op for step in record.steps) == by_hand


@both_modes
@every_case
def test_every_step_gives_the_same_bits_again_and_every_input_matters(case: Case, training: bool) -> None:
    _, record = pass_of(case, training=training)
    outcome = record.replay()
    assert [record.steps[number].op for number in outcome.different] == []
    assert [record.steps[number].op for number, _ in outcome.dead] == []
    assert len(outcome.equal) + len(outcome.left_out) == len(record.steps)
    # What ran inside vmap cannot be run outside of it.
    assert (outcome.left_out == ()) == (case is not TORCH["vmap"])


@every_case
def test_the_work_is_what_torch_counts(case: Case) -> None:
    _, record = pass_of(case)
    model = seeded(case.model)
    # Torch's counter overlooks the kernels that do a whole attention or a whole LSTM at once.
    with FlopCounterMode(display=False) as counter, sdpa_kernel(SDPBackend.MATH), torch.random.fork_rng(devices=[]):
        torch.manual_seed(11)
        model(*case.inputs())
    # Two layers of four gates, for 2 windows of 6 steps, from 3 and 5 features and from 5 and 5.
    overlooked = 2 * 2 * 6 * 4 * 5 * (3 + 5 + 5 + 5) if case is STANDARD["lstm"] else 0
    assert sum(record.flops) == counter.get_total_flops() + overlooked


@every_case
def test_a_second_record_of_the_same_model_is_the_same(case: Case) -> None:
    assert facts(pass_of(case)[1]) == facts(fresh_pass_of(case)[1])


def facts(record: Trace) -> tuple[object, ...]:
    steps = [(step.op, step.site, step.inputs, step.outputs, step.changed) for step in record.steps]
    values = [(each.shape, each.strides, each.relation, each.base, each.storage, each.label) for each in record.values]
    calls = [(call.path, call.nth, call.arguments.keys(), call.first_step, call.last_step) for call in record.calls]
    return steps, values, calls, [(each.name, each.line, each.how) for each in record.bindings], record.skips


@pytest.mark.parametrize("mask", ["none", "causal", "truths", "numbers", "grouped", "scaled"])
def test_fused_attention_is_reconstructed_to_within_rounding(mask: str) -> None:
    options = {
        "none": {},
        "causal": {"is_causal": True},
        "truths": {"attn_mask": torch.ones(5, 6, dtype=torch.bool).tril(1)},
        "numbers": {"attn_mask": numbers(5, 6)},
        "grouped": {"enable_gqa": True},
        "scaled": {"scale": 0.3},
    }[mask]
    heads = 2 if mask == "grouped" else 4
    q, k, v = numbers(2, 4, 5, 8), numbers(2, heads, 6, 8, seed=1), numbers(2, heads, 6, 3, seed=2)
    record = trace(Fused(**options), q, k, v)
    opened = record.reconstruct(record.steps[0])
    assert opened is not None
    assert opened.error < 1e-5
    # By hand: identity as values makes the kernel itself give its attention.
    eye = torch.eye(6).expand(2, heads, 6, 6)
    kernel: Tensor = torch.nn.functional.scaled_dot_product_attention(q, k, eye, **options)  # type: ignore[arg-type]
    torch.testing.assert_close(opened.attention, kernel, rtol=1e-4, atol=1e-6)

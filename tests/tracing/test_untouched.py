"""Looking changes nothing: not the answers, not the random state, not the gradients, not the model, not the process."""

import gc
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import torch
from torch import Tensor, nn
from torch.nn.modules import module as torch_module
from torch.overrides import TorchFunctionMode, _get_current_function_mode_stack
from torch.utils import _pytree as pytree

from explainer.tracing import FailedPass, Tracer, trace
from tests.tracing.cases import CASES, every_case
from tests.tracing.foreign import Case, seeded
from tests.tracing.ours import DIFFERENT, IDS, ours
from tests.tracing.witnesses import mode_of, same_numbers

both_modes = pytest.mark.parametrize("training", [False, True], ids=["eval", "train"])


@pytest.fixture(autouse=True)
def nothing_is_left_behind() -> Iterator[None]:
    yield
    hooks = (torch_module._global_forward_hooks, torch_module._global_forward_pre_hooks)
    more = (torch_module._global_forward_hooks_always_called, torch_module._global_forward_hooks_with_kwargs)
    assert [dict(each) for each in (*hooks, *more)] == [{}, {}, {}, {}]
    assert _get_current_function_mode_stack() == []


def answer_of(model: nn.Module, run: Callable[[], object]) -> tuple[list[Tensor], Tensor, list[Tensor | None]]:
    """What a pass gives, the random state after it, and the gradients after going backward from it."""
    model.zero_grad()
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(5)
        tensors = [leaf for leaf in pytree.tree_leaves(run()) if isinstance(leaf, Tensor)]
        state = torch.get_rng_state()
    differentiable = [each.float().sum() for each in tensors if each.requires_grad]
    if differentiable:
        torch.stack(differentiable).sum().backward()
    grads = [parameter.grad for parameter in model.parameters()]
    return [each.detach() for each in tensors], state, grads


def traced(model: nn.Module, *inputs: object) -> object:
    """The answer of a traced pass, as the model gave it."""
    answers: list[object] = []
    hook = model.register_forward_hook(lambda _model, _inputs, answer: answers.append(answer))
    trace(model, *inputs)
    hook.remove()
    return answers[-1]


@both_modes
@pytest.mark.parametrize(("name", "marks"), DIFFERENT, ids=IDS[:3])
def test_answers_random_state_and_gradients_of_ours_are_the_same(name: str, marks: bool, training: bool) -> None:
    model, inputs = ours(name, marks)
    model.train(training)
    given = [None if each is None else each.clone() for each in inputs]
    flags, state = mode_of(model), {name: each.clone() for name, each in model.state_dict().items()}
    bare = answer_of(model, lambda: model(*inputs))
    model.load_state_dict(state)
    seen = answer_of(model, lambda: traced(model, *inputs))
    assert all(same_numbers(one, other) for one, other in zip(bare[0], seen[0], strict=True))
    assert torch.equal(bare[1], seen[1])
    assert all(one is other is None or same_numbers(one, other) for one, other in zip(bare[2], seen[2], strict=True))
    assert mode_of(model) == flags
    assert all(one is other is None or torch.equal(one, other) for one, other in zip(given, inputs, strict=True))
    assert not any(module._forward_hooks or module._forward_pre_hooks for module in model.modules())


@both_modes
@every_case
def test_answers_random_state_and_gradients_of_foreign_models_are_the_same(case: Case, training: bool) -> None:
    one, other = (seeded(case.model).train(training) for _ in range(2))
    hooks = [(len(each._forward_hooks), len(each._forward_pre_hooks)) for each in other.modules()]
    inputs, given = case.inputs(), case.inputs()
    bare = answer_of(one, lambda: one(*inputs))
    seen = answer_of(other, lambda: traced(other, *given))
    assert all(same_numbers(a, b) for a, b in zip(bare[0], seen[0], strict=True))
    assert torch.equal(bare[1], seen[1])
    assert all(a is b is None or same_numbers(a, b) for a, b in zip(bare[2], seen[2], strict=True))
    assert all(same_numbers(a, b) for a, b in zip(one.state_dict().values(), other.state_dict().values(), strict=True))
    assert [(len(each._forward_hooks), len(each._forward_pre_hooks)) for each in other.modules()] == hooks


def test_without_a_budget_no_tensor_lives_longer_than_without_a_record() -> None:
    """Not even the inputs, once the caller lets go of them; and this without the garbage collector."""
    gc.disable()
    try:
        for case in CASES.values():
            model, inputs = seeded(case.model), case.inputs()
            refs = [weakref.ref(leaf) for leaf in pytree.tree_leaves(inputs) if isinstance(leaf, Tensor)]
            with torch.no_grad(), _Births() as births:
                record = Tracer(budget=0).trace(model, *inputs)
            assert all(value.data is None for value in record.values)
            held = {id(each) for each in (*model.parameters(), *model.buffers())}
            held |= {id(each) for each in vars(model).values() if isinstance(each, Tensor)}
            del inputs
            alive = [tensor for tensor in (ref() for ref in (*births.refs, *refs)) if tensor is not None]
            assert [each.shape for each in alive if id(each) not in held] == []
    finally:
        gc.enable()


class _Births(TorchFunctionMode):
    """Every tensor that a function gives, as long as it lives."""

    def __init__(self) -> None:
        super().__init__()
        self.refs: list[weakref.ref[Tensor]] = []

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        result = func(*args, **(kwargs or {}))
        self.refs += [weakref.ref(leaf) for leaf in pytree.tree_leaves(result) if isinstance(leaf, Tensor)]
        return result


def test_a_record_of_a_pass_in_which_an_error_was_caught_keeps_no_frames() -> None:
    class Recovers(nn.Module):
        def forward(self, x: Tensor) -> Tensor:
            big = x.repeat(3)
            refs.append(weakref.ref(big))
            try:
                return x @ big
            except RuntimeError:
                return x

    refs: list[weakref.ref[Tensor]] = []
    gc.disable()
    try:
        record = Tracer(budget=0).trace(Recovers(), torch.ones(2))
        assert record.failure is None
        assert refs[0]() is None
    finally:
        gc.enable()


def test_nothing_is_left_behind_after_an_error() -> None:
    model, _ = ours("iTransformer")
    with pytest.raises(FailedPass):
        trace(model, torch.ones(3, 5, 5))
    assert model(torch.ones(3, 12, 5)).shape == (3, 6, 5)
    assert not any(module._forward_hooks for module in model.modules())

"""What strangers tried, and what must hold since."""

import inspect
import operator
from collections.abc import Callable

import pytest
import torch
from torch import Tensor, nn

from explainer.tracing import Tracer, trace


class Of(nn.Module):
    def __init__(self, function: Callable[[Tensor], Tensor]) -> None:
        super().__init__()
        self.function = function

    def forward(self, x: Tensor) -> Tensor:
        return self.function(x)


BINARY = ["add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "lt", "le", "eq", "ne", "gt", "ge"]
IN_PLACE = ["iadd", "isub", "imul", "itruediv", "ipow"]


@pytest.mark.parametrize("name", [*BINARY, *IN_PLACE])
def test_every_operator_of_a_tensor_is_recorded(name: str) -> None:
    x = torch.rand(3, 3) + 1
    for other in (2.0, torch.rand(3, 3) + 1) if name != "matmul" else (torch.rand(3, 3),):
        operation: Callable[[Tensor, object], Tensor] = getattr(operator, name)
        wanted = operation(x.clone(), other)
        record = trace(Of(lambda value, o=other, op=operation: op(value.clone(), o)), x)  # type: ignore[misc]
        (last,) = record.steps[-1].outputs[:1]
        data = record.values[last].data
        assert data is not None
        torch.testing.assert_close(data, wanted)
        assert record.replay().different == ()


@pytest.mark.parametrize("operation", [operator.neg, operator.pos, operator.abs, lambda x: 2**x, lambda x: 1 - x])
def test_every_operator_with_one_tensor_is_recorded(operation: Callable[[Tensor], Tensor]) -> None:
    record = trace(Of(operation), torch.rand(3))
    assert record.replay().different == ()
    assert record.steps


@pytest.mark.filterwarnings("ignore:.*quantized tensor creation")
def test_quantized_tensors_are_replayed() -> None:
    def rounded(x: Tensor) -> Tensor:
        return torch.quantize_per_tensor(x, 0.1, 0, torch.qint8).dequantize()

    assert trace(Of(rounded), torch.rand(4)).replay().different == ()


class Toggles(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        was = self.training
        self.eval()
        if self.training:
            self.k = 1
        else:
            self.k = 2
        self.train(was)
        return x * 1


def test_an_attribute_that_was_set_and_set_back_decides_nothing() -> None:
    assert trace(Toggles().train(), torch.rand(2)).skips == ()


class Nested(nn.Module):
    def forward(self, x: Tensor, flag: bool = False, scale: int = 2) -> Tensor:
        n = 3
        if flag:
            n = 4

        def inner(t: Tensor) -> Tensor:
            scale = 9
            return t * scale

        return inner(x) * n * scale


def test_names_are_bound_on_lines_that_ran_and_to_what_is_theirs() -> None:
    record = trace(Nested(), torch.rand(2))
    first = inspect.getsourcelines(Nested.forward)[1]
    plain = {(each.name, each.slot): each.line - first for each in record.bindings if each.how == "plain"}
    assert plain == {("n", 3): 1}
    skipped = {line for skip in record.skips for line in range(skip.line, skip.end_line + 1)}
    assert not skipped & {each.line for each in record.bindings}


def test_what_is_no_module_is_refused_in_a_sentence() -> None:
    # Without the tests' own check of types, which would be faster.
    unchecked = inspect.unwrap(Tracer.trace)
    with pytest.raises(TypeError, match=r"function is no nn\.Module"):
        unchecked(Tracer(), lambda x: x, torch.rand(2))  # type: ignore[arg-type]

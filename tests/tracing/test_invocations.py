"""The code of a call: what ran, where it was called, what took its result, and how it ended."""

import inspect
import linecache

import torch
from torch import Tensor, nn

from explainer.tracing import Trace, trace


class Part(nn.Module):
    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        return x + 1, x


class Whole(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.part = Part()
        self.stack = nn.Sequential(nn.Linear(4, 3), nn.Linear(4, 3))

    def forward(self, x: Tensor) -> Tensor:
        more, _ = _called(self.part, x)
        try:
            more = self.stack(more)
        except RuntimeError:
            more = more * 2
        return more


def _called(part: nn.Module, x: Tensor) -> tuple[Tensor, Tensor]:
    result: tuple[Tensor, Tensor] = part(x)
    return result


def record_of_whole() -> Trace:
    return trace(Whole(), torch.rand(2, 4))


def test_the_code_is_that_of_the_forward_torchs_own_included() -> None:
    record = record_of_whole()
    for path, kind in (("", Whole), ("part", Part), ("stack", nn.Sequential), ("stack.0", nn.Linear)):
        assert record.invocation(record.call(path)).code is inspect.unwrap(kind.forward).__code__


def test_a_call_is_followed_out_to_the_forward_around_it() -> None:
    record = record_of_whole()
    assert record.invocation(record.root).chain == ()
    inside, outside = record.invocation(record.call("part")).chain
    assert [site.text for site in (inside, outside)] == ["part(x)", "_called(self.part, x)"]
    assert record.invocation(record.call("part")).targets == ("result",)
    assert record.invocation(record.call("stack")).targets == ("more",)


def test_what_failed_did_not_return_and_what_returned_did_so_on_a_line() -> None:
    record = record_of_whole()
    returned = {call.path: record.invocation(call).returned for call in record.calls}
    assert returned == {"": True, "part": True, "stack": False, "stack.0": True, "stack.1": False}
    line = record.invocation(record.root).last_line
    assert line is not None
    assert linecache.getline(__file__, line).strip() == "return more"

"""Where code comes from: notebooks, copies of files, neighbours of torch in its folder."""

import linecache
from collections.abc import Callable
from pathlib import Path
from types import CodeType
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from explainer.tracing import trace
from explainer.tracing.places import is_machinery

SOURCE = """
import torch
from torch import nn

class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 3)

    def forward(self, x):
        if x is None:
            return 0
        h = self.linear(x)
        y = [row * 2 for row in h]
        return torch.stack(y) + h
"""


def made_from(source: str, file: str) -> nn.Module:
    namespace: dict[str, Any] = {"__name__": "cell"}
    run: Callable[..., None] = exec
    run(compile(source, file, "exec"), namespace)
    model = namespace["Model"]()
    assert isinstance(model, nn.Module)
    return model


def test_code_without_source_is_recorded_without_names_and_texts() -> None:
    record = trace(made_from(SOURCE, "<stdin>"), torch.ones(2, 3))
    assert [step.op for step in record.steps if step.op != "unbind"] == ["linear", "mul", "mul", "stack", "add"]
    assert all(step.site is not None and step.site.file == "<stdin>" for step in record.steps)
    assert {step.site.text for step in record.steps if step.site} == {""}
    assert record.bindings == ()
    assert record.skips == ()
    assert record.replay().proven


def test_code_in_a_cell_of_a_notebook_has_names_and_texts() -> None:
    linecache.cache["<cell 1>"] = len(SOURCE), None, SOURCE.splitlines(keepends=True), "<cell 1>"
    record = trace(made_from(SOURCE, "<cell 1>"), torch.ones(2, 3))
    assert [each.name for each in record.bindings] == ["h"]
    assert record.steps[-1].site is not None
    assert record.steps[-1].site.text == "torch.stack(y) + h"
    assert [skip.condition for skip in record.skips] == ["x is None"]


def test_equal_code_in_two_files_is_told_apart(tmp_path: Path) -> None:
    files = [tmp_path / "one.py", tmp_path / "other.py"]
    for file in files:
        file.write_text(SOURCE, encoding="utf-8")
        record = trace(made_from(SOURCE, str(file)), torch.ones(2, 3))
        sites = [step.site for step in record.steps]
        assert {site.file for site in sites if site} == {str(file)}


def test_what_only_begins_like_torch_is_the_reader_s() -> None:
    def code_in(file: str) -> CodeType:
        return compile("x", file, "exec")

    inside = Path(torch.__file__).parent
    assert is_machinery(code_in(str(inside / "nn" / "functional.py")))
    assert not is_machinery(code_in(str(inside.with_name("torchvision") / "models.py")))
    assert not is_machinery(code_in(__file__))


class Meta(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        h = x @ x.T
        h += 1
        return h.softmax(-1)


@pytest.mark.parametrize("context", [torch.inference_mode, torch.no_grad, torch.enable_grad])
def test_whole_passes_under_torch_s_switches(context: Callable[[], Any]) -> None:
    with context():
        x = torch.rand(3, 4)
        record = trace(Meta(), x)
    assert [step.op for step in record.steps] == ["T", "matmul", "add_", "softmax"]
    product, added = record.steps[1], record.steps[2]
    assert added.changed == added.outputs != product.outputs
    assert record.steps[3].inputs == added.outputs
    before, after = (record.values[step.outputs[0]].data for step in (product, added))
    assert before is not None
    assert after is not None
    assert torch.equal(before, x @ x.T)
    assert torch.equal(after, before + 1)
    assert record.replay().proven


def test_a_pass_on_tensors_without_data_has_shapes_and_work() -> None:
    record = trace(Meta(), torch.empty(300, 400, device="meta"))
    assert [value.shape for value in record.values][-1] == (300, 300)
    assert sum(record.flops) == 2 * 300 * 300 * 400
    assert {value.device.type for value in record.values} == {"meta"}
    assert record.replay().different == ()

"""The modules of a model with their weights and their shapes, as torchinfo counts them.

Its multiply-adds are not used: for a Linear on three axes it counts one token where there are many.
"""

from dataclasses import dataclass

import torch
from torchinfo import summary

from explainer.running.passes import Run


@dataclass(frozen=True)
class ModuleRow:
    """One module that ran: its path, class, shapes of its first input and output, and number of parameters."""

    path: str
    class_name: str
    input_shape: tuple[int, ...]
    output_shape: tuple[int, ...]
    parameters: int


def inventory(run: Run) -> tuple[ModuleRow, ...]:
    """One row per module that took part in the pass of `run`, from the outside in; the model runs once more."""
    with torch.no_grad():
        given = [tensor for tensor in run.inputs if tensor is not None]
        counted = summary(run.model, input_data=given, verbose=0, depth=99, mode="eval")
    paths = {id(module): path for path, module in run.model.named_modules()}
    return tuple(
        ModuleRow(
            paths[info.layer_id], info.class_name, tuple(info.input_size), tuple(info.output_size), info.num_params
        )
        for info in counted.summary_list
        if info.executed
    )

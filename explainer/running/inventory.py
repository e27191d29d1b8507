"""The modules of a model with their weights and their work, as torchinfo counts them."""

from dataclasses import dataclass

import torch
from torchinfo import summary

from explainer.running.passes import Run


@dataclass(frozen=True)
class ModuleRow:
    """One module: its path, class, depth in the tree, number of parameters, and multiply-adds of the pass."""

    path: str
    class_name: str
    depth: int
    parameters: int
    multiply_adds: int


def inventory(run: Run) -> tuple[ModuleRow, ...]:
    """One row per module that took part in the pass of `run`, from the outside in."""
    with torch.no_grad():
        counted = summary(run.model, input_data=list(run.inputs), verbose=0, depth=99, mode="eval")
    paths = {id(module): path for path, module in run.model.named_modules()}
    return tuple(
        ModuleRow(paths[info.layer_id], info.class_name, info.depth, info.total_params, info.total_mult_adds)
        for info in counted.summary_list
        if info.layer_id in paths
    )

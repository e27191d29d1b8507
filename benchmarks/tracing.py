"""What a record costs, beside what other tools cost: `python benchmarks/tracing.py`, prints a Markdown table.

Every timed call is directly preceded by a timed bare forward of the same model; the ratio is the median of these
pairs, so that a noisy machine disturbs both sides alike. One thread, eval, no gradients. Peers that are not
installed are left out (`pip install torchlens torchview`); TorchLens comes last, since it leaves torch wrapped.
With `--memory` each contestant runs at the largest size in a process of its own, and memory is measured instead.
"""

import argparse
import gc
import importlib
import importlib.util
import resource
import statistics
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import torch
from torch import nn
from torch.overrides import TorchFunctionMode

from explainer.models import ITransformerConfig, build
from explainer.tracing import Tracer

Inputs = tuple[torch.Tensor, ...]
Contestant = Callable[[nn.Module, Inputs], Any]


class Deep(nn.Module):
    """A thousand times Linear, `*`, `+`: three thousand operations that hardly take any time."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(64, 64)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Shape (batch, 64) in and out."""
        for _ in range(1000):
            x = self.linear(x) * 0.01
            x = x + 1
        return x


def itransformer(
    batch: int, variates: int, steps: int, width: int, heads: int, layers: int
) -> tuple[nn.Module, Inputs]:
    """An iTransformer of one size with random inputs and four time marks; d_ff equals d_model, toys take four times."""
    config = ITransformerConfig(
        seq_len=steps,
        pred_len=steps,
        d_model=width,
        n_heads=heads,
        e_layers=layers,
        d_ff=width if width > 8 else 32,
    )
    return build(config, seed=0), (torch.randn(batch, steps, variates), torch.randn(batch, steps, 4))


SIZES: dict[str, Callable[[], tuple[nn.Module, Inputs]]] = {
    "toy": lambda: itransformer(3, 5, 12, 8, 4, 1),
    "medium": lambda: itransformer(8, 21, 96, 128, 8, 3),
    "large": lambda: itransformer(4, 321, 96, 512, 8, 3),
    "deep": lambda: (Deep().eval(), (torch.randn(8, 64),)),
}
ROUNDS = {"toy": 200, "medium": 60, "large": 12, "deep": 15}


def bare(model: nn.Module, inputs: Inputs) -> Any:
    """The forward pass alone."""
    return model(*inputs)


def metadata(model: nn.Module, inputs: Inputs) -> Any:
    """The record without values."""
    return Tracer(budget=0).trace(model, *inputs)


def with_values(model: nn.Module, inputs: Inputs) -> Any:
    """The record with every value."""
    return Tracer(budget=1 << 40).trace(model, *inputs)


def read_out(model: nn.Module, inputs: Inputs) -> Any:
    """The record with every value, and all its tables worked out."""
    trace = with_values(model, inputs)
    return trace, trace.calls, trace.steps, trace.values, trace.bindings


class Keeping(TorchFunctionMode):
    """Does nothing but keep what every operation returns: no record of all values can cost less."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: list[Any] = []

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        """Run the operation and keep its result."""
        result = func(*args, **(kwargs or {}))
        self.kept.append(result)
        return result


def keeping(model: nn.Module, inputs: Inputs) -> Any:
    """The floor of a record with values."""
    with Keeping() as mode:
        model(*inputs)
    return mode.kept


def copying_hooks(model: nn.Module, inputs: Inputs) -> Any:
    """What people write by hand: a hook on every module that copies its output."""
    kept: list[torch.Tensor] = []

    def keep(_module: nn.Module, _args: object, output: object) -> None:
        if isinstance(output, torch.Tensor):
            kept.append(output.detach().clone())

    hooks = [module.register_forward_hook(keep) for module in model.modules()]
    model(*inputs)
    for hook in hooks:
        hook.remove()
    return kept


def with_torchinfo(model: nn.Module, inputs: Inputs) -> Any:
    """torchinfo: shapes of modules."""
    return importlib.import_module("torchinfo").summary(model, input_data=list(inputs), verbose=0)


def with_torchview(model: nn.Module, inputs: Inputs) -> Any:
    """torchview: a graph of modules and functions."""
    return importlib.import_module("torchview").draw_graph(model, input_data=list(inputs))


def with_profiler(model: nn.Module, inputs: Inputs) -> Any:
    """torch.profiler: times of core operations."""
    with torch.profiler.profile(record_shapes=True) as profile:
        model(*inputs)
    return profile


def with_torchlens(model: nn.Module, inputs: Inputs) -> Any:
    """TorchLens: every operation with its value."""
    return importlib.import_module("torchlens").trace(model, list(inputs))


OURS: dict[str, Contestant] = {
    "**Tracebook**, metadata": metadata,
    "**Tracebook**, all values": with_values,
    "**Tracebook**, all values, tables worked out": read_out,
}
PEERS: dict[str, Contestant] = {
    "*floor: results kept, nothing else*": keeping,
    "hooks that copy outputs": copying_hooks,
    "torchinfo": with_torchinfo,
    "torchview": with_torchview,
    "torch.profiler": with_profiler,
    "TorchLens": with_torchlens,
}
SLOW = {"torchview", "torch.profiler", "TorchLens"}


def installed(name: str) -> bool:
    """Whether a contestant can take part."""
    module = {"TorchLens": "torchlens", "torchview": "torchview", "torchinfo": "torchinfo"}.get(name, "torch")
    return importlib.util.find_spec(module) is not None


def paired_ratio(contestant: Contestant, model: nn.Module, inputs: Inputs, rounds: int) -> float:
    """The median of contestant over bare, each pair timed together; two rounds to warm up."""
    ratios = []
    for turn in range(rounds + 2):
        start = perf_counter()
        bare(model, inputs)
        middle = perf_counter()
        result = contestant(model, inputs)
        end = perf_counter()
        del result
        if turn >= 2:
            ratios.append((end - middle) / (middle - start))
    return statistics.median(ratios)


def time_all(sizes: list[str]) -> None:
    """Print the table of ratios."""
    contestants = {name: run for name, run in (OURS | PEERS).items() if installed(name)}
    print(f"| × a bare forward | {' | '.join(sizes)} |\n|---|{'---|' * len(sizes)}")
    models = {size: SIZES[size]() for size in sizes}
    for name, contestant in contestants.items():
        cells = []
        for size, (model, inputs) in models.items():
            rounds = max(3, ROUNDS[size] // 8) if name in SLOW else ROUNDS[size]
            cells.append(f"{paired_ratio(contestant, model, inputs, rounds):.2f}")
            gc.collect()
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


def memory_of(name: str) -> None:
    """Print how much a contestant's result adds to the peak of a process, and its Python objects alone, in MB.

    Before, the process has run the contestant on the toy, for what is loaded and read once, and the large model bare.
    """
    contestant = ({"bare": bare} | OURS | PEERS)[name]
    contestant(*SIZES["toy"]())
    model, inputs = SIZES["large"]()
    for _ in range(3):
        bare(model, inputs)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    result = contestant(model, inputs)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    del result
    tracemalloc.start()
    result = contestant(model, inputs)
    objects, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    print(f"| {name} | {(after - before) / 1024:.0f} | {objects / 2**20:.2f} |{own_size(result)}", flush=True)


def own_size(result: Any) -> str:
    """For a record: the bytes of all memory that its operations made."""
    if not hasattr(result, "values") or not hasattr(result, "steps"):
        return ""
    made = {value.storage: value for value in result.values if value.origin == "step" and value.relation == "new"}
    size = sum(torch.Size(value.shape).numel() * value.dtype.itemsize for value in made.values())
    return f" the values themselves: {size / 2**20:.0f} |"


def main() -> None:
    """Times or, with `--memory`, memory."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", nargs="+", default=list(SIZES), choices=list(SIZES))
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--memory-of")
    options = parser.parse_args()
    torch.set_num_threads(1)
    with torch.no_grad():
        if options.memory_of:
            memory_of(options.memory_of)
        elif options.memory:
            for name in ("bare", *(name for name in OURS | PEERS if installed(name))):
                subprocess.run([sys.executable, __file__, "--memory-of", name], check=False)
        else:
            time_all(options.sizes)


if __name__ == "__main__":
    main()

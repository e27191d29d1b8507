"""What a record does not hold, and what looking has changed: counted and said, never hidden."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import torch
from torch import nn

from explainer.language import Phrase
from explainer.tracing.record import Call, Step, Value, edges_in

_FAST_PATHS = (nn.MultiheadAttention, nn.TransformerEncoderLayer, nn.TransformerEncoder)

_FAST_PATH = Phrase(
    "{modules} would have taken torch's fast path here; under the recorder the ordinary path runs, "
    "which computes the same up to rounding.",
    "此处 {modules} 本会走 torch 的快速路径；记录时走的是普通路径，结果只有舍入上的差别。",
)
_OUTSIDE = Phrase(
    "Tensors used that no recorded step made: {count}. They came from outside, such as another thread, "
    "a ScriptModule, NumPy, or a plain attribute.",
    "有 {count} 个被用到的张量不是由已记录的运算产生的：它们来自外部，例如其他线程、ScriptModule、NumPy 或普通属性。",
)
_OPAQUE = Phrase(
    "{modules} returned tensors that no recorded step made: what happens inside was not seen.",
    "{modules} 返回了没有对应运算记录的张量：其内部过程没有被看到。",
)
_NOT_KEPT = Phrase(
    "Values not kept: {count}. The byte budget of the record was used up, or they exist only inside torch.vmap.",
    "有 {count} 个值没有保留：记录的字节预算已用完，或者它们只存在于 torch.vmap 之内。",
)
_OVERWRITTEN = Phrase(
    "Values not shown: {count}. Their memory was changed where the recorder could not see it.",
    "有 {count} 个值不再显示，因为它们的内存在记录器看不到的地方被改写了。",
)


@dataclass(frozen=True)
class Coverage:
    """How complete a record is.

    outside   values that steps used and that nothing recorded made, other than inputs and parameters
    opaque    paths of modules that returned such values
    not_kept, overwritten   how many values have no data, and why
    fast_paths   classes whose fast path was switched off by looking
    """

    outside: int
    opaque: tuple[str, ...]
    not_kept: int
    overwritten: int
    fast_paths: tuple[str, ...]

    @property
    def complete(self) -> bool:
        """Whether every tensor of the pass is accounted for."""
        return not self.outside and not self.opaque

    def notes(self) -> tuple[Phrase, ...]:
        """What a reader must know, one sentence each; nothing for a complete record with all its values."""
        said = [
            (self.fast_paths, _FAST_PATH.fill(modules=", ".join(self.fast_paths))),
            (self.outside, _OUTSIDE.fill(count=self.outside)),
            (self.opaque, _OPAQUE.fill(modules=", ".join(self.opaque))),
            (self.not_kept, _NOT_KEPT.fill(count=self.not_kept)),
            (self.overwritten, _OVERWRITTEN.fill(count=self.overwritten)),
        ]
        return tuple(sentence for happened, sentence in said if happened)


def coverage_of(
    calls: Sequence[Call], steps: Sequence[Step], values: Sequence[Value], fast_paths: tuple[str, ...]
) -> Coverage:
    """How complete the record made of these tables is."""
    used = {number for step in steps for number in step.inputs}
    outside = {value.id for value in values if value.origin == "outside"}
    opaque = [call.path or call.class_name for call in calls if outside & set(edges_in(call.outcome))]
    return Coverage(
        outside=len(used & outside),
        opaque=tuple(dict.fromkeys(opaque)),
        not_kept=sum(value.state == "not kept" for value in values),
        overwritten=sum(value.state == "overwritten" for value in values),
        fast_paths=fast_paths,
    )


def fast_paths_are_on() -> bool:
    """Whether torch's attention modules may take their fast path now; any function mode keeps them from it."""
    return torch.backends.mha.get_fastpath_enabled() and not torch.is_grad_enabled()


def fast_paths_of(modules: Iterable[nn.Module]) -> tuple[str, ...]:
    """Classes among the modules that have a fast path."""
    return tuple(dict.fromkeys(type(module).__name__ for module in modules if isinstance(module, _FAST_PATHS)))

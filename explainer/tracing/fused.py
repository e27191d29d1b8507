"""Opening fused attention: one kernel computed it, so its matrix never existed and is computed here.

That is a reconstruction and not part of the pass; it comes with its error against what the kernel returned.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from inspect import Parameter, Signature
from typing import Any

import torch
from torch import Tensor

from explainer.tracing.record import Edge, Step, Value

FUSED = "scaled_dot_product_attention"
_SIGNATURE = Signature(
    [
        *(Parameter(name, Parameter.POSITIONAL_OR_KEYWORD) for name in ("query", "key", "value")),
        Parameter("attn_mask", Parameter.POSITIONAL_OR_KEYWORD, default=None),
        Parameter("dropout_p", Parameter.POSITIONAL_OR_KEYWORD, default=0.0),
        Parameter("is_causal", Parameter.POSITIONAL_OR_KEYWORD, default=False),
        Parameter("scale", Parameter.KEYWORD_ONLY, default=None),
        Parameter("enable_gqa", Parameter.KEYWORD_ONLY, default=False),
    ]
)


@dataclass(frozen=True, eq=False)
class Reconstruction:
    """Attention as it must have been, "reconstructed, not executed".

    raw, scaled, attention   (…, query, key); scaled includes the mask
    scale    the factor between the first two
    error    the largest difference between the output that follows from it and the recorded output
    """

    raw: Tensor
    scaled: Tensor
    attention: Tensor
    scale: float
    error: float


def reconstruct(step: Step, values: Sequence[Value]) -> Reconstruction | None:
    """The attention inside a fused step; None for other steps, with dropout, and where values were not kept."""
    if step.op != FUSED:
        return None
    given = _SIGNATURE.bind(*step.args, **step.kwargs)
    given.apply_defaults()
    options = {name: _data(slot, values) for name, slot in given.arguments.items()}
    recorded = values[step.outputs[0]].data
    if options["dropout_p"] or recorded is None or any(options[name] is None for name in ("query", "key", "value")):
        return None
    query, key, value = _ungrouped(options)
    scale = options["scale"] or query.shape[-1] ** -0.5
    raw = query @ key.transpose(-2, -1)
    scaled = _masked(raw * scale, options["attn_mask"], options["is_causal"])
    attention = torch.softmax(scaled, dim=-1)
    error = float((attention @ value - recorded).abs().max())
    return Reconstruction(raw, scaled, attention, float(scale), error)


def _data(slot: Any, values: Sequence[Value]) -> Any:
    return values[slot.value].data if isinstance(slot, Edge) else slot


def _ungrouped(options: dict[str, Any]) -> tuple[Tensor, Tensor, Tensor]:
    """With grouped queries, several query heads share one head of keys and values."""
    query, key, value = options["query"], options["key"], options["value"]
    if options["enable_gqa"]:
        key = key.repeat_interleave(query.shape[-3] // key.shape[-3], dim=-3)
        value = value.repeat_interleave(query.shape[-3] // value.shape[-3], dim=-3)
    return query, key, value


def _masked(scaled: Tensor, mask: Tensor | None, is_causal: bool) -> Tensor:
    if is_causal:
        mask = torch.ones(scaled.shape[-2:], dtype=torch.bool, device=scaled.device).tril()
    if mask is None:
        return scaled
    return scaled.masked_fill(~mask, -torch.inf) if mask.dtype is torch.bool else scaled + mask

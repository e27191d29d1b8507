"""The attention of every layer for many windows, heard while the model runs.

A trace keeps all that a pass computes, and its source lines; of many windows only the softmax is wanted. It is heard at
the dropout behind it, which in eval mode hands on what it was given: the numbers that the model itself used.
"""

import numpy as np
from jaxtyping import Float
from torch import Tensor, nn

from explainer.judging.errors import JudgingError
from explainer.judging.maps import Maps
from explainer.judging.passes import at_rest, batches, forecasts, windows_at_once
from explainer.language import Phrase
from explainer.models import PatchTST
from explainer.models.transformer import FullAttention

MOST_BYTES = 1 << 28


def gather(
    model: nn.Module,
    x: Float[Tensor, "window seq_len n_variates"],
    x_mark: Float[Tensor, "window seq_len n_marks"] | None = None,
    *,
    batch_size: int | None = None,
    most_bytes: int = MOST_BYTES,
) -> Maps:
    """The attention of a model made of `FullAttention`, in eval mode and without gradients.

    `x` is what the model reads: for a fitted one, scaled values. The model is copied and stays as it is.
    Memory has two parts and both are bounded. What is kept, 4 bytes per cell of every map, is at most `most_bytes`;
    this is found out from the first window, before any more are run. What a pass needs on its way is bounded by
    `batch_size` windows; None chooses it so that a pass has about PASS_TOKENS tokens.

    Raises:
        JudgingError: the maps would take more memory; the sentence says how many windows would fit.
    """
    listener = _Listener(at_rest(model))
    first = listener.maps(x[:1], None if x_mark is None else x_mark[:1])
    _check_size(sum(layer.nbytes for layer in first), len(x), most_bytes)
    layers = tuple(np.empty((len(x), *layer.shape[1:]), layer.dtype) for layer in first)
    _put(layers, slice(0, 1), first)

    size = batch_size or windows_at_once(model, x.shape[-1])
    for rows, inputs in batches(x, x_mark, size, start=1):
        _put(layers, rows, listener.maps(*inputs))
    return _named(model, layers, n_variates=x.shape[-1])


class _Listener:
    """Runs a model and hears the attention of its layers, in the order in which they run."""

    def __init__(self, model: nn.Module) -> None:
        self._model = model
        self._heard: list[Tensor] = []
        for core in model.modules():
            if isinstance(core, FullAttention):
                core.dropout.register_forward_hook(self._hear)

    def _hear(self, _dropout: nn.Module, _inputs: tuple[Tensor, ...], attention: Tensor) -> None:
        self._heard.append(attention)

    def maps(self, x: Tensor, x_mark: Tensor | None) -> tuple[np.ndarray, ...]:
        """One array per layer, (window, variate, head, query, key)."""
        self._heard.clear()
        forecasts(self._model, x, x_mark)
        # Where variates went into the batch, they stand inside their window.
        return tuple(heard.reshape(len(x), -1, *heard.shape[1:]).numpy() for heard in self._heard)


def _put(layers: tuple[np.ndarray, ...], rows: slice, maps: tuple[np.ndarray, ...]) -> None:
    for layer, some in zip(layers, maps, strict=True):
        layer[rows] = some


def _named(model: nn.Module, layers: tuple[np.ndarray, ...], *, n_variates: int) -> Maps:
    if isinstance(model, PatchTST):
        return Maps(layers, "patch", n_marks=0)
    return Maps(layers, "variate", n_marks=layers[0].shape[-1] - n_variates if layers else 0)


def _check_size(of_one: int, windows: int, most_bytes: int) -> None:
    if of_one * windows > most_bytes:
        fitting = most_bytes // of_one
        facts = {"windows": windows, "needed": _mib(of_one * windows), "most": _mib(most_bytes), "one": _mib(of_one)}
        raise JudgingError((_TOO_MANY if fitting else _TOO_LARGE).fill(**facts, fitting=fitting), "windows")


def _mib(size: int) -> str:
    return f"{size / (1 << 20):.1f} MiB"


_TOO_MANY = Phrase(
    "The attention maps of {windows} windows take {needed}, and {most} are allowed; choose up to {fitting} windows.",
    "{windows} 个窗口的注意力图需占用 {needed}，上限为 {most}；请选择不超过 {fitting} 个窗口。",
)
_TOO_LARGE = Phrase(
    "The attention maps of a single window take {one}, and {most} are allowed; choose fewer variates, heads or layers.",
    "单个窗口的注意力图就需占用 {one}，上限为 {most}；请减少变量数、注意力头数或层数。",
)

"""What a fit takes in memory, found without taking it: the model is built and run on shapes alone."""

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.autograd.graph import saved_tensors_hooks

from explainer.fitting.feed import Feed
from explainer.models import ForecastConfig, build

# The weights themselves, their gradients, Adam's two averages, and the best weights so far.
_COPIES = 5


@dataclass(frozen=True)
class Sizes:
    """Learned numbers of a model, and bytes that fitting it takes: table, weights with Adam, and one step's values."""

    parameters: int
    bytes: int


def shapes_of(config: ForecastConfig) -> nn.Module:
    """The model of a configuration without any numbers in it: shapes and names only, whatever the sizes."""
    with torch.device("meta"):
        return build(config, 0)


def sizes_of(config: ForecastConfig, feed: Feed, batch_size: int) -> Sizes:
    """The sizes of a fit; what torch needs inside one operation is not counted."""
    model = shapes_of(config)
    weights = sum(_bytes(tensor) for tensor in model.state_dict().values())
    table = _bytes(feed.values) + (0 if feed.marks is None else _bytes(feed.marks))
    step = _kept_for_backward(model, feed, batch_size)
    return Sizes(sum(each.numel() for each in model.parameters()), table + _COPIES * weights + step)


def _kept_for_backward(model: nn.Module, feed: Feed, batch_size: int) -> int:
    """Bytes that a forward pass in train mode keeps until the backward pass has read them, each memory once."""
    kept: dict[int, torch.UntypedStorage] = {}

    def keep(tensor: Tensor) -> Tensor:
        storage = tensor.untyped_storage()
        kept[storage._cdata] = storage
        return tensor

    marks = None if feed.marks is None else _blank(batch_size, feed.seq_len, feed.marks.shape[1])
    with saved_tensors_hooks(keep, lambda tensor: tensor):
        model.train()(_blank(batch_size, feed.seq_len, feed.values.shape[1]), marks)
    return sum(storage.nbytes() for storage in kept.values())


def _blank(*shape: int) -> Tensor:
    return torch.empty(shape, device="meta")


def _bytes(tensor: Tensor) -> int:
    return tensor.numel() * tensor.element_size()

"""What a tensor tells of the memory it lies in. Sparse tensors and the like tell less, and are asked more kindly."""

import torch
from torch import Tensor


def version_of(tensor: Tensor) -> int:
    """How often a tensor's memory was changed; 0 for inference tensors, which do not count."""
    try:
        return tensor._version
    except RuntimeError:
        return 0


def copied(tensor: Tensor, memories: dict[torch.dtype, Tensor]) -> Tensor:
    """A tensor in a copy of its memory; views of one memory stay views of one memory, strides and all.

    `memories` holds the copies of this memory that were made already, by type.
    """
    try:
        memory = tensor.untyped_storage()
        if tensor.dtype not in memories:
            whole = torch.empty(0, dtype=tensor.dtype, device=tensor.device).set_(memory)
            memories[tensor.dtype] = whole.clone()
        return memories[tensor.dtype].as_strided(tensor.shape, tensor.stride(), tensor.storage_offset())
    except (NotImplementedError, RuntimeError):  # sparse tensors and the like
        return tensor.detach().clone()


def memory_of(tensor: Tensor) -> int:
    """The identity of a tensor's memory, for as long as the tensor lives."""
    try:
        return int(tensor.untyped_storage()._cdata)
    except (NotImplementedError, RuntimeError):  # sparse tensors and the like have none of this kind
        return -id(tensor)


def size_of(tensor: Tensor) -> int:
    """The bytes of a tensor's own numbers."""
    return tensor.numel() * tensor.element_size()


def size_of_memory(tensor: Tensor) -> int:
    """The bytes of all the memory that a tensor keeps alive."""
    try:
        return tensor.untyped_storage().nbytes()
    except (NotImplementedError, RuntimeError):
        return size_of(tensor)


def layout_of(tensor: Tensor | None) -> tuple[object, ...]:
    """Where in its memory a tensor lies, and how."""
    return () if tensor is None else (tensor.shape, tensor.stride(), tensor.storage_offset(), tensor.dtype)

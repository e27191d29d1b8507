"""Models small enough to run in a moment, random windows for them, and maps written by hand."""

import numpy as np
import torch
from torch import Tensor, nn

from explainer.judging import Maps
from explainer.models import ITransformerConfig, PatchTSTConfig, build

SEQ_LEN, PRED_LEN = 12, 5
SHARED = {"seq_len": SEQ_LEN, "pred_len": PRED_LEN, "d_model": 8, "n_heads": 2, "e_layers": 2, "d_ff": 16}


def inverted(seed: int = 0) -> nn.Module:
    return build(ITransformerConfig(**SHARED), seed)


def patched(seed: int = 0) -> nn.Module:
    return build(PatchTSTConfig(**SHARED, patch_len=4, stride=4), seed)


def windows(n_windows: int = 3, n_variates: int = 4, seed: int = 0) -> Tensor:
    return torch.randn(n_windows, SEQ_LEN, n_variates, generator=torch.Generator().manual_seed(seed))


def marks(n_windows: int = 3) -> Tensor:
    return torch.rand(n_windows, SEQ_LEN, 2, generator=torch.Generator().manual_seed(1)) - 0.5


def by_hand(*of_windows: list[list[float]], n_marks: int = 0) -> Maps:
    """One layer, one head, one map per window."""
    return Maps((np.array(of_windows)[:, None, None],), "variate", n_marks)


def random_maps(seed: int, shape: tuple[int, int, int, int, int], layers: int = 1) -> Maps:
    """Rows that sum to 1, (window, variate, head, query, key) in each layer."""
    scores = np.random.default_rng(seed).normal(size=(layers, *shape))
    rows = np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)
    return Maps(tuple(rows), "variate" if shape[1] == 1 else "patch", n_marks=0)

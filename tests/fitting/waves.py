"""A small series that can be learned, and models small enough to learn it in a moment."""

import numpy as np
import pandas as pd

from explainer.fitting import FitSettings
from explainer.models import ITransformerConfig, PatchTSTConfig
from explainer.series import Series

SEQ_LEN, PRED_LEN = 16, 8
INVERTED = ITransformerConfig(seq_len=SEQ_LEN, pred_len=PRED_LEN, d_model=16, n_heads=2, e_layers=1, d_ff=16)
PATCHED = PatchTSTConfig(
    seq_len=SEQ_LEN, pred_len=PRED_LEN, d_model=8, n_heads=2, e_layers=1, d_ff=16, patch_len=4, stride=4
)
QUICK = FitSettings(most_epochs=2, batch_size=32, learning_rate=5e-3)


def waves(rows: int = 200, *, name: str = "waves.csv", frequency: str = "hour", freq: str = "h") -> Series:
    """Two waves whose period is no number of hours, so that repeating old values is always a little wrong."""
    hours = np.arange(rows, dtype=float)
    return Series(
        name=name,
        variates=("slow", "fast"),
        values=np.stack([100 + 20 * np.sin(hours / 5.3), 3 * np.cos(hours / 3.1)], axis=1),
        times=pd.date_range("2020-01-01", periods=rows, freq=freq),
        frequency=frequency,
    )

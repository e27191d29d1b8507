"""Files as a reader may have them."""

from pathlib import Path

import numpy as np
import pandas as pd

ROWS = 200
HEADERS = ("时间", "温度", "负荷")
SIZES = {"seq_len": 12, "pred_len": 4, "d_model": 8, "n_heads": 2, "e_layers": 1, "d_ff": 8}
TINY = [f"--{name.replace('_', '-')}={size}" for name, size in SIZES.items()] + ["--epochs=2", "--learning-rate=5e-3"]


def sines(rows: int = ROWS) -> pd.DataFrame:
    """Two waves, every quarter of an hour."""
    steps = np.arange(rows)
    times = pd.date_range("2021-03-01", periods=rows, freq="15min")
    columns = (times, (20 + 5 * np.sin(steps / 5)).round(3), (300 + 80 * np.cos(steps / 7)).round(2))
    return pd.DataFrame(dict(zip(HEADERS, columns, strict=True)))


def write_sines(folder: Path, rows: int = ROWS) -> Path:
    """The waves in GB18030, as Excel in Chinese writes them."""
    path = folder / "电力.csv"
    sines(rows).to_csv(path, index=False, encoding="gb18030")
    return path


def write(folder: Path, *lines: str) -> Path:
    path = folder / "small.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path

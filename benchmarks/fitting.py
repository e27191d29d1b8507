"""What a fit reaches and what it costs, beside a bare PyTorch loop over the same model.

    python benchmarks/fitting.py TABLE.csv --borders 8640 2880 2880 [--epochs 10] [--pairs 5] [--only patchtst]

The table's first column holds the dates, `--borders` the rows for training, validation and test. Look-back and horizon
are 96, where the papers give an MSE of 0.386 (iTransformer) and 0.414 (PatchTST) on ETTh1. The first `--pairs` epochs
of each fit are directly followed by an epoch of the bare loop, so that a busy machine disturbs both alike; the ratio
is the median of these pairs. An epoch is all training windows once, and a look at all validation windows.
"""

import argparse
import statistics
import sys
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

import pandas as pd
import torch
from torch import nn

from explainer.fitting import Errors, Fit, FitSettings, Progress, fit, plan
from explainer.models import ForecastConfig, ITransformerConfig, PatchTSTConfig, build
from explainer.series import Series, time_marks

SEQ_LEN = PRED_LEN = 96
CONTESTANTS: dict[str, tuple[ForecastConfig, float, float]] = {
    "itransformer": (ITransformerConfig(d_model=128, d_ff=128), 1e-4, 0.386),
    "patchtst": (PatchTSTConfig(d_model=16, n_heads=4, d_ff=32), 1e-3, 0.414),
}


def read(path: Path) -> Series:
    """The table as it is, hour by hour."""
    table = pd.read_csv(path, index_col=0, parse_dates=True)
    times = pd.DatetimeIndex(table.index)
    return Series(path.name, tuple(table.columns), table.to_numpy(float), times, frequency="hour")


class BareLoop:
    """The shortest loop that fits the same model on the same windows: no clock, no curves, nothing kept."""

    def __init__(self, config: ForecastConfig, series: Series, settings: FitSettings) -> None:
        train, validation, _ = settings.borders or (0, 0, 0)
        mean, std = series.values[:train].mean(0), series.values[:train].std(0)
        self.values = torch.tensor((series.values - mean) / std, dtype=torch.float32)
        self.marks = torch.tensor(time_marks(series.times, series.frequency), dtype=torch.float32)
        self.train = torch.arange(train - SEQ_LEN - PRED_LEN + 1)
        self.validation = torch.arange(train - SEQ_LEN, train + validation - SEQ_LEN - PRED_LEN + 1)
        self.batch_size = settings.batch_size
        self.model = build(config, settings.seed)
        self.optimiser = torch.optim.Adam(self.model.parameters(), lr=settings.learning_rate)
        self.reads_marks = isinstance(config, ITransformerConfig)

    def epoch(self) -> float:
        """Seconds of one epoch."""
        begin = perf_counter()
        self.model.train()
        for starts in self.train[torch.randperm(len(self.train))].split(self.batch_size):
            self.optimiser.zero_grad()
            self.loss(starts).backward()
            self.optimiser.step()
        self.model.eval()
        with torch.no_grad():
            sum(self.loss(starts).item() for starts in self.validation.split(self.batch_size))
        return perf_counter() - begin

    def loss(self, starts: torch.Tensor) -> torch.Tensor:
        """The mean squared error of a batch."""
        rows = starts[:, None] + torch.arange(SEQ_LEN + PRED_LEN)
        windows = self.values[rows]
        marks = self.marks[rows[:, :SEQ_LEN]] if self.reads_marks else None
        return nn.functional.mse_loss(self.model(windows[:, :SEQ_LEN], marks), windows[:, SEQ_LEN:])


class Pausing:
    """A clock that stands still while the bare loop has its turn."""

    def __init__(self) -> None:
        self.paused = 0.0

    def __call__(self) -> float:
        """Seconds without the pauses."""
        return perf_counter() - self.paused


def measured(
    config: ForecastConfig, series: Series, settings: FitSettings, pairs: int
) -> tuple[Fit, list[float], list[float]]:
    """The fit, the seconds of its first epochs, and those of the bare loop that ran after each of them."""
    bare, clock, seconds = BareLoop(config, series, settings), Pausing(), list[float]()
    if pairs:
        bare.epoch()  # both sides have run before: the plan's steps warm up the fit

    def watch(progress: Progress) -> bool:
        turn = progress.phase != "scoring" and progress.batch == 1 and 1 < progress.epoch <= pairs + 1
        if turn:
            begin = perf_counter()
            seconds.append(bare.epoch())
            clock.paused += perf_counter() - begin
        return False

    made = fit(config, series, settings, watch=watch, clock=clock)
    return made, [epoch.seconds for epoch in made.curve][: len(seconds)], seconds


def row(name: str, errors: Errors) -> str:
    """One forecaster's line of the table of errors."""
    return f"  {name:36} {errors.mean_mse:8.4f} {errors.mean_mae:8.4f}"


def report(name: str, published: float, made: Fit, ours: list[float], bare: list[float]) -> None:
    """Errors in scaled units, then seconds."""
    scores = made.scores
    print(f"\n{name}: {scores.windows} test windows, {SEQ_LEN} -> {PRED_LEN}, schedule {made.settings.schedule}")
    print(f"  {'':36} {'MSE':>8} {'MAE':>8}")
    print(row(f"fitted (published: {published})", scores.model))
    print(row("last value", scores.naive))
    if scores.seasonal is not None:
        print(row(f"last {scores.season} values", scores.seasonal))
    print(f"  best epoch {made.best_epoch} of {len(made.curve)} ({made.ending.told}), {made.seconds:.1f} s in all")
    if bare:
        ratio = statistics.median(a / b for a, b in zip(ours, bare, strict=True))
        facts = f"{statistics.median(ours):.2f} s, bare loop {statistics.median(bare):.2f} s"
        print(f"  seconds per epoch: {facts}, ratio {ratio:.3f} (median of {len(bare)} pairs)")


def main() -> None:
    """Fit each model once and print what came out."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", type=Path)
    parser.add_argument("--borders", type=int, nargs=3, required=True, metavar=("TRAIN", "VALIDATION", "TEST"))
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--pairs", type=int, default=5, help="epochs that are compared with the bare loop's")
    parser.add_argument("--schedule", default="plain")
    parser.add_argument("--only", choices=CONTESTANTS)
    asked = parser.parse_args()
    series = read(asked.table)
    print(f"{torch.get_num_threads()} threads, torch {torch.__version__}")
    for name in [asked.only] if asked.only else CONTESTANTS:
        config, rate, published = CONTESTANTS[name]
        settings = FitSettings(
            learning_rate=rate,
            most_epochs=asked.epochs,
            schedule=asked.schedule,
            borders=tuple(asked.borders),
            budget_seconds=3600.0,
        )
        print(f"\n{name}: {plan(config, series, settings)}")
        report(name, published, *measured(config, series, settings, asked.pairs))


if __name__ == "__main__":
    main()

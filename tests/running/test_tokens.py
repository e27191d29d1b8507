"""Patches as tokens: which times each covers is what torch cuts out of the window, and is told without repetition."""

from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd
import pytest
import torch
from torch.nn import functional

from explainer.models import PatchTSTConfig
from explainer.reading import attention_maps
from explainer.running import PatchTSTSettings, Settings, run
from explainer.running.tokens import patch_tokens, patches_of, span
from explainer.series import Series, sample_series

GEOMETRIES: dict[str, dict[str, Any]] = {
    "defaults": {"seq_len": 12, "patch_len": 4, "stride": 2},
    "stride does not divide": {"seq_len": 13, "patch_len": 4, "stride": 3},
    "steps left out between patches": {"seq_len": 14, "patch_len": 2, "stride": 5},
    "a last patch of padding": {"seq_len": 12, "patch_len": 4, "stride": 4},
    "one patch": {"seq_len": 12, "patch_len": 14, "stride": 2},
    "one step": {"seq_len": 1, "patch_len": 1, "stride": 1},
}
every_geometry = pytest.mark.parametrize("sizes", GEOMETRIES.values(), ids=GEOMETRIES)


@every_geometry
def test_a_patch_covers_the_steps_that_torch_cuts(sizes: dict[str, Any]) -> None:
    config = PatchTSTConfig(d_model=8, n_heads=2, **sizes)
    steps = torch.arange(sizes["seq_len"]).float()
    padded = functional.pad(steps.view(1, 1, -1), (0, sizes["stride"]), mode="constant", value=-1).flatten()
    cut = padded.unfold(0, sizes["patch_len"], sizes["stride"])
    patches = patches_of(config)
    assert [patch.number for patch in patches] == list(range(1, len(cut) + 1))
    for patch, torchs in zip(patches, cut, strict=True):
        assert list(patch.steps) == [int(step) for step in torchs if step >= 0]
        assert patch.padded == int((torchs < 0).sum())


@every_geometry
def test_there_is_a_token_for_every_row_of_the_map_and_its_id_is_its_number(sizes: dict[str, Any]) -> None:
    made = run(PatchTSTSettings(batch_size=1, n_variates=1, **sizes), sample_series())
    rows = attention_maps(made.trace)[0].attention.shape[-1]
    ids = [f"patch_{number}" for number in range(1, rows + 1)]
    assert [token.name for token in made.tokens] == [token.name for token in made.tokens_in(0)] == ids
    assert {token.kind for token in made.tokens} == {"patch"}
    assert len({token.title.en for token in made.tokens_in(0)}) == rows


def titles(window: int, **sizes: Any) -> list[str]:
    return [token.title.en for token in run(PatchTSTSettings(**sizes), sample_series()).tokens_in(window)]


def test_patches_are_told_with_the_hours_of_their_window_and_with_padding() -> None:
    hours = ["00:00–03:00", "02:00–05:00", "04:00–07:00", "06:00–09:00", "08:00–11:00", "10:00–11:00 + pad"]
    assert titles(0) == [f"patch {number} · {text}" for number, text in enumerate(hours, start=1)]
    assert titles(2)[0] == "patch 1 · 06:00–09:00"  # the last window ends with the series, 6 hours before midnight
    assert titles(0, stride=4)[-1] == "patch 4 · all padding"
    assert titles(0, patch_len=1, stride=6)[:2] == ["patch 1 · 00:00", "patch 2 · 06:00"]


def test_days_are_told_where_a_window_has_several() -> None:
    told = titles(0, seq_len=30, patch_len=6, stride=5)
    assert told[0] == "patch 1 · 01-01 00:00–05:00"
    assert told[4] == "patch 5 · 01-01 20:00–01-02 01:00"


def test_padding_is_told_in_both_languages() -> None:
    config = PatchTSTConfig(seq_len=4, patch_len=4, stride=4, d_model=8, n_heads=2)
    last = patch_tokens(config, pd.date_range("2001-05-05", periods=4, freq="h"), "hour")[-1]
    assert (last.title.en, last.title.zh) == ("patch 2 · all padding", "patch 2 · 全为填充")


@pytest.mark.parametrize(
    ("frequency", "code", "told"),
    [
        ("second", "s", "00:00:00–00:00:02"),
        ("minute", "min", "00:00–00:02"),
        ("hour", "12h", "03-01 00:00–03-02 00:00"),
        ("day", "D", "03-01–03-03"),
        ("week", "W", "03-04–03-18"),
        ("day", "200D", "2001-03-01–2002-04-05"),
        ("month", "MS", "2001-03–2001-05"),
        ("year", "YS", "2002–2004"),
    ],
)
def test_times_are_told_as_finely_as_the_series_is(frequency: str, code: str, told: str) -> None:
    window = pd.date_range("2001-03-01", periods=4, freq=code)
    assert span(window[0], window[2], window, frequency) == told


def test_the_batch_of_a_map_is_windows_of_variates_or_windows() -> None:
    patches, whole = run(PatchTSTSettings(batch_size=2), sample_series()), run(Settings(), sample_series())
    places = [patches.item(window, variate) for window in range(2) for variate in range(5)]
    assert places == list(range(attention_maps(patches.trace)[0].attention.shape[0]))
    assert [whole.item(window, 0) for window in range(3)] == [0, 1, 2]


def test_the_patches_of_a_map_are_those_of_the_variate_and_the_window() -> None:
    """The tokens that the encoder reads at an item are the embedding of that variate's own patches."""
    made = run(PatchTSTSettings(), sample_series())
    embedding = made.model.get_submodule("patch_embedding")
    x = made.inputs[0]
    normal = (x - x.mean(1, keepdim=True)) / torch.sqrt(x.var(1, keepdim=True, unbiased=False) + 1e-5)
    whole = made.trace.value("tokens").data
    with torch.no_grad():
        alone = embedding(normal[2, :, 3].view(1, 1, -1))
        read = embedding(normal.permute(0, 2, 1))
    assert whole is not None
    torch.testing.assert_close(read[made.item(2, 3)], alone[0])
    assert all(
        made.item(window, 4) + 1 == made.item(window + 1, 0) for window, _ in pairwise(range(made.settings.batch_size))
    )


def test_a_series_by_the_day_has_patches_of_days() -> None:
    series = Series(
        name="small.csv",
        variates=("y",),
        values=np.arange(40.0).reshape(40, 1),
        times=pd.date_range("2001-01-01", periods=40, freq="D"),
        frequency="day",
    )
    made = run(PatchTSTSettings(batch_size=1, n_variates=1, seq_len=8, pred_len=2), series)
    assert [token.title.en for token in made.tokens_in(0)][:2] == ["patch 1 · 01-01–01-04", "patch 2 · 01-03–01-06"]


def test_a_column_that_is_called_like_a_time_mark_is_told_apart_from_it() -> None:
    times = pd.date_range("2024-01-01", periods=40, freq="h")
    series = Series("odd.csv", ("hour_of_day", "星期"), np.zeros((40, 2)), times, "hour")
    tokens = run(Settings(n_variates=2), series).tokens
    assert len({token.name for token in tokens}) == len({token.title.en for token in tokens}) == 6
    assert len({token.title.zh for token in tokens}) == 6
    assert [token.title.en for token in tokens][2:4] == ["hour of day (time mark)", "day of week (time mark)"]

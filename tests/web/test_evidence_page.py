"""The evidence page: every number on it is that of the judging floor, for the windows that it says it read."""

import csv
import io
import re
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pandas as pd
import pytest
import torch
from streamlit.testing.v1 import AppTest

from explainer.drawing import Range, Zoomable, zoomable_figure
from explainer.fitting import Fit, FitSettings, fit
from explainer.judging import JudgingError, Maps, ablation, contrast, gather, rank_correlation, shuffled, stability
from explainer.language import Language, same_in_both
from explainer.models import ITransformerConfig, PatchTSTConfig, build
from explainer.running import Settings
from explainer.series import Series, sample_series, windows
from explainer.web.evidence.download_part import file_of, refusal
from explainer.web.evidence.gathered import _test_part
from explainer.web.evidence.keeping import kept
from tests.web.test_both_pages import foreign_on
from tests.web.visits import address, complaints, letters, moved, opened, sentences, spoken, title, turned_to

pytestmark = pytest.mark.sweep

NUMBER = r"[-+−]?\d+(?:\.\d+)?(?:e[-+]?\d+)?"
SIZES = {"seq_len": 12, "pred_len": 6, "d_model": 8, "n_heads": 2, "e_layers": 2, "d_ff": 16}


def weighed(visit: AppTest | None = None, **asked: str | int) -> AppTest:
    """The evidence page, opened from the menu, with choices made in its address."""
    page = turned_to("weigh_evidence", visit or opened())
    for name, value in asked.items():
        page.query_params[name] = str(value)
    return page.run() if asked else page


@cache
def usual() -> AppTest:
    """The page as it stands at first, to be read and not to be moved."""
    return weighed()


def said_with(visit: AppTest, words: str) -> str:
    """The one text on the page with these words."""
    (found,) = [text for text in sentences(visit.markdown) if words in text]
    return found


def numbers_in(text: str) -> list[float]:
    return [float(number.replace("−", "-")) for number in re.findall(NUMBER, text)]


def table_with(visit: AppTest, column: str) -> pd.DataFrame:
    (found,) = [table.value for table in visit.dataframe if column in table.value.columns]
    return found


def first_numbers(column: pd.Series) -> list[float]:
    """What a column says first in each row."""
    return [numbers_in(str(cell))[0] for cell in column]


@cache
def sample_maps(seed: int = 0) -> tuple[Maps, torch.Tensor, torch.Tensor, np.ndarray]:
    """What the page reads of the sample at the defaults: worked out without it."""
    usual = Settings()
    cut = windows(sample_series(), batch_size=64, seq_len=12, pred_len=6, n_variates=5)
    assert cut.x_mark is not None
    x, marks = torch.tensor(cut.x), torch.tensor(cut.x_mark)
    return gather(build(usual.config(), seed), x, marks), x, marks, cut.future


@cache
def wave() -> Series:
    """Four variates: two that move together, one against them, one of noise."""
    rows = np.arange(400)
    noise = np.random.default_rng(0).normal(size=(400, 4))
    day = np.sin(rows * 2 * np.pi / 24)[:, None]
    values = day * np.array([1.0, 1.0, -1.0, 0.0]) + 0.3 * noise
    names = ("north", "south {0} <b>*x*</b>", "against", "=noise")
    return Series("wave.csv", names, values, pd.date_range("2020-01-01", periods=400, freq="h"), "hour")


@cache
def fitted(seed: int = 0, *, patches: bool = False) -> Fit:
    torch.set_num_threads(1)
    config = PatchTSTConfig(**SIZES, patch_len=4, stride=4) if patches else ITransformerConfig(**SIZES)
    return fit(config, wave(), FitSettings(most_epochs=1, batch_size=64, seed=seed))


def with_fits(*fits: Fit) -> AppTest:
    """A visit that has brought a series, and fitted models to it; the last one is shown."""
    visit = opened()
    visit.session_state["series of the visitor"] = wave()
    visit.session_state["fits of the visitor"] = fits
    visit.session_state["number of the fit that is shown"] = len(fits) - 1
    return weighed(visit)


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"n_variates": 1, "time_marks": "false"},
        {"pred_len": 1, "of_window": 2},
        {"model": "patchtst", "of_window": 3, "patch_len": 14, "head": "mean"},
        {"training": "true", "e_layers": 1, "n_heads": 1},
    ],
    ids=str,
)
def test_the_page_stands_at_any_setting_in_both_languages(asked: dict[str, Any]) -> None:
    visit = weighed(opened(**asked), **asked)
    assert complaints(visit) == foreign_on(visit, "en") == []
    spoken("zh", visit)
    assert complaints(visit) == []
    assert title(visit) == "这张图能说明什么"


def test_the_line_above_the_choices_says_which_windows_were_read() -> None:
    text = said_with(usual(), "This page reads")
    times = sample_series().times
    assert "64 windows" in text
    # The last window leaves room for the six rows that it has to forecast.
    assert f"from {times[0]:%Y-%m-%d %H:%M} to {times[-7]:%Y-%m-%d %H:%M}" in text


def test_the_strongest_cell_is_that_of_the_mean_map_of_all_windows() -> None:
    maps, *_ = sample_maps()
    mean = maps.layers[1][:, 0, 2].astype(float).mean(axis=0)
    text = said_with(weighed(layer=2, head=3), "The strongest cell")
    strongest, tokens, chance, own = numbers_in(text)
    assert (tokens, chance) == (9, pytest.approx(1 / 9, rel=5e-3))
    assert strongest == pytest.approx(mean.max(), rel=5e-3)
    assert own == pytest.approx(np.diag(mean).mean(), rel=5e-3)


def test_heads_are_averaged_only_when_that_is_asked_for() -> None:
    maps, *_ = sample_maps()
    visit = weighed()
    assert "Layer 1, head 1, mean of 64 windows" in options_of(visit, "saved")
    moved(visit, head="mean", of_window="5")
    assert address(visit)["head"] == "mean"
    assert "Layer 1, mean of all heads, window 5" in options_of(visit, "saved")
    mean = maps.layers[0][4, 0].astype(float).mean(axis=0)
    assert numbers_in(said_with(visit, "The strongest cell"))[0] == pytest.approx(mean.max(), rel=5e-3)


def options_of(visit: AppTest, key: str) -> list[str]:
    return [letters(option) for option in visit.button_group(key=key).options]


def test_sums_and_entropy_are_those_of_the_rows_and_columns() -> None:
    maps, *_ = sample_maps()
    rows = maps.layers[0][:, 0, 0].astype(float)
    sums = rows.mean(axis=0).sum(axis=0)
    entropy = -(rows * np.log(rows)).sum(axis=-1).mean() / np.log(9)
    found = numbers_in(said_with(usual(), "is given most"))
    np.testing.assert_allclose(found[:4], [sums.max(), sums.min(), 1, entropy], rtol=5e-3)


def test_noise_is_told_from_the_same_windows_with_their_steps_shuffled() -> None:
    maps, x, marks, _ = sample_maps()
    found = contrast(maps, gather(build(Settings().config(), 0), shuffled(x, seed=0), marks))
    table = table_with(usual(), "Ratio")
    for name, field in (("From indifferent", "from_uniform"), ("Ratio", "ratio"), ("Map moved by shuffling", "apart")):
        expected = np.concatenate([getattr(layer, field) for layer in found])
        np.testing.assert_allclose(first_numbers(table[name]), expected, atol=6e-3 if name == "Ratio" else 6e-5)


def test_the_likeness_to_correlations_is_that_of_pandas() -> None:
    maps, x, _, future = sample_maps()
    table = table_with(usual(), "ρ with look-back")
    for column, period in (("ρ with look-back", x.numpy()), ("ρ with forecast period", future)):
        of_windows = np.stack([pd.DataFrame(window).corr().to_numpy() for window in period.astype(float)])
        mean = np.nanmean(of_windows, axis=0)
        for layer, told in enumerate(first_numbers(table[column])):
            attention = maps.layers[layer][:, 0, 0].astype(float).mean(axis=0)[:5, :5]
            beside = ~np.eye(5, dtype=bool)
            rho = pd.Series(attention[beside]).corr(pd.Series(mean[beside]), method="spearman")
            assert told == pytest.approx(rho, abs=6e-3)


def test_one_window_is_set_against_its_own_correlation() -> None:
    maps, x, _, _ = sample_maps()
    table = table_with(weighed(of_window=7), "ρ with look-back")
    beside = ~np.eye(5, dtype=bool)
    correlations = pd.DataFrame(x[6].double().numpy()).corr().to_numpy()[beside]
    attention = maps.layers[1][6, 0, 0].astype(float)[:5, :5][beside]
    rho = pd.Series(attention).corr(pd.Series(correlations), method="spearman")
    assert first_numbers(table["ρ with look-back"])[1] == pytest.approx(rho, abs=6e-3)


def test_ablation_names_the_forecast_that_moves_most_in_its_own_deviations() -> None:
    _, x, marks, _ = sample_maps()
    rows = np.linspace(0, 63, 16).round().astype(int).tolist()
    moved_by = ablation(build(Settings().config(), 0), x[rows], marks[rows]).moved
    moved_by = moved_by / x.double().numpy().std(axis=(0, 1))[:, None]
    beside = moved_by[~np.eye(5, dtype=bool)]
    strongest, other, own, count = numbers_in(said_with(usual(), "moves most"))
    np.testing.assert_allclose([strongest, other, own], [beside.max(), beside.mean(), np.diag(moved_by).mean()], 5e-3)
    assert count == 16


def test_patches_say_that_no_variate_reads_another() -> None:
    visit = weighed(opened(model="patchtst"), model="patchtst")
    assert "All 20 cells off the diagonal are exactly 0" in said_with(visit, "off the diagonal")
    assert "between patches of one variate" in said_with(visit, "These maps are")


def test_other_random_seeds_are_called_random() -> None:
    of_seeds = [sample_maps(seed)[0] for seed in (0, 1, 2)]
    visit = usual()
    assert "Random weights of 3 seeds (0, 1, 2), none of them fitted" in said_with(visit, "3 seeds")
    told = first_numbers(table_with(visit, "Agreement, mean ρ")["Agreement, mean ρ"])
    np.testing.assert_allclose(told, [layer.agreement for layer in stability(of_seeds)], atol=6e-3)


def test_a_fit_is_weighed_on_windows_whose_future_it_never_saw() -> None:
    visit = with_fits(fitted())
    parts, times = fitted().parts, wave().times
    first = times[parts.train + parts.validation - 12]
    assert f"of the test part, spread evenly from {first:%Y-%m-%d %H:%M}" in said_with(visit, "This page reads")
    assert any("fitted here on wave" in badge.value for badge in visit.markdown)
    assert complaints(visit) == []
    assert options_of(visit, "beside") == ["Spread over windows", "Before fitting", "After minus before"]


def test_beside_a_fit_stands_what_its_random_weights_reached() -> None:
    made = fitted()
    part = _test_part(wave(), made)
    assert part is not None
    cut = windows(part, batch_size=64, seq_len=12, pred_len=6)
    assert cut.x_mark is not None
    x = torch.tensor(made.scaler.scaled(cut.x.astype(float)).astype(np.float32))
    table = table_with(with_fits(made), "Random weights: look-back")
    correlations = np.stack([pd.DataFrame(window).corr().to_numpy() for window in cut.x.astype(float)]).mean(axis=0)
    for column, model in (("ρ with look-back", made.model()), ("Random weights: look-back", build(made.config, 0))):
        maps = gather(model, x, torch.tensor(cut.x_mark))
        expected = [rank_correlation(maps.mean(layer, 0), correlations).value for layer in (0, 1)]
        np.testing.assert_allclose(first_numbers(table[column]), expected, atol=6e-3)


def test_what_fitting_moved_is_counted_in_shares_of_attention() -> None:
    made = fitted()
    part = _test_part(wave(), made)
    assert part is not None
    cut = windows(part, batch_size=64, seq_len=12, pred_len=6)
    assert cut.x_mark is not None
    x, marks = torch.tensor(made.scaler.scaled(cut.x.astype(float)).astype(np.float32)), torch.tensor(cut.x_mark)
    before, after = (gather(model, x, marks).layers[0][:, 0, 0] for model in (build(made.config, 0), made.model()))
    entropies = [-(rows * np.log(rows)).sum(axis=-1).mean() / np.log(8) for rows in (before, after)]
    told = said_with(with_fits(made), "Fitting moved").partition("Fitting moved")[2]
    expected = [np.abs(after - before).sum(axis=-1).mean() / 2, *entropies]
    np.testing.assert_allclose(numbers_in(told)[:3], expected, rtol=6e-3)


def test_from_three_layers_on_the_course_from_shallow_to_deep_is_drawn() -> None:
    visit = weighed(opened(e_layers=3), e_layers=3)
    assert complaints(visit) == []
    assert any("rank correlation" in each.proto.json for each in visit.get("bidi_component"))
    assert not any("rank correlation" in each.proto.json for each in usual().get("bidi_component"))


def test_one_fit_is_told_how_to_become_two_and_two_are_compared() -> None:
    assert "fit again on “Your data”" in said_with(with_fits(fitted()), "One fit, with seed 0")
    visit = with_fits(fitted(), fitted(1))
    assert "2 fits that differ in their seed only (1, 0)" in said_with(visit, "2 fits")


def test_a_fit_with_other_settings_is_no_other_seed() -> None:
    other = replace(fitted(1), settings=replace(fitted(1).settings, learning_rate=0.5))
    assert "One fit, with seed 1" in said_with(with_fits(fitted(), other), "One fit")


def test_a_fit_of_patches_has_maps_of_each_variate() -> None:
    visit = with_fits(fitted(patches=True))
    assert complaints(visit) == []
    moved(visit, variate="against")
    assert complaints(visit) == []
    assert "Layer 1, head 1, mean of 64 windows, variate against" in options_of(visit, "saved")


def test_moving_between_layers_heads_and_windows_gathers_nothing_again(monkeypatch: pytest.MonkeyPatch) -> None:
    visit = weighed()

    def refuse(*_args: object, **_options: object) -> Maps:
        raise AssertionError("gathered again")

    for module in ("gathered", "noise_part", "seeds_part"):
        monkeypatch.setattr(f"explainer.web.evidence.{module}.gather", refuse)
    for choice in ({"layer": "2"}, {"head": "mean"}, {"of_window": "9"}, {"blank": "shuffled"}, {"shades": "zero"}):
        moved(visit, **choice)
        assert complaints(visit) == []


def test_few_results_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    state: dict[str, Any] = {}
    monkeypatch.setattr("explainer.web.evidence.keeping.st.session_state", state)
    made = []
    for key in (1, 2, 3, 1, 3):
        kept("squares", key, lambda key=key: made.append(key) or key * key, most=2)  # type: ignore[misc]
    assert made == [1, 2, 3, 1]


def test_maps_that_take_too_much_memory_are_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_run: object) -> None:
        raise JudgingError(same_in_both("no room for these maps"))

    monkeypatch.setattr("explainer.web.evidence.page.evidence_of", refuse)
    assert complaints(weighed()) == ["no room for these maps"]


NAMES = ["north", "=SUM(A1)", "日照 <b>{0}</b>"]
DRAWN = Zoomable(
    matrix=np.array([[0.5, 0.25, 0.25], [0.1, 0.2, 0.7], [1 / 3, 1 / 3, 1 / 3]]),
    names=NAMES,
    shades=Range(0.0, 0.7),
    border=2,
    title="Layer 1",
    value_title="attention",
    query_title="query ↓",
    key_title="key →",
)


def test_the_csv_holds_the_map_to_the_last_digit() -> None:
    text = file_of(DRAWN, "csv", "random")().decode("utf-8-sig")
    heads, *rows = csv.reader(io.StringIO(text))
    assert [row[0] for row in rows] == heads[1:] == ["north", "'=SUM(A1)", NAMES[2]]
    assert np.array_equal(np.array([row[1:] for row in rows], dtype=float), DRAWN.matrix)


def test_the_npz_says_where_the_weights_come_from() -> None:
    saved = np.load(io.BytesIO(file_of(DRAWN, "npz", "random weights, seed 3")()))
    assert np.array_equal(saved["map"], DRAWN.matrix)
    assert str(saved["about"]) == "Layer 1; random weights, seed 3"


@pytest.mark.parametrize(("kind", "begins"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_a_figure_is_a_file_of_its_kind(kind: str, begins: bytes) -> None:
    assert file_of(replace(DRAWN, names=["a", "b", "c"]), kind, "")().startswith(begins)


def test_a_name_that_no_font_can_draw_is_told_before_anybody_downloads() -> None:
    refused = refusal(["north", "\U0001f9ea"])
    assert refused is not None
    assert "U+1F9EA" in refused.phrase.in_language(Language.EN)
    assert refusal(["north", "→"]) is None


def test_many_variates_stand_in_a_map_that_can_be_zoomed() -> None:
    rows = np.random.default_rng(0).normal(size=(60, 32)).cumsum(axis=0)
    names = tuple(f"<i>{number}</i>" for number in range(32))
    visit = opened()
    visit.session_state["series of the visitor"] = Series("wide", names, rows, pd.RangeIndex(60), "row")
    weighed(visit, n_variates=32, layer=1)
    assert complaints(visit) == []
    assert len(visit.get("plotly_chart")) >= 2
    assert any("Drag a box" in caption.value for caption in visit.caption)
    before = visit.get("plotly_chart")[0].proto.spec
    moved(visit, order="file")
    assert visit.get("plotly_chart")[0].proto.spec != before
    assert complaints(visit) == []


def test_a_zoomed_map_shows_names_as_text_and_every_number() -> None:
    figure = zoomable_figure(DRAWN)
    (cells,) = figure.data
    assert list(cells.x) == list(cells.y) == ["north", "=SUM(A1)", "日照 &lt;b&gt;{0}&lt;/b&gt;"]
    np.testing.assert_allclose(cells.z, DRAWN.matrix, rtol=1e-6)
    assert figure.layout.xaxis.type == "category"
    assert figure.layout.yaxis.autorange == "reversed"

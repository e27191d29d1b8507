"""The page of the reader's own data: what is read, what is refused, and what the other pages are about afterwards."""

from threading import Event

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from explainer.fitting import Fit, FitSettings, Watch, fit, load, save
from explainer.models import ITransformerConfig
from explainer.series import Series, read_series
from explainer.web.waiting import fit_queue
from tests.web.visits import (
    complaints,
    components,
    map_of,
    matrix_of,
    moved,
    opened,
    positions,
    said,
    sentences,
    title,
    tokens_of,
    turned_to,
)

pytestmark = pytest.mark.sweep

HOURS = pd.date_range("2024-03-01", periods=400, freq="h")


def table(columns: int = 3, rows: int = 400, time: str = "时间") -> pd.DataFrame:
    """Waves of a day, each a little later than the one before."""
    names = ["风速", "功率", "温度", "气压"][:columns]
    angle = 2 * np.pi * np.arange(rows)[:, None] / 24 - np.arange(columns) / 2
    values = np.round(10 + np.sin(angle) + np.random.default_rng(0).normal(0, 0.05, angle.shape), 3)
    return pd.DataFrame(values, columns=names).assign(**{time: HOURS[:rows].strftime("%Y-%m-%d %H:%M")})


def as_file(frame: pd.DataFrame, encoding: str = "gb18030") -> bytes:
    return frame.to_csv(index=False).encode(encoding)


def data_page(content: bytes | None = None, name: str = "风电.csv", lang: str = "en") -> AppTest:
    visit = turned_to("bring_data", opened(lang=lang))
    return visit if content is None else brought(visit, content, name)


def brought(visit: AppTest, content: bytes, name: str = "风电.csv") -> AppTest:
    visit.file_uploader[0].upload(name, content, "text/csv")
    return visit.run()


def chosen(visit: AppTest, **choices: int | str) -> AppTest:
    """Choices before a fit to the first file that was brought."""
    return moved(visit, **{f"fit_{name} 1": choice for name, choice in choices.items()})


def small_fit(series: Series, seed: int = 0) -> bytes:
    config = ITransformerConfig(seq_len=12, pred_len=4, d_model=8, n_heads=2, e_layers=1, d_ff=16)
    return save(fit(config, series, FitSettings(most_epochs=1, seed=seed)))


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_without_a_file_the_page_offers_a_fit_to_the_sample(lang: str) -> None:
    visit = data_page(lang=lang)
    assert title(visit) == {"en": "Your data", "zh": "你的数据"}[lang]
    assert complaints(visit) == []
    assert "greensboro" in visit.info[0].value


def test_a_chinese_file_is_read_shown_and_in_use_on_every_page() -> None:
    visit = data_page(as_file(table()))
    assert complaints(visit) == []
    assert "**400 rows** of **3 variates**, a row every hour" in "\n".join(text.value for text in visit.markdown)
    assert "GB18030" in visit.caption[0].value.upper()
    shown = visit.dataframe[0].value
    assert list(shown.columns) == ["风速", "功率", "温度"]
    np.testing.assert_array_equal(shown.to_numpy(), table().iloc[:6, :3].to_numpy())
    turned_to("show_attention", visit)
    assert tokens_of(visit)[:3] == ["风速", "功率", "温度"]
    assert complaints(visit) == []
    for page in ("read_layer", "list_record"):
        assert complaints(turned_to(page, visit)) == []  # type: ignore[arg-type]


def test_what_was_repaired_is_told_with_its_line() -> None:
    frame = table()
    frame.loc[4, "功率"] = np.nan
    visit = data_page(as_file(frame))
    assert any("功率" in text and "line 6" in text for text in sentences(visit.markdown))
    turned_to("show_attention", visit)
    assert np.isfinite(matrix_of(visit)).all()


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"\x89PNG\r\n\x1a\n" + bytes(200), "picture"),
        (b"PK\x03\x04" + bytes(200), "spreadsheet"),
        (b"", "empty"),
        (as_file(table(rows=12)), "at least 20"),
    ],
    ids=["a picture", "a spreadsheet", "an empty file", "too few rows"],
)
def test_what_is_no_series_is_refused_in_a_sentence_and_the_sample_stays(content: bytes, told: str) -> None:
    visit = data_page(content, "table.csv")
    assert visit.exception.len == 0
    (sentence,) = sentences(visit.error)
    assert told in sentence
    assert "greensboro" in visit.info[0].value


def test_names_from_the_file_are_shown_as_they_are() -> None:
    frame = table().rename(columns={"风速": "<b>*wind*</b>", "功率": "[a](http://b)", "温度": "{x}"})
    visit = data_page(as_file(frame), "*odd* <i>.csv")
    assert complaints(visit) == []
    assert "<b>*wind*</b>" in list(visit.dataframe[0].value.columns)
    assert complaints(turned_to("show_attention", visit)) == []
    assert complaints(turned_to("read_layer", visit)) == []
    assert not any("<b>" in text for text in said(visit))


def test_a_choice_in_reading_changes_what_is_read() -> None:
    visit = data_page(as_file(table()))
    visit.selectbox(key="read_time_column 1").set_value("none").run()
    assert complaints(visit) == []
    assert "without dates" in "\n".join(text.value for text in visit.markdown)
    turned_to("show_attention", visit)
    assert tokens_of(visit) == ["风速", "功率", "温度"]  # and no time marks


def test_a_fit_is_waited_for_and_its_weights_are_on_every_page() -> None:
    visit = data_page(as_file(table()))
    chosen(visit, d_model=8, n_heads=2, d_ff=16, most_epochs=1, seq_len=24, pred_len=4)
    start = next(button for button in visit.button if button.label == "Fit")
    start.click().run()
    ticket = visit.session_state["ticket of the fit, and its series"][0]
    ticket.result(timeout=60)
    visit.run()
    assert complaints(visit) == []
    assert any("squared error" in text for text in sentences(visit.markdown))
    turned_to("show_attention", visit)
    assert complaints(visit) == []
    assert any("fitted here on" in text for text in sentences(visit.markdown))
    assert tokens_of(visit)[:3] == ["风速", "功率", "温度"]
    assert "n_heads" not in positions(visit)
    moved(visit, weights="random")
    assert not any("fitted here on" in text for text in sentences(visit.markdown))


def test_a_saved_fit_gives_the_same_map_again() -> None:
    content = as_file(table())
    saved = small_fit(read_series(content, "风电.csv"))
    maps = []
    for _ in range(2):
        visit = data_page(content)
        visit.file_uploader[1].upload("fit.safetensors", saved, "application/octet-stream")
        visit.run()
        assert complaints(visit) == []
        turned_to("show_attention", visit)
        maps.append(matrix_of(visit))
    np.testing.assert_array_equal(*maps)
    assert load(saved).config.seq_len == 12


@pytest.mark.parametrize("content", [b"no safetensors", b"", bytes(100)], ids=["text", "empty", "zeros"])
def test_a_broken_fit_is_refused_in_a_sentence(content: bytes) -> None:
    visit = data_page(as_file(table()))
    visit.file_uploader[1].upload("fit.safetensors", content, "application/octet-stream")
    visit.run()
    assert visit.exception.len == 0
    assert len(visit.error) == 1


def test_a_fit_to_another_table_is_refused() -> None:
    saved = small_fit(read_series(as_file(table(columns=2)), "two.csv"))
    visit = data_page(as_file(table()))
    visit.file_uploader[1].upload("fit.safetensors", saved, "application/octet-stream")
    visit.run()
    assert "other variates" in sentences(visit.error)[0]


def test_settings_that_cannot_work_are_answered_and_start_nothing() -> None:
    visit = data_page(as_file(table()))
    chosen(visit, seq_len=390)
    assert len(visit.error) == 1
    assert not any(button.label == "Fit" for button in visit.button)
    chosen(visit, seq_len=24, borders="1,2")
    assert "three whole numbers" in sentences(visit.error)[0]


def test_a_visitor_waits_while_the_fit_of_another_one_runs_and_is_told_where_they_stand() -> None:
    release = Event()

    def long_fit(_watch: Watch) -> Fit:
        release.wait(timeout=60)
        return load(small_fit(read_series(as_file(table()), "other.csv")))

    other = fit_queue().submit(long_fit)
    try:
        visit = data_page(as_file(table()))
        next(button for button in visit.button if button.label == "Fit").click().run()
        assert complaints(visit) == []
        assert "In the queue: number 1" in sentences(visit.info)[0]
        next(button for button in visit.button if "Stop" in button.label).click().run()
        assert any("stopped before it began" in text for text in sentences(visit.warning))
    finally:
        release.set()
        other.result(timeout=60)


def test_a_map_of_many_variates_is_zoomed_instead_of_clicked_and_stays_light() -> None:
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(rng.normal(size=(200, 100)).round(3), columns=[f"client {number}" for number in range(100)])
    visit = turned_to("show_attention", data_page(as_file(frame.assign(date=HOURS[:200])), "wide.csv"))
    moved(visit, n_variates=100)
    assert complaints(visit) == []
    spec = map_of(visit)
    assert [trace["type"] for trace in spec["data"]] == ["heatmap"]
    assert spec["data"][0]["x"][:1] == ["client 0"]
    assert matrix_of(visit).shape == (104, 104)
    (heads,) = components(visit, "tracebook_diagram")
    assert len(heads.json) < 200_000
    assert heads.json.count("data:image/png") == 4


def test_another_file_has_its_own_usual_sizes_and_the_fits_of_the_first_one_go() -> None:
    first = as_file(table())
    visit = data_page(first)
    visit.file_uploader[1].upload(
        "fit.safetensors", small_fit(read_series(first, "风电.csv")), "application/octet-stream"
    )
    visit.run()
    assert any("squared error" in text for text in sentences(visit.markdown))
    brought(visit, as_file(table(rows=120)), "short.csv")
    assert complaints(visit) == []
    assert not any("squared error" in text for text in sentences(visit.markdown))
    assert [field.value for field in visit.number_input if str(field.key).startswith("fit_seq_len")] == [10]


def test_a_fit_whose_test_rows_this_table_does_not_have_is_refused() -> None:
    saved = small_fit(read_series(as_file(table()), "风电.csv"))
    visit = data_page(as_file(table(rows=150)))
    visit.file_uploader[1].upload("fit.safetensors", saved, "application/octet-stream")
    visit.run()
    assert visit.exception.len == 0
    assert "150 rows" in sentences(visit.error)[0]


def test_more_patches_than_a_map_shows_are_refused_before_the_fit() -> None:
    visit = data_page(as_file(table()))
    chosen(visit, model="PatchTST")
    chosen(visit, seq_len=100, patch_len=2, stride=1)
    assert "stride" in sentences(visit.error)[0]
    assert not any(button.label == "Fit" for button in visit.button)


def test_a_fit_of_another_series_is_stopped_and_that_is_said() -> None:
    visit = data_page(as_file(table()))
    next(button for button in visit.button if button.label == "Fit").click().run()
    brought(visit, as_file(table(rows=300)), "other.csv")
    assert visit.exception.len == 0
    assert any("another series" in text for text in sentences(visit.warning))
    assert any(button.label == "Fit" for button in visit.button)

"""The file that ships says what its README says it says."""

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from explainer.series import sample_series
from explainer.series.sample import make

SAMPLE = Path(make.__file__).parent
VARIATES = ["temperature", "dew_point", "humidity", "pressure", "wind_speed"]
HEADER = "Date (MM/DD/YYYY),Time (HH:MM),Dry-bulb (C),Dew-point (C),RHum (%),Pressure (mbar),Wspd (m/s)"


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    """The packaged file as plain pandas reads it, past the code under test."""
    return pd.read_csv(SAMPLE / "greensboro.csv", parse_dates=["date"]).set_index("date")


@pytest.fixture(scope="module")
def joins(frame: pd.DataFrame) -> list[int]:
    """The first row of each month but the first."""
    months = np.asarray(pd.DatetimeIndex(frame.index).month)
    return [int(row) + 1 for row in np.flatnonzero(np.diff(months))]


@pytest.fixture(scope="module")
def tmy3() -> Path:
    pytest.importorskip(
        "pvlib",
        reason="NOT CHECKED: greensboro.csv against its source. pvlib, which carries the TMY3 file, is not installed.",
    )
    return make.pvlib_file()


def small_tmy3(folder: Path, lines: Sequence[str]) -> Path:
    path = folder / "small.csv"
    path.write_text("\n".join(['723170,"GREENSBORO",NC,-5.0,36.1,-79.95,273', HEADER, *lines]), encoding="ascii")
    return path


def test_the_file_holds_every_hour_of_one_ordinary_year_once(frame: pd.DataFrame) -> None:
    assert len(frame) == 8760
    assert str(frame.index[0]) == "2001-01-01 00:00:00"
    assert str(frame.index[-1]) == "2001-12-31 23:00:00"
    assert set(np.diff(frame.index.to_numpy())) == {np.timedelta64(1, "h")}


def test_dates_are_written_in_one_form_and_lines_end_as_on_unix() -> None:
    text = (SAMPLE / "greensboro.csv").read_bytes().decode("ascii")
    assert text.startswith("date,temperature,dew_point,humidity,pressure,wind_speed\n")
    assert "\r" not in text
    assert all(re.match(r"2001-\d\d-\d\d \d\d:00:00,", line) for line in text.splitlines()[1:])


def test_first_and_last_hour_are_those_of_the_source(frame: pd.DataFrame) -> None:
    """Read with the eye from the first and last line of the TMY3 file."""
    assert frame.iloc[0].tolist() == [10.0, 6.1, 77, 993, 6.2]
    assert frame.iloc[-1].tolist() == [2.2, 0.6, 89, 980, 2.6]


@pytest.mark.parametrize(
    ("variate", "low", "high"),
    [
        ("temperature", -25, 42),
        ("dew_point", -35, 28),
        ("humidity", 1, 100),
        ("pressure", 950, 1020),  # 273 m above the sea takes about 32 hPa off
        ("wind_speed", 0, 30),
    ],
)
def test_no_value_is_missing_and_all_are_possible_weather(
    frame: pd.DataFrame, variate: str, low: float, high: float
) -> None:
    assert frame[variate].notna().all()
    assert frame[variate].between(low, high).all()


def test_the_dew_point_never_lies_above_the_temperature(frame: pd.DataFrame) -> None:
    assert (frame["dew_point"] <= frame["temperature"] + 0.1).all()


def test_afternoons_and_july_are_warmest_so_hours_and_months_are_not_shifted(frame: pd.DataFrame) -> None:
    times = pd.DatetimeIndex(frame.index)
    by_hour, by_month = (frame["temperature"].groupby(part).mean() for part in (times.hour, times.month))
    assert by_hour.idxmax() in {13, 14, 15}
    assert by_hour.idxmin() in {4, 5, 6}
    assert by_month.idxmax() == 7
    assert by_month.idxmin() == 1


def test_the_joins_are_bridged_by_straight_lines_in_three_columns(frame: pd.DataFrame, joins: list[int]) -> None:
    assert len(joins) == 11
    for join in joins:
        bridge = frame.iloc[join - 4 : join + 4]
        assert (bridge.index[0].hour, bridge.index[-1].hour) == (20, 3)
        for variate in ("temperature", "dew_point", "wind_speed"):
            line = np.linspace(bridge[variate].iloc[0], bridge[variate].iloc[-1], 8)
            assert np.abs(bridge[variate] - line).max() < 0.15  # the source gives one decimal


def test_pressure_and_humidity_jump_at_the_joins_as_the_readme_says(frame: pd.DataFrame, joins: list[int]) -> None:
    jumps = frame.diff().abs()
    assert jumps["pressure"].iloc[joins].max() == 14
    assert jumps["humidity"].iloc[joins].max() == 44
    assert jumps["pressure"].drop(frame.index[joins]).max() == 3


def test_humidity_follows_from_temperature_and_dew_point_except_where_months_meet(
    frame: pd.DataFrame, joins: list[int]
) -> None:
    """Magnus formula, coefficients of Alduchov and Eskridge 1996."""
    temperature, dew_point, humidity = (frame[name].to_numpy(float) for name in VARIATES[:3])
    expected = 100 * np.exp(17.625 * dew_point / (243.04 + dew_point) - 17.625 * temperature / (243.04 + temperature))
    off = np.abs(expected - humidity)
    bridged = np.zeros(len(frame), dtype=bool)
    for join in joins:
        bridged[join - 3 : join + 3] = True
    assert bridged.sum() == 66
    assert off[~bridged].max() < 5
    assert 32 < off[bridged].max() < 34


def test_the_series_is_the_file(frame: pd.DataFrame) -> None:
    series = sample_series()
    assert series.variates == tuple(VARIATES)
    assert series.rows == 8760
    assert series.frequency == "hour"
    assert series.times.equals(pd.DatetimeIndex(frame.index))
    np.testing.assert_array_equal(series.values, frame.to_numpy(float))


def test_every_variate_of_the_sample_has_a_unit_and_a_name_in_both_languages() -> None:
    series = sample_series()
    assert set(series.titles) == set(series.units) == set(VARIATES)
    assert all(re.search("[\u4e00-\u9fff]", series.title(variate).zh) for variate in VARIATES)


def test_the_sample_is_read_once() -> None:
    assert sample_series() is sample_series()


def test_the_shipped_file_is_what_the_script_makes_of_the_source_byte_for_byte(tmy3: Path, tmp_path: Path) -> None:
    make.write(tmy3, tmp_path / "again.csv")
    assert (tmp_path / "again.csv").read_bytes() == (SAMPLE / "greensboro.csv").read_bytes()


def test_the_readme_names_the_years_the_months_come_from(tmy3: Path) -> None:
    source = pd.read_csv(tmy3, skiprows=1)
    dates = source["Date (MM/DD/YYYY)"].str.split("/", expand=True)
    years = dates[2].groupby(dates[0]).unique()
    assert [len(found) for found in years] == [1] * 12
    row = "| " + " | ".join(found[0] for found in years) + " |"
    assert row in (SAMPLE / "README.md").read_text(encoding="utf-8")


def test_the_source_has_no_missing_values_and_three_interpolated_ones(tmy3: Path) -> None:
    source = pd.read_csv(tmy3, skiprows=1)
    assert (source[list(make.COLUMNS.values())] > -99).all().all()
    flags = source[[f"{name} source" for name in ("Dry-bulb", "Dew-point", "RHum", "Pressure", "Wspd")]]
    assert (flags != "A").sum().tolist() == [0, 1, 0, 0, 2]


def test_the_script_stops_at_a_missing_value(tmp_path: Path) -> None:
    source = small_tmy3(tmp_path, ["01/01/1988,01:00,10.0,6.1,77,993,6.2", "01/01/1988,02:00,10.0,-9900,80,993,5.2"])
    with pytest.raises(ValueError, match="missing at 2001-01-01 01:00:00"):
        make.write(source, tmp_path / "out.csv")
    assert not (tmp_path / "out.csv").exists()


def test_the_script_stops_at_a_gap(tmp_path: Path) -> None:
    source = small_tmy3(tmp_path, ["01/01/1988,01:00,10.0,6.1,77,993,6.2", "01/01/1988,03:00,10.0,6.1,80,993,5.2"])
    with pytest.raises(ValueError, match="found 2001-01-01 02:00:00 where 2001-01-01 01:00:00"):
        make.write(source, tmp_path / "out.csv")


def test_the_script_stops_at_a_file_that_ends_early(tmp_path: Path) -> None:
    source = small_tmy3(tmp_path, ["01/01/1988,01:00,10.0,6.1,77,993,6.2"])
    with pytest.raises(ValueError, match="ends before 2001-01-01 01:00:00"):
        make.write(source, tmp_path / "out.csv")


def test_without_pvlib_the_script_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def not_installed(package: str) -> Path:
        raise ModuleNotFoundError(package)

    monkeypatch.setattr("importlib.resources.files", not_installed)
    with pytest.raises(SystemExit, match=r"^pvlib is not installed: run `pip install pvlib`, or give the path"):
        make.pvlib_file()

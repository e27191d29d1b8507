"""The series that ships: a year of hourly weather at one station. See the README beside the file for its source."""

import functools
from importlib import resources

import pandas as pd

from explainer.language import Phrase
from explainer.series.series import Series

_TITLES = {
    "temperature": Phrase("temperature", "气温"),
    "dew_point": Phrase("dew point", "露点温度"),
    "humidity": Phrase("relative humidity", "相对湿度"),
    "pressure": Phrase("air pressure", "气压"),
    "wind_speed": Phrase("wind speed", "风速"),
}
_UNITS = {"temperature": "°C", "dew_point": "°C", "humidity": "%", "pressure": "hPa", "wind_speed": "m/s"}


@functools.cache
def sample_series() -> Series:
    """Greensboro, North Carolina: 8,760 hours, five variates, (8760, 5) in °C, °C, %, hPa and m/s.

    Source: NREL TMY3, station 723170; the year is a typical one, put together from months of different years.
    """
    with resources.files(__name__).joinpath("greensboro.csv").open(encoding="utf-8") as file:
        table = pd.read_csv(file, index_col="date", parse_dates=["date"])
    return Series(
        name="greensboro.csv",
        variates=tuple(table.columns),
        values=table.to_numpy(dtype="float64"),
        times=pd.DatetimeIndex(table.index),
        frequency="hour",
        titles=_TITLES,
        units=_UNITS,
    )

"""Make greensboro.csv from a TMY3 file: `python explainer/series/sample/make.py [PATH_TO_TMY3_CSV]`.

Without a path the file is taken from an installed pvlib, which the project itself does not need.
"""

import csv
import sys
from collections.abc import Iterator
from datetime import datetime, timedelta
from importlib import resources
from pathlib import Path

TARGET = Path(__file__).with_name("greensboro.csv")
YEAR = 2001  # not a leap year, as TMY3 has no 29 February; 1 January is a Monday
HOURS = 365 * 24

COLUMNS = {
    "temperature": "Dry-bulb (C)",
    "dew_point": "Dew-point (C)",
    "humidity": "RHum (%)",
    "pressure": "Pressure (mbar)",
    "wind_speed": "Wspd (m/s)",
}


def tmy3_rows(source: Path) -> Iterator[list[str]]:
    """The date and the five variates of each hour, as texts, so that no number is rounded on the way.

    Raises:
        ValueError: a value is missing, which TMY3 writes as -9900, or the hours are not 8,760 in a row.
    """
    expected = datetime(YEAR, 1, 1)
    with source.open(newline="", encoding="ascii") as file:
        next(file)  # the station; the names of the columns stand on the second line
        for record in csv.DictReader(file):
            values = [record[column] for column in COLUMNS.values()]
            if any(not value or float(value) <= -99 for value in values):
                raise ValueError(f"a value is missing at {expected}: {values}")
            if start_of_hour(record) != expected:
                raise ValueError(f"found {start_of_hour(record)} where {expected} should be")
            yield [str(expected), *values]
            expected += timedelta(hours=1)
    if expected != datetime(YEAR, 1, 1) + timedelta(hours=HOURS):
        raise ValueError(f"the file ends before {expected}")


def start_of_hour(record: dict[str, str]) -> datetime:
    """The start of the hour that TMY3 labels by its end, 01:00 to 24:00, in our year."""
    month, day, _ = record["Date (MM/DD/YYYY)"].split("/")
    hour, _ = record["Time (HH:MM)"].split(":")
    return datetime(YEAR, int(month), int(day), int(hour) - 1)


def write(source: Path, target: Path) -> None:
    """Write the five variates of a TMY3 file as CSV with a `date` column."""
    rows = list(tmy3_rows(source))
    with target.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["date", *COLUMNS])
        writer.writerows(rows)


def pvlib_file() -> Path:
    """The TMY3 file of station 723170 inside an installed pvlib."""
    try:
        return Path(str(resources.files("pvlib"))) / "data" / "723170TYA.CSV"
    except ModuleNotFoundError:
        sys.exit("pvlib is not installed: run `pip install pvlib`, or give the path of its data/723170TYA.CSV.")


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else pvlib_file(), TARGET)

"""The chronological split: train on the oldest rows, choose on later ones, be judged on the latest.

As in the Time-Series-Library, validation and test begin one look-back early, so that their first rows are forecast
too; a model never has to forecast a row that an earlier part was asked for.
"""

from dataclasses import dataclass

from explainer.fitting.settings import FitError, FitSettings, shortened
from explainer.language import Phrase
from explainer.models import ForecastConfig
from explainer.series import Series


@dataclass(frozen=True)
class Parts:
    """How many rows each part has, one after the other from the first row of the series on."""

    train: int
    validation: int
    test: int

    def train_starts(self, config: ForecastConfig) -> range:
        """The rows at which training windows begin; they end inside the training part."""
        return range(self.train - config.seq_len - config.pred_len + 1)

    def validation_starts(self, config: ForecastConfig) -> range:
        """The rows at which validation windows begin: a look-back before the first row that they forecast."""
        return _starts(self.train, self.validation, config)

    def test_starts(self, config: ForecastConfig) -> range:
        """The rows at which test windows begin."""
        return _starts(self.train + self.validation, self.test, config)


def _starts(first: int, rows: int, config: ForecastConfig) -> range:
    return range(first - config.seq_len, first + rows - config.pred_len - config.seq_len + 1)


def split(series: Series, config: ForecastConfig, settings: FitSettings) -> Parts:
    """The parts by the given borders, or 70, 10 and 20 % of the rows.

    Raises:
        FitError: a part cannot hold one window; the sentence says how many rows it takes.
    """
    parts = Parts(*settings.borders) if settings.borders is not None else _by_share(series.rows)
    if settings.borders is not None:
        _check_borders(parts, series, config)
    elif not _suffices(parts, config):
        facts = {"name": shortened(series.name), "rows": series.rows, "needed": _fewest_rows(config)}
        lengths = {"seq_len": config.seq_len, "pred_len": config.pred_len}
        raise FitError(_SHORT_SERIES.fill(**facts, **lengths), "seq_len")
    return parts


def _by_share(rows: int) -> Parts:
    train, test = int(rows * 0.7), int(rows * 0.2)
    return Parts(train, rows - train - test, test)


def _suffices(parts: Parts, config: ForecastConfig) -> bool:
    longest = config.seq_len + config.pred_len
    return parts.train >= longest and min(parts.validation, parts.test) >= config.pred_len


def _fewest_rows(config: ForecastConfig) -> int:
    """From this many rows on every number of rows is enough. Rounding lets some smaller numbers do as well."""
    rows = max((config.seq_len + config.pred_len) * 10 // 7 + 3, config.pred_len * 10)
    while _suffices(_by_share(rows - 1), config):
        rows -= 1
    return rows


def _check_borders(parts: Parts, series: Series, config: ForecastConfig) -> None:
    total = parts.train + parts.validation + parts.test
    if total > series.rows:
        facts = {"total": total, "name": shortened(series.name), "rows": series.rows}
        raise FitError(_LONG_BORDERS.fill(**facts), "borders")
    if not _suffices(parts, config):
        facts = {"longest": config.seq_len + config.pred_len, "pred_len": config.pred_len}
        raise FitError(
            _SHORT_BORDERS.fill(borders=f"{parts.train}, {parts.validation}, {parts.test}", **facts), "borders"
        )


_SHORT_SERIES = Phrase(
    "{name} has {rows} rows, too few to split into training, validation and test at seq_len {seq_len} and pred_len "
    "{pred_len}; that takes {needed} rows, or a shorter seq_len and pred_len.",
    "{name} 只有 {rows} 行，在 seq_len 为 {seq_len}、pred_len 为 {pred_len} 时不够划分训练、验证和测试三部分；"
    "需要至少 {needed} 行，或减小 seq_len 和 pred_len。",
)
_LONG_BORDERS = Phrase(
    "borders add up to {total} rows, and {name} has {rows}; choose fewer.",
    "borders 合计 {total} 行，而 {name} 只有 {rows} 行；请减少行数。",
)
_SHORT_BORDERS = Phrase(
    "borders are {borders} rows, and training needs at least {longest} (seq_len + pred_len), validation and test at "
    "least {pred_len} each (pred_len).",
    "borders 为 {borders} 行，而训练部分至少需要 {longest} 行（seq_len + pred_len），"
    "验证和测试部分各至少需要 {pred_len} 行（pred_len）。",
)

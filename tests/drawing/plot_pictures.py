"""One picture of each kind of plot, by the name of its golden file."""

from collections.abc import Callable

import numpy as np

from explainer.drawing import (
    Band,
    Bar,
    Line,
    Margin,
    Mark,
    Sparkline,
    bars_svg,
    line_plot_svg,
    matrix_svg,
    range_of,
    sparklines_svg,
)

HOURS = np.arange(48.0)
WAVE = np.round(np.sin(HOURS / 4) * 10, 3)
TOKENS = ["OT", "HUFL", "温度（°C）", "a name that is much too long <b>", "hour"]
WEIGHTS = np.array([[(3 * query + 5 * key) % 7 for key in range(5)] for query in range(5)]) / 14
PATCHES = [(start, start + 16) for start in range(0, 40, 8)]


def losses(*, narrow: bool) -> str:
    epochs = np.arange(6.0)
    validation = np.array([1.2, 1.0, np.nan, 0.7, np.nan, 0.65])
    lines = [
        Line("training loss", epochs, 1 / (1 + epochs), "train"),
        Line("验证损失", epochs, validation, "validation"),
        Line("naive", epochs, np.full(6, 0.9), "past"),
    ]
    return line_plot_svg(lines, x_title="epoch", y_title="error", spoken="Losses.", title="Fitting", narrow=narrow)


def forecast(*, narrow: bool) -> str:
    lines = [
        Line("past", HOURS[:37], WAVE[:37], "past"),
        Line("truth", HOURS[36:], WAVE[36:], "truth"),
        Line("forecast", HOURS[36:], WAVE[36:] * 0.8, "forecast"),
    ]
    dates = [f"2016-07-0{1 + hour // 24} {hour % 24:02}:00" for hour in range(48)]
    marks = [Mark(36, "the forecast starts")]
    return line_plot_svg(
        lines, x_title="", y_title="OT, °C", spoken="A forecast.", x_labels=dates, marks=marks, narrow=narrow
    )


def schedule(*, narrow: bool) -> str:
    share = np.linspace(0, 1, 21)
    bands = [Band(0.0, 0.1, "warm-up"), Band(0.1, 0.6, "explore"), Band(0.6, 0.8, "refine"), Band(0.8, 1.0, "settle")]
    lines = [Line("learning rate", share, 10.0 ** (-2 - 4 * share), "phased")]
    return line_plot_svg(
        lines, x_title="share", y_title="rate", spoken="A schedule.", log_y=True, bands=bands, narrow=narrow
    )


def sparklines(*, narrow: bool) -> str:
    gaps = np.where(HOURS % 16 < 4, np.nan, WAVE)
    rows = [
        Sparkline("OT", WAVE),
        Sparkline("变量 温度（摄氏度），一个很长很长的名字", gaps, np.isnan(gaps)),
        Sparkline("constant <b>", np.full(48, 2.5)),
        Sparkline("nothing", np.full(48, np.nan), np.ones(48, dtype=bool)),
        Sparkline("one", np.array([1.0])),
        Sparkline("left out", WAVE),
    ]
    return sparklines_svg(
        rows, spoken="Six variates.", constant="constant", rest=lambda n: f"and {n} more", most=5, narrow=narrow
    )


def matrix(*, narrow: bool) -> str:
    return matrix_svg(
        WEIGHTS,
        TOKENS,
        TOKENS,
        shades=range_of(WEIGHTS),
        border=4,
        title="Layer 1, head 2",
        value_title="attention",
        query_title="query",
        key_title="key",
        narrow=narrow,
    )


def patches(*, narrow: bool) -> str:
    names = [f"{first + 1}–{end}" for first, end in PATCHES]
    margin = Margin(WAVE, PATCHES)
    scores = WEIGHTS - 0.2
    return matrix_svg(
        scores,
        names,
        names,
        shades=range_of(scores),
        title="Scores",
        value_title="score",
        margins=(margin, margin),
        narrow=narrow,
    )


def bars(*, narrow: bool) -> str:
    drawn = [
        Bar("OT", 0.4, 0.3, 0.55),
        Bar("变量 温度", -0.22, -0.3, -0.1),
        Bar("a name that is much too long for the room there is <b>", 0.05),
        Bar("unknown", float("nan")),
    ]
    return bars_svg(drawn, value_title="change of the error", spoken="Four effects.", title="Effects", narrow=narrow)


KINDS: tuple[Callable[..., str], ...] = (losses, forecast, schedule, sparklines, matrix, patches, bars)
PLOTS = {
    f"{kind.__name__}{suffix}": kind(narrow=narrow)
    for kind in KINDS
    for narrow, suffix in ((False, ""), (True, "_narrow"))
}

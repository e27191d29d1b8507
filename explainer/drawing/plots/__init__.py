"""Plots as plain SVG: lines, small series, maps and bars. They carry their style with them."""

from explainer.drawing.plots.axes import Band, Mark
from explainer.drawing.plots.bars import Bar, bars_svg
from explainer.drawing.plots.lines import Line, line_plot_svg
from explainer.drawing.plots.look import Role
from explainer.drawing.plots.margins import Margin
from explainer.drawing.plots.matrix import matrix_svg
from explainer.drawing.plots.raster import cells_png
from explainer.drawing.plots.sparklines import Sparkline, sparklines_svg

__all__ = [
    "Band",
    "Bar",
    "Line",
    "Margin",
    "Mark",
    "Role",
    "Sparkline",
    "bars_svg",
    "cells_png",
    "line_plot_svg",
    "matrix_svg",
    "sparklines_svg",
]

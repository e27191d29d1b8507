"""From meaning to pixels: Plotly figures and SVG, in colours that fit a light and a dark page alike."""

from explainer.drawing.blocks import Block, blocks_svg
from explainer.drawing.heatmap import Heatmap, heatmap_figure
from explainer.drawing.palette import axis_class, palette_css
from explainer.drawing.plots import (
    Band,
    Bar,
    Line,
    Margin,
    Mark,
    Role,
    Sparkline,
    bars_svg,
    line_plot_svg,
    matrix_svg,
    sparklines_svg,
)
from explainer.drawing.sequence import Arrow, Lane, Sequence, sequence_svg
from explainer.drawing.shades import Range, range_of
from explainer.drawing.small_maps import SmallMap, small_maps_svg
from explainer.drawing.style import standalone_svg, svg_style
from explainer.drawing.text import Span, Text, plain, spans_of, written
from explainer.drawing.threads import AxisChip, Threads, threads_svg
from explainer.drawing.zoomable import Zoomable, zoomable_figure

__all__ = [
    "Arrow",
    "AxisChip",
    "Band",
    "Bar",
    "Block",
    "Heatmap",
    "Lane",
    "Line",
    "Margin",
    "Mark",
    "Range",
    "Role",
    "Sequence",
    "SmallMap",
    "Span",
    "Sparkline",
    "Text",
    "Threads",
    "Zoomable",
    "axis_class",
    "bars_svg",
    "blocks_svg",
    "heatmap_figure",
    "line_plot_svg",
    "matrix_svg",
    "palette_css",
    "plain",
    "range_of",
    "sequence_svg",
    "small_maps_svg",
    "spans_of",
    "sparklines_svg",
    "standalone_svg",
    "svg_style",
    "threads_svg",
    "written",
    "zoomable_figure",
]

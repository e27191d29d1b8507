"""From meaning to pixels: Plotly figures and SVG, in colours that fit a light and a dark page alike."""

from explainer.drawing.blocks import Block, blocks_svg
from explainer.drawing.heatmap import Heatmap, heatmap_figure
from explainer.drawing.palette import axis_class, palette_css
from explainer.drawing.sequence import Arrow, Lane, Sequence, sequence_svg
from explainer.drawing.shades import Range, range_of
from explainer.drawing.small_maps import SmallMap, small_maps_svg
from explainer.drawing.style import standalone_svg, svg_style
from explainer.drawing.text import Span, Text, plain, spans_of, written
from explainer.drawing.threads import AxisChip, Threads, threads_svg

__all__ = [
    "Arrow",
    "AxisChip",
    "Block",
    "Heatmap",
    "Lane",
    "Range",
    "Sequence",
    "SmallMap",
    "Span",
    "Text",
    "Threads",
    "axis_class",
    "blocks_svg",
    "heatmap_figure",
    "palette_css",
    "plain",
    "range_of",
    "sequence_svg",
    "small_maps_svg",
    "spans_of",
    "standalone_svg",
    "svg_style",
    "threads_svg",
    "written",
]

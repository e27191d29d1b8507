"""From meaning to pixels: Plotly figures and SVG, in colours that fit a light and a dark page alike."""

from explainer.drawing.heatmap import Heatmap, heatmap_figure
from explainer.drawing.shades import Range, range_of
from explainer.drawing.small_maps import SmallMap, small_maps_svg

__all__ = ["Heatmap", "Range", "SmallMap", "heatmap_figure", "range_of", "small_maps_svg"]

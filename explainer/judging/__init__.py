"""What may be read from attention, and what may not: maps of many windows, set against what they are mistaken for."""

from explainer.judging.ablations import Ablation, Blank, ablation, layer_effects
from explainer.judging.baselines import LayerContrast, contrast, shuffled, uniform
from explainer.judging.changes import LayerChange, LayerStability, before_after, stability
from explainer.judging.correlations import Correlation, LayerCorrelation, correlation, layer_correlations
from explainer.judging.downloads import map_csv, map_npz
from explainer.judging.errors import JudgingError
from explainer.judging.gathering import gather
from explainer.judging.maps import Maps, Pick
from explainer.judging.measures import row_distance, row_entropy
from explainer.judging.ordering import CLUSTERED_FROM, clustered_order
from explainer.judging.ranks import RankCorrelation, rank_correlation
from explainer.judging.summaries import MapSummary, summary

__all__ = [
    "CLUSTERED_FROM",
    "Ablation",
    "Blank",
    "Correlation",
    "JudgingError",
    "LayerChange",
    "LayerContrast",
    "LayerCorrelation",
    "LayerStability",
    "MapSummary",
    "Maps",
    "Pick",
    "RankCorrelation",
    "ablation",
    "before_after",
    "clustered_order",
    "contrast",
    "correlation",
    "gather",
    "layer_correlations",
    "layer_effects",
    "map_csv",
    "map_npz",
    "rank_correlation",
    "row_distance",
    "row_entropy",
    "shuffled",
    "stability",
    "summary",
    "uniform",
]

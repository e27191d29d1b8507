"""Making the first visit fast, and every later one too: called once, before the server answers."""

import gc

import torch

from explainer.drawing import Heatmap, Range, heatmap_figure
from explainer.reading import attention_maps
from explainer.running import MODELS, axes_of, run
from explainer.series import sample_series


def warm_up() -> None:
    """Run one pass of each model and draw it, once per server, so that no visitor waits for an import.

    Streamlit collects all garbage after every rerun. With torch loaded that takes longer than everything a
    page does here; freezing what is loaded takes it out of the collector's sight.
    """
    torch.set_num_threads(1)
    for settings in MODELS.values():
        made = run(settings(), sample_series())
        axes_of(made)
    maps = attention_maps(made.trace)
    words = dict.fromkeys(("query", "key", "value", "variates", "marks"), "")
    matrix = maps[0].attention[0, 0].numpy()
    heatmap_figure(Heatmap(matrix, [""] * len(matrix), 0, Range(0.0, 1.0), words), 400).to_plotly_json()
    gc.collect()
    gc.freeze()

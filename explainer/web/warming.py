"""Making the first visit fast, and every later one too: called once, before the server answers."""

import gc

import torch

import explainer.fitting
import explainer.judging  # noqa: F401 - what they load takes seconds, and no page should wait for it
from explainer.documents import Subject, View, card_section, filled_example, layer_document, sections
from explainer.drawing import Heatmap, Range, heatmap_figure
from explainer.language import Language
from explainer.reading import attention_maps
from explainer.running import MODELS, Run, axes_of, run
from explainer.series import sample_series

# A pass makes thousands of objects, nearly all of them short-lived; Python would look through them every seven hundred.
_RARELY = (20_000, 5, 5)


def warm_up() -> None:
    """Run one pass of each model, draw it and read a layer of it, so that no visitor waits for an import.

    Streamlit collects all garbage after every rerun. With torch loaded that takes longer than everything a
    page does here; freezing what is loaded takes it out of the collector's sight.
    """
    torch.set_num_threads(1)
    for settings in MODELS.values():
        made = run(settings(), sample_series())
        _read_a_layer(made)
    maps = attention_maps(made.trace)
    words = dict.fromkeys(("query", "key", "value", "variates", "marks"), "")
    matrix = maps[0].attention[0, 0].numpy()
    heatmap_figure(Heatmap(matrix, [""] * len(matrix), 0, Range(0.0, 1.0), words), 400).to_plotly_json()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_RARELY)


def _read_a_layer(made: Run) -> None:
    """The attention core has a little of everything that documents hold."""
    subject = Subject(made.trace, Language.EN, axes_of(made), made)
    core = attention_maps(made.trace)[0].path
    told = layer_document(subject, made.trace.call(core), View())
    for _ in sections(told):
        pass
    card_section(told)
    filled_example(told, None)

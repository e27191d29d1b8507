"""What is measured for each kind of layer, by the name of its class.

`STRUCTURE` needs no numbers, only what ran, in which shapes. `MEASURES` raise NotKept where numbers were not kept.
"""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from explainer.lessons.layers.measuring import attention, blocks, models, norms, tokens
from explainer.lessons.layers.subject import Subject

Measure: TypeAlias = Callable[[Subject], dict[str, object]]

STRUCTURE: Mapping[str, tuple[Measure, ...]] = {
    "FullAttention": (attention.what_ran, attention.costs),
    "AttentionLayer": (blocks.heads,),
    "EncoderLayer": (blocks.names_and_parts,),
    "ITransformer": (models.what_ran, models.shared_weights),
    "PatchTST": (models.what_ran, models.shared_weights),
    "PatchEmbedding": (tokens.patches,),
    "ReplicationPad1d": (tokens.padding,),
    "PositionalEmbedding": (tokens.table,),
    "FlattenHead": (tokens.flattening,),
    "Flatten": (tokens.flattening,),
    "InvertedEmbedding": (tokens.axes_moved,),
    "Linear": (tokens.linear,),
    "Conv1d": (tokens.convolution,),
    "Transpose": (tokens.transposed,),
    "Dropout": (norms.dropout_acted,),
    "LayerNorm": (norms.normalised_over,),
    "BatchNorm1d": (norms.normalised_over,),
    "Sequential": (norms.normalised_over,),
}
MEASURES: Mapping[str, tuple[Measure, ...]] = {
    "FullAttention": (attention.products, attention.rows, attention.shape_of_the_map, attention.first_row),
    "EncoderLayer": (blocks.increments, blocks.convolution, blocks.bends),
    "Encoder": (norms.change,),
    "ITransformer": (models.windows, models.influence),
    "PatchTST": (models.windows, models.influence),
    "InvertedEmbedding": (tokens.loudness,),
    "PatchEmbedding": (tokens.position_and_value,),
    "ReplicationPad1d": (tokens.repeated,),
    "FlattenHead": (tokens.order,),
    "Flatten": (tokens.order,),
    "Conv1d": (tokens.equal_linear,),
    "LayerNorm": (norms.change, norms.per_token),
    "BatchNorm1d": (norms.change, norms.per_feature),
    "Sequential": (norms.change,),
    "Dropout": (norms.dropped,),
}

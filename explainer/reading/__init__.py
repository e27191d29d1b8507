"""What a record means, whatever model it was made from."""

from explainer.reading.attention import STAGES, AttentionMap, Stage, attention_maps

__all__ = ["STAGES", "AttentionMap", "Stage", "attention_maps"]

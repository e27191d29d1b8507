"""Semantic groups as blocks: what a forward does, in as many steps as its author thought of."""

from explainer.drawing.blocks.model import Block
from explainer.drawing.blocks.stack import blocks_svg

__all__ = ["Block", "blocks_svg"]

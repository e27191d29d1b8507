"""What a record means, whatever model it was made from."""

from explainer.reading.arithmetic import Arithmetic, Cell, Line, Term, explain_cell
from explainer.reading.attention import STAGES, AttentionMap, Stage, attention_maps
from explainer.reading.code import Code, Paragraph, code_of
from explainer.reading.einsum import EinsumCard, Letter, Operand, einsum_card
from explainer.reading.groups import Group
from explainer.reading.items import Item
from explainer.reading.keys import Keys, key_of_call, keys_of
from explainer.reading.layer import Layer, read_layer
from explainer.reading.messages import CALLER, DEPTHS, Depth, Message, messages
from explainer.reading.parts import Part
from explainer.reading.results import Argument
from explainer.reading.threads import Dim, Link, StepLinks, Threads, index_parts, layer_threads, step_links

__all__ = [
    "CALLER",
    "DEPTHS",
    "STAGES",
    "Argument",
    "Arithmetic",
    "AttentionMap",
    "Cell",
    "Code",
    "Depth",
    "Dim",
    "EinsumCard",
    "Group",
    "Item",
    "Keys",
    "Layer",
    "Letter",
    "Line",
    "Link",
    "Message",
    "Operand",
    "Paragraph",
    "Part",
    "Stage",
    "StepLinks",
    "Term",
    "Threads",
    "attention_maps",
    "code_of",
    "einsum_card",
    "explain_cell",
    "index_parts",
    "key_of_call",
    "keys_of",
    "layer_threads",
    "messages",
    "read_layer",
    "step_links",
]

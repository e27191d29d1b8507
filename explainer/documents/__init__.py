"""A layer as a document: what was read, drawn and told about it, as HTML that needs no server."""

from explainer.documents.assets import SCRIPT, STYLE, skeleton
from explainer.documents.changes import Change, change_between
from explainer.documents.layer import (
    LayerDocument,
    Section,
    card_section,
    changes_section,
    closing_section,
    filled_example,
    layer_document,
    map_heading,
    map_words,
    sections,
)
from explainer.documents.map_row import row_table
from explainer.documents.origin import origin_line
from explainer.documents.panorama import panorama
from explainer.documents.standalone import standalone_html
from explainer.documents.subject import Subject, View

__all__ = [
    "SCRIPT",
    "STYLE",
    "Change",
    "LayerDocument",
    "Section",
    "Subject",
    "View",
    "card_section",
    "change_between",
    "changes_section",
    "closing_section",
    "filled_example",
    "layer_document",
    "map_heading",
    "map_words",
    "origin_line",
    "panorama",
    "row_table",
    "sections",
    "skeleton",
    "standalone_html",
]

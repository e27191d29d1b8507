"""The checklist: every point of the documents on FullAttention and EncoderLayer, and the questions readers ask."""

from tests.lessons.document_points.encoder_layer import ENCODER_LAYER
from tests.lessons.document_points.full_attention import FULL_ATTENTION
from tests.lessons.document_points.point import Point
from tests.lessons.document_points.questions import QUESTIONS

POINTS: tuple[Point, ...] = (*FULL_ATTENTION, *ENCODER_LAYER, *QUESTIONS)

__all__ = ["POINTS", "Point"]

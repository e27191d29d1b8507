"""The whole attention matrix of one head with the names of its tokens: who looks at whom, and how strongly."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float
from markupsafe import Markup

from explainer.documents import words
from explainer.documents.grids import written
from explainer.documents.layer import LayerDocument
from explainer.documents.markup import template
from explainer.documents.subject import Subject
from explainer.drawing import SmallMap, range_of, small_maps_svg
from explainer.language import Language, Phrase

_MOST_TOKENS = 40
_COLUMNS = 4
_FULLEST = 0.6


def map_section(document: LayerDocument, told: Markup) -> Markup:
    """The attention of a layer for pages that cannot be asked: all heads small, the first one whole, of one window."""
    if not document.maps:
        return Markup("")
    subject, heads = document.subject, document.maps[0].attention[0].numpy()
    names = _names(subject, heads.shape[-1])
    small = [
        SmallMap(str(number), subject.say(words.HEAD, head=number), subject.say(words.HEAD, head=number), head)
        for number, head in enumerate(heads, start=1)
    ]
    drawn = small_maps_svg(small, border=0, shades=range_of(heads), chosen="1", columns=_COLUMNS)
    return template(
        "map",
        number=document.map_number,
        say=subject.say,
        words=words,
        heads=Markup(drawn),  # noqa: S704 - it escapes its titles
        whole=panorama(heads[0], names, subject.language),
        told=told,
    )


def _names(subject: Subject, count: int) -> list[str]:
    """Who stands on both axes: the tokens of our models, numbers for others."""
    if subject.run is None or len(subject.run.tokens_in(0)) != count:
        return [str(number) for number in range(count)]
    return [token.title.in_language(subject.language) for token in subject.run.tokens_in(0)]


def panorama(matrix: Float[np.ndarray, "query key"], tokens: Sequence[str], language: Language) -> Markup:
    """The matrix as a table; the sum of each row stands at its end, the strongest cell of a row is marked."""
    if len(tokens) > _MOST_TOKENS:
        return template("refused", sentence=words.TOO_MANY_TOKENS.fill(count=len(tokens)).in_language(language))
    shades = range_of(matrix.astype(np.float64))

    def say(phrase: Phrase) -> str:
        return phrase.in_language(language)

    def cell(number: float, strongest: float) -> dict[str, object]:
        return {"text": written(number), "ink": shades.css(number, _FULLEST), "strongest": number == strongest}

    rows = [
        {
            "name": name,
            "cells": [cell(float(number), float(row.max())) for number in row],
            "total": f"{float(row.sum()):.4g}",
        }
        for name, row in zip(tokens, matrix, strict=True)
    ]
    return template("panorama", say=say, words=words, tokens=tokens, rows=rows)

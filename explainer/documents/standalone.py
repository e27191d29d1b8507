"""The layer as one HTML file: it needs no server and no network, follows the reader's light or dark, and prints."""

import json
from dataclasses import replace

from markupsafe import Markup

from explainer.documents import words
from explainer.documents.assets import SCRIPT, STYLE, skeleton
from explainer.documents.cards import card
from explainer.documents.layer import (
    LayerDocument,
    Section,
    closing_section,
    filled_example,
    layer_document,
    map_words,
    sections,
)
from explainer.documents.markup import template
from explainer.documents.panorama import map_section
from explainer.documents.pictures import sequence_picture, title_of_call
from explainer.documents.subject import Subject, View
from explainer.reading import DEPTHS
from explainer.running import letters_of
from explainer.tracing import Call


def standalone_html(subject: Subject, call: Call, view: View, *, source: str = "") -> str:
    """The document of a layer with every card in it; `source` says what the pass was made from, where no run does."""
    told = layer_document(subject, call, view)
    subject = told.subject
    deepest = told.seen(replace(view, depth="everything"))
    parts = [*sections(told), Section("card", Markup("")), filled_example(told, None)]
    return template(
        "standalone",
        language=subject.language.value,
        title=f"{title_of_call(call)} · {subject.trace.model_class} · Tracebook",
        source=source or _made_from(subject),
        say=subject.say,
        words=words,
        style=Markup(STYLE),  # noqa: S704 - our own files
        script=Markup(SCRIPT),  # noqa: S704
        skeleton=skeleton(subject.language, closing=False),
        map=map_section(told, map_words(told).html),
        closing=closing_section(told).html,
        parts=parts,
        cards=[(key, card(subject, replace(view, chosen=key, cell=None), key)) for key in deepest.order],
        pictures=[(depth, sequence_picture(subject, told.layer, depth)) for depth in DEPTHS],
        data=Markup(_for_script({"order": _orders(told), "chosen": told.chosen, "depth": told.depth})),  # noqa: S704
    )


def _made_from(subject: Subject) -> str:
    """What was run, at which sizes, and where the weights come from."""
    made = subject.run
    if made is None:
        return subject.trace.model_class
    letters = letters_of(made.settings.config(), *made.inputs)
    return subject.say(
        words.MADE_FROM,
        model=made.settings.title,
        series=made.series.name,
        weights=made.origin,
        sizes=", ".join(f"{letter} = {size}" for letter, size in letters.items()),
    )


def _orders(told: LayerDocument) -> dict[str, list[str]]:
    return {depth: list(told.seen(View(depth=depth)).order) for depth in DEPTHS}


def _for_script(facts: object) -> str:
    """JSON that cannot end the script element it stands in."""
    return json.dumps(facts, ensure_ascii=True).replace("<", "\\u003c").replace(">", "\\u003e")

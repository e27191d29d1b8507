"""A layer as a document: its sections, in the order in which the page shows them."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from markupsafe import Markup

from explainer.documents import words
from explainer.documents.cards import card
from explainer.documents.changes import Change, sentence_of
from explainer.documents.example import Typed, example_section
from explainer.documents.grouping import group_title, groups_picture, section_on
from explainer.documents.interface import inputs_section, place_section
from explainer.documents.listing import rows
from explainer.documents.markup import markdown, template
from explainer.documents.navigation import head_section, next_section
from explainer.documents.pictures import sequence_picture
from explainer.documents.subject import Subject, View
from explainer.lessons import LayerLesson, layer_facts, layer_lesson
from explainer.reading import DEPTHS, AttentionMap, Depth, Group, Layer, attention_maps, messages
from explainer.tracing import Call


@dataclass(frozen=True)
class Section:
    """One part of the document: `html` holds its heading too."""

    id: str
    html: Markup


@dataclass(frozen=True, eq=False)
class LayerDocument:
    """The document of one layer. `drawn` are the sections drawn so far, which no choice but the depth changes."""

    subject: Subject
    layer: Layer
    lesson: LayerLesson | None
    view: View
    drawn: dict[Depth, tuple[Section, ...]] = field(default_factory=dict)

    def seen(self, view: View) -> "LayerDocument":
        """The same layer with other choices; what was worked out is kept."""
        return self if view == self.view else replace(self, view=view)

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The keys of everything that can be chosen, in the order of the pass, at the depth of the diagram."""
        own = self.subject.keys.of(self.layer.call)
        return tuple(dict.fromkeys(each.key for each in messages(self.layer, self.depth) if each.key != own))

    @property
    def depth(self) -> Depth:
        """How deep the sequence diagram goes."""
        return _depth(self.view)

    @cached_property
    def maps(self) -> tuple[AttentionMap, ...]:
        """The attention matrices that were computed directly in this layer."""
        here = self.layer.call.path, self.layer.call.nth
        return tuple(each for each in attention_maps(self.subject.trace) if (each.path, each.nth) == here)

    @property
    def map_number(self) -> int:
        """The number of the section with the map: it follows the small example, which only our own models have."""
        return 6 if self.subject.run is None else 7

    @cached_property
    def told_of_chosen(self) -> Markup:
        """The card of what is chosen."""
        return card(self.subject, self.view, self.chosen)

    @cached_property
    def chosen(self) -> str:
        """What the card is about: what was chosen, or the first thing that happens in the layer, or the layer."""
        if self.view.chosen is not None and self.view.chosen in self.all_keys:
            return self.view.chosen
        return self.order[0] if self.order else self.subject.keys.of(self.layer.call)

    @cached_property
    def all_keys(self) -> frozenset[str]:
        """Everything that can be chosen at any depth."""
        return frozenset(message.key for message in messages(self.layer, "everything"))


def layer_document(subject: Subject, call: Call, view: View) -> LayerDocument:
    """The document of the module call `call`, as the reader's choices have it."""
    subject = replace(subject, focus=call)
    return LayerDocument(subject, subject.layer(call), _lesson(subject, call), view)


def _depth(view: View) -> Depth:
    """The depth that was asked for; where there is none of that name, the usual one."""
    return next((depth for depth in DEPTHS if depth == view.depth), "operations")


def _lesson(subject: Subject, call: Call) -> LayerLesson | None:
    if subject.run is None or subject.model is None:
        return None
    facts = layer_facts(subject.run, call, subject.axes)
    return layer_lesson(subject.model, call.path, call.class_name, subject.language, facts)


def sections(document: LayerDocument) -> tuple[Section, ...]:
    """All sections but the card, the map and what comes next."""
    if document.depth not in document.drawn:
        document.drawn[document.depth] = tuple(_drawn(document))
    return document.drawn[document.depth]


def _drawn(document: LayerDocument) -> Iterator[Section]:
    yield Section("head", head_section(document.subject, document.layer))
    yield Section("place", place_section(document.subject, document.layer, _words(document, "place")))
    yield Section("inputs", inputs_section(document.subject, document.layer, _words(document, "inputs")))
    yield Section("sequence", _sequence(document))
    yield Section("groups", _groups(document))
    yield Section("lines", _lines(document))


def card_section(document: LayerDocument) -> Section:
    """The card of what is chosen."""
    return Section("card", document.told_of_chosen)


def filled_example(document: LayerDocument, typed: Typed | None) -> Section:
    """The small example with what the reader has typed."""
    html = example_section(document.subject, document.layer, typed, _words(document, "example"))
    return Section("example", html)


def changes_section(document: LayerDocument, change: Change | None) -> Section:
    """What moved since the pass before; empty for the first."""
    told = sentence_of(change, document.subject, document.layer) if change else ""
    return Section("changes", Markup("{}").format(told))


def map_heading(document: LayerDocument) -> Section:
    """The heading of the map, at the end of the document: the map itself is drawn by the page."""
    heading = Markup("<h3><span>{}</span>{}</h3>").format(document.map_number, document.subject.say(words.MAP))
    return Section("next", heading)


def map_words(document: LayerDocument) -> Section:
    """What the lesson says about the map; nothing where it says nothing."""
    return Section("map", _words(document, "map"))


def closing_section(document: LayerDocument) -> Section:
    """What to read next."""
    number = document.map_number + bool(document.maps)
    return Section("next", next_section(document.subject, document.layer, _words(document, "next"), number))


def _words(document: LayerDocument, section: str) -> Markup:
    found = document.lesson.sections.get(section) if document.lesson else None
    return markdown(found.markdown) if found else Markup("")


def _sequence(document: LayerDocument) -> Markup:
    return template(
        "sequence",
        say=document.subject.say,
        words=words,
        depth=document.depth,
        depths=DEPTHS,
        picture=sequence_picture(document.subject, document.layer, document.depth),
        told=_words(document, "sequence"),
    )


def _groups(document: LayerDocument) -> Markup:
    return template(
        "groups",
        say=document.subject.say,
        words=words,
        picture=groups_picture(document.subject, document.layer, document.lesson),
        told=_words(document, "groups"),
    )


def _lines(document: LayerDocument) -> Markup:
    subject, layer = document.subject, document.layer
    signature = rows(subject, layer, layer.code.first, layer.code.body - 1) if layer.code else ()
    return template(
        "lines",
        say=subject.say,
        words=words,
        file=_short(layer.code.file) if layer.code else "",
        signature=signature,
        paragraphs=[_paragraph(document, group) for group in layer.groups if group.paragraph],
    )


def _paragraph(document: LayerDocument, group: Group) -> dict[str, object]:
    section = section_on(document.layer, group, document.lesson)
    first, last = (group.paragraph.first, group.paragraph.last) if group.paragraph else (0, -1)
    return {
        "number": group.number,
        "title": group_title(document.layer, group, document.lesson),
        "rows": rows(document.subject, document.layer, first, last),
        "told": markdown(section.markdown) if section else Markup(""),
    }


def _short(file: str) -> str:
    """The file without the folders that differ from machine to machine."""
    parts = file.replace("\\", "/").split("/")
    start = next((at for at in range(len(parts) - 1, -1, -1) if parts[at] in {"explainer", "torch"}), len(parts) - 1)
    return "/".join(parts[start:])

"""The picture of semantic groups: the paragraphs of a forward, what flows between them, and what was skipped."""

from collections.abc import Iterator
from dataclasses import replace

from markupsafe import Markup

from explainer.documents import words
from explainer.documents.naming import letters, name_of, size_text
from explainer.documents.pictures import both, title_of_call
from explainer.documents.subject import Subject
from explainer.drawing import Block, Span, Text, blocks_svg
from explainer.lessons import LayerLesson, Section
from explainer.reading import Group, Item, Layer
from explainer.tracing import Skip


def groups_picture(subject: Subject, layer: Layer, lesson: LayerLesson | None) -> Markup:
    """The semantic groups of a forward, what flows between them, and what was skipped."""
    blocks = tuple(_block(subject, layer, group, lesson) for group in layer.groups)
    takes = tuple(_flow(subject, layer, value) for argument in layer.arguments for value in argument.values)
    blocks = (*blocks[:-1], *(replace(each, flows=()) for each in blocks[-1:]))  # they are what the layer gives
    gives = tuple(_flow(subject, layer, value) for result in layer.results for value in result.values)
    title = subject.say(words.GROUPS_OF, layer=title_of_call(layer.call))
    return both(
        lambda narrow: blocks_svg(
            blocks, narrow=narrow, title=title, takes=takes, gives=gives, language=subject.language.value
        )
    )


def section_on(layer: Layer, group: Group, lesson: LayerLesson | None) -> Section | None:
    """What the lesson says about a group."""
    if lesson is None or layer.code is None or group.paragraph is None:
        return None
    return lesson.on(layer.code.line(group.paragraph.code))


def group_title(layer: Layer, group: Group, lesson: LayerLesson | None) -> str:
    """The title of a group: the lesson's, else the first sentence of the source's comment."""
    section = section_on(layer, group, lesson)
    return section.title if section else group.title.partition(". ")[0].partition(": ")[0]


def _block(subject: Subject, layer: Layer, group: Group, lesson: LayerLesson | None) -> Block:
    title = group_title(layer, group, lesson) or subject.say(words.LINES, first=_first(group), last=_last(group))
    skip = group.skips[0] if group.skips else None
    skipped = skip is not None and not group.items
    return Block(
        key=f"group:{group.number}",
        title=title,
        subtitle=(),
        state="skipped" if skipped else "ran",
        note=_why(subject, skip) if skip else "",
        flows=tuple(_flow(subject, layer, value) for value in group.gives),
        children=tuple(_parts(subject, group)),
        role=None,
        spoken=title,
    )


def _parts(subject: Subject, group: Group) -> Iterator[Block]:
    if not group.parts:
        yield from (_chip(subject, item, None) for item in group.items)
    for part in group.parts:
        if len(part.items) == 1:
            yield _chip(subject, part.items[0], part.role, brief=True)
        elif part.items:
            chips = tuple(_chip(subject, item, None, brief=True) for item in part.items)
            title = subject.say(words.ROLES[part.role])
            yield Block(f"part:{group.number}:{part.role}", title, (), "ran", "", (), chips, part.role, title)


def _chip(subject: Subject, item: Item, role: str | None, *, brief: bool = False) -> Block:
    """One thing that ran; `brief` where there is room for its letters only."""
    title = _title_of(item)
    size = size_text(subject, item.outputs[0]) if item.outputs else ()
    if brief and item.outputs:
        size = letters(subject, item.outputs[0]) or size
    return Block(item.key, title, size, "ran", "", (), (), role, f"{title} {' '.join(span.text for span in size)}")


def _title_of(item: Item) -> str:
    if item.call is not None:
        return title_of_call(item.call)
    return item.step.op if item.step else ""


def _flow(subject: Subject, layer: Layer, value: int) -> Text:
    name = name_of(subject, value, layer.call)
    return (Span(f"{name} "), *size_text(subject, value)) if name else size_text(subject, value)


def _why(subject: Subject, skip: Skip) -> str:
    was = words.UNKNOWN if skip.value is None else str(skip.value)
    return subject.say(words.NOT_RUN, condition=skip.condition, was=was)


def _first(group: Group) -> int:
    return group.paragraph.code if group.paragraph else 0


def _last(group: Group) -> int:
    return group.paragraph.last if group.paragraph else 0

"""The source of a forward as the page shows it: what ran can be chosen, sizes stand at the end of the line."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from itertools import pairwise

from markupsafe import Markup
from pygments import lex
from pygments.lexers import PythonLexer
from pygments.token import Comment, Keyword, Name, Number, Operator, String, _TokenType

from explainer.documents import words
from explainer.documents.naming import size
from explainer.documents.subject import Subject
from explainer.reading import Code, Item, Layer
from explainer.tracing import Binding, Skip

_CLASSES: tuple[tuple[_TokenType, str], ...] = (
    (Comment, "c"),
    (Keyword, "k"),
    (Operator.Word, "k"),
    (String, "s"),
    (Number, "n"),
    (Name.Builtin.Pseudo, "p"),
)


@dataclass(frozen=True)
class Row:
    """One line of the listing: its number, its text as markup, what ran on it, and why it did not run.

    key     of what a click on the line chooses; None where nothing ran or nothing can be chosen
    marked  whether it is the line that a listing is about
    """

    number: int
    text: Markup
    key: str | None
    hints: tuple[Markup, ...]
    skipped: str | None
    marked: bool = False


@dataclass(frozen=True)
class _Mark:
    """A part of a line that belongs to an expression, and the attributes that it is given."""

    start: int
    end: int
    attributes: str


def rows(subject: Subject, layer: Layer, first: int, last: int, *, around: str | None = None) -> tuple[Row, ...]:
    """The lines `first` to `last` of the layer's source.

    What ran on them can be chosen; where they are shown `around` the call with that key, its line is marked instead,
    and other modules can be opened.
    """
    if layer.code is None:
        return ()
    return tuple(_row(subject, layer, layer.code, number, around) for number in range(first, last + 1))


def _row(subject: Subject, layer: Layer, code: Code, number: int, around: str | None) -> Row:
    text = code.lines[number - code.first]
    here = [item for item in layer.items if item.line == number]
    skip = next((each for each in layer.skips if each.line <= number <= each.end_line), None)
    return Row(
        number=number,
        text=_marked(text, _tokens(text), list(_marks(layer, code, number, len(text), can_choose=around is None))),
        key=here[-1].key if here and around is None else None,
        hints=(
            *_plain_hints(subject, layer, number),
            *(_hint(subject, item, can_choose=around is None) for item in here if item.outputs),
        ),
        skipped=None if skip is None else _reason(subject, skip),
        marked=any(item.key == around for item in here),
    )


def _reason(subject: Subject, skip: Skip) -> str:
    was = words.UNKNOWN if skip.value is None else str(skip.value)
    return subject.say(words.NOT_RUN, condition=skip.condition, was=was)


def _hint(subject: Subject, item: Item, *, can_choose: bool) -> Markup:
    names = Markup(" = ").join(item.names)
    shown = [size(subject, value) for value in dict.fromkeys(item.outputs)]
    lead = Markup("<b>{}</b> ").format(names) if names else Markup("")
    told = lead + Markup(", ").join(shown)
    if not can_choose:
        return Markup('<span class="tb-hint">{}</span>').format(told)
    return Markup('<span class="tb-hint tb-part" data-key="{}">{}</span>').format(item.key, told)


def _plain_hints(subject: Subject, layer: Layer, number: int) -> Iterator[Markup]:
    """Plain numbers that got a name on the line, as `B, L, H, E = queries.shape` gives them."""
    numbers = [each for each in subject.trace.bindings if _is_plain(each, layer, number)]
    if numbers:
        shown = ", ".join(f"{each.name} = {_number(each.slot)}" for each in numbers)
        yield Markup('<span class="tb-hint">{}</span>').format(shown)


def _is_plain(binding: Binding, layer: Layer, number: int) -> bool:
    numeric = isinstance(binding.slot, int | float) and not isinstance(binding.slot, bool)
    return numeric and binding.call == layer.call.id and binding.line == number and binding.name != "_"


def _number(slot: float) -> str:
    return f"{slot:.4g}" if isinstance(slot, float) else str(slot)


def _marks(layer: Layer, code: Code, number: int, width: int, *, can_choose: bool) -> Iterator[_Mark]:
    """Where on a line the expressions stand that ran there; columns count from the margin of the listing."""
    for item in layer.items:
        site = item.step.site if item.step else item.call.site if item.call else None
        if site is None or site.file != code.file or not site.line <= number <= site.end_line:
            continue
        start = site.column - code.margin if number == site.line else 0
        end = site.end_column - code.margin if number == site.end_line else width
        if 0 <= start < end:
            yield _Mark(start, min(end, width), _attributes(item, can_choose=can_choose))


def _attributes(item: Item, *, can_choose: bool) -> str:
    if can_choose:
        return f'class="tb-expression tb-part" data-key="{escape(item.key)}"'
    return f'class="tb-expression" data-open="{escape(item.key)}"' if item.call is not None else ""


def _marked(text: str, tokens: Iterable[tuple[int, str, str]], marks: list[_Mark]) -> Markup:
    """A line with its syntax coloured and its expressions wrapped; marks are nested or apart, as expressions are."""
    cuts = sorted({0, len(text), *(mark.start for mark in marks), *(mark.end for mark in marks)})
    pieces = [(start, part, kind) for start, part, kind in tokens]
    out = []
    for start, end in pairwise(cuts):
        out += [_CLOSE for mark in marks if mark.end == start and mark.start < start]
        opening = sorted((mark for mark in marks if mark.start == start), key=lambda mark: -mark.end)
        out += [f"<span {mark.attributes}>" for mark in opening]
        out += [_coloured(*piece) for piece in _within(pieces, start, end)]
    out += [_CLOSE for mark in marks if mark.end == len(text)]
    return Markup("".join(out))  # noqa: S704 - every part was escaped


_CLOSE = "</span>"


def _within(pieces: list[tuple[int, str, str]], start: int, end: int) -> Iterator[tuple[str, str]]:
    for at, part, kind in pieces:
        low, high = max(at, start), min(at + len(part), end)
        if low < high:
            yield part[low - at : high - at], kind


def _coloured(part: str, kind: str) -> str:
    return f'<i class="tb-{kind}">{escape(part)}</i>' if kind else escape(part)


@lru_cache(maxsize=4096)
def _tokens(text: str) -> tuple[tuple[int, str, str], ...]:
    """(column, text, class) of every token of a line."""
    found, column = [], 0
    for kind, part in lex(text, PythonLexer(stripnl=False, ensurenl=False)):
        name = next((short for known, short in _CLASSES if kind is known or kind[: len(known)] == known), "")
        found.append((column, part, name))
        column += len(part)
    return tuple(found)

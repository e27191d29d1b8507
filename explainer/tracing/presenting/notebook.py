"""A record as one piece of HTML for notebooks: modules that fold, tables inside them, no scripts.

Text takes the notebook's own colour and surfaces stay transparent, so light and dark both work.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from itertools import groupby
from math import inf
from typing import TypeAlias

from explainer.language import Language, Phrase
from explainer.tracing.presenting.rows import TITLES, Axes, Record, Row, short_names, size_text, table_rows, visible
from explainer.tracing.record import Call, Failure, Skip

_STYLE = """<style>
.tracebook{font-size:13px;line-height:1.45;overflow-x:auto}
.tracebook details{margin:2px 0 2px 4px;padding-left:8px;border-left:2px solid rgba(128,128,128,.35)}
.tracebook summary{cursor:pointer;padding:2px 0}
.tracebook table{border-collapse:collapse;margin:2px 0;font-size:inherit;color:inherit;background:transparent}
.tracebook tr{background:transparent!important}
.tracebook th,.tracebook td{text-align:left;vertical-align:top;padding:1px 14px 1px 0;color:inherit;white-space:nowrap;\
border-bottom:1px solid rgba(128,128,128,.2)}
.tracebook th{font-weight:600;opacity:.7}
.tracebook .skipped{opacity:.55}
.tracebook .failed{border-left:3px solid #d33;padding-left:8px;white-space:pre-wrap}
</style>"""

_STEPS = Phrase("steps: {count}", "步数：{count}")
_SKIPPED = Phrase("not run: {condition} was {value}", "未执行：{condition} 为 {value}")
_UNKNOWN = Phrase("not run: {condition}", "未执行：{condition}")
_FAILED = Phrase("The pass broke off", "前向在此中断")
_INSIDE = Phrase("inside {modules}", "所在模块：{modules}")
_SHAPES = Phrase("input shapes {shapes}", "输入形状 {shapes}")

Part: TypeAlias = "Row | Skip | Call"


@dataclass(frozen=True)
class _Page:
    """What the parts of one piece of HTML have in common; `parts` are those of each call, in the order of the pass."""

    record: Record
    language: Language
    columns: tuple[str, ...]
    parts: Mapping[int, list[Part]]

    def say(self, phrase: Phrase, **facts: object) -> str:
        """A phrase in the reader's language, escaped."""
        return _safe((phrase.fill(**facts) if facts else phrase).in_language(self.language))


def html_table(record: Record, axes: Axes | None = None, language: Language = Language.EN) -> str:
    """Every step of `record`, inside the module calls in which they are written; only the model itself is unfolded."""
    rows = table_rows(record, axes)
    columns = tuple(name for name in TITLES if name != "axes" or axes is not None)
    page = _Page(record, language, columns, _parts(record, rows))
    body = _call(page, record.calls[0]) if record.calls else ""
    failure = _failure(page, record.failure) if record.failure is not None else ""
    notes = "".join(f"<p>{page.say(note)}</p>" for note in record.notes)
    return f'{_STYLE}<div class="tracebook" lang="{language}">{body}{failure}{notes}</div>'


def _parts(record: Record, rows: tuple[Row, ...]) -> dict[int, list[Part]]:
    """What to show inside each call, by its number: rows, lines that did not run, and the calls that have any."""
    parts: dict[int, list[tuple[float, Part]]] = defaultdict(list)
    for row in rows:
        parts[row.home].append((row.step, row))
    for skip in record.skips:
        parts[skip.call].append((_place_of(record, skip, rows), skip))
    # Inner calls have higher numbers, so going down, each is complete before it is put into its parent.
    for call in reversed(record.calls):
        if call.parent is not None and call.id in parts:
            parts[call.parent].append((call.first_step, call))
    return {number: [part for _, part in sorted(some, key=lambda each: each[0])] for number, some in parts.items()}


def _place_of(record: Record, skip: Skip, rows: tuple[Row, ...]) -> float:
    """Before the first step of its call that is written further down."""
    later = (row.step for row in rows if row.home == skip.call and _line(record, row) > skip.line)
    return next(later, inf) - 0.5


def _line(record: Record, row: Row) -> int:
    site = record.steps[row.step].site
    return site.line if site is not None else 0


def _call(page: _Page, call: Call) -> str:
    parts = page.parts.get(call.id, [])
    inside = "".join(
        "".join(_call(page, part) for part in some if isinstance(part, Call)) if folds else _table(page, some)
        for folds, some in (
            (folds, list(group)) for folds, group in groupby(parts, lambda each: isinstance(each, Call))
        )
    )
    path = f"<code>{_safe(call.path)}</code> " if call.path else ""
    steps = page.say(_STEPS, count=call.last_step - call.first_step)
    unfolded = " open" if call.parent is None else ""
    return f"<details{unfolded}><summary>{path}{_safe(call.class_name)} · {steps}</summary>{inside}</details>"


def _table(page: _Page, parts: list[Part]) -> str:
    heads = "".join(f'<th scope="col">{page.say(TITLES[name])}</th>' for name in page.columns)
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{''.join(_lines(page, parts))}</tbody></table>"


def _lines(page: _Page, parts: list[Part]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, Row):
            yield f"<tr>{''.join(_cell(name, str(getattr(part, name))) for name in page.columns)}</tr>"
        elif isinstance(part, Skip):
            lines = f"{short_names([part.file])[part.file]}:{part.line}"
            phrase = _UNKNOWN if part.value is None else _SKIPPED
            words = page.say(phrase, condition=part.condition, value=part.value)
            rest = len(page.columns) - 2
            yield f'<tr class="skipped"><td></td><td>{_safe(lines)}</td><td colspan="{rest}">{words}</td></tr>'


def _cell(name: str, text: str) -> str:
    return (
        f"<td><code>{_safe(text)}</code></td>"
        if name in {"expression", "names"} and text
        else f"<td>{_safe(text)}</td>"
    )


def _failure(page: _Page, failure: Failure) -> str:
    where = f"{failure.site.file}:{failure.site.line}: {failure.site.text}" if failure.site is not None else ""
    shapes = ", ".join(map(size_text, failure.shapes))
    lines = [
        f"<b>{page.say(_FAILED)}</b>",
        f"<code>{_safe(where)}</code>" if where else "",
        page.say(_SHAPES, shapes=shapes) if shapes else "",
        page.say(_INSIDE, modules=" › ".join(failure.modules)) if failure.modules else "",
        "\n".join(map(_safe, failure.message.splitlines())),
    ]
    return f'<p class="failed" role="alert">{"<br>".join(line for line in lines if line)}</p>'


def _safe(text: str) -> str:
    return escape(visible(text))

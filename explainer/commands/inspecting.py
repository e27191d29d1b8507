"""`inspect`: what was read of a file, and what became of each of its columns."""

import json
from collections.abc import Iterator
from typing import Any

import click

from explainer.commands.helping import LANG, Helpful
from explainer.commands.json_values import both, moment
from explainer.commands.manual_of_files import manual_of_files
from explainer.commands.options import naming_options
from explainer.commands.reading_options import read, reading_options
from explainer.commands.table import aligned, cut, terminal_width
from explainer.language import Language, Phrase, counted, same_in_both
from explainer.series import Series, Source, SourceColumn
from explainer.series.reading.steps import told_step
from explainer.tracing.presenting import visible

_LONGEST_NAME = 40
_SEPARATORS = {
    ",": Phrase("comma", "逗号"),
    ";": Phrase("semicolon", "分号"),
    "\t": Phrase("tab", "制表符"),
    " ": Phrase("space", "空格"),
}
_ROLES = {
    "variate": Phrase("variate", "变量"),
    "time": Phrase("time", "时间"),
    "index": Phrase("row numbers", "行号"),
    "left out": Phrase("left out", "未采用"),
}
_NONE = Phrase("none", "无")
_LINE = Phrase("line {number}", "第 {number} 行")
_TIME = Phrase("{name}, written as {spelled}", "{name}，格式为 {spelled}")
_ROWS = Phrase("{kept} of {rows} in the file", "{kept}（文件中共 {rows} 行）")
_HEAD = Phrase("{name}: {rows}, {variates}", "{name}：共 {rows}，{variates}")
_ROW = Phrase("row", "行")
_VARIATE = Phrase("variate", "个变量")
_TITLES = (
    Phrase("column", "列"),
    Phrase("read as", "读作"),
    Phrase("missing", "缺失"),
    Phrase("unit", "单位"),
    Phrase("why it was left out", "未采用的原因"),
)


@click.command("inspect", cls=Helpful, told=manual_of_files)
@click.argument("file")
@reading_options
@click.option("--json", "as_json", is_flag=True)
@LANG
@click.pass_obj
def inspect_command(language: Language, /, file: str, as_json: bool, **given: Any) -> None:
    """Read a table and print how it was understood."""
    with naming_options():
        series = read(file, given)
    if as_json:
        click.echo(json.dumps(series_document(series), allow_nan=False))
        return
    head, *lines = series_report(series, language, terminal_width())
    click.echo("\n".join([click.style(head, bold=True), *lines]))


def series_document(series: Series) -> dict[str, Any]:
    """All that is known of a series but its values, for JSON."""
    source = _source(series)
    return {
        "name": series.name,
        "encoding": source.encoding,
        "separator": source.separator,
        "decimal": source.decimal,
        "header_line": source.header_line,
        "time_column": source.time_column,
        "time_format": None if source.time_format is None else both(source.time_format),
        "frequency": series.frequency,
        "every": series.every,
        "rows_in_file": source.rows,
        "rows": series.rows,
        "first": moment(series.times[0]),
        "last": moment(series.times[-1]),
        "variates": list(series.variates),
        "columns": [_column(column, series) for column in source.columns],
        "notes": [both(note) for note in series.notes],
    }


def _column(column: SourceColumn, series: Series) -> dict[str, Any]:
    return {
        "name": column.name,
        "header": column.header,
        "role": column.role,
        "missing": column.missing,
        "unit": series.units.get(column.name),
        "reason": None if column.reason is None else both(column.reason),
    }


def series_report(series: Series, language: Language, width: int | None = None) -> list[str]:
    """The lines for a reader: the file, its columns, and the notes; table lines are cut to `width` places."""
    counts = {"rows": counted(series.rows, _ROW), "variates": counted(len(series.variates), _VARIATE)}
    head = _HEAD.fill(name=visible(series.name), **counts).in_language(language)
    facts = [(title.in_language(language), fact.in_language(language)) for title, fact in _facts(series)]
    columns = [[title.in_language(language) for title in _TITLES], *_columns(series, language)]
    tables = [*aligned(facts), "", *aligned(columns, right=range(2, 3))]
    notes = [visible(note.in_language(language)) for note in series.notes]
    return [
        head,
        "",
        *(line if width is None else cut(line, width) for line in tables),
        *([""] if notes else []),
        *notes,
    ]


def _facts(series: Series) -> Iterator[tuple[Phrase, Phrase]]:
    source = _source(series)
    header = None if source.header_line is None else _LINE.fill(number=source.header_line)
    yield Phrase("encoding", "编码"), same_in_both(source.encoding)
    yield Phrase("separator", "分隔符"), _SEPARATORS.get(source.separator, same_in_both(source.separator))
    yield Phrase("decimal mark", "小数点"), same_in_both(source.decimal)
    yield Phrase("header", "表头"), header or _NONE
    yield Phrase("time column", "时间列"), _time_column(source)
    yield Phrase("frequency", "频率"), told_step(series.frequency, series.every) if series.dated else _NONE
    yield Phrase("rows", "行数"), _ROWS.fill(kept=series.rows, rows=source.rows)
    yield Phrase("from", "起始"), same_in_both(str(series.times[0]))
    yield Phrase("to", "结束"), same_in_both(str(series.times[-1]))


def _time_column(source: Source) -> Phrase:
    if source.time_column is None:
        return _NONE
    name = same_in_both(cut(source.time_column, _LONGEST_NAME))
    return name if source.time_format is None else _TIME.fill(name=name, spelled=source.time_format)


def _columns(series: Series, language: Language) -> Iterator[list[str]]:
    for column in _source(series).columns:
        reason = "" if column.reason is None else column.reason.in_language(language)
        role, unit = _ROLES[column.role].in_language(language), series.units.get(column.name, "")
        yield [cut(column.name, _LONGEST_NAME), role, str(column.missing), unit, reason]


def _source(series: Series) -> Source:
    if series.source is None:
        raise ValueError(f"{series.name} was not read from a file")
    return series.source

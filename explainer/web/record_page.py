"""The record page: every operation of the pass, and the modules it went through."""

from typing import Literal

import pandas as pd
import streamlit as st

from explainer.running import axes_of, inventory
from explainer.tracing import Skip, Step, Trace
from explainer.tracing.axes import Axes
from explainer.web import words
from explainer.web.visit import Visit, draw_origin, draw_page

# The columns whose text would otherwise be cut, in pixels.
_WIDTHS = {"module": 210, "expression": 250, "axes": 150}


def show() -> None:
    """Draw the page."""
    draw_page(words.RECORD_TITLE, _tell)


def _tell(visit: Visit) -> None:
    trace, axes = visit.run.trace, axes_of(visit.run)
    draw_origin(visit)
    counts = {"calls": len(trace.calls), "steps": len(trace.steps), "names": len(trace.bindings)}
    st.markdown(visit.say(words.RECORD_COUNTS, **counts))
    st.subheader(visit.say(words.OPERATIONS), anchor=False)
    _table(visit, [_operation(trace, axes, step) for step in trace.steps], height=560)
    st.caption(visit.say(axes.sentence))
    for note in trace.notes:
        st.info(visit.say(note))
    if trace.skips:
        st.subheader(visit.say(words.SKIPPED), anchor=False)
        _table(visit, [_skip(trace, skip) for skip in trace.skips], height="content")
    st.subheader(visit.say(words.MODULES), anchor=False)
    _table(visit, _modules(visit), height="content")


def _table(visit: Visit, rows: list[dict[str, object]], height: int | Literal["content"]) -> None:
    titles = {name: words.COLUMNS[name].in_language(visit.language) for name in rows[0]}
    wide = {titles[name]: st.column_config.Column(width=_WIDTHS[name]) for name in titles if name in _WIDTHS}
    st.dataframe(pd.DataFrame(rows).rename(columns=titles), hide_index=True, height=height, column_config=wide)


def _operation(trace: Trace, axes: Axes, step: Step) -> dict[str, object]:
    return {
        "step": step.id,
        "module": trace.calls[step.call].path or trace.model_class,
        "line": step.site.line if step.site else None,
        "expression": step.site.text if step.site else "",
        "names": ", ".join(dict.fromkeys(name for value in step.outputs for name in trace.names_of(value))),
        "operation": step.op,
        "axes": " ".join(axes.text(value) for value in step.outputs),
        "shapes_out": _shapes(trace, step.outputs),
        "shapes_in": _shapes(trace, step.inputs),
    }


def _shapes(trace: Trace, values: tuple[int, ...]) -> str:
    return " ".join(_shape(trace.values[value].shape) for value in values)


def _shape(sizes: tuple[int, ...]) -> str:
    return f"({', '.join(map(str, sizes))})"


def _skip(trace: Trace, skip: Skip) -> dict[str, object]:
    lines = str(skip.line) if skip.line == skip.end_line else f"{skip.line}\N{EN DASH}{skip.end_line}"
    return {
        "module": trace.calls[skip.call].path or trace.model_class,
        "line": lines,
        "condition": skip.condition,
        "condition_was": str(skip.value),
    }


def _modules(visit: Visit) -> list[dict[str, object]]:
    return [
        {
            "module": row.path or visit.run.trace.model_class,
            "class": row.class_name,
            "shapes_in": _shape(row.input_shape),
            "shapes_out": _shape(row.output_shape),
            "parameters": row.parameters,
        }
        for row in inventory(visit.run)
    ]

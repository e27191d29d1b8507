"""The record page: every operation of the pass, and the modules it went through."""

from typing import Literal

import pandas as pd
import streamlit as st

from explainer.running import inventory
from explainer.tracing import Step, Trace
from explainer.web import words
from explainer.web.visit import Visit, open_visit

# The two columns whose text would otherwise be cut, in pixels.
_WIDTHS = {"module": 250, "expression": 270}


def show() -> None:
    """Draw the page."""
    visit = open_visit(words.RECORD_TITLE)
    trace = visit.run.trace
    counts = {"calls": len(trace.calls), "steps": len(trace.steps), "names": len(trace.bindings)}
    st.markdown(visit.say(words.RECORD_COUNTS, **counts))
    st.subheader(visit.say(words.OPERATIONS), anchor=False)
    _table(visit, [_operation(trace, step) for step in trace.steps], height=560)
    st.subheader(visit.say(words.MODULES), anchor=False)
    _table(visit, _modules(visit), height="content")


def _table(visit: Visit, rows: list[dict[str, object]], height: int | Literal["content"]) -> None:
    titles = {name: words.COLUMNS[name].in_language(visit.language) for name in rows[0]}
    wide = {titles[name]: st.column_config.Column(width=_WIDTHS[name]) for name in titles if name in _WIDTHS}
    st.dataframe(pd.DataFrame(rows).rename(columns=titles), hide_index=True, height=height, column_config=wide)


def _operation(trace: Trace, step: Step) -> dict[str, object]:
    return {
        "step": step.id + 1,
        "module": trace.calls[step.call].path or trace.model_class,
        "line": step.site.line if step.site else None,
        "expression": step.site.text if step.site else "",
        "operation": step.op,
        "shapes_in": _shapes(trace, step.inputs),
        "shapes_out": _shapes(trace, step.outputs),
        "names": ", ".join(dict.fromkeys(name for value in step.outputs for name in trace.names_of(value))),
    }


def _shapes(trace: Trace, values: tuple[int, ...]) -> str:
    return " ".join(_shape(trace.values[value].shape) for value in values)


def _shape(sizes: tuple[int, ...]) -> str:
    return f"({', '.join(map(str, sizes))})"


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

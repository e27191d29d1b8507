"""The chosen cell written out: its terms, its intermediate results, and the difference to the recorded number."""

from collections.abc import Sequence

from markupsafe import Markup

from explainer.documents import words
from explainer.documents.grids import written
from explainer.documents.markup import template
from explainer.documents.naming import name_of
from explainer.documents.subject import Subject
from explainer.language import ExplainedError
from explainer.reading import Cell, Term, explain_cell
from explainer.tracing import Call

_FEW = 12


def sum_of(subject: Subject, call: Call, value: int, index: tuple[int, ...]) -> Markup:
    """How one cell came about, in numbers."""
    try:
        found = explain_cell(subject.trace, value, index)
    except ExplainedError as error:
        return template("refused", sentence=subject.say(error.phrase))
    shown, hidden = found.terms[:_FEW], found.terms[_FEW:]
    return template(
        "sum",
        say=subject.say,
        words=words,
        cell=_cell(subject, call, Cell(value, index, found.recorded)),
        rule=subject.say(found.rule),
        formula_text=found.formula,
        terms=[_term(subject, call, term) for term in shown],
        hidden=subject.say(words.MORE_TERMS, count=len(hidden), total=written(sum(t.product for t in hidden)))
        if hidden
        else "",
        lines=[(subject.say(line.what), line.text, written(line.number)) for line in found.lines],
        result=f"{found.result:.6g}".replace("-", "\N{MINUS SIGN}"),
        recorded=f"{found.recorded:.6g}".replace("-", "\N{MINUS SIGN}"),
        difference=f"{abs(found.difference):.1e}" if found.difference else "0",
        computed=found.kind not in {"given", "unsupported"},
        same_as="" if found.same_as is None else _cell(subject, call, found.same_as),
    )


def _term(subject: Subject, call: Call, term: Term) -> dict[str, object]:
    return {
        "factors": [_factor(factor) for factor in term.factors],
        "cells": " · ".join(_cell(subject, call, each) for each in term.factors if isinstance(each, Cell)),
        "product": written(term.product),
    }


def _factor(factor: Cell | float) -> str:
    number = written(factor.number if isinstance(factor, Cell) else factor)
    return f"({number})" if number.startswith("\N{MINUS SIGN}") else number


def _cell(subject: Subject, call: Call, cell: Cell) -> str:
    name = name_of(subject, cell.value, call) or subject.say(words.UNNAMED)
    return f"{name}[{_indices(cell.index)}]"


def _indices(index: Sequence[int]) -> str:
    return ", ".join(map(str, index))
